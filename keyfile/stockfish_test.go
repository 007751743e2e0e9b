package keyfile_test

import (
	"bufio"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

// stockfishHash is the hash under the 793 keys.
func stockfishHash(tb testing.TB, features []zobrist.Feature) uint64 {
	tb.Helper()
	set := open(tb, "stockfish", keyfile.Options{Features: 793})
	return set.Hash(layout(tb, "castling16").AppendFeatures(nil, features)...)
}

// The keys that Debian's Stockfish 15.1 prints after "d".
func TestStockfishKeys(t *testing.T) {
	for fen, want := range map[string]uint64{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":     0x8F8F01D4562F59FB,
		"8/8/8/4k3/8/8/4K3/8 w - - 0 1":                                0xAEE35BA7BE02A9CC,
		"8/8/8/4k3/8/8/4K3/8 b - - 0 1":                                0x0E167B0377F8F200,
		"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1": 0x3BAF5DED100195CD,
	} {
		if got := stockfishHash(t, position(t, fen)); got != want {
			t.Errorf("%s: %016X, want %016X", fen, got, want)
		}
	}
}

// Every position of a file, hashed by Stockfish itself.
func TestStockfishProgram(t *testing.T) {
	program := oracle.Program(t, "stockfish", "stockfish")
	fens := []string{}
	for line := range strings.SplitSeq(string(oracle.Read(t, "perft/standard.epd")), "\n") {
		if fen, _, ok := strings.Cut(line, ";"); ok {
			fens = append(fens, strings.TrimSpace(fen))
		}
	}
	var script strings.Builder
	for _, fen := range fens {
		fmt.Fprintf(&script, "position fen %s\nd\n", fen)
	}
	cmd := exec.Command(program)
	cmd.Stdin = strings.NewReader(script.String() + "quit\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var keys []uint64
	line := regexp.MustCompile(`^Key: ([0-9A-F]{16})`)
	for s := bufio.NewScanner(strings.NewReader(string(out))); s.Scan(); {
		if m := line.FindStringSubmatch(s.Text()); m != nil {
			k, _ := strconv.ParseUint(m[1], 16, 64)
			keys = append(keys, k)
		}
	}
	if len(keys) != len(fens) {
		t.Fatalf("Stockfish printed %d keys for %d positions", len(keys), len(fens))
	}
	set, oneRight := open(t, "stockfish", keyfile.Options{}), 0
	for i, fen := range fens {
		features := position(t, fen)
		if got := stockfishHash(t, features); got != keys[i] {
			t.Errorf("%s: %016X, Stockfish says %016X", fen, got, keys[i])
		}
		if len(strings.Fields(fen)[2]) == 1 { // "-" or a single right
			oneRight++
			if got := set.Hash(features...); got != keys[i] {
				t.Errorf("%s: %016X as 781 keys, Stockfish says %016X", fen, got, keys[i])
			}
		}
	}
	if oneRight == 0 {
		t.Error("no position with at most one right to castle")
	}
}
