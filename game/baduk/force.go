package baduk

import "maps"

// Force plays a move of side c from a record even if a rule forbids it, and returns the
// error of [Position.Check], nil if the move was legal. It follows FF[4] of the Smart
// Game Format: the stone replaces any stone on the point, then chains of the other side
// without a liberty are removed, then its own chain if it has none. A
// move out of turn takes the turn, as [Position.SetTurn] does, and a move after two
// passes goes on with the game. Only a move that is legal, or forbidden by ko or
// superko alone, can be taken back; after any other none before it can. If there is
// no such point, nothing changes.
func (p *Position) Force(c Color, m Move) error {
	if m != Pass && (m < 0 || int(m) >= p.points()) {
		return p.Check(m)
	}
	if p.turn != c || p.Over() {
		p.SetTurn(c)
	}
	err := p.Check(m)
	if err != nil && (p.Stone(m) != Empty || p.kills(m)) {
		p.overwrite(m)
	} else {
		p.Make(m)
	}
	return err
}

// kills reports whether a play on an empty point is suicide that the rules forbid.
func (p *Position) kills(m Move) bool {
	first := len(p.captured)
	captured, _, legal := p.appendCaptures(p.captured, p.at(m))
	p.captured = captured[:first]
	return !legal
}

// overwrite plays a stone on a point that is taken, or that is suicide.
func (p *Position) overwrite(m Move) {
	i, c := p.at(m), p.turn
	p.set(i, c)
	for _, d := range neighbours {
		if p.board[i+d] == c.Opponent() {
			p.removeDead(i + d)
		}
	}
	p.removeDead(i)
	p.ko, p.passes, p.turn = 0, 0, c.Opponent()
	p.rehash()
	p.history.push(p, c)
}

// removeDead removes the chain of a stone if it has no liberty.
func (p *Position) removeDead(i int16) {
	if !p.hasLiberty(i, 0) {
		for _, j := range p.appendChain(nil, i) {
			p.set(j, Empty)
		}
	}
}

// Settle is [Position.Place], but removes the chains that would have no liberty, all at
// once, and returns the number of stones removed. The error says that there is no such
// point. It takes time in proportion to the points.
func (p *Position) Settle(contents map[Move]Color) (removed int, err error) {
	if err := p.checkPlace(contents); err != nil {
		return 0, err
	}
	after := maps.Clone(contents)
	board, packed := p.board, p.packed
	for m, c := range contents {
		p.set(p.at(m), c)
	}
	dead := p.appendDead(nil)
	for _, i := range dead {
		after[p.move(i)] = Empty
	}
	p.board, p.packed = board, packed
	return len(dead), p.Place(after)
}
