package lab_test

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist/internal/lab"
)

func Example() {
	// Tuples of two characters out of three: of 126 sets of four scenes 9 are
	// dependent, and of no five does each depend on the others.
	e := lab.IndependenceOf(lab.Sizes{Characters: 3, Columns: 2})
	r, err := e.Run(context.Background(), lab.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range r.Tables[0].Rows {
		fmt.Println(row[:7]...)
	}
	// Output:
	// R=3, c=2 9 2 36 0 0 0
	// R=3, c=2 9 3 84 0 0 0
	// R=3, c=2 9 4 126 9 9 9
	// R=3, c=2 9 5 126 45 <nil> 0
}
