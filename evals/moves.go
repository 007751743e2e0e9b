package evals

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

// A KnownMove is what a store knows about a move: from a line of the position that begins with it, or from the position
// after it, whichever was searched more deeply.
type KnownMove struct {
	Move   chess.Move
	Value               // a mate counts the moves from the position on, as in its lines
	Depth  int          // in plies from the position on, 0 if it is not known
	Source int          // see [Store.Source]
	Line   []chess.Move // of the position, beginning with the move; nil if the value is from the position after it
}

// KnownMoves returns the legal moves of a position about which a store knows something, in the order of
// [chess.Position.AppendMoves], and the evaluations of the position as [Store.FindAll] does. The position is as before
// afterwards. It takes a look-up for each legal move.
func KnownMoves(s *Store[chess.Move], p *chess.Position) (moves []KnownMove, all []Evaluation[chess.Move], err error) {
	if all, err = s.FindAll(p); err != nil {
		return nil, nil, err
	}
	legal := p.AppendMoves(nil)
	hashes := make([]zobrist.Uint128, len(legal))
	for i, m := range legal {
		p.Make(m)
		hashes[i] = p.Hash128()
		p.Unmake()
	}
	if err := s.Ahead(hashes...); err != nil {
		return nil, nil, err
	}
	for i, m := range legal {
		one, known := lineWith(all, m)
		h, after, err := s.Head(hashes[i])
		if err != nil {
			return nil, nil, err
		}
		if after && (!known || h.Depth+1 > one.Depth) {
			one = KnownMove{Move: m, Value: before(h.Value, p.Turn()), Source: h.Source}
			if h.Depth > 0 {
				one.Depth = h.Depth + 1
			}
		}
		if known || after {
			moves = append(moves, one)
		}
	}
	return moves, all, nil
}

// lineWith returns the deepest line that begins with a move.
func lineWith(all []Evaluation[chess.Move], m chess.Move) (one KnownMove, ok bool) {
	for _, v := range all {
		for _, l := range v.Lines {
			if len(l.Moves) > 0 && l.Moves[0] == m {
				return KnownMove{Move: m, Value: l.Value, Depth: v.Depth, Source: v.Source, Line: l.Moves}, true
			}
		}
	}
	return one, false
}

// before returns the value of a move after which it is v: if its side mates, the move is one more.
func before(v Value, mover chess.Color) Value {
	switch {
	case v.Mate > 0 && mover == chess.White:
		v.Mate++
	case v.Mate < 0 && mover == chess.Black:
		v.Mate--
	}
	return v
}
