// Package play lets a person play any game against the searcher, on a terminal
// or by a script: with a drawing of the board, moves in the game's notation,
// undo, hints and saved records.
//
// A game of your own needs nothing but a [search.Position]:
//
//	err := play.Run(ctx, play.New(position), play.Options{})
//
// [New] uses what else the position offers: MoveString and ParseMove for moves,
// Space for a drawing of the board, Set and String for records that begin
// elsewhere. The fields of [Game] replace any of it. `zobrist play` is this
// package with the games of the module; "help" lists what can be typed.
//
// # Guarantees
//
// No move but a legal one is made. A record is replaced as a whole after every
// move, so that a killed program loses no more than the search for one, and a
// file that was there before is never overwritten unless it was resumed. With one
// thread, and limits other than time, the same input gives the same game on every
// machine.
//
// # Limits
//
// Sides alternate, as package search demands. A line of input has at most 64 KiB,
// a record 4 MiB. A game ends when [game.Scored] says so, which includes draws that
// a player might not claim.
//
// # Cost
//
// A table of [Options].Bytes, and the searcher's buffers.
package play
