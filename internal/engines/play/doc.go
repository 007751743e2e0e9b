// Package play is the session behind package play and `zobrist play`: any game against
// the searcher, with a drawing of the board, commands and saved records. The fields of
// [Game] replace what [New] finds in the methods of a position.
package play
