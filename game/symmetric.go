package game

// Symmetric is a [Position] whose hash may be that of an image of it under a
// symmetry of the board, the same for all positions that are images of one
// another. What is stored under such a hash holds for each of them, except
// moves, which have to be carried over:
//
//	stored := p.Image(best)          // under p.Hash()
//	…
//	best = q.Preimage(stored)        // q.Hash() == p.Hash()
//
// Where the hash is an ordinary one both methods return their argument.
type Symmetric[M comparable] interface {
	// Image returns what becomes of a legal move in the image that the hash
	// belongs to.
	Image(m M) M

	// Preimage undoes Image.
	Preimage(m M) M
}
