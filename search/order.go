package search

import (
	"unsafe"
)

// A picker returns the moves of a node one after another, best first. It sorts no
// more of them than needed.
type picker struct {
	score []int32
	index []int32 // place in the list of moves; valid for those returned so far
}

// forcing is the least Order of a move that is not quiet; see [Orderer].
const forcing = 100

// Scores of moves. Quiet ones lie between scoreBad/2 and scoreKiller, killers included.
const (
	scoreTable    = 1 << 30
	scoreTactical = 1 << 28
	scoreKiller   = 1 << 24
	scoreBad      = -1 << 28 // of a move that loses material
)

// Weights of a quiet move's Order, which is added to its histories.
const (
	playWeight  = 1 << 3
	plainWeight = 1 << 7
	proofWeight = 1 << 16 // histories only break ties
)

// historyMax is the limit of each history score. A sum of 16,384 reduces a move by one
// ply less.
const historyMax = 1 << 13

// classes is the number of classes of moves; see [Tactical].
const classes = 1024

// A succession holds how good moves of each class are after moves of each class.
type succession [classes][classes]int16

// hint returns a picker of the table's move alone, if there is one: most nodes end
// with it, and the others need not be ranked.
func (w *worker[M, P]) hint(hinted, ply int) picker {
	if hinted == 0 {
		return picker{}
	}
	w.scores[ply] = append(w.scores[ply][:0], scoreTable, int32(hinted-1))
	return picker{w.scores[ply][:1:1], w.scores[ply][1:]}
}

// rank scores the moves of a node: first the table's move, then those that the game calls
// good, the killers of the ply, and the others by the game's order and their histories: by
// side (Schaeffer 1989), after the last move and after the one before (continuation
// history), which count moves by their classes. The table's move is at its place already.
func (w *worker[M, P]) rank(moves []M, hinted, ply int) picker {
	scores := w.scores[ply][:0]
	killers := w.killers[ply]
	side := &w.quietHistory[ply&1]
	last, before := w.after(ply)
	for i, m := range moves {
		if i+1 == hinted {
			scores = append(scores, scoreTable)
			continue
		}
		s, o := int32(0), int32(0)
		if w.orderer != nil {
			o = int32(w.orderer.Order(m))
		}
		switch {
		case o >= forcing:
			s = scoreTactical + o
		case m == killers[0] && w.killing:
			s = scoreKiller + 1
		case m == killers[1] && w.killing:
			s = scoreKiller
		default:
			c := w.class(m)
			s = o*w.weight + int32(side[ordinal(m)]) + int32(last[c]) + int32(before[c])
		}
		scores = append(scores, s)
	}
	n := len(scores)
	for i := range n {
		scores = append(scores, int32(i))
	}
	w.scores[ply] = scores
	p := picker{scores[:n:n], scores[n:]}
	if hinted > 0 {
		p.next(0)
	}
	return p
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

// pick returns the place of the n-th best move. A move that the game calls good,
// but that loses material, is put off.
func (w *worker[M, P]) pick(p *picker, moves []M, n int) int {
	for {
		i := p.next(n)
		if s := p.score[n]; s < scoreTactical || s >= scoreTable || w.tactical == nil ||
			w.tactical.Gains(moves[i], 0) {
			return i
		}
		p.score[n] += scoreBad - scoreTactical
	}
}

// drop leaves out the quiet moves from the n-th on.
func (p *picker) drop(n int) {
	kept := n
	for i := n; i < len(p.score); i++ {
		if !p.quiet(i) {
			p.score[kept], p.index[kept] = p.score[i], p.index[i]
			kept++
		}
	}
	p.score = p.score[:kept]
}

// quiet reports whether the n-th move returned neither gains nor loses material.
func (p picker) quiet(n int) bool { return p.score[n] <= scoreKiller+1 && p.score[n] > scoreBad/2 }

// credit raises the histories of a quiet move that refuted a node, and lowers the histories
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
		if p.quiet(i) {
			w.learn(moves[p.index[i]], ply, -bonus)
		}
	}
}

// learn moves the histories of a move towards a limit, more slowly when they are
// near.
func (w *worker[M, P]) learn(m M, ply, bonus int) {
	last, before := w.after(ply)
	c := w.class(m)
	gravity(&w.quietHistory[ply&1][ordinal(m)], bonus)
	gravity(&last[c], bonus)
	gravity(&before[c], bonus)
}

func gravity(h *int16, bonus int) {
	*h += int16(bonus - int(*h)*abs(bonus)/historyMax)
}

// after returns the histories of the moves that follow the last move, and the one
// before it. Class 0 stands for no move.
func (w *worker[M, P]) after(ply int) (last, before *[classes]int16) {
	var c [2]uint16
	for i := range min(ply, 2) {
		c[i] = w.played[ply-1-i]
	}
	return &w.replies[c[0]], &w.plans[c[1]]
}

// class returns the class of a move of the position.
func (w *worker[M, P]) class(m M) uint16 {
	if w.tactical != nil {
		if c := w.tactical.Class(m); c != 0 {
			return c % classes
		}
	}
	return 1 + ordinal(m)%(classes-1)
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
