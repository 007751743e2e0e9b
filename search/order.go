package search

import "unsafe"

// A picker returns the moves of a node one after another, best first. It sorts no
// more of them than needed.
type picker struct {
	score []int32
	index []int32 // place in the list of moves; valid for those returned so far
}

// forcing is the least Order of a move that is not quiet; see [Orderer].
const forcing = 100

// Scores of moves that come before all quiet ones.
const (
	scoreTable    = 1 << 30
	scoreTactical = 1 << 28
	scoreKiller   = 1 << 20
	historyLimit  = 1 << 18
	orderWeight   = 1 << 11 // of a quiet move's Order, which is added to its history
	proofWeight   = 1 << 19 // the same in proofs: history only breaks ties
)

// order scores the moves of a node: first the table's move, then those that the
// game calls good, the killers of the ply, and the others by their history
// (Schaeffer 1989). In the proof of a win the game's order counts more than what
// was good elsewhere.
func (w *worker[M, P]) order(moves []M, hinted, ply int) picker {
	scores := w.scores[ply][:0]
	killers, weight := w.killers[ply], int32(orderWeight)
	proof := w.exact && w.orderer != nil && w.options.Margin != ByMargin
	if proof {
		weight = proofWeight
	}
	for i, m := range moves {
		s := int32(0)
		switch {
		case i+1 == hinted:
			s = scoreTable
		case m == killers[0] && !proof:
			s = scoreKiller + 1
		case m == killers[1] && !proof:
			s = scoreKiller
		default:
			s = w.history[ordinal(m)]
		}
		if w.orderer != nil && s < scoreTable {
			switch o := int32(w.orderer.Order(m)); {
			case o >= forcing:
				s = scoreTactical + o
			case s < scoreKiller:
				s += o * weight
			}
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

// next returns the place of the n-th best move. It must be called with 0, 1, ….
func (p picker) next(n int) int {
	best, top := n, p.score[n]
	for i, s := range p.score[n:] {
		if s > top {
			best, top = n+i, s
		}
	}
	p.score[n], p.score[best] = top, p.score[n]
	p.index[n], p.index[best] = p.index[best], p.index[n]
	return int(p.index[n])
}

// code is what the table keeps for the i-th move of a position: 1 + i. In positions
// that share a hash with their images under a symmetry, it is 1 + the ordinal of
// the move's image.
func (w *worker[M, P]) code(m M, i int) uint16 {
	if w.symmetric != nil {
		return ordinal(w.symmetric.Image(m)) + 1
	}
	return uint16(i + 1)
}

// hinted returns 1 + the place of the move that has the code, or 0 if none has it: an
// entry of the table may belong to another position.
func (w *worker[M, P]) hinted(moves []M, code uint16) int {
	switch {
	case code == 0, w.symmetric == nil && int(code) > len(moves):
		return 0
	case w.symmetric == nil:
		return int(code)
	}
	for i, m := range moves {
		if ordinal(w.symmetric.Image(m))+1 == code {
			return i + 1
		}
	}
	return 0
}

// quiet reports whether the n-th move returned is a quiet one.
func (p picker) quiet(n int) bool { return p.score[n] < scoreKiller }

// reward raises the history of a quiet move that refuted a node, and lowers that
// of the quiet moves before it.
func (w *worker[M, P]) reward(m M, moves []M, p picker, n, depth, ply int) {
	if p.score[n] >= scoreTactical && p.score[n] != scoreTable {
		return
	}
	if w.killers[ply][0] != m {
		w.killers[ply][0], w.killers[ply][1] = m, w.killers[ply][0]
	}
	bonus := int32(min(depth*depth, 1024))
	w.adjust(m, bonus)
	for i := range n {
		if p.quiet(i) {
			w.adjust(moves[p.index[i]], -bonus)
		}
	}
}

// adjust moves a history score towards its limit, more slowly when it is near.
func (w *worker[M, P]) adjust(m M, bonus int32) {
	h := &w.history[ordinal(m)]
	size := bonus
	if size < 0 {
		size = -size
	}
	*h += bonus*16 - int32(int64(*h)*int64(size)*16/historyLimit)
}

// ordinal returns a number of 16 bits for a move: its own bits, hashed if there are
// more. Moves of other sizes than 1, 2, 4 and 8 bytes share one number and so one
// history.
func ordinal[M comparable](m M) uint16 {
	switch unsafe.Sizeof(m) {
	case 1:
		return uint16(*(*uint8)(unsafe.Pointer(&m)))
	case 2:
		return *(*uint16)(unsafe.Pointer(&m))
	case 4:
		return uint16(*(*uint32)(unsafe.Pointer(&m)) * 0x9e3779b1 >> 16)
	case 8:
		return uint16(*(*uint64)(unsafe.Pointer(&m)) * 0x9e3779b97f4a7c15 >> 48)
	}
	return 0
}
