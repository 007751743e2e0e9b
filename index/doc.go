// Package index remembers every position of every game of a collection: how many games contain it, what they played
// there, how they ended, and which games they are. It keeps the games as well.
//
//	store, err := flat.Open("games.index", flat.Options{})       // of index/flat: files in a folder
//	ix, err := chessindex.Open(ctx, store, chessindex.Options{}) // of index/chess
//	_, err = ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games.pgn.zst"})
//
//	s, err := ix.Snapshot()
//	p, err := s.Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
//	answer, err := s.Find(ctx, index.Query{Filter: index.Filter{Since: index.Date{Year: 2000}}}, p)
//	for _, m := range answer.Moves {
//		fmt.Println(chessindex.Board(p).SAN(chess.Move(m.Move)), m.Games, m.Reaches)
//	}
//
// # Index and snapshot
//
// An [Index] changes: Import adds records of games, Merge the games of another index, and Remove takes games out.
// Verify reads everything and replays all games. Each change takes effect as a whole or not at all, whenever its
// process is killed. A long import saves what it has read, and the next one goes on from there.
//
// A [Snapshot] answers questions about one state. A [Query] says which games they are about, by a [Filter], and which
// [View] tells positions apart: all of their features, or some of them. Find returns an [Answer], List games, Count
// their number, History the months of their dates, Rank the first positions in an order, and Export records. An Index
// answers the same questions, each by its present state.
//
// # Games and stores
//
// A game is a start, moves, and the hashes of the positions between them. Moves are words of 32 bits that only the
// game's own package interprets: an [Adapter] reads and writes its records and knows its rules. Packages index/chess,
// index/baduk and index/checkers have adapters for chess and its variants, Go and checkers. The file example_test.go has
// one of a few lines, and docs/tutorial.md another; index/indextest checks yours.
//
// A [Store] keeps visits, which are positions of games, and games. Package index/flat keeps them in files. Package
// index/store helps authors of stores, its file example_store_test.go is a store in memory, and index/storetest checks
// yours.
//
// # Guarantees
//
// A position counts once for each game that contains it, also as the last position. The move counted is the one that
// the game played when it first reached the position. A game that ends there counts for the position and for no move.
// The answers depend on the games alone: not on their order, nor on the builds in which they came, nor on the
// memory of a build. Only the numbers of games depend on their order. A game keeps its number, also if others are
// removed.
//
// The index records its format and the name and the digest of its keys. It refuses to be opened with others. Stored
// bytes that are not what was written give an [ErrCorrupt], and never another answer.
//
// # Limits
//
// Positions are distinguished by 80 bits of their hashes: among 10^10 positions 4·10^-5 clashes are expected. Someone
// who knows the keys can forge two positions with one hash, which the index takes for one. VerifyAnswer replays games
// and compares their positions. An index holds up to 2^32 − 2^16 games.
//
// Two games are the same if they have the same start, moves, players, result and date, and the same address or time as
// far as their records give one. Games without players have to have the same event, site and round as well. The second
// of two games that are the same is left out, unless [BuildOptions] say otherwise.
//
// # Cost
//
// It depends on the store; see package index/flat and docs/benchmarks. The memory of a build is bounded by
// [BuildOptions], plus some bytes a game, including four bytes a game of the most popular positions. A plain look-up
// takes constant time. A filter or a list takes time proportional to the games that contain the position, unless the
// store's order helps.
package index
