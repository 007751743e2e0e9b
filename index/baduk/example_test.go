package badukindex_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/index/flat"
)

// Two games with one opening in different corners. Whoever asks turns the board again.
func Example() {
	const games = "(;PB[Ann]BR[5k]PW[Bob]WR[3k];B[qd];W[dd];B[pp])(;PB[Cid]PW[Ann];B[cp];W[pp];B[dd])"
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
	ix, err := badukindex.Open(ctx, store, badukindex.Options{})
	if err != nil {
		panic(err)
	}
	input := index.Input{Name: "games", Reader: strings.NewReader(games)}
	if _, err := ix.Import(ctx, index.ImportOptions{}, input); err != nil {
		panic(err)
	}
	p, err := ix.Position("(;B[cd];W[pd])")
	if err != nil {
		panic(err)
	}
	answer, err := ix.Find(ctx, index.Query{}, p)
	if err != nil {
		panic(err)
	}
	for _, m := range answer.Moves {
		fmt.Println(p.(*badukindex.Position).MoveString(m.Move), m.Games, badukindex.Rank(m.AverageRating()))
	}
	// Output: D4 2 4k
}
