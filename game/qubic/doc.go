// Package qubic plays Qubic, tic-tac-toe in a cube of 4 by 4 by 4.
//
//	p, err := qubic.New(qubic.Options{})
//	if err != nil { … }
//	m, err := p.ParseMove("222") // column, row and level, each from 1
//	if err != nil { … }
//	p.Make(m)
//	fmt.Println(p) // 4/4/4/4|4/4/1x2/4|4/4/4/4|4/4/4/4 o
//
// X moves first; players alternate. Whoever holds all four cells of one of the
// 76 lines has won. A full cube without such a line is a draw.
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. Positions
// with the same stones have equal hashes. With [Options.Canonical], so do
// positions that one of the 192 automorphisms of the game maps to each other;
// Hash and AppendFeatures then describe the image with the least hash. The
// automorphisms are the 48 rotations and reflections of the cube, each followed
// by one of 4 permutations of the layers, the same on all three axes, that keep
// opposite layers opposite. Features are "X 111", …, "O 111", … and "O to move".
//
// # Limits
//
// Hash values are frozen from release 1.0 on. Whoever knows the keys can
// forge XOR hashes; see package zobrist.
//
// # Cost
//
// Make and Unmake change two features, a stone and the turn, and do not
// allocate. Make tests the four or seven lines through the cell. A canonical hash
// costs 192 XORs for each stone instead of one, and Hash looks at 192 words,
// together some thirty times the cost of an ordinary hash. It pays if it saves a
// deep search, near the root.
//
// # Sources
//
// R. Silver, The Group of Automorphisms of the Game of 3-Dimensional
// Ticktacktoe, American Mathematical Monthly 74(3), 1967, for the 192. O.
// Patashnik, Qubic: 4×4×4 Tic-Tac-Toe, Mathematics Magazine 53(4), 1980, for
// the rules and the 76 lines.
package qubic
