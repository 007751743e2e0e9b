package eco_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/polyglot"
)

func play(t testing.TB, o chess.Options, moves string) (*chess.Position, []chess.Move) {
	t.Helper()
	p, err := chess.New(o)
	if err != nil {
		t.Fatal(err)
	}
	var line []chess.Move
	for word := range strings.FieldsSeq(moves) {
		if strings.HasSuffix(word, ".") {
			continue
		}
		m, err := p.ParseSAN(word)
		if err != nil {
			t.Fatalf("%s: %v", moves, err)
		}
		line = append(line, m)
		p.Make(m)
	}
	return p, line
}

func TestFind(t *testing.T) {
	for moves, want := range map[string]string{
		"1. e4":                         "B00 King's Pawn Game",
		"1. d4 Nf6 2. c4 e6 3. Nc3 Bb4": "E20 Nimzo-Indian Defense",
		"1. c4 e6 2. Nc3 Bb4 3. d4 Nf6": "E20 Nimzo-Indian Defense", // a transposition
		"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6": "B90 Sicilian Defense: Najdorf Variation",
		"1. a4 a5 2. h4 h5 3. Ra3 Ra6 4. Rah3":                "",
		"":                                                    "",
	} {
		for _, options := range []chess.Options{{}, {EnPassant: chess.PseudoLegalEnPassant},
			{EnPassant: chess.AlwaysEnPassant}, {Canonical: true}, {History: chess.FiftyMoveHistory}} {
			p, _ := play(t, options, moves)
			o, ok := eco.Find(p)
			if got := strings.TrimSpace(o.Code + " " + o.Name); got != want || ok != (want != "") {
				t.Errorf("%q: %q, %v; want %q", moves, got, ok, want)
			}
		}
	}
	p, err := chess.Parse("4k3/8/8/8/8/8/8/4K2R w K - 60 65535", chess.Options{History: chess.FiftyMoveHistory})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the number of the second position is too great for a FEN
		m, err := p.ParseSAN("Kd1")
		if p.Turn() == chess.Black {
			m, err = p.ParseSAN("Kd8")
		}
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	if o, ok := eco.Find(p); ok {
		t.Errorf("an endgame has the opening %v", o)
	}
}

// TestTable finds the end of each line in the files that the table was made from.
func TestTable(t *testing.T) {
	n := 0
	for _, volume := range "abcde" {
		for line := range strings.Lines(string(oracle.Read(t, "eco/"+string(volume)+".tsv"))) {
			fields := strings.Split(strings.TrimSpace(line), "\t")
			if fields[0] == "eco" {
				continue
			}
			n++
			if fields[1] == "Van Geet Opening: Nowokunski Gambit" {
				continue // without en passant it is the end of a line of C33
			}
			p, _ := play(t, chess.Options{}, fields[2])
			if o, ok := eco.Find(p); !ok || o.Code != fields[0] || o.Name != fields[1] {
				t.Errorf("%s: %+v, %v; want %s %s", fields[2], o, ok, fields[0], fields[1])
			}
		}
	}
	if n != 3807 {
		t.Errorf("%d lines, want 3,807", n)
	}
}

// TestCodes compares the codes by hash with those that Find has, under each rule.
func TestCodes(t *testing.T) {
	for _, o := range []chess.Options{{}, {EnPassant: chess.PseudoLegalEnPassant}, {EnPassant: chess.AlwaysEnPassant},
		polyglot.Options()} {
		codes, err := eco.Codes(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, moves := range []string{
			"1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O dxc4 8. Bxc4 a6 9. h4 h5 10. g4",
			"1. e4 e5 2. f4 exf4 3. Nf3 d6 4. d4 g5 5. h4 g4 6. Ng1 Bh6", "1. f4 e5 2. e4 exf4 3. g4 fxg3",
			"1. e3 e6 2. e4 e5 3. d3", "1. e4 e6 2. e5 d5 3. d4 c5 4. c3 f5 5. exf6", "1. e4 e6 2. d4 d5 3. e5 f5",
		} {
			p, line := play(t, o, moves)
			for range len(line) + 1 {
				want, _ := eco.Find(p)
				if got := codes[p.Hash()]; got != want.Code {
					t.Errorf("%s, ply %d, %+v: %q, want %q", moves, p.Ply(), o.EnPassant, got, want.Code)
				}
				if p.Ply() > 0 {
					p.Unmake()
				}
			}
		}
	}
}

func BenchmarkFind(b *testing.B) {
	p, _ := play(b, chess.Options{}, "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4")
	for b.Loop() {
		eco.Find(p)
	}
}

func Example() {
	p, err := chess.Parse("rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2", chess.Options{})
	if err != nil {
		panic(err)
	}
	o, ok := eco.Find(p)
	fmt.Println(o.Code, o.Name, ok)
	// Output: C00 French Defense: Normal Variation true
}
