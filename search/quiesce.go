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

	// 1. Evaluate, while the prefetched cluster arrives; needless if the table gives a cutoff.
	static := 0
	if !forced {
		static = w.evaluate(ply)
	}

	// 2. Probe the table.
	table, known := w.restTable(), tt.Entry{}
	if table != nil {
		if e, ok := table.Probe(w.pos.Hash()); ok {
			if r, enough := w.recall(e, alpha, beta, 0, ply); enough {
				return r
			}
			known = e
		}
	}

	// 3. List the moves: all if the side to move is forced, and otherwise the moves that are not quiet, unless the
	// position as it stands is good enough.
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

	// 4. Search them, best first.
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

	// 5. Keep the result.
	if table != nil && known.Depth <= 0 {
		table.Store(w.pos.Hash(), rested(best, beta, ply))
	}
	return result{best, true}
}

// restTable returns the table that quiesce uses, nil for none. In a full-width search all values come from nodes of
// known depth.
func (w *worker[M, P]) restTable() *tt.Table {
	if !w.selective {
		return nil
	}
	return w.options.Table
}

// rested returns the entry of a value of quiesce: a lower bound if it reaches beta, and otherwise an upper one. The
// moves that quiesce searches give no more, nor may an estimate from the table.
func rested(value, beta, ply int) tt.Entry {
	bound := tt.Upper
	if value >= beta {
		bound = tt.Lower
	}
	return tt.NewEntry(int16(toTable(value, ply)), bound, 0, 0)
}
