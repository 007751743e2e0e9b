package polyglot

import (
	"cmp"
	"slices"
)

// A tally counts the games in which a move was played in a position.
//
//	bits 48–63 of word   move
//	bits 24–47           games
//	bits  0–23           half points
//
// A tally has at most maxTally games. A move may have several tallies, which are added
// when they are read.
type tally struct{ key, word uint64 }

const (
	tallySize = 16
	counts    = 1<<48 - 1
	maxTally  = 1 << 22 // below 2^24 in points too, also if two are added
)

func newTally(key uint64, move uint16, points uint64) tally {
	return tally{key, uint64(move)<<48 | 1<<24 | points}
}

func (t tally) move() uint16   { return uint16(t.word >> 48) }
func (t tally) games() uint64  { return t.word >> 24 & (1<<24 - 1) }
func (t tally) points() uint64 { return t.word & (1<<24 - 1) }

func (t tally) same(u tally) bool { return t.key == u.key && t.word>>48 == u.word>>48 }

func (t tally) before(u tally) bool { return t.key < u.key || t.key == u.key && t.word < u.word }

func (t tally) compare(u tally) int {
	if t.key != u.key {
		return cmp.Compare(t.key, u.key)
	}
	return cmp.Compare(t.word, u.word)
}

// A pile is a list of tallies that grows without being copied, up to a limit.
type pile struct {
	limit  int
	n      int       // in blocks
	blocks [][]tally // all before the one in use are full, all after it empty
	now    int       // the block in use

	sorted []tally // the result of sort
	part   []tally // for sort
}

const pileBlock = 1 << 14 // tallies

func (p *pile) full() bool { return p.n == p.limit }

func (p *pile) add(t tally) {
	if p.n%pileBlock == 0 {
		if p.now = p.n / pileBlock; p.now == len(p.blocks) {
			p.blocks = append(p.blocks, make([]tally, 0, pileBlock))
		}
	}
	p.blocks[p.now] = append(p.blocks[p.now], t)
	p.n++
}

// reset makes the pile empty.
func (p *pile) reset() {
	for i := range p.blocks {
		p.blocks[i] = p.blocks[i][:0]
	}
	p.n, p.now = 0, 0
}

// sort returns one tally for each move, in the order of keys, then moves, and empties
// the pile. The result is valid until the next call. Keys look random, so two passes of
// counting sort by their leading bits leave few tallies in most buckets; after the first
// pass each part fits into a processor's cache.
func (p *pile) sort() []tally {
	const first, second = 11, 9
	if cap(p.sorted) < p.n {
		p.sorted = make([]tally, p.n)
	}
	sorted := p.sorted[:p.n]
	sum, start := sorted[:0], 0
	var outer [1<<first + 1]uint32
	var inner [1<<second + 1]uint32
	for _, end := range scatter(sorted, p.blocks, 64-first, outer[:]) {
		from := sorted[start:end]
		start = int(end)
		if cap(p.part) < len(from) {
			p.part = make([]tally, 2*len(from))
		}
		part, low := p.part[:len(from)], 0
		for _, high := range scatter(part, [][]tally{from}, 64-first-second, inner[:]) {
			sortBucket(part[low:high])
			low = int(high)
		}
		for _, t := range part { // over what was read of sorted, at most
			if last := len(sum) - 1; last >= 0 && sum[last].same(t) && sum[last].games()+t.games() <= maxTally {
				sum[last].word += t.word & counts
			} else {
				sum = append(sum, t)
			}
		}
	}
	p.reset()
	return sum
}

// scatter copies the lists to dst in the order of some bits of the keys, from bit shift on. There is one bucket less
// than starts has elements, a power of two. It returns where each ends, in the memory of starts.
func scatter(dst []tally, lists [][]tally, shift uint, starts []uint32) []uint32 {
	clear(starts)
	mask := uint64(len(starts) - 2)
	for _, src := range lists {
		for i := range src {
			starts[src[i].key>>shift&mask+1]++
		}
	}
	for i := range mask {
		starts[i+1] += starts[i]
	}
	for _, src := range lists {
		for i := range src {
			at := &starts[src[i].key>>shift&mask]
			dst[*at] = src[i]
			*at++
		}
	}
	return starts[:mask+1] // the start of each has become its end
}

// sortBucket sorts few tallies, or many of a position that many games reach.
func sortBucket(b []tally) {
	if len(b) > 24 {
		slices.SortFunc(b, tally.compare)
		return
	}
	for i := 1; i < len(b); i++ {
		t, j := b[i], i
		for ; j > 0 && t.before(b[j-1]); j-- {
			b[j] = b[j-1]
		}
		b[j] = t
	}
}
