package legal_test

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/attack"
	"github.com/zobrist-go/zobrist/internal/keys/legal"
	"github.com/zobrist-go/zobrist/keyfile"
)

// Whoever knows the keys makes a position with the hash they choose, here that
// of the start position in every Polyglot book.
func Example() {
	want := zobrist.Uint128{Lo: 0x463b96181691fc9c}
	o := attack.Options{Seed: 3} // a lucky one; others take seconds
	p, err := attack.Forge(context.Background(), keyfile.Polyglot(), want, legal.Chess(), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	q, err := chess.Parse(p.Text, chess.Options{Set: keyfile.Polyglot()})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%016x, in check: %v\n", q.Hash(), q.InCheck())
	// Output: 463b96181691fc9c, in check: false
}
