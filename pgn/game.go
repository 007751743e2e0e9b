package pgn

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
)

// A Game is a game with all that was written about it.
type Game struct {
	Number int   // in the stream, from 1
	Line   int   // of its first byte, from 1
	Offset int64 // of its first byte in the decompressed stream, from 0

	Tags     game.Tags
	Comments []string    // before the first move
	Moves    []Move      // the main line
	Result   game.Result // as the tag Result says, or else the termination marker
}

// A Move is a move with the remarks on it.
type Move struct {
	Move       chess.Move  // [chess.NoMove] is a null move, in variations only
	SAN        string      // as the standard writes it; "--" for a null move
	NAGs       []NAG       // in the order written
	Comments   []string    // after the move and its variations
	Variations []Variation // what might have been played instead of the move
}

// A Variation is a line that replaces a move and what follows it.
type Variation struct {
	Comments []string // before its first move
	Moves    []Move
}

// Start returns the position in which the game begins: from [game.Tags.FEN], or the usual one.
// Castling rights and an en-passant square that do not fit are left out. The error wraps
// [game.ErrOptions], or a [*game.TextError] if the tag is not a position.
func (g *Game) Start(o chess.Options) (*chess.Position, error) {
	pos, err := chess.New(o)
	if err == nil {
		err = g.start(pos)
	}
	if err != nil {
		return nil, err
	}
	return pos, nil
}

// StartVariant is [Game.Start] for a game of a variant.
func (g *Game) StartVariant(o variants.Options) (*variants.Position, error) {
	pos, err := variants.New(o)
	if err == nil {
		err = g.start(pos)
	}
	if err != nil {
		return nil, err
	}
	return pos, nil
}

// start makes pos, which is at the usual start, the position in which the game begins.
func (g *Game) start(pos board) error {
	if fen := strings.Join(strings.Fields(g.Tags.FEN()), " "); fen != "" {
		if _, err := setStart(pos, fen); err != nil {
			return fmt.Errorf("pgn: tag FEN: %w", err)
		}
	}
	return nil
}
