package evals

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// MinMemory is the least memory of a build, in bytes.
const MinMemory = sorted.MinMemory

// BuildOptions say how much a change of a store may take. Zero fields mean the defaults.
type BuildOptions struct {
	Memory  int64 // bytes for records, at least MinMemory; 0 means 512 MiB; what exceeds it goes to temporary files
	Workers int   // goroutines; 0 means one a core

	// Progress, if not nil, is called now and then, by one goroutine at a time, with the share of the sorting and
	// merging that is done, 0 to 1.
	Progress func(done float64)
}

func (o *BuildOptions) setDefaults() error {
	if o.Memory == 0 {
		o.Memory = sorted.DefaultMemory
	}
	if o.Memory < MinMemory {
		return fmt.Errorf("evals: BuildOptions.Memory: %d bytes, and the least is %d", o.Memory, MinMemory)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(float64) {}
	}
	return nil
}

// work returns what a sort or a merge may take, which is part of a whole: its progress goes from a share to another.
func (o *BuildOptions) work(from, to float64) sorted.WorkOptions {
	var mu sync.Mutex
	most := 0.0
	return sorted.WorkOptions{Memory: o.Memory / 2, Workers: o.Workers, Progress: func(done float64) {
		mu.Lock()
		defer mu.Unlock()
		if done > most {
			most = done
			o.Progress(from + done*(to-from))
		}
	}}
}

// Temporary files of a build.
const (
	spillName   = "records"
	journalName = "journal"
	tableName   = "sorted"
	journalKind = "journal"
)

// A build is a change of a store that adds records.
type build struct {
	o      BuildOptions
	folder *folder
	change *change
	m      manifest // that will be published
	dir    string   // of temporary files
	spill  *sorted.Spill
	adder  *sorted.Adder
	kept   bool // the temporary files stay, for a resumption
}

// begin begins a change of a store, which makes one if there is none.
func begin(dir string, g Game, o BuildOptions) (b *build, err error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	b = &build{o: o}
	if b.folder, err = openFolder(dir, g, false); err != nil {
		return nil, err
	}
	if b.change, err = b.folder.Change(func() (*manifest, error) { return newManifest(g), nil }); err != nil {
		return nil, errors.Join(err, b.folder.Close())
	}
	b.m = *b.change.Manifest()
	b.m.Sources, b.m.Tables = slices.Clone(b.m.Sources), slices.Clone(b.m.Tables)
	err = b.m.is(g)
	if err == nil {
		b.dir, err = b.change.BuildDir()
	}
	if err != nil {
		return nil, errors.Join(err, b.end())
	}
	b.spill = family.NewSpill(sorted.SpillOptions{Path: filepath.Join(b.dir, spillName), Size: sorted.Variable,
		Memory: b.o.Memory / 2})
	return b, nil
}

func newManifest(g Game) *manifest {
	digest := g.Set.Digest()
	return &manifest{Mark: sorted.Mark{Origin: rand.Uint64N(1<<53-1) + 1}, Game: g.Name, KeysName: g.Set.Name,
		KeysDigest: hex.EncodeToString(digest[:]), Tables: []sorted.FileEntry{}, Sources: []Source{}}
}

// add adds a record.
func (b *build) add(hash zobrist.Uint128, value []byte) error {
	if b.adder == nil {
		b.adder = b.spill.Adder()
	}
	return b.adder.Add(0, sorted.Key{Lo: hash.Lo, Hi: uint16(hash.Hi)}, value)
}

// source returns the source of a name that is added to, or a new one.
func (b *build) source(name string, reuse bool) *Source {
	if i := slices.IndexFunc(b.m.Sources, func(s Source) bool { return s.Name == name }); reuse && i >= 0 {
		return &b.m.Sources[i]
	}
	b.m.Sources = append(b.m.Sources, Source{Number: b.m.Next, Name: name})
	b.m.Next++
	return &b.m.Sources[len(b.m.Sources)-1]
}

// commit sorts what was added and makes it visible.
func (b *build) commit(ctx context.Context) error {
	b.spill.End()
	if b.spill.Bytes() == 0 {
		return b.publish()
	}
	path := filepath.Join(b.dir, tableName)
	w, err := family.CreateTable(path, sorted.TableOptions{Bytes: b.spill.Bytes()})
	if err != nil {
		return err
	}
	if err := w.Sort(ctx, b.spill, 0, b.o.work(0, b.sortShare()), combine); err != nil {
		return errors.Join(err, w.Abort())
	}
	if _, err := w.Close(); err != nil {
		return err
	}
	return b.addTable(ctx, path)
}

// sortShare returns the share of the work that sorting has.
func (b *build) sortShare() float64 {
	total := b.spill.Bytes()
	first := b.mergedFrom(total, func(t *sorted.Table) int64 { return t.Size() })
	for _, t := range b.change.Base().Files[first:] {
		total += t.Size()
	}
	return float64(b.spill.Bytes()) / float64(max(total, 1))
}

// mergedFrom returns the number of the first table that is merged with a new one of a size. A table is merged with
// those after it if it is less than four times as large as they are together.
func (b *build) mergedFrom(size int64, of func(*sorted.Table) int64) int {
	tables := b.change.Base().Files
	i := len(tables)
	for i > 0 && of(tables[i-1]) < 4*size {
		i--
		size += of(tables[i])
	}
	return i
}

// addTable adds a table that was written to a temporary file to the tables of the store, merged with smaller ones, and
// publishes them.
func (b *build) addTable(ctx context.Context, path string) error {
	added, err := family.OpenTable(path)
	if err != nil {
		return err
	}
	defer added.Close()
	first := b.mergedFrom(added.Records(), (*sorted.Table).Records)
	old := b.change.Base().Files[first:]
	b.m.Made++
	name := sorted.FileName(b.m.Made, ".evals")
	final := filepath.Join(b.folder.Dir(), name)
	var info sorted.TableInfo
	if len(old) == 0 {
		if info, err = added.Info(); err == nil {
			err = os.Rename(path, final)
		}
	} else {
		size := added.Size()
		for _, t := range old {
			size += t.Size()
		}
		from := 1 - float64(size-added.Size())/float64(size)
		info, err = b.write(ctx, final, append(slices.Clone(old), added), from, 1, combine)
	}
	if err != nil {
		return err
	}
	b.m.Tables = append(b.m.Tables[:first], sorted.FileEntry{File: name, Bytes: info.Bytes, Sum: info.Sum})
	return b.publish()
}

// write merges tables into a new file.
func (b *build) write(ctx context.Context, path string, tables []*sorted.Table, from, to float64,
	f sorted.Combine) (info sorted.TableInfo, err error) {
	size := int64(0)
	for _, t := range tables {
		size += t.Size()
	}
	w, err := family.CreateTable(path, sorted.TableOptions{Bytes: size})
	if err != nil {
		return info, err
	}
	if err := w.Merge(ctx, tables, b.o.work(from, to), f); err != nil {
		return info, errors.Join(err, w.Abort())
	}
	return w.Close()
}

func (b *build) publish() error {
	b.m.Builds++
	m := b.m
	if err := b.change.Publish(&m); err != nil {
		return err
	}
	b.o.Progress(1)
	b.spill.Close()
	return b.change.RemoveBuild()
}

// end ends the build. What was not committed is lost, unless it is kept for a resumption. It may be called again.
func (b *build) end() error {
	if b.change == nil {
		return nil
	}
	change := b.change
	b.change = nil
	var err error
	if b.spill != nil {
		if b.kept {
			b.spill.Suspend()
		} else {
			b.spill.Close()
			err = change.RemoveBuild()
		}
	}
	return errors.Join(err, change.End(), b.folder.Close())
}

// records are in a pool for combine.
var records = sync.Pool{New: func() any { return new(combiner) }}

// A combiner makes one record of several.
type combiner struct {
	rec  record
	next []byte
}

// combine is the [sorted.Combine] of stores.
func combine(dst []byte, k sorted.Key, payloads iter.Seq[[]byte]) ([]byte, bool, error) {
	start, n := len(dst), 0
	var c *combiner
	for p := range payloads {
		if n++; n == 1 {
			dst = append(dst, p...)
			continue
		}
		if c == nil {
			c = records.Get().(*combiner)
			defer records.Put(c)
		}
		c.rec.reset()
		if err := cmp.Or(c.rec.add(dst[start:]), c.rec.add(p)); err != nil {
			return nil, false, fmt.Errorf("%w: key %04x%016x: %w", ErrCorrupt, k.Hi, k.Lo, err)
		}
		c.rec.order()
		c.next = c.rec.append(c.next[:0])
		dst = append(dst[:start], c.next...)
	}
	return dst, n > 0, nil
}

// A journal is what a build resumes from.
type journal struct {
	sorted.Mark                        // of the store when the build began
	Task        string                 `json:"task"`    // names the build
	Sources     []Source               `json:"sources"` // new ones, the last one partly read
	Reading     reading                `json:"reading"` // how far the last one was read
	Extents     [][256][]sorted.Extent `json:"extents"`
}

// of reports whether a build has begun with a manifest. Before the first build each process draws another origin.
func (j *journal) of(m *manifest) bool {
	return j.Builds == m.Builds && j.Made == m.Made && (j.Builds == 0 || j.Origin == m.Origin)
}

// A reading says how far a source was read.
type reading struct {
	Input    int       `json:"input"` // number of the input that is read, from 0
	Name     string    `json:"name"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Units    int64     `json:"units"` // lines or games of it that are in the extents
}

// save saves what was added, so that another process can resume from there.
func (b *build) save(task string, old int, r reading) error {
	err := errors.Join(b.spill.Flush(), b.spill.Sync())
	if err == nil {
		j := journal{b.change.Manifest().Mark, task, b.m.Sources[old:], r, b.spill.Extents()}
		err = family.WriteSealed(filepath.Join(b.dir, journalName), journalKind, &j)
	}
	if err == nil {
		b.kept = true
	}
	return err
}

// restore resumes from what an interrupted build of the same task has saved. It reports false if there is nothing.
func (b *build) restore(task string) (j journal, ok bool, err error) {
	path := filepath.Join(b.dir, journalName)
	if family.ReadSealed(path, journalKind, &j) != nil || !j.of(b.change.Manifest()) || j.Task != task {
		return journal{}, false, errors.Join(b.forget())
	}
	if err := b.spill.Restore(j.Extents); err != nil {
		return journal{}, false, errors.Join(err, b.forget())
	}
	b.m.Sources = append(b.m.Sources, j.Sources...)
	for _, s := range j.Sources {
		b.m.Next = max(b.m.Next, s.Number+1)
	}
	b.kept = true
	return j, true, nil
}

// forget removes what an earlier build has saved.
func (b *build) forget() error {
	for _, name := range []string{journalName, spillName} {
		if err := os.Remove(filepath.Join(b.dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// keepBuild names the temporary files from which a build can resume.
func keepBuild(dir string, m *manifest) []string {
	var j journal
	if family.ReadSealed(filepath.Join(dir, journalName), journalKind, &j) != nil || !j.of(m) {
		return nil
	}
	return []string{journalName, spillName}
}
