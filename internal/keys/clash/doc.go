// Package clash counts the positions of a search tree that have equal hashes,
// which good keys prevent.
//
//	p, err := chess.New(chess.Options{})
//	tree, err := clash.Grow(ctx, p, 100_000)
//	keys := clash.Family{Name: "coded", Keys: coded}
//	rows, err := clash.Compare(ctx, tree, clash.CompareOptions{Widths: []int{31}, Features: 781}, keys)
//
// A tree keeps each distinct position once, as the features by which it differs
// from its parent, so that its hash under another table of keys costs some
// three XORs. The number of features in which two positions differ is their
// distance. Two positions nearer than the distance that keys guarantee cannot
// clash.
//
// # Guarantees
//
// Counts of clashes are exact: all pairs of positions with equal hashes.
// Positions are equal if their features are. The package compares 128-bit hashes
// to decide: with a million positions it errs with probability 2^−88.
//
// # Limits
//
// The number of near pairs, and with it the expected number of near clashes, is
// estimated from a sample of pairs.
//
// # Cost
//
// Growing takes about a microsecond a position (chess) and 40 bytes. A count at
// one width, under one table, takes about 80 ns a position.
//
// # Sources
//
// A. L. Zobrist, 1970, on the clustering of errors; J. Warnock and B.
// Wendroff, Search Tables in Computer Chess, ICCA Journal 11(1), 1988, on keys
// with a distance.
package clash
