// Package index remembers every position of every game of a collection: how
// many games contain it, what they played there, how they ended, and which
// games they are.
//
// It knows no game. A game is a start, moves and the hashes of the positions
// between them; moves are words of 32 bits that only the game's own package
// reads. [github.com/zobrist-go/zobrist/index/chess] is the index of chess
// games, from PGN in to SAN out.
//
//	ix, err := index.Open(ctx, store, index.Config{Game: "walk", Keys: keys})
//	b, err := ix.Build(ctx, index.BuildOptions{})
//	defer b.Close()
//	var batch index.Batch
//	batch.Add(&game, hashes) // one hash more than moves
//	err = b.Append(&batch)
//	b.Keep(index.Source{Name: "walks.txt"})
//	summary, err := b.Commit(ctx, nil)
//	answer, err := ix.Find(ctx, hash)
//
// # Guarantees
//
// A position counts once for each game that contains it, the last position
// included. The move counted is the one played when the game first reached
// the position; a game that ends there counts for the position and for no
// move. The answers depend on the games alone: not on their order, on the
// batches and builds in which they came, nor on the memory given to a build.
//
// A build takes effect at once or not at all, whenever its process is killed.
// What a long one has read can be saved and taken up by the next. Temporary
// files have checksums: damage ends the build with an [ErrDamaged] that says
// where. The index records the format of its content, and the name and digest
// of the keys it was built with; it refuses to be opened with others.
//
// # Limits
//
// Positions are told apart by 80 bits of their hashes ([Key]). Games are not
// compared: the same game in two files counts twice; only sources are
// recognised. An index holds up to 2^32 − 1 games. Whoever knows the keys can
// forge two positions with one hash, which the index then takes for one.
//
// # Cost
//
// A build is an external sort. Its memory is bounded by [BuildOptions], apart
// from eight bytes a game and, where all games begin in one position, up to 48
// more; temporary files take 18 bytes for each position of each game, and
// their checksums 1 % of the time or so. A position that occurs in one
// game, as 96 % of real ones do, is stored in about 16 bytes. A look-up is one
// read of the store, and counting the games of a popular position is done at
// build time; listing games takes time in proportion to all the games of the
// position.
package index
