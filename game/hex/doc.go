// Package hex plays Hex on a rhombus of any size up to 32, with the swap rule
// if wanted.
//
//	p, err := hex.New(hex.Options{Size: 5, Swap: true})
//	if err != nil { … }
//	for _, text := range []string{"c3", "swap", "b2"} {
//		m, err := p.ParseMove(text)
//		if err != nil { … }
//		p.Make(m)
//	}
//	fmt.Println(p) // 5/1r3/2b2/5/5 b
//
// Red moves first and connects rank 1, at the top, with the last rank. Blue
// connects file a with the last file. Each rank is shifted half a cell to the
// right of the one above it: b1 touches a1, c1, a2 and b2. There are no draws.
//
// With the swap rule blue may answer red's first stone with [Swap]: the stone
// becomes blue and moves to its mirror image in the long diagonal from a1. That
// exchanges the players' sides, so that blue has what red had.
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. Positions
// with the same stones and the same side to move have equal hashes. With
// [Options.Canonical], so do positions that a half turn maps to each other; Hash
// and AppendFeatures then describe the image with the lesser hash. The half
// turn is the only symmetry that keeps the players' sides. Features are
// "red a1", …, "blue a1", … and "blue to move".
//
// # Limits
//
// Hash values are frozen from release 1.0 on. Whoever knows the keys can
// forge XOR hashes; see package zobrist.
//
// # Cost
//
// Make joins chains in a forest of disjoint sets with union by size, so that it
// knows at once whether the sides are connected. It takes at most six searches
// of logarithmic length. Unmake undoes them from a list, and neither allocates.
// A canonical hash costs two XORs instead of one, and Hash one comparison. The
// first call of Order after a move evaluates all cells, in time proportional to
// the cells times the chains.
//
// # Sources
//
// C. Browne, Hex Strategy, 2000, for the rules and coordinates. D. Gale, The
// Game of Hex and the Brouwer Fixed-Point Theorem, American Mathematical
// Monthly 86(10), 1979, for the proof that one side wins. J. van Rijswijck,
// Computer Hex: Are Bees Better than Fruitflies?, University of Alberta, 2000,
// for two-distance. V. V. Anshelevich, A hierarchical approach to computer Hex,
// Artificial Intelligence 134, 2002, for virtual connections. R. E. Tarjan and J.
// van Leeuwen, Worst-Case Analysis of Set Union Algorithms, Journal of the ACM 31(2), 1984.
package hex
