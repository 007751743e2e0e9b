package search

import "github.com/zobrist-go/zobrist/tt"

// search returns the value of the position, ply plies from the root, searched
// depth plies deep: the value itself where it lies between alpha and beta, and
// a bound of it otherwise (fail-soft principal variation search; Knuth and
// Moore 1975, Marsland and Campbell 1982).
//
// On return w.horizon tells whether an estimate entered the value. A value
// from the table counts as estimated unless it was stored with depth proven.
func (w *worker[M, P]) search(alpha, beta, depth, ply int) int {
	w.count(ply)
	w.lines[ply] = w.lines[ply][:0]
	w.horizon = false
	if w.stopped() {
		return w.abandon()
	}
	hash := w.pos.Hash()
	w.path[ply] = hash
	if value, over := w.cycle(hash, ply); over {
		return value
	}
	if ply >= MaxPly-1 {
		return w.evaluate(ply)
	}
	if w.bounded != nil {
		low, high := w.limits(w.bounded.Bounds())
		switch {
		case low > 0 && w.options.Margin == WinOrLoss, high < 0 && w.options.Margin == WinOrLoss:
			if score, over := w.pos.Score(); over {
				return w.value(score, ply)
			}
		}
		switch {
		case low >= beta || low == high:
			return low
		case high <= alpha:
			return high
		}
	}
	forced := w.tactical != nil && w.tactical.Forced()
	if forced {
		depth++
	}
	if depth <= 0 {
		return w.quiesce(alpha, beta, ply)
	}
	if w.options.Margin == WinOrLoss {
		// No line from here is better than a win at the next ply.
		if beta = min(beta, Win-ply-1); alpha >= beta {
			return beta
		}
	}

	wide := beta-alpha > 1
	hinted := uint16(0) // the table's move; see worker.code
	if w.options.Table != nil {
		if e, ok := w.options.Table.Probe(hash); ok {
			hinted = e.Move()
			if value := fromTable(int(e.Value()), ply); int(e.Depth) >= depth && (!wide || w.exact) && cuts(e.Bound(), value, alpha, beta, wide) {
				w.horizon = e.Depth != proven
				return value
			}
		}
	}

	moves := w.pos.AppendMoves(w.moves[ply][:0])
	w.moves[ply] = moves
	if len(moves) == 0 {
		return w.terminal(ply)
	}
	picker := w.order(moves, w.hinted(moves, hinted), ply)
	best, bestMove, first := -Win-1, uint16(0), alpha
	horizon := false
	for n := range moves {
		i := picker.next(n)
		m := moves[i]
		w.pos.Make(m)
		value := 0
		if n == 0 {
			value = -w.search(-beta, -alpha, depth-1, ply+1)
		} else {
			reduced := depth - 1
			if n >= 4 && depth >= 3 && !forced && w.evaluator != nil && picker.quiet(n) {
				reduced = depth - 2
				if n >= 12 && depth >= 6 {
					reduced = depth - 3
				}
			}
			value = -w.search(-alpha-1, -alpha, reduced, ply+1)
			if value > alpha && reduced < depth-1 {
				value = -w.search(-alpha-1, -alpha, depth-1, ply+1)
			}
			if value > alpha && value < beta {
				value = -w.search(-beta, -alpha, depth-1, ply+1)
			}
		}
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
		e := tt.Scored(int16(toTable(best, ply)), boundOf(best, first, beta), w.stored(depth), bestMove)
		w.options.Table.Store(hash, e)
	}
	return best
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

// boundOf tells what a fail-soft value says, given the bounds it was searched
// with.
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
// variation only an exact one does.
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

// toTable and fromTable convert a win in n plies from the root to one in n
// plies from the position, by which the table keeps it, and back.
func toTable(value, ply int) int {
	switch {
	case value >= WinBound:
		return value + ply
	case value <= -WinBound:
		return value - ply
	}
	return value
}

func fromTable(value, ply int) int {
	switch {
	case value >= WinBound:
		return value - ply
	case value <= -WinBound:
		return value + ply
	}
	return value
}

// limits converts bounds of the score to bounds of the value. A side that
// cannot but win or lose does so at some ply, nobody knows which.
func (w *worker[M, P]) limits(low, high int) (int, int) {
	if w.options.Margin != WinOrLoss {
		return w.value(low, 0), w.value(high, 0)
	}
	limit := [3]int{-Win, 0, WinBound} // of the low bound, by sign
	return limit[1+sign(low)], -limit[1-sign(high)]
}

// terminal is the value of a position without moves.
func (w *worker[M, P]) terminal(ply int) int {
	score, _ := w.pos.Score()
	return w.value(score, ply)
}

// value converts the score of a finished game.
func (w *worker[M, P]) value(score, ply int) int {
	switch {
	case w.options.Margin == Outcome:
		return sign(score)
	case w.options.Margin == ByMargin:
		return min(max(score, -WinBound+1), WinBound-1)
	case score > 0:
		return Win - ply
	case score < 0:
		return -Win + ply
	}
	return 0
}

// cycle reports whether the position ends the line by repetition or by a rule
// of the game, and its value then. The hash alone decides: a clash here costs
// a value, as one in the table does.
//
// Such a value depends on the way to the position, while the table keeps it by
// the position alone (Palay 1985; Kishimoto and Müller 2004). A draw therefore
// counts as an estimate. With RepetitionLoses and RepetitionWins every value
// errs to the same side, against the root or for it, so that the bound the
// root is left with is a proof; see [Searcher.Solve].
func (w *worker[M, P]) cycle(hash uint64, ply int) (value int, over bool) {
	if w.drawish != nil && !w.exact {
		w.horizon = w.drawish.Drawn()
		return 0, w.horizon
	}
	for i := ply - 2; i >= 0; i -= 2 {
		if w.path[i] != hash {
			continue
		}
		w.cycled.Store(true)
		if w.options.Repetition == RepetitionDraws {
			w.horizon = true
			return 0, true
		}
		return w.against(ply), true
	}
	return 0, false
}
