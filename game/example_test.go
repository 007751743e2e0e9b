package game_test

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/hex"
)

// walk counts the positions after some moves of any game.
func walk[M comparable](p game.Position[M], plies int, seen map[uint64]bool) {
	if plies == 0 {
		seen[p.Hash()] = true
		return
	}
	for _, m := range p.AppendMoves(nil) {
		p.Make(m)
		walk(p, plies-1, seen)
		p.Unmake()
	}
}

// The same function works with every game.
func Example() {
	draughts, err := checkers.New(checkers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rhombus, err := hex.New(hex.Options{Size: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	first, second := map[uint64]bool{}, map[uint64]bool{}
	walk(draughts, 3, first)
	walk(rhombus, 3, second)
	fmt.Println(len(first), "positions of checkers,", len(second), "of hex")
	// Output: 216 positions of checkers, 252 of hex
}

func ExampleTextError() {
	_, err := hex.Parse("3/4/3 r", hex.Options{Size: 3})
	var bad *game.TextError
	if errors.As(err, &bad) {
		fmt.Println(bad.Offset, bad.Reason)
	}
	// Output: 2 row 2 has more than 3 cells
}

func ExampleParseResult() {
	result, ok := game.ParseResult("0-1")
	fmt.Println(result == game.SecondWins, ok)
	// Output: true true
}
