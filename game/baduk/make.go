package baduk

import "github.com/zobrist-go/zobrist/game"

// AppendMoves appends the legal moves in order of their points, then Pass;
// none after two passes.
func (p *Position) AppendMoves(dst []Move) []Move {
	if p.passes == 2 {
		return dst
	}
	for m := range p.points() {
		if p.Legal(Move(m)) {
			dst = append(dst, Move(m))
		}
	}
	return append(dst, Pass)
}

// Legal reports whether the side to move may play m.
func (p *Position) Legal(m Move) bool { return p.verdict(m) == "" }

// Check returns nil if m is legal, and otherwise a [*game.TextError] that says which rule
// forbids it and wraps [game.ErrMove].
func (p *Position) Check(m Move) error {
	if why := p.verdict(m); why != "" {
		return fail(game.ErrMove, p.MoveString(m), 0, "illegal for %v: %s", p.turn, why)
	}
	return nil
}

// verdict returns why the side to move may not play m, or "".
func (p *Position) verdict(m Move) string {
	switch {
	case p.passes == 2:
		return "two passes have ended the game"
	case m == Pass:
		return ""
	case m < 0 || int(m) >= p.points():
		return "there is no such point"
	}
	i := p.at(m)
	switch {
	case p.board[i] != Empty:
		return "the point is taken"
	case i == p.ko:
		return "it retakes a ko at once"
	}
	first := len(p.captured)
	captured, suicide, legal := p.appendCaptures(p.captured, i)
	p.captured = captured[:first]
	switch {
	case !legal:
		return "it is suicide"
	case p.options.Ko != SimpleKo && p.history.forbids(p, i, captured[first:], suicide):
		return p.options.Ko.String() + " superko"
	}
	return ""
}

// Make plays a legal move; any other is undefined.
func (p *Position) Make(m Move) {
	u := undo{hash: p.hash, second: p.second, stones: p.stones, ko: p.ko,
		captured: int32(len(p.captured)), turn: p.turn, passes: p.passes}
	if m == Pass {
		p.undo = append(p.undo, u)
		p.setKo(0)
		p.setPasses(p.passes + 1)
		p.setTurn(p.turn.Opponent())
		p.history.push(p, Empty)
		return
	}
	i := p.at(m)
	u.point = i
	p.captured, u.suicide, _ = p.appendCaptures(p.captured, i)
	taken := p.captured[u.captured:]
	p.undo = append(p.undo, u)

	p.set(i, p.turn)
	p.toggleStone(p.turn, i)
	for _, j := range taken {
		p.toggleStone(p.board[j], j)
		p.set(j, Empty)
	}
	ko := int16(0)
	if p.options.Ko == SimpleKo && len(taken) == 1 && !u.suicide && p.isKo(i, taken[0], p.turn) {
		ko = taken[0]
	}
	p.setKo(ko)
	p.setPasses(0)
	p.setTurn(p.turn.Opponent())
	p.history.push(p, u.turn)
}

// isKo reports whether the stone that c just played at i stands alone, with the
// point it captured as its only liberty, so that a recapture would restore the
// board.
func (p *Position) isKo(i, taken int16, c Color) bool {
	for _, d := range neighbours {
		if j := i + d; j != taken && p.board[j] != border && p.board[j] != c.Opponent() {
			return false
		}
	}
	return true
}

// Unmake takes back the last move made. It panics if there is none.
func (p *Position) Unmake() {
	if len(p.undo) == 0 {
		panic("baduk: no move to take back")
	}
	p.history.pop(p)
	u := p.undo[len(p.undo)-1]
	p.undo = p.undo[:len(p.undo)-1]
	if p.options.Canonical {
		p.untoggle(&u)
	}
	if u.point != 0 {
		c := u.turn.Opponent()
		if u.suicide {
			c = u.turn
		}
		for _, j := range p.captured[u.captured:] {
			p.set(j, c)
		}
		p.set(u.point, Empty)
		p.captured = p.captured[:u.captured]
	}
	p.turn, p.passes, p.ko = u.turn, u.passes, u.ko
	p.hash, p.second, p.stones = u.hash, u.second, u.stones
}

// LastMove returns the last move made that can be taken back.
func (p *Position) LastMove() (Move, bool) {
	if len(p.undo) == 0 {
		return 0, false
	}
	if i := p.undo[len(p.undo)-1].point; i != 0 {
		return p.move(i), true
	}
	return Pass, true
}

// Retake returns the point of a stone that the last move took in a ko, which
// every rule forbids retaking at once. If the last move cannot be taken back,
// only the point that [SimpleKo] forbids is known.
func (p *Position) Retake() (Move, bool) {
	if p.ko != 0 {
		return p.move(p.ko), true
	}
	if len(p.undo) == 0 {
		return 0, false
	}
	u := p.undo[len(p.undo)-1]
	taken := p.captured[u.captured:]
	if len(taken) != 1 || u.suicide || !p.isKo(u.point, taken[0], u.turn) {
		return 0, false
	}
	return p.move(taken[0]), true
}

// Over reports whether two passes have ended the game.
func (p *Position) Over() bool { return p.passes == 2 }
