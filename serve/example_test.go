package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/serve"
)

// A server is an http.Handler, so it can be a part of a larger one.
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
	games, err := chessindex.Open(ctx, store, chessindex.Options{})
	check(err)
	text := strings.NewReader("1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 1/2-1/2\n\n1. e4 e5 1-0\n")
	_, err = games.Import(ctx, index.ImportOptions{}, index.Input{Name: "games.pgn", Reader: text})
	check(err)

	explorer, err := serve.New(serve.Options{Index: games, Name: "games.pgn"})
	check(err)
	mux := http.NewServeMux()
	mux.Handle("/games/", http.StripPrefix("/games", explorer))
	server := httptest.NewServer(mux)
	defer server.Close()

	answer, err := http.Get(server.URL + "/games/masters?play=e2e4&topGames=0")
	check(err)
	defer answer.Body.Close()
	var v struct {
		White, Draws, Black int
		Moves               []struct {
			SAN   string
			Games int
		}
	}
	check(json.NewDecoder(answer.Body).Decode(&v))
	fmt.Println("White won", v.White, "games,", v.Draws, "drawn")
	for _, m := range v.Moves {
		fmt.Println(m.SAN, m.Games)
	}
	// Output:
	// White won 2 games, 1 drawn
	// e5 2
	// c5 1
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
