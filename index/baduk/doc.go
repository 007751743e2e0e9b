// Package badukindex is the index of games of Go: SGF files in, and out, for any board in any
// orientation, who played it and what came next; likewise for a corner of the board.
//
//	store, err := flat.Open("go.db", flat.Options{})
//	defer store.Close()
//	ix, err := badukindex.Open(ctx, store, badukindex.Options{Views: badukindex.CornerView})
//	summary, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games.sgf"})
//	position, err := ix.Position("(;SZ[19];B[pd];W[dp])") // or a board: "9/9/9/9/4X4/9/9/9/9 w"
//	answer, err := ix.Find(ctx, index.Query{}, position)
//	for _, move := range answer.Moves {
//		fmt.Println(position.(*badukindex.Position).MoveString(move.Move), move.Games)
//	}
//
// # Positions
//
// A position is the size of the board, the stones, and the side to move. The point that ko
// forbids and the passes before do not count. Positions that a turn or a reflection of the board
// maps to each other are one, and with [Options].Exchange also those with the colours exchanged. An
// answer is for the board as it was asked about: its moves are in that orientation, one of
// those that are equal there by symmetry, and results belong to the colours on that board.
//
// [CornerView], of 11×11 points, and [Corner9View], of 9×9, have the stones in each of the four corners,
// whoever is to move, under reflection in the diagonal and exchange of the colours. What
// follows is the next stone played in that corner, of either colour. A position of a corner counts once
// a game and corner, so up to four times a game. Boards with a side shorter than the corner have no corners.
//
// # Records
//
// A game is its main line as it was recorded, as [sgf.Line] replays it: with illegal moves,
// moves out of turn, and setup before and during the game. It ends before a move that is not on the board. A record
// that is not closed is read as far as it goes. Games of other boards than Go's are left out and counted.
//
// Ranks are ratings: 30 kyu is 100, 1 kyu 3000, 1 dan 3100, 1 professional dan 4100; see [sgf.ParseRank]. The code
// of a game, [index.Game].Opening, has its handicap, komi, result and rules: "H02 K0.5 W+3.5 Japanese".
//
// # Cost
//
// A look-up of a whole board on 19×19 takes one for each of up to 362 moves, which is less than a
// millisecond; see docs/benchmarks.
package badukindex
