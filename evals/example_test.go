package evals_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

func Example() {
	dir, err := os.MkdirTemp("", "evals")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	db := filepath.Join(dir, "evals.db")
	text := strings.NewReader(`{"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -","evals":[` +
		`{"pvs":[{"cp":31,"line":"g1f3 b8c6 f1b5"},{"cp":20,"line":"b1c3 g8f6"}],"knodes":1234567,"depth":40}]}`)
	if _, err := evals.Import(context.Background(), db, evals.ImportOptions{},
		evals.Input{Name: "lichess.jsonl", Reader: text}); err != nil {
		panic(err)
	}

	s, err := evals.Open(db)
	if err != nil {
		panic(err)
	}
	defer s.Close()
	position, err := chess.Parse("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", chess.Options{})
	if err != nil {
		panic(err)
	}
	e, ok, err := s.FindLines(position, 2)
	if err != nil || !ok {
		panic(err)
	}
	fmt.Println("depth", e.Depth, "nodes", e.Nodes)
	for _, l := range e.Lines {
		fmt.Println(l.Value, l.Moves)
	}
	// Output:
	// depth 40 nodes 1230000000
	// +0.31 [g1f3 b8c6 f1b5]
	// +0.20 [b1c3 g8f6]
}
