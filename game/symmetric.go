package game

import "strconv"

// Symmetric is a [Position] that may share its hash with its images under the
// symmetries of the game. Facts that are stored under such a hash hold for all of
// them, except moves, which must be translated:
//
//	stored := p.Image(best)          // under p.Hash()
//	…
//	best = q.Preimage(stored)        // q.Hash() == p.Hash()
//
// Package [github.com/zobrist-go/zobrist/game/canon] keeps such a hash.
type Symmetric[M comparable] interface {
	// Symmetry says which images share the hash.
	Symmetry() Symmetry

	// Image returns what becomes of a legal move in the image that the hash
	// belongs to, the move itself under [NoSymmetry].
	Image(m M) M

	// Preimage undoes Image.
	Preimage(m M) M
}

// A Symmetry says which images of a position share its hash.
type Symmetry uint8

const (
	NoSymmetry    Symmetry = iota // none: the hash is an ordinary one
	BoardSymmetry                 // turned and mirrored boards, with the same side to move
	ColorSymmetry                 // also boards with the colours exchanged and the other side to move
)

// String returns "none", "board" or "board and colors".
func (s Symmetry) String() string {
	if s > ColorSymmetry {
		return "symmetry " + strconv.Itoa(int(s))
	}
	return [...]string{"none", "board", "board and colors"}[s]
}
