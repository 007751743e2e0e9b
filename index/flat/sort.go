package flat

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// A sorter sorts the parts of a spill, one after the other.
type sorter struct {
	limit   int64 // bytes of the largest part that is sorted in memory
	visits  []visit
	piece   []visit
	offsets []uint32
}

// maxDepth is the number of bytes of the key by which parts are divided at most. A
// part that is still too large has few, very frequent positions.
const maxDepth = 4

// dividing is how many times as much memory a sorter has for a part as for visits of a larger one that it divides.
const dividing = 4

// A sink takes visits that are ordered by key, then game. It may change them.
type sink interface {
	// sorted takes all visits of some positions.
	sorted(visits []visit) error

	// popular takes a position with too many visits for the memory. It may call pieces several
	// times, which calls its argument with the visits, some at a time.
	popular(k index.Key, pieces func(func([]visit) error) error) error
}

// part gives the visits of a part to a sink. A part larger than the limit is divided by the next
// byte of the key first.
func (o *sorter) part(s *spill, view, number int, to sink) error {
	p := &s.views[view][number]
	defer func() { p.blocks = nil }()
	switch {
	case p.len()*visitMemory <= o.limit:
		if err := o.sort(s, p, p.len()); err != nil {
			return err
		}
		return to.sorted(o.visits)
	case s.depth+1 >= maxDepth:
		return o.byPosition(s, p, to)
	}
	finer := newSpill(fmt.Sprintf("%s-%d-%02x", s.path, view, number), 1, s.depth+1, o.limit/dividing)
	defer finer.close()
	if err := s.each(p, finer.addVisits); err != nil {
		return err
	}
	p.blocks = nil
	finer.endBlocks()
	for i := range 256 {
		if err := o.part(finer, 0, i, to); err != nil {
			return err
		}
	}
	return nil
}

// byPosition gives a part to a sink that has few positions, and some of them very often. It reads
// the part once to count them, then twice for each such position and once for the others between
// them.
func (o *sorter) byPosition(s *spill, p *part, to sink) error {
	counts := make(map[index.Key]int64)
	err := s.each(p, func(visits []visit) error {
		for n := 0; len(visits) > 0; visits = visits[n:] {
			for n = 1; n < len(visits) && visits[n].lo == visits[0].lo && visits[n].hi == visits[0].hi; n++ {
			}
			counts[visits[0].key()] += int64(n)
		}
		return nil
	})
	if err != nil {
		return err
	}
	keys := slices.SortedFunc(maps.Keys(counts), index.Key.Compare)
	for len(keys) > 0 {
		if counts[keys[0]]*visitMemory > o.limit/2 {
			k := keys[0]
			if err := to.popular(k, func(f func([]visit) error) error { return o.only(s, p, k, k, f) }); err != nil {
				return err
			}
			keys = keys[1:]
			continue
		}
		n, total := 0, int64(0)
		for n < len(keys) && (total+counts[keys[n]])*visitMemory <= o.limit/2 { // they are in memory twice
			total += counts[keys[n]]
			n++
		}
		few := part{blocks: [][]visit{make([]visit, 0, total)}}
		err := o.only(s, p, keys[0], keys[n-1], func(visits []visit) error {
			few.blocks[0] = append(few.blocks[0], visits...)
			return nil
		})
		if err == nil {
			err = o.sort(s, &few, total)
		}
		if err == nil {
			err = to.sorted(o.visits)
		}
		if err != nil {
			return err
		}
		keys = keys[n:]
	}
	return nil
}

// only calls f with the visits of a part whose keys are from the one to the other, some at a time.
func (o *sorter) only(s *spill, p *part, from, to index.Key, f func([]visit) error) error {
	return s.each(p, func(visits []visit) error {
		o.piece = o.piece[:0]
		for i := range visits {
			if k := visits[i].key(); k.Compare(from) >= 0 && k.Compare(to) <= 0 {
				o.piece = append(o.piece, visits[i])
			}
		}
		if len(o.piece) == 0 {
			return nil
		}
		return f(o.piece)
	})
}

// sort sorts the n visits of a part into o.visits. Keys look random, so one pass of
// counting sort by the bits after the shared bytes leaves buckets of a few
// visits. The pass is stable, and visits come in the order of their games. Those in
// the file are read twice, so that they are in memory once.
func (o *sorter) sort(s *spill, p *part, n int64) error {
	shared := s.depth + 1
	width := min(max(bits.Len(uint(n))-3, 1), 16)
	digit := func(v *visit) uint64 { return v.lo << (8 * shared) >> (64 - width) }

	o.offsets = slices.Grow(o.offsets[:0], 1<<width+1)[:1<<width+1]
	clear(o.offsets)
	if err := s.each(p, func(b []visit) error {
		for i := range b {
			o.offsets[digit(&b[i])+1]++
		}
		return nil
	}); err != nil {
		return err
	}
	for i := range 1 << width {
		o.offsets[i+1] += o.offsets[i]
	}
	if int64(cap(o.visits)) < n {
		o.visits = nil // the old ones are freed first
		o.visits = make([]visit, n)
	}
	o.visits = o.visits[:n]
	if err := s.each(p, func(b []visit) error {
		for i := range b {
			at := &o.offsets[digit(&b[i])]
			if int64(*at) >= n { // the file is not what it was when the visits were counted
				return damaged(s.path, 0, s.end)
			}
			o.visits[*at] = b[i]
			*at++
		}
		return nil
	}); err != nil {
		return err
	}
	// Each offset is now the end of its bucket.
	start := uint32(0)
	for _, end := range o.offsets[:1<<width] {
		sortBucket(o.visits[start:end])
		start = end
	}
	return nil
}

func sortBucket(b []visit) {
	if len(b) > 64 {
		slices.SortFunc(b, func(x, y visit) int {
			return cmp.Or(cmp.Compare(x.lo, y.lo), cmp.Compare(x.hi, y.hi), cmp.Compare(x.game, y.game))
		})
		return
	}
	for i := 1; i < len(b); i++ {
		v, j := b[i], i
		for ; j > 0 && (b[j-1].lo > v.lo || b[j-1].lo == v.lo && b[j-1].hi > v.hi); j-- {
			b[j] = b[j-1]
		}
		b[j] = v
	}
}
