package flat

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// A sorter sorts the parts of a spill, one after the other.
type sorter struct {
	limit   int64 // bytes of the largest part that is sorted in memory
	visits  []visit
	loaded  []visit
	offsets []uint32
}

// maxDepth is the number of bytes of the key by which parts are divided at most. A
// part that is still too large is that of a popular position.
const maxDepth = 4

// part calls sorted with the visits of a part, ordered by key, then game. They
// come in pieces, no two of which share a key: a part larger than the limit is
// divided by the next byte of the key first. The visits may be changed.
func (o *sorter) part(s *spill, view, number int, sorted func([]visit) error) error {
	p := &s.views[view][number]
	if p.len()*visitMemory <= o.limit || s.depth+1 >= maxDepth {
		if err := o.sort(s, p); err != nil {
			return err
		}
		p.blocks = nil
		return sorted(o.visits)
	}
	finer := newSpill(fmt.Sprintf("%s-%d-%02x", s.path, view, number), 1, s.depth+1, o.limit/2)
	defer finer.close()
	if err := s.each(p, finer.addVisits); err != nil {
		return err
	}
	p.blocks = nil
	finer.endBlocks()
	for i := range 256 {
		if err := o.part(finer, 0, i, sorted); err != nil {
			return err
		}
	}
	return nil
}

// sort sorts the visits of a part into o.visits. Keys look random, so one pass of
// counting sort by the bits after the shared bytes leaves buckets of a few
// visits. The pass is stable, and visits come in the order of their games.
func (o *sorter) sort(s *spill, p *part) error {
	shared := s.depth + 1
	n := int(p.len())
	width := min(max(bits.Len(uint(n))-3, 1), 16)
	digit := func(v *visit) uint64 { return v.lo << (8 * shared) >> (64 - width) }

	o.offsets = slices.Grow(o.offsets[:0], 1<<width+1)[:1<<width+1]
	clear(o.offsets)
	blocks := p.blocks
	if p.stored > 0 {
		o.loaded = slices.Grow(o.loaded[:0], n)
		if err := s.each(p, func(b []visit) error { o.loaded = append(o.loaded, b...); return nil }); err != nil {
			return err
		}
		blocks = [][]visit{o.loaded}
	}
	for _, b := range blocks {
		for i := range b {
			o.offsets[digit(&b[i])+1]++
		}
	}
	for i := range 1 << width {
		o.offsets[i+1] += o.offsets[i]
	}
	o.visits = slices.Grow(o.visits[:0], n)[:n]
	for _, b := range blocks {
		for i := range b {
			at := &o.offsets[digit(&b[i])]
			o.visits[*at] = b[i]
			*at++
		}
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
