package sorted

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"math/bits"
	"os"
	"sync/atomic"
)

// TableOptions say what a table is made for.
type TableOptions struct {
	Settings []byte // of the owner, kept in the file
	Bytes    int64  // of all keys and payloads, about, by which segments are chosen
}

// A TableWriter writes the file of a table. It is ended with Close or Abort.
type TableWriter struct {
	family   *Family
	file     *os.File
	out      *Output
	o        TableOptions
	bits     uint
	segments []segment
}

// leastSegment is the least number of bytes for which a segment pays.
const leastSegment = 256 << 10

// CreateTable makes the file of a table, which must not exist.
func (f *Family) CreateTable(path string, o TableOptions) (*TableWriter, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	w := &TableWriter{family: f, file: file, out: NewOutput(file), o: o}
	w.bits = uint(min(max(bits.Len64(uint64(o.Bytes/leastSegment))-1, 0), 8))
	w.segments = make([]segment, 1<<w.bits)
	return w, nil
}

// A WorkOptions says how much a long task may take.
type WorkOptions struct {
	Memory   int64              // bytes
	Workers  int                // goroutines
	Progress func(done float64) // called from several goroutines with the share that is done, 0 to 1; may be nil
}

// A Combine appends to dst the payload that a key has in the table, made of those that it has in the sources, in their
// order. It reports false if the table does not have the key. It is called from several goroutines, and does not keep
// the payloads.
type Combine func(dst []byte, k Key, payloads iter.Seq[[]byte]) (_ []byte, keep bool, _ error)

// segment writes a segment. fill calls add for its records in the order of their keys.
func (w *TableWriter) segment(number int, fill func(add func(Key, []byte) error) error) error {
	var s segment
	var firsts, pages []byte // of the directory
	var chunk []byte         // leaves that are not yet written
	var starts []uint32      // page in chunk of each of them
	flush := func() error {
		at := w.out.BeginPage()
		w.out.Add(chunk)
		err := w.out.End()
		for _, start := range starts {
			pages = binary.LittleEndian.AppendUint32(pages, uint32(at/PageSize)+start)
		}
		chunk, starts = chunk[:0], starts[:0]
		return err
	}
	e := leafEncoder{emit: func(first Key, leaf []byte) error {
		firsts = binary.LittleEndian.AppendUint64(firsts, first.Lo)
		starts = append(starts, uint32(len(chunk)/PageSize))
		s.leaves++
		if chunk = append(chunk, leaf...); len(chunk) >= OutputBuffer {
			return flush()
		}
		return nil
	}}
	err := fill(func(k Key, payload []byte) error {
		s.records++
		return e.add(k, payload)
	})
	if err == nil {
		err = e.end()
	}
	if err == nil && len(chunk) > 0 {
		err = flush()
	}
	if err == nil && s.leaves > 0 {
		s.offset, err = w.out.Append(append(firsts, pages...))
	}
	w.segments[number] = s
	return err
}

// Sort writes the records of a group of a spill, sorted and combined. The spill has ended and is empty afterwards.
func (w *TableWriter) Sort(ctx context.Context, s *Spill, group int, o WorkOptions, combine Combine) error {
	workers := max(o.Workers, 1)
	limit := o.Memory / int64(workers) * Dividing / (Dividing + 1)
	parts := 256 >> w.bits
	var done atomic.Int64
	return EachTask(ctx, 1<<w.bits, workers, func() func(int) error {
		sorter := PayloadSorter{Limit: limit}
		var buffer []byte
		return func(number int) error {
			return w.segment(number, func(add func(Key, []byte) error) error {
				visit := func(k Key, payloads iter.Seq[[]byte]) error {
					var keep bool
					var err error
					buffer, keep, err = combine(buffer[:0], k, payloads)
					if err != nil || !keep {
						return err
					}
					return add(k, buffer)
				}
				for i := range parts {
					if err := sorter.Part(s, group, byte(number*parts+i), visit); err != nil {
						return err
					}
					if n := done.Add(1); o.Progress != nil {
						o.Progress(float64(n) / 256)
					}
					if err := ctx.Err(); err != nil {
						return err
					}
				}
				return nil
			})
		}
	})
}

// Merge writes the records of tables, combined. Payloads of a key come in the order of the tables.
func (w *TableWriter) Merge(ctx context.Context, tables []*Table, o WorkOptions, combine Combine) error {
	var done atomic.Int64
	return EachTask(ctx, 1<<w.bits, max(o.Workers, 1), func() func(int) error {
		var buffer []byte
		return func(number int) error {
			from := Key{Lo: uint64(number) << 32 << (32 - w.bits)}
			last := Key{from.Lo | ^uint64(0)>>w.bits, ^uint16(0)}
			err := w.segment(number, func(add func(Key, []byte) error) error {
				return merge(ctx, tables, from, last, func(k Key, payloads iter.Seq[[]byte]) error {
					var keep bool
					var err error
					buffer, keep, err = combine(buffer[:0], k, payloads)
					if err != nil || !keep {
						return err
					}
					return add(k, buffer)
				})
			})
			if n := done.Add(1); o.Progress != nil {
				o.Progress(float64(n) / float64(len(w.segments)))
			}
			return err
		}
	})
}

// Merged calls visit with each key of some tables, from a key on, in ascending order, and with the payloads that it
// has in the tables, in their order. They are valid during the call.
func Merged(ctx context.Context, tables []*Table, from Key, visit func(Key, iter.Seq[[]byte]) error) error {
	return merge(ctx, tables, from, Key{^uint64(0), ^uint16(0)}, visit)
}

func merge(ctx context.Context, tables []*Table, from, last Key, visit func(Key, iter.Seq[[]byte]) error) error {
	files := func() []*File {
		files := make([]*File, len(tables))
		for i, t := range tables {
			files[i] = t.File
		}
		return files
	}
	return Guard(files, func() error {
		heads := make([]cursor, len(tables))
		there := make([]bool, len(tables))
		var err error
		for i, t := range tables {
			if there[i], err = heads[i].seek(t, from, last); err != nil {
				return err
			}
		}
		var k Key
		least := -1
		payloads := func(yield func([]byte) bool) { // one for all keys
			for i := least; i < len(heads); i++ {
				if there[i] && heads[i].now.Key == k && !yield(heads[i].now.Payload) {
					return
				}
			}
		}
		for n := 0; ; n++ {
			least = -1
			for i := range heads { // they are few
				if there[i] && (least < 0 || heads[i].now.Key.Compare(heads[least].now.Key) < 0) {
					least = i
				}
			}
			if least < 0 {
				return nil
			}
			if n%4096 == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			k = heads[least].now.Key
			if err := visit(k, payloads); err != nil {
				return err
			}
			for i := least; i < len(heads); i++ {
				if there[i] && heads[i].now.Key == k {
					if there[i], err = heads[i].next(); err != nil {
						return err
					}
				}
			}
		}
	})
}

// A TableInfo describes a table that was written.
type TableInfo struct {
	Records int64
	Bytes   int64  // of the file
	Sum     uint32 // of all its checksums
}

// Info describes the table.
func (t *Table) Info() (TableInfo, error) {
	var h Header
	err := t.Guard(func() (err error) { h, err = t.Header(); return err })
	return TableInfo{t.records, t.Size(), h.Roots}, err
}

// Close writes the rest of the file, syncs and closes it. After an error the file is removed.
func (w *TableWriter) Close() (TableInfo, error) {
	var info TableInfo
	var table []byte
	for _, s := range w.segments {
		info.Records += s.records
		table = binary.LittleEndian.AppendUint64(table, uint64(s.offset))
		table = binary.LittleEndian.AppendUint64(table, uint64(s.records))
		table = binary.LittleEndian.AppendUint64(table, uint64(s.leaves))
	}
	h := Header{Number: uint32(w.bits), Counts: [3]uint64{uint64(info.Records)}}
	for _, part := range []struct {
		kind uint32
		raw  []byte
	}{{settingsSection, w.o.Settings}, {segmentsSection, table}} {
		offset, err := w.out.Append(part.raw)
		if err != nil {
			return info, errors.Join(err, w.Abort())
		}
		h.Sections = append(h.Sections, Section{part.kind, 0, offset, int64(len(part.raw))})
	}
	if err := w.out.Finish(w.family, &h); err != nil {
		return info, errors.Join(err, w.Abort())
	}
	info.Bytes, info.Sum = w.out.Len(), h.Roots
	return info, w.file.Close()
}

// Abort ends the writer and removes the file.
func (w *TableWriter) Abort() error { return errors.Join(w.file.Close(), os.Remove(w.file.Name())) }
