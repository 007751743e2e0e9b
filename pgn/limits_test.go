package pgn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// TestNoGame: text that has neither a tag pair nor a legal first move is
// reported once, has no number, and costs no game beside it.
func TestNoGame(t *testing.T) {
	random := make([]byte, 3<<20)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	const prose = "Dear friends,\nhere are 1-0 the games * of\n[last night]. We won 3-1, e.g. on board 2.\n\n"
	const good = "[Event \"x\"]\n\ne4 *\n\n"
	for _, test := range []struct {
		name, text string
		want       string // a letter for each result: g for a game, n for no game, b for a broken game
	}{
		{"random bytes", string(random), "n"},
		{"prose", prose, "n"},
		{"prose before a game", prose + good, "ng"},
		{"prose after a game", good + prose, "gn"},
		{"prose between games", good + prose + good + prose, "gngn"},
		{"a tag pair without quotes alone", "[Event x]\n", "n"},
		{"an illegal first move", "e5 e6 *\n\n" + good, "ng"},
		{"a German first move", "1. Sf3 Sf6 *", "n"},
		{"an illegal second move", "e4 e4 *\n\n" + good, "bg"},
		{"an illegal first move after a tag", "[Event \"x\"]\n\ne5 e6 *\n\n" + good, "bg"},
		{"a move alone", "e4", "b"}, // unfinished
		{"a move that nothing like it follows", "e4 hello\n", "b"},
		{"zeros at the end", good + strings.Repeat("\x00", 5<<20), "g"},
		{"zeros between games", good + strings.Repeat("\x00", 9<<20) + good, "gg"},
		{"a comment without end", "{" + strings.Repeat("x", 5<<20), "n"},
	} {
		checkText(t, []byte(test.text))
		got, number := "", 0
		for g, err := range pgn.NewReader(strings.NewReader(test.text)).All() {
			var e *game.RecordError
			number++
			switch {
			case g == nil:
				t.Fatal(test.name, err)
			case err == nil:
				got += "g"
			case errors.Is(err, game.ErrNoGame) && errors.As(err, &e) && e.Game == 0 && !e.Whole && len(g.Tags) < 2 &&
				len(g.Moves) == 0 && !strings.Contains(err.Error(), ": game "):
				got += "n"
			default:
				got += "b"
			}
			if g.Number != number {
				t.Errorf("%s: number %d, want %d", test.name, g.Number, number)
			}
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// endless repeats a text without end, and counts the bytes read.
type endless struct {
	text string
	read int
}

func (e *endless) Read(b []byte) (int, error) {
	for n := 0; n < len(b); {
		m := copy(b[n:], e.text[(e.read+n)%len(e.text):])
		n += m
	}
	e.read += len(b)
	return len(b), nil
}

// TestGivesUp: a stream that does not end and holds no games is given up, at
// the beginning and after games.
func TestGivesUp(t *testing.T) {
	if oracle.Short() {
		t.Log("left out in a short run: 450 MiB")
		return
	}
	random := make([]byte, 1<<20)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	for i, unit := range []string{"\x00", "x", "Dear friends, 1-0\n", "e4 ", "{", string(random)} {
		for j, start := range []string{"", "[Event \"x\"]\n\ne4 *\n"} {
			if i > 0 && i%2 != j { // both for the first unit only
				continue
			}
			stream := &endless{text: unit}
			s := pgn.NewScanner(io.MultiReader(strings.NewReader(start), stream))
			games := 0
			for {
				c, err := s.Next()
				if err == nil {
					games += c.Len()
					continue
				}
				if !errors.Is(err, game.ErrNoGame) || stream.read > gametext.MaxSilence+2*gametext.MaxGame {
					t.Errorf("%.10q without end: %v after %d bytes", unit, err, stream.read)
				}
				if _, again := s.Next(); again == nil || again.Error() != err.Error() {
					t.Errorf("%.10q without end: then %v", unit, again)
				}
				break
			}
			if start != "" && games == 0 {
				t.Errorf("%.10q without end: the game before it is lost", unit)
			}
		}
	}
}

// TestMemory: no game makes the reader allocate more than 96 MiB, with what
// is garbage at once, whatever its text holds.
func TestMemory(t *testing.T) {
	for _, test := range []struct{ name, start, unit string }{
		{"moves", "", "Nf3 Nf6 Ng1 Ng8 "}, {"variations", "e4 ", "(d4)"}, {"empty variations", "e4 ", "()"},
		{"moves of variations", "e4 (d4 ", "Nf6 Nf3 Ng8 Ng1 "}, {"comments", "e4 ", "{a}"}, {"NAGs", "e4 ", "!"},
		{"comments before the first move", "", "{a}"}, {"tag pairs", "", "[a \"\"]\n"}, {"words", "", "x"},
		{"broken variations", "e4 ", "(x)"}, {"nested variations", "", "e4 (d4 "},
	} {
		text := "[Event \"x\"]\n\n" + test.start + strings.Repeat(test.unit, gametext.MaxGame/len(test.unit)-10) + "*\n"
		if test.name == "tag pairs" {
			text = strings.ReplaceAll(text, "[a", "[b") // so that no name equals the first
		}
		if n := readHostile(t, text); n > allocationFactor*96<<20 {
			t.Errorf("a game of many %s: %d MiB are allocated for %d", test.name, n>>20, len(text)>>20)
		}
	}
}

// TestLongestGame: the limit of plies is above the longest game of chess, of
// 17,697 plies, and does not concern the game after it.
func TestLongestGame(t *testing.T) {
	shuffle := func(plies int) string { return strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", plies/4) + "*\n\n" }
	games, errs := readAll(t, shuffle(17_700)+shuffle(gametext.MaxPlies)+shuffle(gametext.MaxPlies+4)+"e4 *\n")
	if len(games) != 4 || errs[0] != nil || errs[1] != nil || errs[3] != nil || !errors.Is(errs[2], game.ErrTooLong) ||
		errs[2].Whole || len(games[2].Moves) != gametext.MaxPlies {
		t.Errorf("%d games, errors %v", len(games), errs)
	}
}

// TestManyRemarks: a game with too many variations keeps its main line.
func TestManyRemarks(t *testing.T) {
	text := "e4 " + strings.Repeat("(d4 d5) ", gametext.MaxRemarks/3+1) + "e5 {last} *\n\ne4 {x} *\n"
	games, errs := readAll(t, text)
	if len(games) != 2 || !errors.Is(errs[0], game.ErrTooLong) || !errs[0].Whole || errs[1] != nil ||
		len(games[0].Moves) != 2 || len(games[0].Moves[1].Comments) != 0 || len(games[1].Moves[0].Comments) != 1 {
		t.Errorf("%d games, errors %v", len(games), errs)
	}
	checkText(t, []byte(text))
}

// TestCutOff: a text that ends anywhere within its last game says so, unless
// the rest ends with a result or has tags only.
func TestCutOff(t *testing.T) {
	text := sample.Famous()
	second := strings.Index(text[1:], "[Event ") + 1
	whole, _ := readAll(t, text[:second])
	text = strings.TrimSpace(text[:second])
	movetext := strings.Index(text, "\n\n")
	for n := movetext; n < len(text); n++ {
		games, errs := readAll(t, text[:n])
		err := errs[len(errs)-1]
		switch moves := len(games[0].Moves); {
		case len(games) != 1:
			t.Fatalf("%d games in %d bytes", len(games), n)
		case err == nil && moves > 0 && !strings.HasSuffix(text[:n], " 1/2"):
			t.Errorf("%d moves of %d in %d bytes, without an error", moves, len(whole[0].Moves), n)
		case err != nil && !errors.Is(err, game.ErrUnfinished) && !errors.Is(err, game.ErrMove) &&
			!errors.Is(err, game.ErrSyntax):
			t.Error(err)
		}
	}
}

// TestStrayBraces puts an opening brace and, further on, a closing one into the
// movetext of real games. The games in between must not be swallowed.
func TestStrayBraces(t *testing.T) {
	data := oracle.Read(t, "pgn/masters-20k.pgn.zst")
	text := string(data[:bytes.LastIndex(data[:100_000], []byte("\n\n["))+2])
	all, _ := readAll(t, text)
	r := rand.New(rand.NewPCG(5, 6))
	lost := 0
	const trials = 200
	for range trials {
		i, j := r.IntN(len(text)), r.IntN(len(text))
		if i > j {
			i, j = j, i
		}
		if line := text[strings.LastIndexByte(text[:i], '\n')+1:]; line[0] == '[' {
			continue // a tag pair would be broken
		}
		if line := text[strings.LastIndexByte(text[:j], '\n')+1:]; line[0] == '[' {
			continue
		}
		games, _ := readAll(t, text[:i]+" {"+text[i:j]+"} "+text[j:])
		if lost += len(all) - len(games); len(games) < len(all) {
			t.Errorf("braces at %d and %d cost %d games", i, j, len(all)-len(games))
		}
	}
}

// TestWriterLimits: what a reader would not keep is not written.
func TestWriterLimits(t *testing.T) {
	games, _ := readAll(t, "e4 (d4 {x} $1) e5 *\n\n"+strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", gametext.MaxPlies/4)+"*\n")
	short, long := games[0], games[1]
	variation := short.Moves[0].Variations[0]
	many := slices.Repeat([]pgn.Variation{variation}, gametext.MaxRemarks/4)
	tags := make(game.Tags, gametext.MaxPairs-7) // the seven of the roster are added
	for i := range tags {
		tags[i] = game.Tag{Name: fmt.Sprint("T", i), Value: "x"}
	}
	change := func(f func(*pgn.Game)) *pgn.Game {
		g := *short
		g.Moves = slices.Clone(g.Moves)
		f(&g)
		return &g
	}
	for _, test := range []struct {
		name string
		game *pgn.Game
		good bool
	}{
		{"the most plies", long, true},
		{"one ply more", &pgn.Game{Moves: append(slices.Clone(long.Moves), long.Moves[0])}, false},
		{"the most remarks", change(func(g *pgn.Game) { g.Moves[0].Variations = many }), true},
		{"one remark more", change(func(g *pgn.Game) {
			g.Moves[0].Variations, g.Moves[1].NAGs = many, []pgn.NAG{1}
		}), false},
		{"the most tags", change(func(g *pgn.Game) { g.Tags = tags }), true},
		{"one tag more", change(func(g *pgn.Game) { g.Tags = append(tags, game.Tag{Name: "U", Value: "x"}) }), false},
		{"a long tag", change(func(g *pgn.Game) { g.Tags.Set("White", strings.Repeat("x", gametext.MaxTagBytes)) }), false},
		{"a long comment", change(func(g *pgn.Game) {
			g.Comments = []string{strings.Repeat("x", gametext.MaxGame)}
		}), false},
	} {
		var text bytes.Buffer
		err := pgn.NewWriter(&text).Write(test.game)
		if test.good {
			games, errs := readAll(t, text.String())
			if err != nil || len(games) != 1 || errs[0] != nil {
				t.Errorf("%s: %v, read back with %v", test.name, err, errs)
			}
		} else if !errors.Is(err, game.ErrTooLong) || text.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes are written", test.name, err, text.Len())
		}
	}
}
