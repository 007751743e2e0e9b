package index_test

import (
	"context"
	"fmt"
	"os"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
)

// A walk on a line is a game as well: its positions are numbers, its moves are left
// and right.
func Example() {
	ctx := context.Background()
	keys := zobrist.Default(100) // one feature for each place
	hash := func(place int) zobrist.Uint128 {
		return keys.Hash128(zobrist.Feature(place))
	}
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
	ix, err := index.Open(ctx, store, index.Config{Game: "walk", Set: keys}, nil)
	if err != nil {
		panic(err)
	}
	b, err := ix.Build(ctx, index.BuildOptions{})
	if err != nil {
		panic(err)
	}
	defer b.Close()

	const left, right = 1, 2
	step := map[uint32]int{left: -1, right: 1}
	var batch index.Batch
	for _, walk := range [][]uint32{{right, right, left}, {left, right, right}, {right}} {
		place := 50
		hashes := []zobrist.Uint128{hash(place)}
		for _, move := range walk {
			place += step[move]
			hashes = append(hashes, hash(place))
		}
		batch.Add(&index.Game{Moves: walk, Result: game.FirstWins}, hashes)
	}
	if _, err := b.Append(ctx, &batch); err != nil {
		panic(err)
	}
	b.Keep(index.Source{Name: "walks"})
	if _, err := b.Commit(ctx, nil); err != nil {
		panic(err)
	}

	answer, err := ix.Find(ctx, index.Query{}, hash(51))
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Games, "walks contain 51, and", answer.Ended, "end there")
	for _, m := range answer.Moves {
		fmt.Println("move", m.Move, "in", m.Games)
	}
	// Output:
	// 3 walks contain 51, and 2 end there
	// move 2 in 1
}
