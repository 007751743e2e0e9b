// Package chessindex is the index of chess games: PGN files in, and out, for any
// position, what was played there.
//
//	store, err := flat.Open("games.index", flat.Options{})
//	defer store.Close()
//	ix, err := chessindex.Open(ctx, store, chessindex.Options{Views: chess.PawnView})
//	summary, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games.pgn.zst"})
//	p, err := ix.Position("") // the start position, or a FEN
//	answer, err := ix.Find(ctx, index.Query{Filter: index.Filter{Since: index.Date{Year: 2000}}}, p)
//	for _, m := range answer.Moves {
//		fmt.Println(chessindex.Board(p).SAN(chess.Move(m.Move)), m.Games, m.Reaches)
//	}
//	changed, err := ix.Refresh(ctx) // now and then, to see what other processes have built
//	games, err := ix.Export(ctx, os.Stdout, index.Filter{Openings: []string{"B90"}})
//
// # Guarantees
//
// The guarantees of package index hold here, since it does the work. A game with an error on its main
// line is left out as a whole, counted and reported. It never costs the game after
// it. Games of other variants are left out and counted by name; [OpenVariant] opens an index of one
// of them. Chess960 is chess.
//
// A game comes out byte for byte as it went in, with its comments, variations and
// tags, unless the index was built without texts.
//
// A file is recognised by its content, however it is compressed, and is not added
// twice unless that is forced. A game is recognised by its start, its moves, its
// players and its date, and is added once; see [index.ImportOptions].
//
// Find, List and the other questions compare hashes. [index.Index.VerifyAnswer]
// replays games and compares positions, by their pieces, the side to move and the rights; in a
// view, by the pawns or the numbers of pieces. It finds a clash that someone who knows the keys
// has forged. [index.Index.Verify] replays all games.
//
// # Limits
//
// The speed of a game follows lichess's rule, from its tag TimeControl or from
// lichess's tag Event; see [index.Speed]. The names of players are those in the
// tags. Names with one FIDE id are one player; see [index.Index.ResolvePlayer].
//
// # Cost
//
// Games are parsed on all cores. Sorting and writing take about as long again; see
// docs/benchmarks.
package chessindex
