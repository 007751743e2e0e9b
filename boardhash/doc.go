// Package boardhash hashes whole boards of 64 squares from their bitboards,
// many at a time: for stored positions, where no hash was kept move by move.
//
//	keys := polyglot.Keys()                         // or any others
//	h, err := boardhash.New(keys[:12*64])           // twelve kinds of piece
//	...
//	hashes := make([]uint64, len(boards)/12)
//	h.HashBatch(hashes, boards)                     // boards: 12 words each
//
// Word c of a board is the set of squares that hold a piece of kind c, bit s
// being square s, and the key of kind c on square s is keys[64·c + s]: the
// numbering of the piece features in chess, where c is twice the type of the
// piece from 0, and 1 more for White. What else belongs to a position (castling
// rights, en passant, side to move) the caller adds by its keys.
//
// # Guarantees
//
// The hash is that of [zobrist.Keys.Hash] with start 0 on the same features.
// Every key set will do: nothing is assumed about its structure.
//
// # Limits
//
// XOR hashes can be forged by whoever knows the keys.
//
// # Cost
//
// The hash is a linear map over GF(2) of the 64·c bits. With GFNI and AVX-512
// eight boards go through it at once, at a cost that does not depend on how
// many pieces they have; elsewhere one key is loaded for each piece. A Hasher
// holds 512 bytes a kind of piece beside the keys.
//
// # Sources
//
// Intel, Galois Field New Instructions, technology guide, 2018, for the affine
// instruction.
package boardhash
