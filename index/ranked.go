package index

import (
	"context"
	"fmt"
)

// A Ranked is a position of a ranking with the game that reached it first.
type Ranked struct {
	RankedPosition
	Position Position  // of that game; in other views, others have the same key
	Game     FoundGame // that game, with the move that it played, without its text
	Ply      int       // plies before the position in it
}

// Rank returns the first positions of a ranking, in order. It reads all positions of the view, and replays the first
// game of each position that it returns. If the ranking has bounds of plies, it also replays the first games of
// positions that only the bounds exclude. The error wraps [ErrCorrupt] if a first game does not reach its position.
func (ix *questions) Rank(ctx context.Context, r Ranking, progress func(done float64)) ([]Ranked, error) {
	s, err := ix.hold()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if r.View != Positions && ix.folded(r.View, ix.adapter.NewPosition()) != nil {
		return nil, fmt.Errorf("%w: the view is one of parts, and only whole positions are ranked", ErrRanking)
	}
	if r.Bounded() && r.Plies == nil {
		r.Plies = func(ctx context.Context, list []RankedPosition) ([]int, error) {
			placed, err := s.placeAll(ctx, r.View, list)
			plies := make([]int, len(placed))
			for i, p := range placed {
				plies[i] = p.Ply
			}
			return plies, err
		}
	}
	ranked, err := s.held.Rank(ctx, r, progress)
	if err != nil || len(ranked) == 0 {
		return nil, err
	}
	return s.placeAll(ctx, r.View, ranked)
}

// placeAll replays the first games of positions.
func (ix *questions) placeAll(ctx context.Context, v View, ranked []RankedPosition) ([]Ranked, error) {
	numbers := make([]int64, len(ranked))
	for i, p := range ranked {
		numbers[i] = p.FirstGame
	}
	list := make([]Ranked, len(ranked))
	for i, p := range ranked {
		list[i].RankedPosition = p
	}
	for from := 0; from < len(numbers); from += exportGames {
		part := numbers[from:min(from+exportGames, len(numbers))]
		games, err := ix.Games(ctx, part, false)
		if err != nil {
			return nil, err
		}
		for i := range games {
			if err := ix.place(&list[from+i], v, games[i]); err != nil {
				return nil, fmt.Errorf("game %d: %w", part[i], err)
			}
		}
	}
	return list, nil
}

// place fills in where a game first reaches a position.
func (ix *questions) place(to *Ranked, v View, g Game) error {
	p, ply := ix.adapter.NewPosition(), 0
	err := replay(p, &g, func(uint32) {
		if to.Position == nil && KeyOf(p.Hash(v)) == to.Key {
			to.Position, to.Ply = p.Clone(), ply
		}
		ply++
	})
	if err != nil {
		return err
	}
	if to.Position == nil {
		return fmt.Errorf("%w: it does not reach the position that the index lists", ErrCorrupt)
	}
	to.Game = FoundGame{Occurrence: Occurrence{Number: to.FirstGame}, Game: g}
	if to.Ply < len(g.Moves) {
		to.Game.Move = g.Moves[to.Ply]
	}
	return nil
}
