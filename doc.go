// Package zobrist gives any finite set of features an incrementally updated
// hash.
//
// A feature is a fact that holds or does not hold in a position: "white rook
// on a1", "black may castle king side". A [Space] names the features of a
// game and numbers them from 0; [Keys] gives each one a random word, its key;
// the hash of a position is a start value XOR the keys of the features that
// hold. A change of one feature changes the hash by one XOR:
//
//	space := zobrist.MustSpace("tic-tac-toe",
//		zobrist.Grid("piece", []string{"X", "O"}, zobrist.Squares(3, 3)),
//		zobrist.Flags("turn", "O to move"))
//	set := zobrist.Default(space.Len())
//	piece, turn := space.Group("piece"), space.Group("turn").Flag(0)
//
//	keys, hash := set.Keys, set.Start // the empty board, X to move
//	hash ^= keys[piece.At(0, 4)]      // X takes the centre ...
//	hash ^= keys[turn]                // ... and it is O's turn
//
// Any other words will do as keys: [NewKeys] draws them from any source.
//
// # Guarantees
//
// The hash is a function of the set of features alone: it does not depend on
// the order in which they came to hold. Toggling a feature twice leaves the
// hash as it was. For uniform independent keys of b bits, two different sets
// have equal hashes with probability 2^−b, and the hashes of any two
// different non-empty sets are independent; a start value drawn at random
// makes any three of them so (Zobrist 1970, properties P1 to P5; Pătraşcu and
// Thorup 2012).
//
// Keys from [NewCode], which [Default] gives every game, promise more:
// positions that differ in fewer than [Code.Distance] features, 14 for chess at
// 64 bits, never have the same hash, and the low bits of a hash keep a part of
// that promise.
//
// # Limits
//
// Hash values and the mapping from a named seed to keys are frozen from release 1.0 on;
// docs/stability.md lists all that is.
//
// XOR hashes are linear. Whoever knows the keys can construct two positions
// with the same hash, or a position with a chosen hash, by linear algebra over
// GF(2). Do not let a hash alone decide anything an adversary profits from;
// compare the positions themselves, or a second code under keys kept secret.
//
// # Cost
//
// One load and one XOR for each feature that changes, and no allocation. 64
// bits suffice while hashes live in one process; positions kept for longer
// are counted in billions and want the 128 bits of a [Set].
//
// # Sources
//
// A. L. Zobrist, A New Hashing Method with Application for Game Playing,
// Technical Report 88, Computer Sciences Department, University of Wisconsin,
// 1970. M. Pătraşcu and M. Thorup, The Power of Simple Tabulation Hashing,
// Journal of the ACM 59(3), 2012.
package zobrist
