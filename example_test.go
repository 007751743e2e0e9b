package zobrist_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

// Hash your own game: name its features, make keys, XOR.
func Example() {
	space := zobrist.MustSpace("tic-tac-toe",
		zobrist.Grid("piece", []string{"X", "O"}, zobrist.Squares(3, 3)),
		zobrist.Flags("turn", "O to move"))
	set := zobrist.Default(space.Len())
	piece, turn := space.Group("piece"), space.Group("turn").Flag(0)

	keys, hash := set.Keys, set.Start // the empty board, X to move
	hash ^= keys[piece.At(0, 4)]      // X takes the centre ...
	hash ^= keys[turn]                // ... and it is O's turn
	fmt.Println(hash == set.Hash(piece.At(0, 4), turn))
	fmt.Println(space.Names(piece.At(0, 4), turn))
	// Output:
	// true
	// X b2 ⊕ O to move
}

// Coded keys come with a promise: positions that differ in fewer features have
// different hashes, and different low bits of them.
func ExampleNewCode() {
	code, err := zobrist.NewCode(781, 64)
	if err != nil {
		panic(err)
	}
	fmt.Println("64 bits:", code.Distance())
	for _, bits := range code.Prefixes() {
		fmt.Println("low", bits, "bits:", code.PrefixDistance(bits))
	}
	keys := code.Set(rand.NewPCG(1, 2)).Keys
	fmt.Println(len(keys), "keys")
	// Output:
	// 64 bits: 14
	// low 10 bits: 3
	// low 20 bits: 5
	// low 30 bits: 7
	// low 40 bits: 9
	// low 50 bits: 11
	// low 60 bits: 13
	// low 64 bits: 14
	// 781 keys
}

// GNU Chess's keys, as its generator draws them.
func ExampleNewSource() {
	src, err := zobrist.NewSource("gnuchess", 1)
	if err != nil {
		panic(err)
	}
	keys := zobrist.NewKeys(781, src)
	fmt.Printf("%016x\n", keys[0])
	// Output:
	// 039b11bf4890d6a4
}

// A host without integers of 64 bits adds keys of 47.
func ExampleKeys_Sum() {
	keys := zobrist.NewKeys(781, rand.NewPCG(1, 2)).Truncate(47)
	var hash float64 // all that JavaScript has
	hash += float64(keys[5])
	hash += float64(keys[700])
	fmt.Println(hash == float64(keys.Sum(0, 5, 700)))
	hash -= float64(keys[5])
	fmt.Println(hash == float64(keys.Sum(0, 700)))
	// Output:
	// true
	// true
}
