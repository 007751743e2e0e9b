package chessindex

import (
	"cmp"
	"context"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// Counts sums up games. Ratings are those of both players; where none is
// known the average is 0, as is the year where no date is.
type Counts struct {
	Games         int64 `json:"games"` // all of them, those without a result included
	White         int64 `json:"white"` // won by White
	Draws         int64 `json:"draws"`
	Black         int64 `json:"black"` // won by Black
	AverageRating int   `json:"averageRating"`
	LastYear      int   `json:"lastYear"`
}

// A Move sums up the games that played a move when they first reached the
// position.
type Move struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	Counts
	Reaches int64 `json:"reaches"` // games that contain the position after the move, by whatever way
}

// An Answer says what is known about a position.
type Answer struct {
	FEN string `json:"fen"`
	Counts
	Ended int64  `json:"ended"` // games that end in the position
	Moves []Move `json:"moves"` // played, the most frequent first

	// Transpositions are legal moves that no game played here though games
	// contain the position after them; the most frequent first.
	Transpositions []Move `json:"transpositions,omitempty"`

	// Foreign counts games whose move is not legal here: theirs is another
	// position that happens to have the same key, or was made to have it.
	Foreign int64 `json:"foreign,omitempty"`
}

func counts(t index.Tally) Counts {
	return Counts{t.Games, t.First, t.Drawn, t.Second, t.AverageRating(), t.LastYear}
}

// Find returns what is known about a position, which must come from this
// explorer's Position or carry the same keys. The position is as before when
// Find returns. It costs one look-up and one for each legal move.
func (e *Explorer) Find(ctx context.Context, p *chess.Position) (Answer, error) {
	found, err := e.ix.Find(ctx, p.Hash128())
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{FEN: p.FEN(), Counts: counts(found.Tally), Ended: found.Ended, Moves: []Move{}}
	legal := p.AppendMoves(nil)
	reached := make([]zobrist.Uint128, len(legal))
	for i, m := range legal {
		p.Make(m)
		reached[i] = p.Hash128()
		p.Unmake()
	}
	reaches, err := e.ix.Count(ctx, reached)
	if err != nil {
		return Answer{}, err
	}
	for _, m := range found.Moves {
		i := slices.Index(legal, chess.Move(m.Move))
		if i < 0 || m.Move > 1<<16-1 {
			answer.Foreign += m.Games
			continue
		}
		answer.Moves = append(answer.Moves, Move{p.UCI(legal[i]), p.SAN(legal[i]), counts(m.Tally), reaches[i]})
		reaches[i] = 0
	}
	for i, m := range legal {
		if reaches[i] > 0 {
			answer.Transpositions = append(answer.Transpositions, Move{UCI: p.UCI(m), SAN: p.SAN(m), Reaches: reaches[i]})
		}
	}
	order := func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(b.Reaches, a.Reaches), cmp.Compare(a.UCI, b.UCI))
	}
	slices.SortFunc(answer.Moves, order)
	slices.SortFunc(answer.Transpositions, order)
	return answer, nil
}
