package play_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/play"
)

// Two people play tic-tac-toe by a script.
func ExampleRun() {
	p, err := mnk.New(mnk.Options{})
	if err != nil {
		panic(err)
	}
	in := strings.NewReader("machine none\na1\na2\nb1\nb2\nc1\n")
	o := play.Options{In: in, Out: os.Stdout, Sides: [2]string{"X", "O"}}
	if err := play.Run(context.Background(), p, o); err != nil {
		fmt.Println(err)
	}
	// Output:
	// X wins
}
