package layout_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/layout"
)

// position returns the features of a FEN, the file en passant as Stockfish and
// Polyglot count it.
func position(tb testing.TB, fen string) []zobrist.Feature {
	tb.Helper()
	p, err := chess.Parse(fen, chess.Options{EnPassant: chess.PseudoLegalEnPassant})
	if err != nil {
		tb.Fatal(err)
	}
	return p.AppendFeatures(nil)
}

func stockfishHash(features []zobrist.Feature) uint64 {
	l, _ := layout.ByName("castling16")
	keys, start := layout.StockfishKeys()
	return keys.Hash(start, l.AppendFeatures(nil, features)...)
}

// The keys that Debian's Stockfish 15.1 prints after "d".
func TestStockfishKeys(t *testing.T) {
	for fen, want := range map[string]uint64{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":     0x8F8F01D4562F59FB,
		"8/8/8/4k3/8/8/4K3/8 w - - 0 1":                                0xAEE35BA7BE02A9CC,
		"8/8/8/4k3/8/8/4K3/8 b - - 0 1":                                0x0E167B0377F8F200,
		"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1": 0x3BAF5DED100195CD,
	} {
		if got := stockfishHash(position(t, fen)); got != want {
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
	set, oneRight := layout.Stockfish(), 0
	for i, fen := range fens {
		features := position(t, fen)
		if got := stockfishHash(features); got != keys[i] {
			t.Errorf("%s: %016X, Stockfish says %016X", fen, got, keys[i])
		}
		if len(strings.Fields(fen)[2]) == 1 { // "-" or a single right
			oneRight++
			if got := set.Keys.Hash(set.Start, features...); got != keys[i] {
				t.Errorf("%s: %016X as 781 keys, Stockfish says %016X", fen, got, keys[i])
			}
		}
	}
	if oneRight == 0 {
		t.Error("no position with at most one right to castle")
	}
}

func TestLayouts(t *testing.T) {
	start := position(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	enPassant := position(t, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
	for _, test := range []struct {
		name  string
		keys  int
		words float64
		says  string // the last names of the two positions' features
	}{
		{"781", 781, 781, "en passant f ⊕ white to move"},
		{"769", 769, 769, "black rook h8 ⊕ white to move"},
		{"castling16", 793, 793, "castling KQkq ⊕ en passant f ⊕ white to move"},
		{"18x64", 1153, 1153, "black pawn en passant f5"},
		{"18x64", 1153, 1153, "white king that may castle e1"},
		{"overlapped", 781, 98.5, "en passant f ⊕ white to move"},
		{"rotated", 781, 25, "en passant f ⊕ white to move"},
	} {
		l, ok := layout.ByName(test.name)
		if !ok {
			t.Fatalf("no layout %q", test.name)
		}
		if got := l.Space().Len(); got != test.keys {
			t.Errorf("%s: %d features, want %d", test.name, got, test.keys)
		}
		if got := l.Words(); got != test.words {
			t.Errorf("%s: %g words, want %g", test.name, got, test.words)
		}
		names := l.Space().Names(l.AppendFeatures(nil, start)...) + " ⊕ " + l.Space().Names(l.AppendFeatures(nil, enPassant)...)
		if !strings.Contains(names, test.says) {
			t.Errorf("%s: %s lacks %q", test.name, names, test.says)
		}
		if got := len(l.Keys(rand.NewPCG(1, 2))); got != test.keys {
			t.Errorf("%s: %d keys", test.name, got)
		}
	}
	if _, ok := layout.ByName("12"); ok {
		t.Error("there is a layout 12")
	}
}

// A layout tells two positions apart exactly when their features differ; only
// 769 forgets castling and en passant.
func TestWhatLayoutsForget(t *testing.T) {
	const board = "r3k2r/8/8/3pP3/8/8/8/R3K2R w "
	for _, l := range layout.All() {
		seen := map[string]string{}
		for _, rest := range []string{"KQkq d6", "KQkq -", "KQk -", "Q -", "- -", "Kk -", "- d6", "q -"} {
			features := l.AppendFeatures(nil, position(t, board+rest+" 0 1"))
			seen[l.Space().Names(features...)] = rest
		}
		want := 8
		if l.Name() == "769" {
			want = 1
		}
		if len(seen) != want {
			t.Errorf("%s tells %d of 8 positions apart, want %d", l.Name(), len(seen), want)
		}
	}
}

// Hashed with each layout, the real positions of a file of openings stay as
// many as they are by their features; without castling and en passant fewer.
func TestRealPositions(t *testing.T) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var positions [][]zobrist.Feature
	seen := map[uint64]bool{}
	for line := range strings.Lines(string(oracle.Read(t, "epd/noob_3moves.epd.zst"))) {
		if err := p.Set(strings.Join(strings.Fields(line)[:4], " ") + " 0 1"); err != nil {
			t.Fatal(err)
		}
		if !seen[p.Hash()] {
			seen[p.Hash()] = true
			positions = append(positions, p.AppendFeatures(nil))
		}
		if testing.Short() && len(positions) == 20_000 {
			break
		}
	}
	for _, l := range layout.All() {
		keys, hashes := l.Keys(rand.NewPCG(1, 2)), map[uint64]bool{}
		var features []zobrist.Feature
		for _, p := range positions {
			features = l.AppendFeatures(features[:0], p)
			hashes[keys.Hash(0, features...)] = true
		}
		if l.Name() == "769" {
			t.Logf("769 merges %d of %d positions", len(positions)-len(hashes), len(positions))
		} else if len(hashes) != len(positions) {
			t.Errorf("%s: %d hashes of %d positions", l.Name(), len(hashes), len(positions))
		}
	}
}

func Example() {
	p, err := chess.Parse("k7/8/8/8/8/8/8/K6R w - - 0 1", chess.Options{})
	if err != nil {
		panic(err)
	}
	l, _ := layout.ByName("rotated")
	keys := l.Keys(rand.NewPCG(1, 2))
	features := l.AppendFeatures(nil, p.AppendFeatures(nil))
	fmt.Printf("%d keys from %g words\n", len(keys), l.Words())
	fmt.Println(l.Space().Names(features...))
	fmt.Printf("%016x\n", keys.Hash(0, features...))
	// Output:
	// 781 keys from 25 words
	// white king a1 ⊕ white rook h1 ⊕ black king a8 ⊕ white to move
	// 4e659175910d8cd9
}
