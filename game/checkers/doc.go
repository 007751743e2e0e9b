// Package checkers plays English draughts, also called American checkers.
//
//	p, err := checkers.New(checkers.Options{})
//	if err != nil { … }
//	for _, text := range []string{"11-15", "22-18", "15x22", "25x18"} {
//		m, err := p.ParseMove(text)
//		if err != nil { … }
//		p.Make(m)
//	}
//	fmt.Println(p)         // the position as a PDN FEN
//	fmt.Printf("%#x", p.Hash())
//
// The board has 32 squares, numbered from 1 at black's side to 32. Black moves
// first, down the board. Men move and capture forward, kings, one step at a
// time, both ways. Who can capture must, and goes on while the same piece can;
// which capture is a free choice. A man that reaches the far row is crowned and
// its move ends there. Who cannot move has lost.
//
// A game is drawn when a position occurs for the third time, or when for 40
// moves of each side no man moved and nothing was captured. Players claim
// these draws: [Position.Score] reports them, AppendMoves goes on.
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. Equal boards
// with equal turns have equal hashes. Features are "black man 1", …, "black
// king 1", …, "white man 1", …, "white king 1", … and "white to move": 129.
// Moves with one start, end and captures but different paths are different
// moves, as in Bik's perft figures. Repetitions are found by comparing boards,
// not hashes.
//
// # Limits
//
// Other kinds of draughts (international, Russian, Brazilian, …) differ in
// rules and are left out. Hash values are not frozen before release 1.0, and
// XOR hashes can be forged by whoever knows the keys; see package zobrist.
//
// # Cost
//
// Three words hold the board; moves are found with shifts of all pieces at
// once. Make changes 3 features for a step, 1 more for each capture, and keeps
// the state before in a list, from which Unmake takes it; neither allocates
// once the list has grown.
//
// # Sources
//
// World Checkers and Draughts Federation, Rules of Draughts (Checkers),
// sections 1.8 to 1.32. A. Bik, Computer Checkers, for perft. PDN is described
// at [github.com/zobrist-go/zobrist/pdn].
package checkers
