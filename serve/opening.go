package serve

import (
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
)

// opening returns the opening of a position, nil if it has no name.
func (s *Server) opening(p *chess.Position) *openingJSON {
	if o, ok := eco.Find(p); ok {
		return &openingJSON{o.Code, o.Name}
	}
	return nil
}

// openingAfter returns the opening of the position after a move.
func (s *Server) openingAfter(p *chess.Position, m chess.Move) *openingJSON {
	p.Make(m)
	defer p.Unmake()
	return s.opening(p)
}
