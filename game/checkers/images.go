package checkers

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/canon"
)

// turned returns the symmetry that turns the board and exchanges the colours.
func turned() canon.Symmetry {
	s := canon.Identity(Space())
	s.Move(Space().Group("piece"), func(piece, square int) (int, int) { return piece ^ 2, square ^ 31 })
	s.Exchange(turn)
	return s
}

// Symmetry returns [game.ColorSymmetry] with [Options].Canonical, otherwise
// [game.NoSymmetry].
func (p *Position) Symmetry() game.Symmetry {
	if p.imageKeys != nil {
		return game.ColorSymmetry
	}
	return game.NoSymmetry
}

// Image returns what becomes of a move in the image that the hash belongs to,
// the move itself unless the hash is canonical; see [game.Symmetric].
func (p *Position) Image(m Move) Move {
	if p.imageKeys == nil || p.images.Image(0) == 0 {
		return m
	}
	// Squares are counted from the other end, and each direction, of two bits, is
	// the opposite one.
	return m ^ (1<<10 - 1) ^ (1<<(2*m.Captures())-1)<<14
}

// Preimage undoes Image. A half turn undoes itself.
func (p *Position) Preimage(m Move) Move { return p.Image(m) }

// toggleImages toggles the features in which the board before differs from the
// present one, after a move or before it is taken back.
func (p *Position) toggleImages(before *board) {
	old, now := before.rows(), p.rows()
	for row := range old {
		for changed := old[row] ^ now[row]; changed != 0; changed &= changed - 1 {
			p.images.Toggle(zobrist.Feature(32*row + bits.TrailingZeros32(changed)))
		}
	}
	p.images.Toggle(turn)
}
