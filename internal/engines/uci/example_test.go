package uci_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/zobrist-go/zobrist/internal/engines/uci"
)

// A client sends commands and reads answers: the rook mates in one move.
func Example() {
	in, commands := io.Pipe()
	answers, out := io.Pipe()
	go uci.Run(context.Background(), in, out)

	fmt.Fprintln(commands, "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	fmt.Fprintln(commands, "go depth 2")
	for lines := bufio.NewScanner(answers); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "bestmove") {
			fmt.Println(lines.Text())
			break
		}
	}
	commands.Close()
	// Output: bestmove a1a8
}
