package chessindex_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
)

func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	store, err := flat.Open(dir, flat.Options{})
	if err != nil {
		panic(err)
	}
	defer store.Close()
	ix, err := chessindex.Open(ctx, store, chessindex.Options{})
	if err != nil {
		panic(err)
	}
	games := strings.NewReader(`[White "A"][Black "B"][Result "1-0"]

1. e4 e5 2. Nf3 1-0

[White "C"][Black "D"][Result "1/2-1/2"]

1. Nf3 e5 2. e4 1/2-1/2
`)
	_, err = ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games", Reader: games})
	if err != nil {
		panic(err)
	}
	p, err := ix.Position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		panic(err)
	}
	answer, err := ix.Find(ctx, index.Query{}, p)
	if err != nil {
		panic(err)
	}
	for _, m := range answer.Moves {
		san := chessindex.Board(p).SAN(chess.Move(m.Move))
		fmt.Printf("%s: played in %d game, reaches a position of %d games\n", san, m.Games, m.Reaches)
	}
	// Output: Nf3: played in 1 game, reaches a position of 2 games
}
