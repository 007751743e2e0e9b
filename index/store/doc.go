// Package store has what an author of an [index.Store] needs besides package index, which asks the store: tallies by
// class, so that filters need not read games; the first positions of a ranking; and what becomes of sources that lose
// games.
//
// A store keeps two things: visits, which are positions of games, and games. It adds those of a [index.Batch], whose
// positions are known by their [index.Key], and answers questions about them with the tallies of [index.Facts], by the
// games that an [index.Matcher] selects. Package storetest checks it, and has a simple one in memory.
package store
