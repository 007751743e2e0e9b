package chess_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

func Example() {
	p, err := chess.Parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	before := p.Hash()
	m, err := p.ParseSAN("O-O")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.UCI(m))
	p.Make(m)
	fmt.Println(p)
	p.Unmake()
	fmt.Println(p.Hash() == before)
	// Output:
	// e1g1
	// r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1
	// true
}

// The features of a position, by name, make its hash.
func ExamplePosition_AppendFeatures() {
	keys := keyfile.Polyglot().Keys
	p, err := chess.Parse("4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1", chess.Options{Set: keyfile.Polyglot()})
	if err != nil {
		fmt.Println(err)
		return
	}
	features := p.AppendFeatures(nil)
	fmt.Println(chess.Space().Names(features...))
	fmt.Println(p.Hash() == keys.Hash(0, features...))
	// Output:
	// white king e1 ⊕ white rook h1 ⊕ black pawn d4 ⊕ white pawn e4 ⊕ black king e8 ⊕ white king side ⊕ en passant e
	// true
}

// A hash of 128 bits beside the one of 64.
func ExampleOptions() {
	set := zobrist.Default(chess.Space().Len())
	p, err := chess.New(chess.Options{Set: set, Wide: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	hash, wide := p.Hash(), p.Hash128()
	for _, uci := range []string{"g1f3", "g8f6", "f3g1", "f6g8"} {
		m, err := p.ParseUCI(uci)
		if err != nil {
			fmt.Println(err)
			return
		}
		p.Make(m)
	}
	fmt.Println(p.Hash() == hash, p.Hash128() == wide, p.Repetitions())
	// Output: true true 1
}

func ExamplePosition_ParseSAN() {
	p, err := chess.Parse("k7/8/8/8/4N3/2N5/8/K7 w - - 0 1", chess.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.ParseSAN("Ncd5!")
	fmt.Println(m, err)
	_, err = p.ParseSAN("Nd6")
	fmt.Println(err)
	_, err = p.ParseSAN("Ng6")
	fmt.Println(err)
	// Output:
	// c3d5 <nil>
	// <nil>
	// chess: "Ng6": no white knight can go to g6, in k7/8/8/8/4N3/2N5/8/K7 w - - 0 1
}

func ExamplePosition_Perft() {
	p, err := chess.New(chess.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for depth := range 6 {
		fmt.Print(p.Perft(depth), " ")
	}
	// Output: 1 20 400 8902 197281 4865609
}
