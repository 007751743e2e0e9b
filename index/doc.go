// Package index remembers every position of every game of a collection: how many
// games contain it, what they played there, how they ended, and which games they
// are. It keeps the games as well.
//
// It works for any game. A game is a start, moves, and the hashes of the positions
// between them. Moves are words of 32 bits that only the game's own package
// interprets. What differs between games is an [Adapter]: with one, an index imports
// and exports records, merges and verifies itself, and answers questions about positions.
// [github.com/zobrist-go/zobrist/index/chess] has the adapter for chess,
// [github.com/zobrist-go/zobrist/index/draughts] the adapter for draughts, and
// [github.com/zobrist-go/zobrist/index/baduk] the adapter for Go.
// [github.com/zobrist-go/zobrist/index/flat] is the store in files.
//
//	ix, err := index.Open(ctx, store, index.Config{Game: "chess", Set: keys}, chess)
//	summary, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games.pgn.zst"})
//	p, err := ix.Position("") // or the text of a position
//	answer, err := ix.FindAt(ctx, index.Query{Filter: index.Filter{Since: index.Date{Year: 2000}}}, p)
//	games, err := ix.Export(ctx, os.Stdout, index.Filter{Openings: []string{"B90"}})
//	unread, err := ix.Verify(ctx, nil)
//
// Without an adapter it takes and answers hashes:
//
//	ix, err := index.Open(ctx, store, index.Config{Game: "walk", Set: keys}, nil)
//	b, err := ix.Build(ctx, index.BuildOptions{})
//	defer b.Close()
//	var batch index.Batch
//	batch.Add(&game, hashes) // one hash more than moves
//	_, err = b.Append(ctx, &batch)
//	b.Keep(index.Source{Name: "walks.txt"})
//	summary, err := b.Commit(ctx, nil)
//	answer, err := ix.Find(ctx, index.Query{}, hash)
//
// # Questions
//
// A [Query] says which games a question is about, by a [Filter], and which [View]
// tells positions apart: all of their features, or some of them. [Snapshot] lists the
// questions. [Index.Find] combines them into an [Answer].
//
// # Guarantees
//
// A position counts once for each game that contains it, also as the last
// position. The move counted is the one that the game played when it first
// reached the position. A game that ends there counts for the position and for no
// move. The answers depend on the games alone: not on their order, nor on the
// batches and builds in which they came, nor on the memory of a build. Only the
// numbers of games depend on their order. A game keeps its number, also if others
// are removed.
//
// A build or a removal takes effect as a whole or not at all, whenever its process
// is killed. Questions are answered meanwhile, by the state before. A long build
// saves what it has read, and the next one goes on from there. The index records its
// format and the name and the digest of its keys. It refuses to be opened with
// others. Stored bytes that are not what was written give an [ErrCorrupt], and never
// another answer.
//
// # Limits
//
// Positions are distinguished by 80 bits of their hashes: among 10^10 positions
// 4·10^-5 clashes are expected. Someone who knows the keys can forge two positions
// with one hash, which the index takes for one. The package of a game can tell them
// apart, because the index keeps the games: see [Index.VerifyAnswer].
//
// Two games are the same if their start, their moves, their players and their date
// are. The second one is left out, unless [BuildOptions] say otherwise. An index
// holds up to 2^32 − 2^16 games.
//
// # Cost
//
// It depends on the store; see package index/flat and docs/benchmarks. The memory
// of a build is bounded by [BuildOptions], but for some bytes a game, among them four bytes a
// game of the most popular positions. A question takes time in proportion to the games that
// contain the position if it has a filter or lists games, unless the store keeps them in an
// order that helps, and not otherwise.
package index
