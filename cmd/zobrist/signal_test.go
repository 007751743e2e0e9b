//go:build unix

package main

import (
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli/clitest"
)

// A signal stops every command that takes long or waits for input.
func TestSignals(t *testing.T) {
	for _, test := range []struct {
		args, input string
		signal      syscall.Signal
		want        string // in the output
	}{
		{"uci", "go infinite\n", syscall.SIGTERM, "bestmove "},
		{"uci", "go perft 9\n", syscall.SIGINT, ""},
		{"uci", "", syscall.SIGINT, ""},
		{"gtp --time 1h", "genmove b\n", syscall.SIGTERM, "= "},
		{"gtp --time 1h", "boardsize 3\ngenmove b\n", syscall.SIGINT, "= "},
		{"gtp", "", syscall.SIGINT, ""},
		{"hash -", "startpos\n", syscall.SIGINT, "463b96181691fc9c"},
		{"keys gen -", "", syscall.SIGTERM, ""},
		{"keys import -", "", syscall.SIGINT, ""},
		{"keys audit --max-weight 14 random:pcg:1", "", syscall.SIGINT, "interrupted"},
		{"keys collide --bits 128 --polish 1000000000000 coded:1", "", syscall.SIGINT, ""},
		{"keys compare --positions 1000 --seeds 100000000", "", syscall.SIGTERM, "bits"},
		{"keys compare --positions 100000000", "", syscall.SIGINT, ""},
		{"book make -o DIR/book.bin -", "1. e4 e5\n", syscall.SIGINT, ""},
		{"book info --collide --seed 3", "", syscall.SIGINT, ""},
		{"index build --db DIR -", "1. e4 e5\n", syscall.SIGINT, ""},
		{"perft --depth 12 --hash 0", "", syscall.SIGTERM, ""},
		{"perft --depth 6 --verify --trials 1000000", "", syscall.SIGINT, ""},
		{"solve --game chess", "", syscall.SIGINT, "value     not known"},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			clitest.Signal(t, "zobrist", test.args, test.input, test.signal, test.want)
		})
	}
}
