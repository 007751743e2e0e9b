package flat_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
)

// An index of chess games in a folder: built, closed, opened again and asked.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "flat")
	check(err)
	defer os.RemoveAll(dir)
	db := filepath.Join(dir, "games.db")

	store, err := flat.Open(db, flat.Options{})
	check(err)
	games, err := chessindex.Open(ctx, store, chessindex.Options{})
	check(err)
	text := strings.NewReader("1. e4 c5 2. Nf3 1-0\n\n1. Nf3 c5 2. e4 1/2-1/2\n")
	_, err = games.Import(ctx, index.ImportOptions{}, index.Input{Name: "games.pgn", Reader: text})
	check(err)
	check(store.Close())

	store, err = flat.Open(db, flat.Options{ReadOnly: true})
	check(err)
	defer store.Close()
	games, err = chessindex.Open(ctx, store, chessindex.Options{})
	check(err)
	p, err := games.Position("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
	check(err)
	answer, err := games.Find(ctx, index.Query{}, p)
	check(err)
	fmt.Println(answer.Games, "games:", answer.First, "won by White,", answer.Drawn, "drawn")
	// Output: 2 games: 1 won by White, 1 drawn
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
