// Package play lets a person play any game against the searcher, on a terminal
// or by a script: with a drawing of the board, moves in the game's notation,
// undo, hints and saved records. A game of your own needs the methods of
// [search.Position] only:
//
//	err := play.Run(ctx, position, play.Options{})
//
// If the position has the methods MoveString and ParseMove, they write and read
// moves; otherwise [fmt.Sprint] writes them. A method Turn() game.Side gives the
// side to move. A method Space gives the name of the game and a drawing of the
// squares (features whose places are named a1, b1, …), and String the position in
// records. "help" lists the commands that can be typed.
//
// # Guarantees
//
// Only legal moves are made. A record is replaced as a whole after every move, so
// that a killed program loses no more than the search for one, and an existing file
// is not overwritten unless it was resumed. With one thread, and limits other than
// time, the same input gives the same game on every machine.
//
// # Limits
//
// Sides alternate, as in package search. A line of input has at most 64 KiB, a
// record 4 MiB. A game ends when [game.Scored] reports its end, also by a draw that
// a player would have to claim.
//
// # Cost
//
// A table of [Options].Bytes, and the searcher's buffers.
package play

import (
	"context"
	"io"

	"github.com/zobrist-go/zobrist/internal/engines/play"
	"github.com/zobrist-go/zobrist/search"
)

// Options choose how to play. The zero value plays on the process's standard input
// and output: the person moves first, and the searcher thinks a second a move.
type Options struct {
	// In has the moves and commands, and Out gets the output. If In is nil, both
	// belong to the process, and a person may type. Otherwise In is a script, and
	// a mistake ends the session. If only Out is nil, it is the process's.
	In  io.Reader
	Out io.Writer

	Sides [2]string // names of the sides; "first" and "second" if empty

	Limits  search.Limits // of the search for each move; zero: one second
	Threads int           // goroutines that think, 1 to [search.MaxThreads]; 0: 1
	Bytes   int64         // of the table; 0: 64 MiB

	// Resume is a file with the record of a game to continue, and Save the file
	// for the record of this game; "": none. They may be the same file. No other
	// existing file is replaced.
	Resume, Save string
}

// Run plays a game that begins at a position. It returns nil if the game has ended or
// the person quits; the cause of ctx when it ends; and otherwise an error with the
// remedy, about the files, the options or a line of a script.
func Run[M comparable, P search.Position[M, P]](ctx context.Context, start P, o Options) error {
	g := play.New(start)
	for i, name := range o.Sides {
		if name != "" {
			g.Sides[i] = name
		}
	}
	return play.Run(ctx, g, play.Options{
		In: o.In, Out: o.Out, Limits: o.Limits, Threads: o.Threads, Bytes: o.Bytes, Resume: o.Resume, Save: o.Save,
	})
}
