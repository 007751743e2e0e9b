package game

// Symmetric is a [Position] that may share its hash with its images under the
// symmetries of the board. What is stored under such a hash holds for all of
// them, except moves, which must be translated:
//
//	stored := p.Image(best)          // under p.Hash()
//	…
//	best = q.Preimage(stored)        // q.Hash() == p.Hash()
//
// If the hash is an ordinary one, both methods return their argument.
type Symmetric[M comparable] interface {
	// Image returns what becomes of a legal move in the image that the hash
	// belongs to.
	Image(m M) M

	// Preimage undoes Image.
	Preimage(m M) M
}
