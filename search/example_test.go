package search_test

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// Find a mate in two moves.
func Example() {
	position, err := chess.Parse("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", chess.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := tt.New(tt.Options{Bytes: 1 << 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer table.Close()
	s, err := search.New(position, search.Options{Table: table})
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := s.Search(context.Background(), search.Limits{Depth: 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(position.SAN(info.Line[0]), "wins in", search.Win-info.Value, "plies")
	// Output: Qh6+ wins in 3 plies
}

// Count the positions after five plies of chess, move by move.
func ExamplePerft() {
	start, err := chess.New(chess.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	count, err := search.Perft(context.Background(), start, 5, search.PerftOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(count.Nodes)
	for i, m := range count.Moves[:3] {
		fmt.Println(start.SAN(m), count.Counts[i])
	}
	// Output:
	// 4865609
	// Na3 198572
	// Nc3 234656
	// Nf3 233491
}

// Prove that X wins on a board of 4 by 3 if three in a row win.
func ExampleSearcher_Solve() {
	empty, err := mnk.New(mnk.Options{Width: 4, Height: 3, InRow: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := search.New(empty, search.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	solution, err := s.Solve(context.Background(), search.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(solution.Solved(), search.Win-solution.Low, "plies, first", empty.MoveString(solution.Line[0]))
	// Output: true 7 plies, first b1
}
