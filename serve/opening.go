package serve

import (
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
)

// opening returns the opening of a position, nil if it has no name.
func opening(p *chess.Position) *eco.Opening {
	if o, ok := eco.Find(p); ok {
		return &o
	}
	return nil
}

// openingAfter returns the opening of the position after a move.
func openingAfter(p *chess.Position, m chess.Move) *eco.Opening {
	p.Make(m)
	defer p.Unmake()
	return opening(p)
}
