// Package mnk plays games in which a row of k stones wins on a board of m by
// n: tic-tac-toe, gomoku, and with gravity Connect Four.
//
//	p, err := mnk.New(mnk.ConnectFour())
//	if err != nil { … }
//	for _, text := range strings.Fields("d d c c e") {
//		m, err := p.ParseMove(text)
//		if err != nil { … }
//		p.Make(m)
//	}
//	fmt.Println(p)          // 7/7/7/7/2oo3/2xxx2 o
//	fmt.Printf("%#x", p.Hash())
//
// X moves first; players alternate. Whoever completes a row, column or
// diagonal of at least k stones, or of exactly k with [Options.Exact], has
// won. A full board without such a row is a draw.
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. Positions
// with the same stones have equal hashes. With [Options.Canonical], so do
// positions that a symmetry maps to each other; Hash and AppendFeatures then
// describe the image with the least hash. There are 8 symmetries of a square
// board, 4 of an oblong one, and 2 with gravity. Features are "X a1", …,
// "O a1", … and "O to move".
//
// # Limits
//
// Boards have at most 32 by 32 cells. Renju, whose first player has forbidden
// moves (overline, double three, double four), and the opening rules of
// tournament gomoku (Swap2, Pro) are left out.
// Hash values are frozen from release 1.0 on. Whoever knows the keys can
// forge XOR hashes; see package zobrist.
//
// # Cost
//
// Make and Unmake change two features, a stone and the turn, and do not
// allocate. Make follows four lines through the stone. A canonical hash costs an
// XOR for each symmetry instead of one, and Hash looks at all of them. Bounds of a board
// without gravity takes up to some 20 µs, because it looks for pairs of cells; with
// gravity it may look at the 105 ways to join eight files in twos, 16 choices each.
//
// # Sources
//
// J. W. H. M. Uiterwijk and H. J. van den Herik, The Advantage of the
// Initiative, Information Sciences 122(1), 2000, for m,n,k-games and their
// values. A. W. Hales and R. I. Jewett, Regularity and Positional Games, Transactions
// of the American Mathematical Society 106, 1963, for pairs of cells, which W.-Y. Hsu
// and others use for 7,7,5 and 8,8,5 (On solving the 7,7,5-game and the 8,8,5-game,
// Theoretical Computer Science 815, 2020). V. Allis, A Knowledge-Based Approach of
// Connect-Four, 1988, for the rule behind [Position.Bounds] with gravity. OEIS A212693
// and A342329 for Connect Four.
package mnk
