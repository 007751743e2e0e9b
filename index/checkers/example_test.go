package checkersindex_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/index"
	checkersindex "github.com/zobrist-go/zobrist/index/checkers"
	"github.com/zobrist-go/zobrist/index/flat"
)

func Example() {
	const games = "1. 11-15 23-19 2. 8-11 22-17 1-0\n\n1. 11-15 23-19 2. 8-11 26-23 1/2-1/2\n"
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
	ix, err := checkersindex.Open(ctx, store, checkersindex.Options{})
	if err != nil {
		panic(err)
	}
	input := index.Input{Name: "games", Reader: strings.NewReader(games)}
	if _, err := ix.Import(ctx, index.ImportOptions{}, input); err != nil {
		panic(err)
	}
	p, err := ix.Position("W:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15")
	if err != nil {
		panic(err)
	}
	ballot, _ := checkersindex.BallotOf(checkersindex.Board(p))
	fmt.Println(ballot.Number, ballot.Moves)
	answer, err := ix.Find(ctx, index.Query{}, p)
	if err != nil {
		panic(err)
	}
	for _, m := range answer.Moves {
		fmt.Println(checkers.Move(m.Move), m.First, m.Drawn)
	}
	// Output:
	// 126 11-15 23-19 8-11
	// 22-17 1 0
	// 26-23 0 1
}
