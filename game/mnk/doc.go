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
// won; a full board without one is a draw.
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. Equal boards
// with equal turns have equal hashes. With [Options.Canonical] so have boards
// that a symmetry maps to each other: 8 on a square board, 4 on an oblong, 2
// with gravity; Hash and AppendFeatures are then those of the image with the
// least hash. Features are "X a1", "O a1", … and "O to move".
//
// # Limits
//
// Boards have at most 32 by 32 cells. Renju's forbidden moves of the first
// player (overline, double three, double four) and the opening rules of
// tournament gomoku (Swap2, Pro) are left out: whether a three is open in
// Renju depends on forbidden moves further on, a game of its own.
// Hash values are not frozen before release 1.0, and XOR hashes can be forged
// by whoever knows the keys; see package zobrist.
//
// # Cost
//
// Make and Unmake change two features, one stone and the turn, look along four
// lines, and do not allocate. A canonical hash costs an XOR for each symmetry
// in place of one, and Hash a look at each.
//
// # Sources
//
// J. W. H. M. Uiterwijk and H. J. van den Herik, The Advantage of the
// Initiative, Information Sciences 122(1), 2000, for m,n,k-games and their
// values. OEIS A212693 and A342329 for Connect Four.
package mnk
