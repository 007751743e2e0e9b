package polyglot_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

// Make a book of three games, open it and look up the start position.
func Example() {
	name := filepath.Join(os.TempDir(), "zobrist-example.bin")
	file, err := os.Create(name)
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(name)
	games := strings.NewReader("1. e4 e5 1-0\n1. e4 c5 1/2-1/2\n1. d4 d5 1-0\n")
	if _, err := polyglot.Make(context.Background(), file, polyglot.MakeOptions{MinGames: 1}, games); err != nil {
		log.Fatal(err)
	}
	file.Close()

	book, err := polyglot.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer book.Close()
	p, err := chess.New(polyglot.Options())
	if err != nil {
		log.Fatal(err)
	}
	answer, err := book.Find(p)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range answer.Moves {
		fmt.Println(p.SAN(m.Move), m.Weight)
	}
	// Output:
	// e4 3
	// d4 2
}

// A book moves about at random, each move as often as its weight says.
func ExampleAnswer_Choose() {
	a := polyglot.Answer{Moves: []polyglot.Move{{Move: 796, Weight: 3}, {Move: 731, Weight: 1}}}
	count := map[string]int{}
	for i := range uint64(1000) {
		m, _ := a.Choose(i << 54) // use rand.Uint64() in a program
		count[m.String()]++
	}
	fmt.Println(count)
	// Output: map[d2d4:232 e2e4:768]
}

// Every entry of a book, with a check that the book is whole and in order.
func ExampleReader() {
	book := []byte("\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x07" + "\x12\x34")
	for e, err := range polyglot.NewReader(bytes.NewReader(book)).All() {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%016x %v %d %d\n", e.Key, chess.Move(e.Move), e.Weight, e.Learn)
	}
	// Output:
	// 463b96181691fc9c e2e4 2 7
	// polyglot: entry 1, byte 16: the book ends within an entry
}

func ExampleMerge() {
	book := func(entries ...polyglot.Entry) *bytes.Buffer {
		var b bytes.Buffer
		w := polyglot.NewWriter(&b)
		for _, e := range entries {
			w.Write(e)
		}
		w.Flush()
		return &b
	}
	mine := book(polyglot.Entry{Key: 1, Move: 796, Weight: 10, Learn: 5})
	yours := book(polyglot.Entry{Key: 1, Move: 731, Weight: 40}, polyglot.Entry{Key: 1, Move: 796, Weight: 20})
	var both bytes.Buffer
	if _, err := polyglot.Merge(context.Background(), &both, polyglot.AddWeights, mine, yours); err != nil {
		log.Fatal(err)
	}
	for e := range polyglot.NewReader(&both).All() {
		fmt.Println(chess.Move(e.Move), e.Weight, e.Learn)
	}
	// Output:
	// d2d4 40 0
	// e2e4 30 5
}
