package polyglot_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

func Example() {
	p, err := chess.New(chess.Options{Set: polyglot.Set(), EnPassant: chess.PseudoLegalEnPassant})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%016x\n", p.Hash())
	// Output: 463b96181691fc9c
}
