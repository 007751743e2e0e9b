package clickhouse_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// The games of a file are added to the index of a cluster, which then answers like any
// other store. It needs the servers db1 and db2, so it is compiled and not run.
func Example() {
	ctx := context.Background()
	address, err := clickhouse.ParseAddress(ctx, "clickhouse://db1,db2/games")
	check(err)
	store, err := clickhouse.Open(ctx, address, clickhouse.Options{})
	check(err)
	defer store.Close()
	games, err := chessindex.Open(ctx, store, chessindex.Options{})
	check(err)

	file, err := os.Open("games.pgn.zst")
	check(err)
	defer file.Close()
	_, err = games.Import(ctx, index.ImportOptions{}, index.Input{Name: file.Name(), Reader: file})
	check(err)

	p, err := games.Position("") // the start position
	check(err)
	answer, err := games.Find(ctx, index.Query{}, p)
	check(err)
	fmt.Println(answer.Games, "games")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
