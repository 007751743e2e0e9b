// Package index remembers every position of every game of a collection: how many
// games contain it, what they played there, how they ended, and which games they
// are.
//
// It works for any game. A game is a start, moves, and the hashes of the positions
// between them. Moves are words of 32 bits that only the game's own package
// interprets. [github.com/zobrist-go/zobrist/index/chess] is the index of chess
// games, from PGN in to SAN out.
//
//	ix, err := index.Open(ctx, store, index.Config{Game: "walk", Set: keys})
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
// A position counts once for each game that contains it, also as the last
// position. The move counted is the one that the game played when it first
// reached the position. A game that ends there counts for the position and for no
// move. The answers depend on the games alone: not on their order, nor on the
// batches and builds in which they came, nor on the memory of a build.
//
// A build takes effect as a whole or not at all, whenever its process is killed.
// A long build saves what it has read, and the next one goes on from there.
// Temporary files have checksums: damage ends the build with an [ErrDamaged] that
// names the file. The index records its format and the name and the digest of its
// keys. It refuses to be opened with others.
//
// # Limits
//
// Positions are distinguished by 80 bits of their hashes: among 10^10 positions
// 4·10^-5 clashes are expected. Someone who knows the keys can forge two positions
// with one hash, which the index takes for one. Games are not compared: the same
// game in two files counts twice, and only whole sources are recognised. An index
// holds up to 2^32 − 1 games.
//
// # Cost
//
// The memory of a build is bounded by [BuildOptions], apart from eight bytes a
// game and, if all games begin in one position, up to 48 more. Temporary files
// take 18 bytes for each position of each game. A position that occurs in one
// game, as 96 % of real ones do, is stored in about 16 bytes. A look-up is one
// read of the store, because a build counts the games of popular positions. Listing
// games takes time in proportion to all the games of the position.
//
// docs/formats.md describes the stored bytes.
package index
