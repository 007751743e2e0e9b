package search

import (
	"github.com/zobrist-go/zobrist/tt"
)

// A result is the value of a position for the side to move, and whether an estimate
// entered it. A value from the table counts as estimated unless it was stored with depth
// proven.
type result struct {
	value     int
	estimated bool
}

// A node is a position on the line that is being searched.
type node struct {
	alpha, beta int
	depth, ply  int
	hash        uint64   // in the table
	known       tt.Entry // from the table
	code        uint16   // of the table's move, or 0
	static      int      // the evaluation, or −Win
	extension   int      // of the first move
	forced      bool     // Tactical.Forced
	wide        bool     // an exact value may be needed
	improving   bool     // the evaluation has risen since the side's last move
	recurs      bool     // the side to move can repeat a position
}

// search returns the value of the position, ply plies from the root, searched depth plies
// deep: the value itself if it lies between alpha and beta, and otherwise a bound of it
// (fail-soft principal variation search; Knuth and Moore 1975, Marsland and Campbell
// 1982). forced is the result of Tactical.Forced.
//
// If the search is selective, it looks at promising lines more deeply than at others, and
// leaves out moves that can hardly matter. A value that something was left out of counts
// as estimated. The methods are known from chess programs; docs/engine.md says what each is
// worth.
func (w *worker[M, P]) search(alpha, beta, depth, ply int, forced bool) result {
	// 1. Count the node. A repetition, the greatest depth, or the game's own bounds end it.
	hash, r, done := w.enter(alpha, beta, ply)
	if done {
		return r
	}

	// 2. Forced positions are searched one ply deeper.
	if forced && w.selective {
		depth++
	}

	// 3. At the end of the line, only moves that are not quiet are searched.
	if depth <= 0 {
		return w.quiesce(alpha, beta, ply, forced)
	}

	// 4. No line from here is better than a win at the next ply.
	if w.options.Scoring == WinOrLoss {
		if beta = min(beta, Win-ply-1); alpha >= beta {
			return result{value: beta}
		}
	}

	// 5. A side that can repeat a position has a draw at least.
	n := node{alpha: alpha, beta: beta, depth: depth, ply: ply, hash: hash, forced: forced, static: -Win}
	if w.selective && w.tactical != nil && alpha < 0 && w.tactical.Upcoming(ply) {
		if n.recurs, n.alpha = true, 0; n.alpha >= beta {
			return result{0, true}
		}
	}
	n.wide = beta-n.alpha > 1

	// 6. Evaluate, while the prefetched cluster arrives; needless if the table gives a cutoff.
	if w.selective && !forced {
		n.static = w.evaluate(ply)
	}
	w.static[ply] = n.static
	n.improving = n.static > -Win && ply >= 2 && n.static > w.static[ply-2]

	// 7. Probe the table.
	excluded := w.excluded[ply] != 0
	estimate := n.static
	if w.options.Table != nil && !excluded {
		if e, ok := w.options.Table.Probe(hash); ok {
			if r, enough := w.recall(e, n.alpha, beta, depth, ply); enough {
				r.estimated = r.estimated || n.recurs
				return r
			}
			n.known, n.code = e, e.Move()
			if estimate > -Win {
				estimate = better(estimate, e, ply)
			}
		}
	}

	if w.selective {
		// 8. A position that is far above beta, or still above it after a pass, is cut.
		if !n.wide && !forced && !excluded && w.tactical != nil && abs(beta) < WinBound {
			if r, pruned := w.prune(&n, estimate); pruned {
				return r
			}
		}

		// 9. Without a good first move, a shallow search finds one for the next time.
		if n.code == 0 && !excluded && depth >= 4 && w.options.Table != nil {
			n.depth--
		}

		// 10. If the table's move is the only good one, it is searched more deeply.
		if r, over := w.single(&n); over {
			return r
		}
	}
	return w.branch(&n)
}

// branch searches the moves of a node and keeps the result in the table.
func (w *worker[M, P]) branch(n *node) result {
	moves := w.pos.AppendMoves(w.moves[n.ply][:0])
	w.moves[n.ply] = moves
	if len(moves) == 0 {
		return result{value: w.terminal(n.ply)}
	}
	hinted, exception := w.hinted(moves, n.code), w.hinted(moves, w.excluded[n.ply])-1
	picker, ranked := w.hint(hinted, n.ply), false
	best, bestMove, alpha := -Win-1, n.code, n.alpha
	estimated, quiets := n.recurs, 0
	for i := 0; ; i++ {
		// 11. Take the next move: the table's first, before the others are ranked.
		if i == len(picker.score) && !ranked {
			picker, ranked = w.rank(moves, hinted, n.ply), true
		}
		if i == len(picker.score) {
			break
		}
		at := w.pick(&picker, moves, i)
		if at == exception {
			continue
		}
		m, quiet := moves[at], picker.quiet(i)
		if quiet {
			quiets++
		}

		// 12. Late and hopeless moves near the leaves are left out, unless a sooner mate is looked for.
		if w.selective && !n.wide && i > 0 && !n.forced && w.tactical != nil && best > -WinBound && alpha < WinBound {
			if quiet && w.hopeless(n, quiets, alpha) {
				estimated = true
				picker.drop(i)
				i--
				continue
			}
			if n.depth <= 7 && picker.score[i] < scoreTactical && w.loses(m, n.depth, quiet) {
				estimated = true
				continue
			}
		}

		// 13. Search it.
		r := w.play(n, m, i, alpha, quiet, int(picker.score[i]))
		if w.stopped() {
			return abandoned
		}

		// 14. A better move raises alpha; one that reaches beta ends the node.
		estimated = estimated || r.estimated
		if r.value <= best {
			continue
		}
		best = r.value
		if best > alpha {
			bestMove, alpha = w.code(m, at), best
			w.line(n.ply, m)
			if best >= n.beta {
				w.credit(m, moves, picker, i, n.depth, n.ply)
				break
			}
		}
	}
	if n.recurs {
		best = max(best, 0)
	}
	if w.excluded[n.ply] != 0 {
		return result{max(best, n.alpha), true} // there may be no other move
	}

	// 15. Keep the result.
	r := result{best, estimated && !w.wins(best, n.beta, n.depth, n.ply)}
	if w.options.Table != nil {
		w.store(n, r, bestMove)
	}
	return r
}

// play returns the value of the i-th move. A late move is searched less deeply at first.
func (w *worker[M, P]) play(n *node, m M, i, alpha int, quiet bool, score int) result {
	w.played[n.ply] = w.class(m)
	w.pos.Make(m)
	w.prefetch(n.ply + 1)
	checks := w.forced()
	reduced := n.depth - 1
	if i > 0 && n.depth >= 3 && (quiet || score < 0) && !n.forced && w.selective {
		reduced = w.reduced(n, i, quiet, checks, score)
	}
	r := w.child(i, alpha, n.beta, n.depth-1, reduced, n.extension, n.ply, checks)
	w.pos.Unmake()
	return r
}

// child returns the value of the i-th move, which is made, depth plies deep, and extension
// plies deeper if it is the first. Moves after the first are not expected to exceed alpha: they
// are searched with the narrowest bounds, and to the reduced depth at first.
func (w *worker[M, P]) child(i, alpha, beta, depth, reduced, extension, ply int, forced bool) result {
	var r result
	if i == 0 {
		r = w.search(-beta, -alpha, depth+extension, ply+1, forced)
		r.value = -r.value
		return r
	}
	r = w.search(-alpha-1, -alpha, reduced, ply+1, forced)
	if -r.value > alpha && reduced < depth {
		r = w.search(-alpha-1, -alpha, depth, ply+1, forced)
	}
	if -r.value > alpha && -r.value < beta {
		r = w.search(-beta, -alpha, depth, ply+1, forced)
	}
	r.value = -r.value
	return r
}

// abandoned is the result of a search that was stopped. It is not used.
var abandoned = result{estimated: true}

// oddPlies is XORed into the hash at odd plies of a proof. A proof counts doubts against
// one side, so a position must not share an entry with the one with the colours exchanged,
// with which it may share a hash ([game.ColorSymmetry]). Any number without a pattern would do.
const oddPlies = 0x9e3779b97f4a7c15

// key returns the hash of the position in the table.
func (w *worker[M, P]) key(hash uint64, ply int) uint64 {
	if w.exact && ply&1 == 1 {
		hash ^= oddPlies
	}
	return hash
}

// forced is the result of Tactical.Forced.
func (w *worker[M, P]) forced() bool { return w.tactical != nil && w.tactical.Forced() }

// prefetch begins to load the cluster of the position, ply plies from the root.
func (w *worker[M, P]) prefetch(ply int) {
	if w.options.Table != nil {
		w.options.Table.Prefetch(w.key(w.pos.Hash(), ply))
	}
}

// enter counts a node and returns its hash in the table. It returns true, with the result, if the
// node needs no search: the search has ended, the position repeats or lies at the
// greatest depth, or a bound decides it.
func (w *worker[M, P]) enter(alpha, beta, ply int) (hash uint64, r result, done bool) {
	w.count(ply)
	w.lines[ply] = w.lines[ply][:0]
	if w.stopped() {
		return 0, abandoned, true
	}
	hash = w.pos.Hash()
	w.path[ply] = hash
	if r, done = w.cycle(hash, ply); done {
		return hash, r, true
	}
	hash = w.key(hash, ply)
	if ply >= MaxPly-1 {
		return hash, result{w.evaluate(ply), true}, true
	}
	if w.solvable != nil {
		r.value, done = w.bound(alpha, beta, ply)
	}
	return hash, r, done
}

// bound returns the value that the game's own bounds prove. over is true if it
// decides the node.
func (w *worker[M, P]) bound(alpha, beta, ply int) (value int, over bool) {
	low, high := w.limits(w.solvable.Bounds())
	if w.options.Scoring == WinOrLoss && (low > 0 || high < 0) {
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

// recall returns the value of an entry of the table, and whether it decides
// the node.
func (w *worker[M, P]) recall(e tt.Entry, alpha, beta, depth, ply int) (r result, enough bool) {
	wide := beta-alpha > 1
	r = result{fromTable(int(e.Value()), ply), e.Depth != proven}
	return r, int(e.Depth) >= depth && (!wide || w.exact) && cuts(e.Bound(), r.value, alpha, beta, wide)
}

// proven is the depth of an entry whose value no estimate entered.
const proven = 127

// store keeps the result of a node.
func (w *worker[M, P]) store(n *node, r result, move uint16) {
	depth := int8(proven)
	if r.estimated {
		depth = int8(min(n.depth, proven-1))
	}
	bound := boundOf(r.value, n.alpha, n.beta)
	w.options.Table.Store(n.hash, tt.NewEntry(int16(toTable(r.value, n.ply)), bound, depth, move))
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
