package checkers_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// startFEN is the start position.
const startFEN = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"

// kit describes the game, from a FEN, to the conformance kit.
func kit(fen string) gametest.Game[checkers.Move] {
	g := gamekit.Kit(gamekit.Must(checkers.Parse(fen, checkers.Options{Wide: true})), zobrist.Set{})
	g.ScoreHistory = true // repetition, and moves without progress
	g.Observe = func(p game.Position[checkers.Move]) string {
		q := p.(*checkers.Position)
		return fmt.Sprint(q.Quiet(), q.Repetitions(), q.Ply(), q.Turn())
	}
	g.Identity = func(p game.Position[checkers.Move]) string { return p.(*checkers.Position).String() }
	return g
}

// kings is a position full of captures by kings in circles, and of crownings.
const kings = "W:WK10,K14,30,11:B6,7,15,18,K19,22,23,25,26"

func TestConformance(t *testing.T) {
	g := kit(startFEN)
	// ORACLES.md; A. Bik, Computer Checkers (aartbik.com); OEIS A133046.
	g.Perft = []uint64{7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564}
	gametest.Run(t, g)
	gametest.Run(t, kit(kings))
}

// OEIS A133046: depths 11 and 12. At 12, paths that capture the
// same pieces begin to matter, and count separately there as here.
func TestPerftLong(t *testing.T) {
	oracle.Long(t, "perft of checkers at depths 11 and 12")
	for depth, want := range map[int]uint64{11: 85242128, 12: 388623673} {
		if got := perft(gamekit.Must(checkers.New(checkers.Options{})), make([][]checkers.Move, depth)); got != want {
			t.Errorf("perft %d is %d, want %d", depth, got, want)
		}
	}
}

func perft(p *checkers.Position, buffers [][]checkers.Move) (n uint64) {
	moves := p.AppendMoves(buffers[0][:0])
	buffers[0] = moves
	if len(buffers) == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		p.Make(m)
		n += perft(p, buffers[1:])
		p.Unmake()
	}
	return n
}

func FuzzStart(f *testing.F) { gametest.Fuzz(f, kit(startFEN)) }
func FuzzKings(f *testing.F) { gametest.Fuzz(f, kit(kings)) }

func TestRules(t *testing.T) {
	for _, test := range []struct{ name, fen, moves string }{
		{"men step forward only", "B:W32:B14", "14-17, 14-18"},
		{"white men step up", "W:W18:B1", "18-14, 18-15"},
		{"kings step both ways", "B:W32:BK14", "14-10, 14-17, 14-18, 14-9"},
		{"capture is forced", "B:W18,32:B14,5", "14x23"},
		{"men capture forward only", "B:W9,17,32:B14", "14x21"},
		{"kings capture both ways", "B:W9,17,32:BK14", "14x21, 14x5"},
		{"the choice of captures is free", "B:W17,18,26,32:B14", "14x21, 14x23x30"},
		{"a shorter capture is allowed, a part of one is not", "B:W10,18,26,32:BK14", "14x23x30, 14x7"},
		{"jumps go on", "W:W30:B25,17,9", "30x21x14x5"},
		{"crowning ends the move", "W:W11:B7,6", "11x2"},
		{"a king goes on", "W:WK11:B7,6", "11x2x9"},
		{"round trip to the start", "W:WK22:B17,9,10,18", "22x13x6x15x22, 22x15x6x13x22"},
		{"no jump over two", "B:W18,23:B14", "14-17"},
		{"blocked", "B:W5,6,9,10:B1", ""},
		{"edges", "B:WK32:B4,5,12,13", "12-16, 13-17, 4-8, 5-9"},
		{"nothing left", "B:WK1:B", ""},
	} {
		p, err := checkers.Parse(test.fen, checkers.Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var got []string
		for _, m := range p.AppendMoves(nil) {
			got = append(got, m.String())
		}
		slices.Sort(got)
		if s := strings.Join(got, ", "); s != test.moves {
			t.Errorf("%s: %s has moves %q, want %q", test.name, test.fen, s, test.moves)
		}
	}
}

// play makes moves given as text.
func play(tb testing.TB, p *checkers.Position, moves string) {
	tb.Helper()
	for text := range strings.FieldsSeq(moves) {
		m, err := p.ParseMove(text)
		if err != nil {
			tb.Fatal(err)
		}
		p.Make(m)
	}
}

func TestResult(t *testing.T) {
	p, err := checkers.Parse("B:W5,6,9,10:B1", checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if score, over := p.Score(); score != -1 || !over {
		t.Errorf("a blocked side: %d, %t", score, over)
	}
	p.Reset()
	if score, over := p.Score(); score != 0 || over {
		t.Errorf("the start: %d, %t", score, over)
	}

	p, err = checkers.Parse("B:WK32:BK1", checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, false, true} {
		if _, over := p.Score(); over != want || p.Repetitions() != i {
			t.Errorf("occurrence %d: over is %t, want %t; %d repetitions", i+1, over, want, p.Repetitions())
		}
		play(t, p, "1-6 32-27 6-1 27-32")
	}

	// Kings that wander do not repeat a position before 80 plies are over.
	p, err = checkers.Parse("B:WK32:BK1:H76:F90", checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for m := range strings.FieldsSeq("1-5 32-28 5-9 28-24") {
		if _, over := p.Score(); over {
			t.Errorf("drawn after %d quiet plies", p.Quiet())
		}
		play(t, p, m)
	}
	if score, over := p.Score(); score != 0 || !over || p.Quiet() != checkers.DrawAfter {
		t.Errorf("after %d quiet plies: %d, %t", p.Quiet(), score, over)
	}
}

func TestFEN(t *testing.T) {
	for fen, want := range map[string]string{
		startFEN:               startFEN,
		"B:B1-12:W21-32":       startFEN,
		"B:W21-32:B1-12:H0:F1": startFEN,
		"W:W31,K1:BK32,4.":     "W:WK1,31:B4,K32",
		// Wikipedia, Portable Draughts Notation
		"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29": "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29",
		"W:W:B1":    "W:W:B1",
		"B:WK1-3:B": "B:WK1,K2,K3:B",
	} {
		p, err := checkers.Parse(fen, checkers.Options{})
		if err != nil {
			t.Errorf("%q: %v", fen, err)
			continue
		}
		if got := p.String(); got != want {
			t.Errorf("%q is written %q, want %q", fen, got, want)
		}
	}
	p := gamekit.Must(checkers.New(checkers.Options{}))
	for fen, place := range map[string]int{
		"": 0, "X": 0, "B": 1, "B:": 2, "B:W1": 3, "B:WK1": 5, "B:WK1:B33": 7, "B:WK1:B0": 7, "B:WK1:BK": 8, "B:WK1:B2,": 9,
		"B:WK1:B2,2": 9, "B:WK1:BK1": 8, "B:WK1:B32": 7, "B:WK1:W5": 6, "B:WK1:B2 ": 8, "B:WK1:B1-": 9, "B:W13-32:B1": 8,
		"B:W13-25:B1": 8, "B:WK1:B2:H99999": 10, "B:WK1:B2:H": 10, "B:WK1:B999999999999999999999": 7, "B:WK1:B2:F": 10,
		"B:W32-21:B1-12": 3, "W:W21-32:B2,12-3": 12,
	} {
		var bad *game.TextError
		if err := p.Set(fen); !errors.As(err, &bad) || bad.Text != fen {
			t.Errorf("%q: error %v", fen, err)
		} else if bad.Offset > len(fen) || place != bad.Offset && place != len(fen) {
			t.Errorf("%q: error %v, want it at %d", fen, err, place)
		}
		if p.String() != startFEN {
			t.Fatalf("%q spoils the position", fen)
		}
	}
}

// OEIS A055213 (J. Schaeffer and others, Checkers Is Solved, 2007): 120
// positions of one piece and 6972 of two, whoever is to move.
func TestPlacements(t *testing.T) {
	type piece struct{ side, king, square int }
	var pieces []piece
	for i := range 128 {
		pieces = append(pieces, piece{i / 64, i / 32 % 2, i%32 + 1})
	}
	p := gamekit.Must(checkers.New(checkers.Options{}))
	legal := func(list ...piece) int {
		squares := [2][]string{}
		for _, x := range list {
			squares[x.side] = append(squares[x.side], [2]string{"", "K"}[x.king]+strconv.Itoa(x.square))
		}
		if p.Set("B:W"+strings.Join(squares[1], ",")+":B"+strings.Join(squares[0], ",")) != nil {
			return 0
		}
		return 1
	}
	ones, twos := 0, 0
	for i, x := range pieces {
		ones += legal(x)
		for _, y := range pieces[i+1:] {
			twos += legal(x, y)
		}
	}
	if ones != 120 || twos != 6972 {
		t.Errorf("%d placements of one piece and %d of two, want 120 and 6972", ones, twos)
	}
}

func TestParseMove(t *testing.T) {
	p, err := checkers.Parse("W:WK22:B17,9,10,18", checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"22x13x6x15x22": "22x13x6x15x22", "22x22": "22x13x6x15x22", "22:15:6:22": "22x15x6x13x22",
		"22-6-13-22": "22x15x6x13x22", "22 22": "22x13x6x15x22", "22  15 6\t22": "22x15x6x13x22",
		"22 x 15:6 -22": "22x15x6x13x22",
	} {
		if m, err := p.ParseMove(text); err != nil || m.String() != want {
			t.Errorf("%q is %v, %v; want %s", text, m, err, want)
		}
	}
	p, err = checkers.Parse("B:W17,18,26,25,32:B14", checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"", "14", "14x", "x14", "14x30", "14-18", "14x22", "33x14", "0x14", "14x21x30x", "14x21 xx30", "14 x", "14 ", " 14x21", "14 21 30 ", "14+21", "11-15",
		"1x2x3x4x5x6x7x8x9x10x11", "99999999999999999999x1",
	} {
		var bad *game.TextError
		if m, err := p.ParseMove(text); !errors.As(err, &bad) || bad.Offset > len(text) {
			t.Errorf("%q is %v, error %v", text, m, err)
		}
	}
}

// TestMovesReadBack plays random games with many captures, and reads back every
// legal move of every position as it is written.
func TestMovesReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 16))
	p := gamekit.Must(checkers.New(checkers.Options{}))
	check := func() []checkers.Move {
		moves := p.AppendMoves(nil)
		for _, m := range moves {
			if got, err := p.ParseMove(m.String()); err != nil || got != m {
				t.Fatalf("%v: %v is read as %v, %v", p, m, got, err)
			}
		}
		return moves
	}
	if err := p.Set("W:WK1:B6,7,8,15,16,23"); err != nil { // 1x10x19x26 and 1x10x3x12x19x26
		t.Fatal(err)
	}
	check()
	captures := 0
	for range 3000 {
		squares := rng.Perm(32)
		white, black := 1+rng.IntN(4), 6+rng.IntN(6)
		fen := []string{"W:W", ":B"}
		for i, s := range squares[:white+black] {
			side := 0
			if i >= white {
				side = 1
			}
			fen[side] += fmt.Sprintf("K%d,", s+1)
		}
		if err := p.Set(strings.TrimSuffix(fen[0], ",") + strings.TrimSuffix(fen[1], ",")); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			moves := check()
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				captures = max(captures, m.Captures())
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	if captures < 5 {
		t.Errorf("the longest move captures %d pieces only", captures)
	}
}

func TestOptions(t *testing.T) {
	gamekit.BadOptions(t, checkers.New, checkers.Parse,
		checkers.Options{Set: zobrist.Set{Keys: make(zobrist.Keys, 3)}},
		checkers.Options{Set: zobrist.Set{Second: make(zobrist.Keys, 20)}})
	if got := checkers.Space().FeatureName(128); got != "white to move" {
		t.Errorf("feature 128 is %q", got)
	}
}

// record is one game of the ACF file: squares from 0 along each row from the
// other end than in English notation, so that 10-13 is 10-15.
func record(line string) (moves []string, result string) {
	movetext, result, _ := strings.Cut(line, "\t")
	for field := range strings.FieldsSeq(movetext) {
		var squares []string
		for index := range strings.SplitSeq(field, "-") {
			i, err := strconv.Atoi(index)
			if err != nil {
				return nil, "bad index " + index
			}
			squares = append(squares, strconv.Itoa(i&^3+4-i&3))
		}
		moves = append(moves, strings.Join(squares, "-"))
	}
	return moves, result
}

// The 9,377 games of the American Checker Federation's archive (data/SOURCES.md)
// replay by the rules.
func TestRecords(t *testing.T) {
	data := oracle.Read(t, "checkers/acf-9377-games.txt.zst")
	var games, plies, drawn, stuck int
	illegal := 0
	p := gamekit.Must(checkers.New(checkers.Options{}))
	for line := range strings.Lines(string(bytes.TrimSpace(data))) {
		games++
		p.Reset()
		moves, result := record(strings.TrimSpace(line))
		for i, text := range moves {
			m, err := p.ParseMove(text)
			if err != nil {
				t.Errorf("game %d, ply %d: %v", games, i+1, err)
				illegal++
				break
			}
			p.Make(m)
			plies++
		}
		score, over := p.Score()
		switch {
		case over && score == 0:
			drawn++
		case over:
			stuck++
			winner := map[checkers.Color]string{checkers.Black: "0-1", checkers.White: "1-0"}[p.Turn()]
			if winner != result {
				t.Errorf("game %d: %s cannot move, but the result is %s", games, p.Turn(), result)
			}
		}
	}
	t.Logf("%d games, %d plies; %d end with no move left, %d with a draw by rule; %d not legal throughout", games,
		plies,
		stuck, drawn, illegal)
	if games != 9377 || plies != 460287 {
		t.Errorf("%d games of %d plies, want 9377 and, as the file has them, 460287", games, plies)
	}
}

func FuzzSet(f *testing.F) {
	gamekit.FuzzSet(f, gamekit.Must(checkers.New(checkers.Options{})), startFEN, kings, "B:W21-32:B1-12:H0:F1.")
}

func FuzzParseMove(f *testing.F) {
	f.Add("11-15")
	f.Add("22x13x6")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := checkers.Parse(kings, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m, err := p.ParseMove(text); err == nil {
			p.Make(m)
			p.Unmake()
		}
	})
}

func Example() {
	p, err := checkers.New(checkers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"11-15", "22-18", "15x22", "25x18"} {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p.Make(m)
	}
	fmt.Println(p)
	_, err = p.ParseMove("9-14")
	fmt.Println(err == nil, p.Forced())
	_, err = p.ParseMove("9-18")
	fmt.Println(err)
	// Output:
	// B:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12
	// true false
	// checkers: "9-18": not legal; black may play 8-11, 9-13, 10-14, 12-16, 7-11, 9-14, 10-15
}

func BenchmarkPerft(b *testing.B) {
	for _, wide := range []bool{false, true} {
		b.Run(fmt.Sprintf("depth=8/bits128=%t", wide), func(b *testing.B) {
			gamekit.Perft(b, gamekit.Must(checkers.New(checkers.Options{Wide: wide})), 8)
		})
	}
}

func BenchmarkMakeUnmake(b *testing.B) {
	for name, text := range map[string]string{"step": "11-15", "capture": "15x22"} {
		b.Run("move="+name, func(b *testing.B) {
			p := gamekit.Must(checkers.New(checkers.Options{}))
			if name == "capture" {
				play(b, p, "11-15 22-18")
			}
			gamekit.MakeUnmake(b, p, gamekit.Must(p.ParseMove(text)))
		})
	}
}
