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
// first, down the board. Men move and capture forward, kings both ways, one step
// at a time. A side that can capture must, and goes on as long as the same piece
// can; it may choose among captures. A man that reaches the last row becomes a
// king, which ends the move. A side that cannot move has lost.
//
// A game is drawn if a position occurs for the third time, or if in 40 moves of
// each side no man has moved and nothing was captured. Players claim these draws:
// [Position.Score] reports them, but AppendMoves still lists moves.
//
// # Guarantees
//
// [Position] is a [game.Position], [game.Wide] and [game.Scored]. Positions
// with the same pieces and the same side to move have equal hashes. The 129
// features are "black man 1", …, "black king 1", …, "white man 1", …,
// "white king 1", … and "white to move". Moves that differ only in the path are
// different moves, as in Bik's perft figures. With [Options].Canonical, a position
// and its image share a hash: the board turned and the colours exchanged. Repetitions are found by comparing
// boards, not hashes.
//
// # Limits
//
// Other kinds of draughts (international, Russian, Brazilian, …) have other
// rules and are left out. Hash values are frozen from release 1.0 on. Whoever
// knows the keys can forge XOR hashes; see package zobrist.
//
// # Cost
//
// Three words hold the board, and shifts find the moves of all pieces at once.
// Make changes 3 features for a step and 1 more for each capture. It keeps the
// state before in a list, from which Unmake restores it. Neither allocates once
// the list has grown.
//
// # Sources
//
// World Checkers and Draughts Federation, Rules of Draughts (Checkers),
// sections 1.8 to 1.32. A. Bik, Computer Checkers, for perft. PDN is described
// at [github.com/zobrist-go/zobrist/pdn].
package checkers
