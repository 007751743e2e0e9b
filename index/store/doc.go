// Package store has two helpers for authors of an [index.Store]: [Top] keeps the first positions of a ranking, and
// [Lose] returns the sources that are left after games were removed.
//
// A store keeps two things: visits, which are positions of games, and games. It adds the games and visits of an
// [index.Batch], whose positions are known by their [index.Key], and answers questions about them with the tallies of
// [index.Facts], by the games that an [index.Matcher] selects. The file example_store_test.go of this package is a whole
// store to begin with: it goes through all games for each answer. Package storetest checks a store, and has a faster one
// in memory.
//
// A build is a sequence of calls:
//
//	Begin              take the lock, take the configuration by [index.Manifest.Take]
//	Restore            go on from what Save had saved, if anything
//	Append … Append    note the games of a source, leave out those whose [index.Game.AppendIdentity] is known
//	Keep or Drop       they are of the build, or forgotten; then the next source
//	Save               now and then: what was appended, kept or not, and the caller's state
//	Commit             all or nothing, and the lock goes with Close
package store
