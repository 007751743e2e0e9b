// Package chessindex is the index of chess games: PGN files in, and out, for any
// position, what was played there.
//
//	store, err := pebblestore.Open("games.index", pebblestore.Options{})
//	ix, err := chessindex.Open(ctx, store, chessindex.Options{})
//	summary, err := ix.Import(ctx, chessindex.ImportOptions{}, chessindex.Input{Name: "games.pgn.zst"})
//	store.Close()
//
// A store that is open for writing locks other processes out. To ask questions,
// open it for reading:
//
//	store, err := pebblestore.Open("games.index", pebblestore.Options{ReadOnly: true})
//	ix, err := chessindex.Open(ctx, store, chessindex.Options{})
//	position, err := ix.Position("") // the start position, or a FEN
//	answer, err := ix.Find(ctx, position)
//	for _, move := range answer.Moves {
//		fmt.Println(position.SAN(chess.Move(move.Move)), move.Games, move.Reaches)
//	}
//
// # Guarantees
//
// Those of package index, which does the work. A game with an error on its main
// line is left out as a whole, counted and reported. It never costs the game after
// it. Games of other variants are left out and counted by name. Chess960 is chess.
//
// A file is recognised by its content, however it is compressed, and is not added
// twice unless that is forced.
//
// # Limits
//
// Two files that differ in a byte are different, and a game that is in both counts
// twice.
//
// # Cost
//
// Games are parsed on all cores. Sorting and writing take about as long again; see
// docs/benchmarks.
package chessindex
