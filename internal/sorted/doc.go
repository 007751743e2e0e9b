// Package sorted has an external sort and a file format for sorted records. The index, the evaluations and the maker of
// books use it.
//
//	spill := family.NewSpill(sorted.SpillOptions{Path: tmp, Size: sorted.Variable, Memory: 256 << 20})
//	adder := spill.Adder() // one for each goroutine
//	err := adder.Add(0, key, payload)
//	spill.End()
//	w, err := family.CreateTable(path, sorted.TableOptions{Bytes: spill.Bytes()})
//	err = w.Sort(ctx, spill, 0, sorted.WorkOptions{Memory: 256 << 20, Workers: 2}, newest)
//	info, err := w.Close()
//	table, err := family.OpenTable(path)
//	payload, ok, err := table.Find(nil, key)
//	for entry, err := range table.All(sorted.Key{}) { … }
//
// It has four parts, each usable without the next:
//
//   - [Spill] and its sorters: records with a key of 80 bits that looks random are divided by the first byte of the key
//     into 256 parts, in memory and beyond that in a temporary file, and sorted part by part. [PayloadSorter] gives
//     payloads of any length; [Sorter] decodes payloads of one length into values first. [TempFile] keeps a list on
//     disk.
//   - [File], [Output] and [Header]: a file of pages under checksums, mapped into memory. A page is compared with its
//     checksum when it is first touched.
//   - [Table] and [TableWriter]: such a file with records of any length in the order of their keys, each key once.
//   - [Folder] and [Change]: a store of such files. One rename replaces its manifest, so that a change takes effect as
//     a whole. One process changes it at a time, and readers keep the state that they opened. The next change removes the
//     files that a killed process has left. Sealed files hold a value in JSON under a checksum: the manifest, and a
//     journal ([Family.WriteSealed], [Spill.Extents]) from which a build resumes.
//
// # Guarantees
//
// Whenever a process is killed, a store is the old one or the new one. Damage gives an error that wraps the Corrupt of
// its [Family] and names the file, and never another answer. So does a disk that fails, or a file that is cut off,
// while it is mapped; for that, mapped bytes are read under [Guard] only.
//
// # Limits
//
// A payload has up to [MaxPayload] bytes, and a table up to 16 TiB. On systems without mappings, such as Windows,
// files are read into memory as a whole.
//
// # Cost
//
// Records beyond the memory are written and read twice, with 10 bytes each and up to 3 for the length beside the
// payload. In a table of n uniform keys a record takes its payload, about 82 - log2(n) bits for the key, and the bits
// in which the lengths of payloads of a page differ. A look-up reads one page, and a place in the directory, which has
// 12 bytes a page.
//
// # Sources
//
// Sorted files that are merged by size: O'Neil and others, The log-structured merge-tree, Acta Informatica 33, 1996.
// The code of ascending keys: Elias, Efficient storage and retrieval by content and address of static files, Journal
// of the ACM 21, 1974.
package sorted
