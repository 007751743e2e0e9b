package pgn

import (
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// report returns the error for game i of the chunk, nil if nothing is wrong.
func report(c *Chunk, i int, f *gametext.Fault) error {
	if f == nil {
		return nil
	}
	line, offset := c.Place(i, f.At)
	number := c.First() + i
	if f.Err == game.ErrNoGame {
		number = 0
	}
	return &game.RecordError{
		Format: "pgn", Game: number, Line: line, Offset: offset,
		Text: f.Text, Remedy: f.Remedy, Err: f.Err, Whole: f.Whole, Cut: f.Cut,
	}
}

// moveFault is for a word that is no legal move.
func moveFault(tok gametext.Token, text []byte, err error) *gametext.Fault {
	if isNull(text) {
		return gametext.NewFault(tok, text, fmt.Errorf("%w: a null move", game.ErrMove),
			"the main line is read up to here; put null moves into variations")
	}
	return gametext.NewFault(tok, text, fmt.Errorf("%w: %s", game.ErrMove, gametext.Reason(err)),
		"correct the move, or the ones before it")
}
