package baduk

import (
	"fmt"
	"iter"
	"maps"
)

// Place gives points new contents, a stone or [Empty], as the setup of a record
// does, and begins the history anew with that board; the turn stays. Only the
// final board is checked: Place fails, and changes nothing, if a chain has no
// liberty there, or if there is no such point. It takes time in proportion to the points.
func (p *Position) Place(contents map[Move]Color) error {
	if err := p.checkPlace(contents); err != nil {
		return err
	}
	if m, ok := p.place(maps.All(contents)); !ok {
		return fmt.Errorf("baduk: the chain at %s would have no liberty", p.MoveString(m))
	}
	p.ko, p.passes = 0, 0
	p.restart()
	return nil
}

// checkPlace returns an error if there is no such point or no such content.
func (p *Position) checkPlace(contents map[Move]Color) error {
	for m, c := range contents {
		if m < 0 || int(m) >= p.points() || c > White {
			return fmt.Errorf("baduk: no %v on point %d of a board of %d by %d", c, m, p.options.Width, p.options.Height)
		}
	}
	return nil
}

// place gives points new contents. If a chain has no liberty then, it changes
// nothing and returns a stone of that chain.
func (p *Position) place(contents iter.Seq2[Move, Color]) (without Move, ok bool) {
	board, packed := p.board, p.packed
	for m, c := range contents {
		p.set(p.at(m), c)
	}
	if dead := p.appendDead(nil); len(dead) > 0 {
		p.board, p.packed = board, packed
		return p.move(dead[0]), false
	}
	return 0, true
}

// restart computes the hashes of the board and begins the history with it.
func (p *Position) restart() {
	p.rehash()
	p.history.reset(p)
}

// rehash computes the hashes of the board and forgets the moves that led to it.
func (p *Position) rehash() {
	features := p.appendFeatures(nil)
	h := p.options.Set.Hash128(features...)
	p.hash, p.second = h.Lo, h.Hi
	p.stones = 0
	if p.options.Canonical {
		p.images.Reset()
		for _, f := range features {
			p.images.Toggle(f)
		}
	}
	for _, f := range features {
		if int(f) < p.layout.ko {
			p.stones ^= p.options.Set.Keys[f]
		}
	}
	p.undo, p.captured = p.undo[:0], p.captured[:0]
}
