package index_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// A ranking with its own count of plies: here only White's moves count, so that MaxPly bounds these.
func ExampleSnapshot_Rank() {
	ctx := context.Background()
	ix, err := chessindex.Open(ctx, storetest.Memory(), chessindex.Options{})
	if err != nil {
		panic(err)
	}
	const games = `[White "Ann"] 1. e4 e5 2. Nf3 1-0
[White "Bob"] 1. e4 c5 2. Nf3 0-1
[White "Cid"] 1. d4 d5 1/2-1/2
[White "Eve"] 1. d4 d5 2. c4 1-0
`
	if _, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games", Reader: strings.NewReader(games)}); err != nil {
		panic(err)
	}
	s, err := ix.Snapshot()
	if err != nil {
		panic(err)
	}
	defer s.Close()
	ranked, err := s.Rank(ctx, index.Ranking{
		By: index.ByScore, Side: game.FirstSide, MinGames: 2, MinPly: 1, MaxPly: 1,
		Plies: func(ctx context.Context, list []index.RankedPosition) (plies []int, err error) {
			for _, wanted := range list {
				first, err := s.Game(ctx, wanted.FirstGame)
				if err != nil {
					return nil, err
				}
				p, err := s.Position(first.Start)
				if err != nil {
					return nil, err
				}
				for _, move := range first.Moves {
					if index.KeyOf(p.Hash(index.Positions)) == wanted.Key {
						break
					}
					p.Make(move)
				}
				plies = append(plies, (chessindex.Board(p).Ply()+1)/2)
			}
			return plies, nil
		},
	}, nil)
	if err != nil {
		panic(err)
	}
	for _, r := range ranked {
		last := chess.Move(r.Game.Moves[r.Ply-1])
		fmt.Printf("%.2f of %d games after %s\n", r.Value, r.Games, last)
	}
	// Output:
	// 0.75 of 2 games after d2d4
	// 0.75 of 2 games after d7d5
	// 0.50 of 2 games after e2e4
}
