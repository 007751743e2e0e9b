package store_test

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/store"
)

// A store finds positions in any order, and lists the first ones.
func ExampleTop() {
	ranking := index.Ranking{By: index.ByScore, Limit: 2}
	if err := ranking.SetDefaults(); err != nil {
		panic(err)
	}
	top := store.NewTop(&ranking)
	for i, tally := range []index.Tally{
		{Games: 4, First: 2, Second: 2},
		{Games: 3, First: 3},
		{Games: 9, Drawn: 3, Second: 6},
		{Games: 7}, // none of them has a result
	} {
		value, listed := ranking.Value(tally)
		p := index.RankedPosition{Key: index.Key{Lo: uint64(i)}, Tally: tally, Value: value}
		if listed && top.Wants(p) {
			if err := top.Add(context.Background(), p); err != nil {
				panic(err)
			}
		}
	}
	list, err := top.List(context.Background())
	if err != nil {
		panic(err)
	}
	for _, p := range list {
		fmt.Printf("%.2f of %d games\n", p.Value, p.Games)
	}
	// Output:
	// 1.00 of 3 games
	// 0.83 of 9 games
}
