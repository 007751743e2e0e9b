package search

// evaluate is the estimate for the side to move. Where a position is solved by
// margin or outcome, what lies beyond the horizon counts as lost for the root in the pass
// that seeks a lower bound, and as won in the other one, so that the value is
// a proof at any depth.
func (w *worker[M, P]) evaluate(ply int) int {
	w.horizon = true
	switch {
	case w.exact && w.options.Margin != WinOrLoss:
		return w.against(ply)
	case w.evaluator == nil:
		return 0
	}
	return min(max(w.evaluator.Evaluate(), -WinBound+1), WinBound-1)
}

// standing is the value of a position at the end of the search as it stands.
// A draw by rule, with moves left, depends on the way here: it is no proof.
func (w *worker[M, P]) standing(ply int) int {
	score, over := w.pos.Score()
	if over && w.exact && w.drawish != nil && score == 0 {
		w.moves[ply] = w.pos.AppendMoves(w.moves[ply][:0])
		over = len(w.moves[ply]) == 0
	}
	if over {
		return w.value(score, ply)
	}
	return w.evaluate(ply)
}

// against is the value, for the side to move, of what the options hold against
// the root or for it.
func (w *worker[M, P]) against(ply int) int {
	if (w.options.Repetition == RepetitionLoses) == (ply%2 == 0) {
		return -WinBound + 1
	}
	return WinBound - 1
}

// quiesce returns the value of a position at the end of the search. Where the
// game knows which moves are not quiet, they are played on until none is left
// that is worth it; the side to move may always stop, unless it is forced.
func (w *worker[M, P]) quiesce(alpha, beta, ply int) int {
	if w.tactical == nil {
		return w.standing(ply)
	}
	var moves []M
	best := -Win - 1
	if w.tactical.Forced() {
		moves = w.pos.AppendMoves(w.moves[ply][:0])
		if len(moves) == 0 {
			return w.terminal(ply)
		}
	} else {
		if best = w.evaluate(ply); best >= beta {
			return best
		}
		alpha = max(alpha, best)
		moves = w.tactical.AppendTactical(w.moves[ply][:0])
	}
	w.moves[ply] = moves
	if ply >= MaxPly-1 {
		return w.evaluate(ply)
	}
	picker := w.order(moves, 0, ply)
	for n := range moves {
		m := moves[picker.next(n)]
		w.pos.Make(m)
		w.count(ply + 1)
		w.lines[ply+1] = w.lines[ply+1][:0]
		value := -w.quiesce(-beta, -alpha, ply+1)
		w.pos.Unmake()
		if w.stopped() {
			return w.abandon()
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
	w.horizon = true
	return best
}
