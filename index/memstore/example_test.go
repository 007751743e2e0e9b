package memstore_test

import (
	"context"
	"fmt"

	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/memstore"
)

func Example() {
	ctx := context.Background()
	e, err := chessindex.Open(ctx, memstore.New(), chessindex.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(e.Index().Manifest().Games, "games")
	// Output: 0 games
}
