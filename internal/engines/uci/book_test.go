package uci_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/polyglot"
)

// writeBook writes a book of positions, each a FEN and its moves with falling
// weights from 10 on, or the words of moves.
func writeBook(t testing.TB, positions map[string]string, more ...polyglot.Entry) string {
	t.Helper()
	entries := more
	for fen, moves := range positions {
		p, err := chess.Parse(fen, polyglot.Options())
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range strings.Fields(moves) {
			m, err := p.ParseUCI(text)
			if err != nil {
				t.Fatal(err)
			}
			entries = append(entries, polyglot.Entry{Key: p.Hash(), Move: m.Polyglot(), Weight: uint16(10 - i)})
		}
	}
	slices.SortFunc(entries, polyglot.Entry.Compare)
	var b bytes.Buffer
	w := polyglot.NewWriter(&b)
	for _, e := range entries {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "my book.bin")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const (
	startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

	// White's pawn e5 could take d6 en passant if it were not pinned. Only a book
	// counts that square.
	pinned = "4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1"
)

func TestBook(t *testing.T) {
	after, err := chess.Parse(pinned, polyglot.Options())
	if err != nil {
		t.Fatal(err)
	}
	step, err := after.ParseUCI("d7d5")
	if err != nil {
		t.Fatal(err)
	}
	after.Make(step)
	name := writeBook(t, map[string]string{
		startFEN:                               "a2a3 b2b3",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1": "e1h1",
		"8/P6k/8/8/8/8/8/K7 w - - 0 1":         "a7a8n",
	}, polyglot.Entry{Key: after.Hash(), Move: 32<<6 | 24, Weight: 1}, // a5a4
		polyglot.Entry{Key: after.Hash(), Move: 36<<6 | 43, Weight: 9}) // e5d6, pinned
	s := start(t)
	s.Send("setoption name BookFile value %s", name)
	s.Send("setoption name Seed value 3")
	s.Send("position startpos moves g1f3 g8f6 f3g1 f6g8") // the start again
	s.Send("go depth 1")
	if lines := s.Until("bestmove"); strings.Contains(strings.Join(lines, "\n"), "of the book") {
		t.Errorf("a move of the book without OwnBook: %q", lines)
	}
	s.Send("setoption name OwnBook value true")
	count := map[string]int{}
	for range 200 {
		s.Send("go wtime 1000 btime 1000")
		count[last(s.Until("bestmove"))]++
	}
	// Expected 105 and 95, with a standard deviation of 7.
	if a, b := count["bestmove a2a3"], count["bestmove b2b3"]; a+b != 200 || a < 70 || b < 70 {
		t.Errorf("the book's moves were played %v", count)
	}
	for _, c := range []struct{ position, command, want string }{
		{"fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "depth 1", "bestmove e1g1"},
		{"fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "movetime 10", "bestmove a7a8n"},
		{"fen " + pinned + " moves d7d5", "nodes 100", "bestmove a5a4"},
		{"startpos", "depth 1 searchmoves h2h3", "bestmove h2h3"},
	} {
		s.Send("position %s", c.position)
		s.Send("go %s", c.command)
		lines := s.Until("bestmove")
		if !strings.HasPrefix(last(lines), c.want) {
			t.Errorf("%s, go %s: %q, want %s", c.position, c.command, lines, c.want)
		}
		if strings.Contains(c.position, pinned) && !strings.Contains(lines[0], "e5d6 is not legal here") {
			t.Errorf("the illegal move is not reported: %q", lines)
		}
	}
	s.Send("go infinite") // an analysis searches
	s.Until("info depth 2")
	s.Send("stop")
	s.Until("bestmove")
	s.Send("setoption name UCI_Chess960 value true")
	s.Send("position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")
	s.Send("go depth 1")
	s.Until("bestmove e1h1")
	s.Send("setoption name BookFile value <empty>")
	s.Send("go depth 1")
	if lines := s.Until("bestmove"); strings.Contains(strings.Join(lines, "\n"), "of the book") {
		t.Errorf("a move of the book that was closed: %q", lines)
	}
}

// The same seed gives the same moves.
func TestBookSeed(t *testing.T) {
	name := writeBook(t, map[string]string{startFEN: "a2a3 b2b3 c2c3 d2d3 e2e3 f2f3"})
	play := func() (moves []string) {
		s := start(t)
		s.Send("setoption name OwnBook value true\nsetoption name Seed value 7")
		s.Send("setoption name BookFile value %s", name)
		for range 20 {
			s.Send("go depth 1")
			moves = append(moves, last(s.Until("bestmove")))
		}
		return moves
	}
	if first, second := play(), play(); !slices.Equal(first, second) {
		t.Errorf("%q, then %q", first, second)
	}
}

// A real book, down its main line until it ends.
func TestRealBook(t *testing.T) {
	s := start(t)
	s.Send("setoption name OwnBook value true")
	s.Send("setoption name BookFile value %s", oracle.Data(t, "polyglot/gm2600.bin"))
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for {
		s.Send("position startpos moves %s", strings.Join(moves, " "))
		s.Send("go depth 1")
		lines := s.Until("bestmove")
		move := strings.Fields(last(lines))[1]
		m, err := p.ParseUCI(move)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(lines[0], "a move of the book") {
			break
		}
		p.Make(m)
		moves = append(moves, move)
	}
	if len(moves) < 6 {
		t.Errorf("the book ends after %q", moves)
	}
}

// A missing or broken file is reported, and play goes on.
func TestBrokenBook(t *testing.T) {
	folder := t.TempDir()
	cut, mixed := filepath.Join(folder, "cut.bin"), filepath.Join(folder, "mixed.bin")
	if err := os.WriteFile(cut, make([]byte, 17), 0o600); err != nil {
		t.Fatal(err)
	}
	falling := append(bytes.Repeat([]byte{9}, 16), bytes.Repeat([]byte{1}, 16)...)
	if err := os.WriteFile(mixed, falling, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		filepath.Join(folder, "missing.bin"): "no such file",
		cut:                                  "the book ends within an entry",
		folder:                               "is not a file",
		mixed:                                "the keys are not in ascending order",
	} {
		s := start(t)
		s.Send("setoption name OwnBook value true")
		s.Send("setoption name BookFile value %s", name)
		s.Send("go depth 1")
		lines := strings.Join(s.Until("bestmove "), "\n")
		if !strings.Contains(lines, "info string ") || !strings.Contains(lines, want) {
			t.Errorf("%s: no %q in %s", name, want, lines)
		}
	}
}
