// Package store has two helpers for authors of an [index.Store]: [Top] keeps the first positions of a ranking, and
// [Lose] returns the sources that are left after games were removed.
//
// A store keeps two things: visits, which are positions of games, and games. It adds the games and visits of an
// [index.Batch], whose positions are known by their [index.Key], and answers questions about them with the tallies of
// [index.Facts], by the games that an [index.Matcher] selects. Package storetest checks it, and has a simple one in
// memory.
package store
