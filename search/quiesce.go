package search

import (
	"github.com/zobrist-go/zobrist/tt"
)

// evaluate returns the estimate for the side to move. In Solve by margin or
// outcome, positions beyond the horizon count as lost for the root in the pass for
// the lower bound, and as won in the other one, so that the value is a proof at any
// depth.
func (w *worker[M, P]) evaluate(ply int) int {
	switch {
	case w.exact && w.options.Scoring != WinOrLoss:
		return w.against(ply)
	case w.evaluator == nil:
		return 0
	}
	return min(max(w.evaluator.Evaluate(), -WinBound+1), WinBound-1)
}

// standing returns the value of a position at the end of the search as it stands. A
// draw by rule, with moves left, depends on the moves before and proves nothing.
func (w *worker[M, P]) standing(ply int) result {
	score, over := w.pos.Score()
	if over && w.exact && w.drawish && score == 0 {
		w.moves[ply] = w.pos.AppendMoves(w.moves[ply][:0])
		over = len(w.moves[ply]) == 0
	}
	if over {
		return result{value: w.value(score, ply)}
	}
	return result{w.evaluate(ply), true}
}

// against returns the value, for the side to move, of what counts as lost or won
// for the root.
func (w *worker[M, P]) against(ply int) int {
	if (w.repeated == loses) == (ply%2 == 0) {
		return -WinBound + 1
	}
	return WinBound - 1
}

// quiesce returns the value of a position at the end of the search. If the game
// tells which moves are not quiet, it searches them as long as they improve the
// value. The side to move may stop at any time unless it is forced. The result is stored
// with depth 0 unless the table has a deeper entry. forced is the result of Tactical.Forced.
func (w *worker[M, P]) quiesce(alpha, beta, ply int, forced bool) result {
	if w.tactical == nil || w.hurried.Load() {
		return w.standing(ply)
	}
	table := w.options.Table
	if !w.selective {
		table = nil // values of a full-width search come from nodes of known depth alone
	}
	static := 0
	if !forced { // while the prefetched cluster arrives; needless if the table gives a cutoff
		static = w.evaluate(ply)
	}
	var hash uint64
	var known tt.Entry
	if table != nil {
		hash = w.pos.Hash()
		if e, ok := table.Probe(hash); ok {
			if r, enough := w.recall(e, alpha, beta, 0, ply); enough {
				return r
			}
			known = e
		}
	}
	var moves []M
	best, hinted := -Win-1, 0
	if forced {
		moves = w.pos.AppendMoves(w.moves[ply][:0])
		if len(moves) == 0 {
			return result{value: w.terminal(ply)}
		}
		hinted = w.hinted(moves, known.Move())
	} else {
		if best = better(static, known, ply); best >= beta {
			return result{best, true}
		}
		alpha = max(alpha, best)
		moves = w.tactical.AppendTactical(w.moves[ply][:0])
	}
	w.moves[ply] = moves
	if ply >= MaxPly-1 {
		return result{w.evaluate(ply), true}
	}
	picker := w.rank(moves, hinted, ply)
	stand := best
	for n := range moves {
		m := moves[picker.next(n)]
		// What loses material, or does not gain enough, is left out.
		if !forced && !w.tactical.Gains(m, max(alpha-stand-150, 0)) {
			continue
		}
		w.pos.Make(m)
		if table != nil {
			table.Prefetch(w.pos.Hash())
		}
		w.count(ply + 1)
		w.lines[ply+1] = w.lines[ply+1][:0]
		value := -w.quiesce(-beta, -alpha, ply+1, w.tactical.Forced()).value
		w.pos.Unmake()
		if w.stopped() {
			return abandoned
		}
		if value > best {
			best = value
			if value > alpha {
				alpha = value
				w.line(ply, m)
				if value >= beta {
					break
				}
			}
		}
	}
	if table != nil && known.Depth <= 0 {
		bound := tt.Upper // the moves searched here give no more; nor may an estimate from the table
		if best >= beta {
			bound = tt.Lower
		}
		table.Store(hash, tt.NewEntry(int16(toTable(best, ply)), bound, 0, 0))
	}
	return result{best, true}
}
