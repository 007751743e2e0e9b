package search

import (
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/tt"
)

// remembered is the least depth whose counts go to the table: below it,
// counting costs less than a probe saves.
const remembered = 2

// perftWorker counts jobs on a position of its own.
type perftWorker[M comparable] struct {
	c     *perftCount[M]
	p     game.Position[M]
	quick interface{ Perft(depth int) uint64 } // the position's own count, or nil
	table *tt.Table

	levels       []perftLevel[M] // by plies left
	probes, hits uint64          // not yet reported
	stopped      bool
}

// perftLevel holds the buffers of one depth.
type perftLevel[M comparable] struct {
	moves  []M
	hashes []uint64
}

func newPerftWorker[M comparable](p game.Position[M], c *perftCount[M]) *perftWorker[M] {
	w := &perftWorker[M]{c: c, p: p, table: c.options.Table, levels: make([]perftLevel[M], maxPerftDepth+1)}
	w.quick, _ = p.(interface{ Perft(depth int) uint64 })
	return w
}

// run takes jobs until there are none.
func (w *perftWorker[M]) run() {
	for !w.stopped {
		k := int(w.c.next.Add(1)) - 1
		if k >= len(w.c.jobs) || w.c.ctx.Err() != nil {
			return
		}
		job := &w.c.jobs[k]
		for _, m := range job.path[:job.plies] {
			w.p.Make(m)
		}
		n := w.look(job.depth)
		for range job.plies {
			w.p.Unmake()
		}
		if w.stopped {
			return
		}
		w.c.nodes[job.root].Add(n)
		w.c.probes.Add(w.probes)
		w.c.hits.Add(w.hits)
		w.probes, w.hits = 0, 0
		w.c.report(1)
	}
}

// look counts the paths from the position, which the table may know.
func (w *perftWorker[M]) look(depth int) uint64 {
	if w.table == nil || depth < remembered {
		return w.count(depth)
	}
	h := withDepth(w.p.Hash(), depth)
	n, ok := w.probe(h)
	if ok {
		return n
	}
	n = w.count(depth)
	w.store(h, n, depth)
	return n
}

func (w *perftWorker[M]) probe(h uint64) (nodes uint64, ok bool) {
	w.probes++
	e, ok := w.table.Probe(h)
	if ok {
		w.hits++
	}
	return e.Payload, ok
}

func (w *perftWorker[M]) store(h, nodes uint64, depth int) {
	if !w.stopped {
		w.table.Store(h, tt.Entry{Payload: nodes, Depth: int8(depth)})
	}
}

// withDepth returns the hash of a position and a depth, on both of which a
// count depends. Two positions with different hashes get different ones at each depth.
func withDepth(hash uint64, depth int) uint64 {
	// SplitMix64's finaliser (Steele, Lea and Flood 2014), a constant for each depth.
	z := uint64(depth) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return hash ^ z ^ z>>31
}

// count counts the paths from the position by making moves.
func (w *perftWorker[M]) count(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if w.quick != nil && (depth <= remembered || w.table == nil && depth <= 4) {
		return w.quick.Perft(depth)
	}
	if depth >= 4 && w.c.ctx.Err() != nil {
		w.stopped = true
	}
	if w.stopped {
		return 0
	}
	l := &w.levels[depth]
	l.moves = w.p.AppendMoves(l.moves[:0])
	if depth == 1 {
		return uint64(len(l.moves))
	}
	if w.table != nil && depth == remembered+1 {
		return w.countAhead(l, depth)
	}
	total := uint64(0)
	for _, m := range l.moves {
		w.p.Make(m)
		total += w.look(depth - 1)
		w.p.Unmake()
	}
	return total
}

// countAhead is count for the depth with the most probes: it prefetches all
// replies before it looks at the first.
func (w *perftWorker[M]) countAhead(l *perftLevel[M], depth int) uint64 {
	l.hashes = l.hashes[:0]
	for _, m := range l.moves {
		w.p.Make(m)
		h := withDepth(w.p.Hash(), depth-1)
		w.p.Unmake()
		w.table.Prefetch(h)
		l.hashes = append(l.hashes, h)
	}
	total := uint64(0)
	for i, m := range l.moves {
		n, ok := w.probe(l.hashes[i])
		if !ok {
			w.p.Make(m)
			n = w.count(depth - 1)
			w.p.Unmake()
			w.store(l.hashes[i], n, depth-1)
		}
		total += n
	}
	return total
}
