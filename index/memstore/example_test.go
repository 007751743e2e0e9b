package memstore_test

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist/index/explorer"
	"github.com/zobrist-go/zobrist/index/memstore"
)

func Example() {
	ctx := context.Background()
	e, err := explorer.Open(ctx, memstore.New(), explorer.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(e.Index().Manifest().Games, "games")
	// Output: 0 games
}
