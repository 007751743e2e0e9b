package search

import "github.com/zobrist-go/zobrist/tt"

// search returns the value of the position, ply plies from the root, searched
// depth plies deep: the value itself if it lies between alpha and beta, and
// otherwise a bound of it (fail-soft principal variation search; Knuth and
// Moore 1975, Marsland and Campbell 1982).
//
// On return w.horizon is true if an estimate entered the value. A value from the
// table counts as estimated unless it was stored with depth proven.
func (w *worker[M, P]) search(alpha, beta, depth, ply int) int {
	if w.evaluator != nil && !w.options.FullWidth {
		return w.play(alpha, beta, depth, ply, w.tactical != nil && w.tactical.Forced())
	}
	hash, value, done := w.enter(alpha, beta, ply)
	if done {
		return value
	}
	if depth <= 0 {
		return w.quiesce(alpha, beta, ply, w.tactical != nil && w.tactical.Forced())
	}
	if w.options.Margin == WinOrLoss {
		// No line from here is better than a win at the next ply.
		if beta = min(beta, Win-ply-1); alpha >= beta {
			return beta
		}
	}
	var code uint16 // of the table's move
	if w.options.Table != nil {
		if e, ok := w.options.Table.Probe(hash); ok {
			if value, enough := w.recall(e, alpha, beta, depth, ply); enough {
				return value
			}
			code = e.Move()
		}
	}

	moves := w.pos.AppendMoves(w.moves[ply][:0])
	w.moves[ply] = moves
	if len(moves) == 0 {
		return w.terminal(ply)
	}
	picker := w.order(moves, w.hinted(moves, code), ply)
	best, bestMove, first := -Win-1, uint16(0), alpha
	horizon := false
	for n := range moves {
		i := picker.next(n)
		m := moves[i]
		w.pos.Make(m)
		value := w.child(n, alpha, beta, depth-1, ply)
		w.pos.Unmake()
		if w.stopped() {
			return w.abandon()
		}
		horizon = horizon || w.horizon
		if value <= best {
			continue
		}
		best, bestMove = value, w.code(m, i)
		if value > alpha {
			alpha = value
			w.line(ply, m)
			if value >= beta {
				w.reward(m, moves, picker, n, depth, ply)
				break
			}
		}
	}
	w.horizon = horizon && !w.wins(best, beta, depth, ply)
	if w.options.Table != nil {
		w.store(hash, best, first, beta, depth, ply, bestMove)
	}
	return best
}

// oddPlies tells positions an odd number of plies from the root of a proof from the
// others, whose side to move is that of the root. A proof counts doubts against one
// side, so it must not take a position for one with the colours exchanged, with which
// it may share a hash ([game.ColorSymmetry]). Any number without a pattern would do.
const oddPlies = 0x9e3779b97f4a7c15

// enter counts a node and returns its hash in the table. It returns true, with the value, if the
// node needs no search: the search has ended, the position repeats or lies at the
// greatest depth, or a bound decides it.
func (w *worker[M, P]) enter(alpha, beta, ply int) (hash uint64, value int, done bool) {
	w.count(ply)
	w.lines[ply] = w.lines[ply][:0]
	w.horizon = false
	if w.stopped() {
		return 0, w.abandon(), true
	}
	hash = w.pos.Hash()
	w.path[ply] = hash
	if value, done = w.cycle(hash, ply); done {
		return hash, value, true
	}
	if w.exact && ply&1 == 1 {
		hash ^= oddPlies
	}
	if ply >= MaxPly-1 {
		return hash, w.evaluate(ply), true
	}
	if w.bounded != nil {
		value, done = w.bound(alpha, beta, ply)
	}
	return hash, value, done
}

// store keeps the value of a node that was searched with bounds first and beta.
func (w *worker[M, P]) store(hash uint64, value, first, beta, depth, ply int, move uint16) {
	e := tt.Scored(int16(toTable(value, ply)), boundOf(value, first, beta), w.stored(depth), move)
	w.options.Table.Store(hash, e)
}

// bound returns the value that the game's own bounds prove. over is true if it
// decides the node.
func (w *worker[M, P]) bound(alpha, beta, ply int) (value int, over bool) {
	low, high := w.limits(w.bounded.Bounds())
	if w.options.Margin == WinOrLoss && (low > 0 || high < 0) {
		// The bounds do not say at which ply the game ends, unless it is here.
		if score, over := w.pos.Score(); over {
			return w.value(score, ply), true
		}
	}
	if low >= beta || low == high {
		return low, true
	}
	return high, high <= alpha
}

// child returns the value of the n-th move, which is made, depth plies deep. Moves
// after the first are not expected to exceed alpha: they are searched with the
// narrowest bounds.
func (w *worker[M, P]) child(n, alpha, beta, depth, ply int) int {
	if n == 0 {
		return -w.search(-beta, -alpha, depth, ply+1)
	}
	value := -w.search(-alpha-1, -alpha, depth, ply+1)
	if value > alpha && value < beta {
		value = -w.search(-beta, -alpha, depth, ply+1)
	}
	return value
}

// recall returns the value of an entry of the table, and whether it decides
// the node.
func (w *worker[M, P]) recall(e tt.Entry, alpha, beta, depth, ply int) (value int, enough bool) {
	wide := beta-alpha > 1
	value = fromTable(int(e.Value()), ply)
	if int(e.Depth) < depth || wide && !w.exact || !cuts(e.Bound(), value, alpha, beta, wide) {
		return 0, false
	}
	w.horizon = e.Depth != proven
	return value, true
}

// proven is the depth of an entry whose value no estimate entered.
const proven = 127

// stored is the depth to store for the value just found.
func (w *worker[M, P]) stored(depth int) int8 {
	if !w.horizon {
		return proven
	}
	return int8(min(depth, proven-1))
}

// boundOf returns what a fail-soft value is, given the bounds that it was
// searched with.
func boundOf(value, alpha, beta int) tt.Bound {
	switch {
	case value <= alpha:
		return tt.Upper
	case value >= beta:
		return tt.Lower
	}
	return tt.Exact
}

// cuts reports whether a value of the table decides the node. On the principal
// variation the bounds are wide, and only an exact value does.
func cuts(b tt.Bound, value, alpha, beta int, wide bool) bool {
	switch b {
	case tt.Exact:
		return true
	case tt.Lower:
		return value >= beta && !wide
	case tt.Upper:
		return value <= alpha && !wide
	}
	return false
}
