package pdn

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
)

// A Game is one game with all that is written about it.
type Game struct {
	Number int   // in the stream, from 1; not written
	Line   int   // of its beginning, from 1; not written
	Offset int64 // of its first byte, from 0; not written

	Tags     game.Tags
	Comments []string // before the first move
	Moves    []Move
	Result   game.Result
}

// Start returns the position in which the game begins: from [game.Tags.FEN], or the usual one.
// The error wraps [game.ErrOptions], or is a [*game.TextError] if the tag is not a position.
func (g *Game) Start(o checkers.Options) (*checkers.Position, error) {
	p, err := checkers.New(o)
	if fen := g.Tags.FEN(); err == nil && fen != "" {
		err = SetFEN(p, fen)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// SetFEN replaces p by the position of a FEN, as [checkers.Position.Set] does, in any form that a tag FEN may have:
// with blanks, in small letters, with algebraic squares, or without the pieces of a side.
func SetFEN(p *checkers.Position, fen string) error {
	err := p.Set(fen)
	if err == nil {
		return nil
	}
	plain := plainFEN(fen)
	var bad *game.TextError
	if again := p.Set(plain); again == nil {
		return nil
	} else if errors.As(again, &bad) && strings.HasPrefix(plain, capitals(fen)) { // not about blanks and small letters
		return &game.TextError{Game: bad.Game, Text: fen, Offset: unblanked(fen, bad.Offset), Reason: bad.Reason,
			Err: bad.Err}
	}
	return err
}

// unblanked returns the place in text of byte n of the text without blanks.
func unblanked(text string, n int) int {
	for i, c := range text {
		if !unicode.IsSpace(c) {
			if n -= utf8.RuneLen(c); n < 0 {
				return i
			}
		}
	}
	return len(text)
}

// A Move is a move with its annotations.
type Move struct {
	Move       checkers.Move
	NAGs       []uint8 // numeric annotation glyphs: 1 for "!", 2 for "?", …
	Comments   []string
	Variations []Variation // that replace this move
}

// A Variation is a line that might have been played.
type Variation struct {
	Comments []string // before its first move
	Moves    []Move
}
