package search

// scoreBad is that of a move that loses material: it comes after all quiet ones.
const scoreBad = -1 << 28

// Limits of history scores, in fractions of 1/16 of a reduction.
const (
	historyMax   = 1 << 13
	successorLog = 17 // entries of the history of successors
)

// rank scores the moves of a node for play: first the table's move, then those that
// the game calls good, the killers of the ply, and the others by their history, by
// the history after the last move and after the one before (continuation history).
func (w *worker[M, P]) rank(moves []M, hinted, ply int) picker {
	scores := w.scores[ply][:0]
	killers := w.killers[ply]
	side := &w.quietHistory[ply&1]
	last, before := w.before(ply, 1), w.before(ply, 2)
	for i, m := range moves {
		s := int32(0)
		if i+1 == hinted {
			scores = append(scores, scoreTable)
			continue
		}
		o := int32(0)
		if w.orderer != nil {
			o = int32(w.orderer.Order(m))
		}
		switch {
		case o >= forcing:
			s = scoreTactical + o
		case m == killers[0] && w.uses(Killers):
			s = scoreKiller + 1
		case m == killers[1] && w.uses(Killers):
			s = scoreKiller
		default:
			n := ordinal(m)
			s = o * 8
			if w.uses(History) {
				s += int32(side[n])
			}
			if !w.uses(Continuation) {
				break
			}
			s += int32(w.successors[successor(last, n)]) + int32(w.successors[successor(before, n)])
		}
		scores = append(scores, s)
	}
	n := len(scores)
	for i := range n {
		scores = append(scores, int32(i))
	}
	w.scores[ply] = scores
	return picker{scores[:n:n], scores[n:]}
}

// before returns the number of the move played some plies before, 0 if there is none.
func (w *worker[M, P]) before(ply, back int) uint32 {
	if ply < back {
		return 0
	}
	return (uint32(w.played[ply-back]) + 1) * 0x9e3779b1 * uint32(back)
}

// successor is the place of the history of a move after another one, or of one that
// shares its place.
func successor(before uint32, n uint16) uint32 {
	return (before ^ uint32(n)*0x85ebca6b) * 0x9e3779b1 >> (32 - successorLog)
}

// pick returns the place of the n-th best move. A move that the game calls good,
// but that loses material, is put off.
func (w *worker[M, P]) pick(p *picker, moves []M, n int) int {
	for {
		i := p.next(n)
		if s := p.score[n]; s < scoreTactical || s >= scoreTable || w.exchanger == nil ||
			!w.uses(Exchanges) || w.exchanger.Gains(moves[i], 0) {
			return i
		}
		p.score[n] += scoreBad - scoreTactical
	}
}

// even reports whether the n-th move returned neither gains nor loses material.
func (p picker) even(n int) bool { return p.score[n] <= scoreKiller+1 && p.score[n] > scoreBad/2 }

// credit raises the histories of a quiet move that refuted a node, and lowers those
// of the quiet moves before it.
func (w *worker[M, P]) credit(m M, moves []M, p picker, n, depth, ply int) {
	if p.score[n] >= scoreTactical && (p.score[n] != scoreTable || w.orderer != nil && w.orderer.Order(m) >= forcing) ||
		p.score[n] < scoreBad/2 {
		return
	}
	if w.killers[ply][0] != m {
		w.killers[ply][0], w.killers[ply][1] = m, w.killers[ply][0]
	}
	bonus := min(16*depth*depth+32*depth, 1600)
	w.learn(m, ply, bonus)
	for i := range n {
		if p.even(i) {
			w.learn(moves[p.index[i]], ply, -bonus)
		}
	}
}

// learn moves the histories of a move towards a limit, more slowly when they are
// near.
func (w *worker[M, P]) learn(m M, ply, bonus int) {
	n := ordinal(m)
	gravity(&w.quietHistory[ply&1][n], bonus)
	gravity(&w.successors[successor(w.before(ply, 1), n)], bonus)
	gravity(&w.successors[successor(w.before(ply, 2), n)], bonus)
}

func gravity(h *int16, bonus int) {
	*h += int16(bonus - int(*h)*abs(bonus)/historyMax)
}
