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
// Red moves first and connects rank 1, at the top, with the last rank; blue
// connects file a with the last file. Cell b1 touches a1, c1, a2 and b2: each
// rank is shifted half a cell to the right of the one above it. There are no draws.
//
// With the swap rule blue may answer red's first stone with [Swap]: the stone
// becomes blue and moves to its mirror image in the long diagonal a1 …, which
// exchanges the players' sides, so blue has what red had.
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. Equal boards
// with equal turns have equal hashes. With [Options.Canonical] so have boards
// that a half turn, the one symmetry of the board that keeps the players'
// sides, maps to each other; Hash and AppendFeatures are then those of the
// image with the lesser hash. The mirror image exchanges the players, and is
// no part of it. Features are "red a1", …, "blue a1", … and "blue to move".
//
// # Limits
//
// Hash values are not frozen before release 1.0, and XOR hashes can be forged
// by whoever knows the keys; see package zobrist.
//
// # Cost
//
// Make joins chains in a forest of disjoint sets with union by size, so that a
// win is known at once: at most six searches of logarithmic length, taken back
// by Unmake from a list, without allocation. A canonical hash costs two XORs
// in place of one, and Hash one comparison. Order judges all cells at its first
// call after a move, in time proportional to cells times chains.
//
// # Sources
//
// C. Browne, Hex Strategy, 2000, for the rules and coordinates. D. Gale, The
// Game of Hex and the Brouwer Fixed-Point Theorem, American Mathematical
// Monthly 86(10), 1979, for there being exactly one winner. J. van Rijswijck,
// Computer Hex: Are Bees Better than Fruitflies?, University of Alberta, 2000,
// for two-distance. R. E. Tarjan and J. van Leeuwen, Worst-Case Analysis of Set
// Union Algorithms, Journal of the ACM 31(2), 1984.
package hex
