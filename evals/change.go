package evals

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// Remove removes the evaluations of sources, by their numbers. What they had replaced does not come back: add its file
// again. It returns the number of records that are shorter or gone. If it fails, the store is as it was.
func Remove(ctx context.Context, dir string, g Game, o BuildOptions, sources ...int) (changed int64, err error) {
	b, err := beginOld(dir, g, o)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, b.end()) }()
	for _, n := range sources {
		i := slices.IndexFunc(b.m.Sources, func(s Source) bool { return s.Number == n })
		if i < 0 {
			return 0, fmt.Errorf("evals: there is no source %d", n)
		}
		b.m.Sources = slices.Delete(b.m.Sources, i, i+1)
	}
	old := b.change.Base().Files
	var tables []sorted.FileEntry
	for i, t := range old {
		var counts atomic.Int64
		b.m.Made++
		name := sorted.FileName(b.m.Made, ".evals")
		info, err := b.write(ctx, filepath.Join(b.folder.Dir(), name), []*sorted.Table{t},
			float64(i)/float64(len(old)), float64(i+1)/float64(len(old)),
			func(dst []byte, k sorted.Key, payloads iter.Seq[[]byte]) ([]byte, bool, error) {
				dst, before, after, err := without(dst, payloads, sources)
				if before != after {
					counts.Add(1)
				}
				return dst, after > 0, err
			})
		if err != nil {
			return 0, err
		}
		if changed += counts.Load(); info.Records > 0 {
			tables = append(tables, sorted.FileEntry{File: name, Bytes: info.Bytes, Sum: info.Sum})
		}
	}
	b.m.Tables = tables
	return changed, b.publish()
}

// beginOld is begin for a store that must be there.
func beginOld(dir string, g Game, o BuildOptions) (*build, error) {
	f, err := openFolder(dir, g, true)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	b, err := begin(dir, g, o)
	if err != nil {
		return nil, err
	}
	if err := b.forget(); err != nil {
		return nil, errors.Join(err, b.end())
	}
	return b, nil
}

// without appends the record of a key without the evaluations of some sources, and returns how many it had and has.
func without(dst []byte, payloads iter.Seq[[]byte], sources []int) (_ []byte, before, after int, err error) {
	c := records.Get().(*combiner)
	defer records.Put(c)
	if err := c.rec.combine(payloads); err != nil {
		return dst, 0, 0, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	before = len(c.rec.entries)
	c.rec.entries = slices.DeleteFunc(c.rec.entries, func(e entry) bool { return slices.Contains(sources, int(e.source)) })
	if after = len(c.rec.entries); after == 0 {
		return dst, before, 0, nil
	}
	return c.rec.append(dst), before, after, nil
}

// Merge adds the evaluations of another store of the same game, as [Import] adds a file. Its sources get new
// numbers, except for those that both stores have read.
func Merge(ctx context.Context, dir string, g Game, o BuildOptions, from string) (added []Source, err error) {
	other, err := openFolder(from, g, true)
	if err != nil {
		return nil, err
	}
	defer other.Close()
	st, err := other.Acquire()
	if err != nil {
		return nil, err
	}
	defer st.Release()
	if err := st.Manifest.is(g); err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	b, err := begin(dir, g, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.end()) }()
	if err := b.forget(); err != nil {
		return nil, err
	}
	if b.m.Origin == st.Manifest.Origin {
		return nil, fmt.Errorf("evals: %s and %s are the same store, or copies of one", dir, from)
	}
	numbers := make(map[uint32]uint32)
	for _, s := range st.Manifest.Sources {
		i := slices.IndexFunc(b.m.Sources, func(t Source) bool { return s.Digest != "" && s.Digest == t.Digest })
		if i < 0 {
			n := *b.source(s.Name, false)
			n.Digest, n.Bytes, n.Counts = s.Digest, s.Bytes, s.Counts
			i = len(b.m.Sources) - 1
			b.m.Sources[i] = n
			added = append(added, n)
		}
		numbers[uint32(s.Number)] = uint32(b.m.Sources[i].Number)
	}
	if len(st.Files) == 0 {
		return added, b.publish()
	}
	path := filepath.Join(b.dir, tableName)
	_, err = b.write(ctx, path, st.Files, 0, 0.5,
		func(dst []byte, k sorted.Key, payloads iter.Seq[[]byte]) ([]byte, bool, error) {
			c := records.Get().(*combiner)
			defer records.Put(c)
			if err := c.rec.combine(payloads); err != nil {
				return dst, false, fmt.Errorf("%w: %w", ErrCorrupt, err)
			}
			for i := range c.rec.entries {
				e := &c.rec.entries[i]
				e.source = numbers[e.source]
			}
			return c.rec.append(dst), true, nil
		})
	if err != nil {
		return nil, err
	}
	return added, b.addTable(ctx, path)
}
