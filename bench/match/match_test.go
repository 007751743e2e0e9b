package main

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/uci"
)

// TestMain makes this program an engine if it is called as "rival=HOW".
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if how, ok := strings.CutPrefix(os.Args[1], "rival="); ok {
			rival(how)
			return
		}
	}
	os.Exit(m.Run())
}

// rival is an engine that plays the first legal move, or misbehaves at its third
// move of a game.
func rival(how string) {
	if how == "sound" {
		uci.Run(context.Background(), os.Stdin, os.Stdout)
		return
	}
	p, n := (*chess.Position)(nil), 0
	for s := bufio.NewScanner(os.Stdin); s.Scan(); {
		line := s.Text()
		switch {
		case line == "uci":
			fmt.Println("id name", how)
			fmt.Println("uciok")
		case line == "isready":
			fmt.Println("readyok")
		case line == "ucinewgame":
			n = 0
		case strings.HasPrefix(line, "position fen "):
			fen, moves, _ := strings.Cut(strings.TrimPrefix(line, "position fen "), " moves ")
			p, _ = chess.Parse(fen, chess.Options{})
			for text := range strings.FieldsSeq(moves) {
				m, _ := p.ParseUCI(text)
				p.Make(m)
			}
		case strings.HasPrefix(line, "go"):
			n++
			answer := p.UCI(p.AppendMoves(nil)[0])
			if n == 3 {
				switch how {
				case "illegal":
					answer = "a1a1"
				case "slow":
					time.Sleep(300 * time.Millisecond)
				case "dead":
					os.Exit(3)
				}
			}
			fmt.Println("bestmove", answer)
		case line == "quit":
			return
		}
	}
}

// TestFaults: engines that play illegal moves, exceed their time or die lose, and
// the other engine's record stays clean.
func TestFaults(t *testing.T) {
	for how, want := range map[string]fault{"illegal": illegalMove, "slow": timeLoss, "dead": crash} {
		s := settings{first: os.Args[0] + " rival=" + how, second: os.Args[0] + " rival=simple", games: 4, plies: 8,
			concurrency: 2, limit: limit{moveTime: 100 * time.Millisecond, margin: 100 * time.Millisecond}, quiet: true}
		got, err := s.play(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got.losses != 4 || got.fault[0][want] != 4 || got.faults() != 4 {
			t.Errorf("%s: %v", how, got)
		}
	}
}

// TestMatch plays two games of one opening, which are written and read back.
func TestMatch(t *testing.T) {
	record := filepath.Join(t.TempDir(), "match.pgn")
	command := os.Args[0] + " rival=sound"
	s := settings{first: command, firstOptions: list{"Hash=1"}, second: command, secondOptions: list{"Hash=1"},
		games: 2, plies: 12, concurrency: 1, out: record, limit: limit{nodes: 300}, quiet: true}
	got, err := s.play(context.Background())
	if err != nil || got.games() != 2 || got.faults() != 0 {
		t.Fatalf("%v, %v", got, err)
	}
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := gameOpenings(text, 1); err != nil || len(all) != 2 {
		t.Errorf("openings of the record: %q, %v\n%s", all, err, text)
	}
}

// TestMistakes: what a match cannot be played by is refused before it begins.
func TestMistakes(t *testing.T) {
	command := os.Args[0] + " rival=simple"
	there := filepath.Join(t.TempDir(), "there.pgn")
	if err := os.WriteFile(there, []byte("a game"), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*settings){
		"-plies":           func(s *settings) { s.plies = -1 },
		"-sprt is":         func(s *settings) { s.sprt = "0:10x" },
		"file exists":      func(s *settings) { s.out = there },
		"-games is":        func(s *settings) { s.games = 3 },
		"sample: no openi": func(s *settings) { s.plies = 1000 },
		"interrupted":      func(*settings) {},
	} {
		s := settings{first: command, second: command, games: 2, plies: 8, concurrency: 1, limit: limit{nodes: 1},
			quiet: true}
		change(&s)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := s.play(ctx); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, not %v", want, err)
		}
	}
	if text, err := os.ReadFile(there); string(text) != "a game" {
		t.Errorf("a file that was there: %q, %v", text, err)
	}
}

// TestElo: a difference of 100 is an expected score of 64.0 % and 200 of 76.0 %
// (A. Elo, The Rating of Chessplayers, table of percentage expectancies).
func TestElo(t *testing.T) {
	for difference, score := range map[float64]float64{0: 0.5, 100: 0.640, 200: 0.760, -400: 0.091} {
		if got := expected(difference); math.Abs(got-score) > 6e-4 {
			t.Errorf("%g Elo: %g, want %g", difference, got, score)
		}
		if got := elo(expected(difference)); math.Abs(got-difference) > 1e-9 {
			t.Errorf("%g Elo and back: %g", difference, got)
		}
	}
}

// TestDecided: the test accepts the true difference, and nothing early.
func TestDecided(t *testing.T) {
	for _, test := range []struct {
		pairs [5]int
		want  int
	}{
		{[5]int{10, 40, 100, 40, 10}, 0},
		{[5]int{20, 100, 400, 240, 60}, 1},
		{[5]int{60, 240, 400, 100, 20}, -1},
	} {
		g := tally{pairs: test.pairs, low: 0, high: 20, draws: 1000}
		if got := g.decided(); got != test.want {
			t.Errorf("%v: %d, want %d; LLR %g", test.pairs, got, test.want, g.ratio())
		}
	}
}

// TestFewPairs: a few pairs that end alike decide nothing, and their interval is wide: it includes the opposite.
func TestFewPairs(t *testing.T) {
	for name, test := range map[string]struct {
		tally
		low, high, llr float64 // the interval includes low to high, in Elo; llr is the largest ratio
		want           string
	}{
		"8 drawn pairs": {tally: tally{draws: 16, pairs: [5]int{2: 8}, high: 10}, low: -50, high: 50, llr: 0.5,
			want: "50.0 %"},
		"a draw and a loss": {tally: tally{draws: 1, losses: 1, pairs: [5]int{1: 1}}, low: -300, high: 100, want: "25.0 %"},
		"2 losses":          {tally: tally{losses: 2, pairs: [5]int{0: 1}}, low: -1000, high: 100, want: "0.0 %"},
		"8 pairs, all of 1.5": {tally: tally{wins: 8, draws: 8, pairs: [5]int{3: 8}, high: 10}, low: 60, high: 240,
			llr: 2, want: "75.0 %"},
	} {
		var score, least, most, points, below, above float64
		line := test.line()
		_, rest, _ := strings.Cut(line, ", ")
		if _, err := fmt.Sscanf(rest, "%f %% (%f to %f), Elo %f (%f to %f)",
			&score, &least, &most, &points, &below, &above); err != nil {
			t.Fatalf("%s: %q: %v", name, line, err)
		}
		if !strings.Contains(line, test.want) || below > test.low || above < test.high ||
			points < below || points > above || score < least || score > most {
			t.Errorf("%s: %s; want %s and an interval that includes %g to %g", name, line, test.want, test.low, test.high)
		}
		if test.tally.high > 0 && (math.Abs(test.ratio()) > test.llr || test.decided() != 0) {
			t.Errorf("%s: %s", name, line)
		}
	}
}

// TestErrorRate plays matches at random in which few pairs are decided. The test may reject a true hypothesis in 5 % of
// matches, so in 20 of 400; 37 is four standard deviations more.
func TestErrorRate(t *testing.T) {
	const matches, most = 400, 37
	r := rand.New(rand.NewPCG(1, 2))
	for _, decided := range []float64{0.06, 0.1, 0.3} { // the share of pairs that end 1½ to ½
		for i, difference := range []float64{0, 10} {
			want := 2*i - 1
			up := 0.5 + (expected(difference)-0.5)/(decided/2)
			wrong := 0
			for range matches {
				g := tally{high: 10, draws: 1000}
				for g.decided() == 0 || g.pairs[1]+g.pairs[2]+g.pairs[3] < 8 {
					switch {
					case r.Float64() >= decided:
						g.pairs[2]++
					case r.Float64() < up:
						g.pairs[3]++
					default:
						g.pairs[1]++
					}
				}
				if g.decided() != want {
					wrong++
				}
			}
			t.Logf("%g decided pairs, %+g Elo: %d of %d matches are wrong", decided, difference, wrong, matches)
			if wrong >= most {
				t.Errorf("%g decided pairs, %+g Elo: %d of %d matches are wrong", decided, difference, wrong, matches)
			}
		}
	}
}

func TestOpenings(t *testing.T) {
	sample, err := readOpenings("", 8, 1, 1000)
	if err != nil || len(sample) < 40 {
		t.Fatalf("%d openings of the sample, %v", len(sample), err)
	}
	file := filepath.Join(t.TempDir(), "a.epd")
	lines := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n\n" +
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n7k/5Q2/6K1/8/8/8/8/8 b - -\n"
	if err := os.WriteFile(file, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	if all, err := readOpenings(file, 8, 1, 10); err != nil || len(all) != 1 {
		t.Errorf("of one position twice and a stalemate: %q, %v", all, err)
	}
	if err := os.WriteFile(file, []byte("8/8 w\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if all, err := readOpenings(file, 8, 1, 10); err == nil {
		t.Errorf("of a bad line: %q", all)
	}
}
