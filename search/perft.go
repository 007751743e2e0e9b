package search

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/tt"
)

// PerftOptions say how to count. The zero value counts on all processors
// without a table.
type PerftOptions struct {
	// Table remembers counts by hash and depth; nil means none. It must hold
	// only counts of this game, under the same keys. A table that verifies the
	// whole hash holds counts below 2^51; one with shorter tags drops those that
	// are wider than its payload.
	Table *tt.Table

	// Threads is the number of goroutines; 0 means one a processor.
	Threads int

	// Progress, if not nil, is called before the work and after each of its parts, by one goroutine at a time, with
	// the parts done, their number, and the paths counted so far.
	Progress func(done, total int, nodes uint64)
}

// PerftResult is what [Perft] counts.
type PerftResult[M comparable] struct {
	Nodes  uint64   // paths of the whole depth
	Moves  []M      // the legal moves of root, in the order of AppendMoves
	Counts []uint64 // paths that begin with each of Moves: divide
	Probes uint64   // of the table
	Hits   uint64

	// Chance is the predicted probability that Nodes is wrong because the table
	// took one position for another at least once. It is computed for random
	// keys; for coded keys it is not greater.
	Chance float64
}

// Perft counts the legal move paths of depth plies, modulo 2^64: 1 for depth
// 0, the number of legal moves for depth 1. Each goroutine works on a copy of
// root.
//
// With a table, each position is counted once at each depth, as long as the table
// remembers it. If the position has a method Perft(depth int) uint64, it counts
// the last plies.
//
// The error wraps [ErrOptions] unless depth is 0 to 127 and o.Threads 0 to
// [MaxThreads]. When ctx ends, Perft returns ctx.Err().
func Perft[M comparable, P Position[M, P]](
	ctx context.Context, root P, depth int, o PerftOptions,
) (r PerftResult[M], err error) {
	threads := o.Threads
	switch {
	case depth < 0 || depth > maxPerftDepth:
		return r, fmt.Errorf("%w: perft to depth %d; give 0 to %d", ErrOptions, depth, maxPerftDepth)
	case threads < 0 || threads > MaxThreads:
		return r, fmt.Errorf("%w: perft on %d threads; give 0 to %d", ErrOptions, threads, MaxThreads)
	case threads == 0:
		threads = min(runtime.GOMAXPROCS(0), MaxThreads)
	}
	if depth == 0 {
		r.Nodes = 1
		return r, ctx.Err()
	}
	c := &perftCount[M]{ctx: ctx, options: o}
	c.split(root.Clone(), depth)
	c.report(0)
	var wg sync.WaitGroup
	for range min(threads, len(c.jobs)) {
		w := newPerftWorker(root.Clone(), c)
		wg.Go(w.run)
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return r, err
	}
	r.Moves = c.root
	for i := range c.nodes {
		r.Counts = append(r.Counts, c.nodes[i].Load())
		r.Nodes += r.Counts[i]
	}
	r.Probes, r.Hits = c.probes.Load(), c.hits.Load()
	if o.Table != nil {
		// Wrong hits are among the hits. Of n probes of positions that are not in
		// the table, n·(1 − wrong) miss.
		absent := float64(r.Probes - r.Hits)
		if wrong := o.Table.Chance(1); wrong < 1 {
			absent /= 1 - wrong
		}
		r.Chance = o.Table.Chance(absent)
	}
	return r, nil
}

const maxPerftDepth = 127

// perftCount is one call of Perft.
type perftCount[M comparable] struct {
	ctx     context.Context
	options PerftOptions
	root    []M
	nodes   []atomic.Uint64 // by root move
	jobs    []perftJob[M]
	next    atomic.Int64 // job to be taken

	probes, hits atomic.Uint64
	mu           sync.Mutex // guards done and calls of Progress
	done         int
}

// perftJob is the subtree after one or two moves.
type perftJob[M comparable] struct {
	root  int // index of the first move
	path  [2]M
	plies int // 1 or 2
	depth int // plies left
}

// split makes the jobs, which are two plies deep unless that leaves too little to
// count.
func (c *perftCount[M]) split(p game.Position[M], depth int) {
	c.root = p.AppendMoves(nil)
	c.nodes = make([]atomic.Uint64, len(c.root))
	var replies []M
	for i, m := range c.root {
		if depth < 4 {
			c.jobs = append(c.jobs, perftJob[M]{i, [2]M{m}, 1, depth - 1})
			continue
		}
		p.Make(m)
		replies = p.AppendMoves(replies[:0])
		for _, reply := range replies {
			c.jobs = append(c.jobs, perftJob[M]{i, [2]M{m, reply}, 2, depth - 2})
		}
		p.Unmake()
	}
}

// report reports that n more jobs are done.
func (c *perftCount[M]) report(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += n
	if c.options.Progress == nil {
		return
	}
	nodes := uint64(0)
	for i := range c.nodes {
		nodes += c.nodes[i].Load()
	}
	c.options.Progress(c.done, len(c.jobs), nodes)
}
