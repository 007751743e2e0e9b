// Package engine judges positions of chess for a search: evaluation, captures, exchanges,
// repetitions and an order of the moves. The rules come from package chess.
//
//	p, err := engine.Parse(fen, chess.Options{})
//	s, err := search.New(p, search.Options{Table: table})
//
// A [Position] has the methods of [search.Evaluator], [search.Orderer] and [search.Tactical].
//
// # Cost
//
// Evaluate takes about a quarter of a microsecond and does not allocate, except 256 KiB when a position is
// evaluated first. The weights are read from an embedded file when the first position is made.
package engine

import (
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// A Position is a position of chess that can be judged. It belongs to one goroutine at a time.
type Position struct {
	*chess.Position
	weights *Weights
	pawns   *pawnTable // nil until Evaluate needs it
}

// New returns the position to judge. Moves made in it are made in p.
func New(p *chess.Position) *Position {
	derivePawns()
	return &Position{Position: p, weights: Tuned()}
}

// Start returns the start position, as [chess.New] does.
func Start(o chess.Options) (*Position, error) { return wrap(chess.New(o)) }

// Parse returns the position of a FEN, as [chess.Parse] does.
func Parse(fen string, o chess.Options) (*Position, error) { return wrap(chess.Parse(fen, o)) }

func wrap(p *chess.Position, err error) (*Position, error) {
	if err != nil {
		return nil, err
	}
	return New(p), nil
}

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	return &Position{Position: p.Position.Clone(), weights: p.weights}
}

// A board is what the evaluation sees: the pieces and the side to move.
type board struct {
	*bitboard.Board
	turn uint8
}

// see returns what the evaluation sees.
func (p *Position) see() board { return board{p.Bitboard(0), uint8(p.Turn())} }

// The sides.
const (
	white uint8 = 0
	black uint8 = 1
)
