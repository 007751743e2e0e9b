package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// readAll reads a text game by game.
func readAll(t testing.TB, text string) (games []*pgn.Game, errs []*game.RecordError) {
	t.Helper()
	for g, err := range pgn.NewReader(strings.NewReader(text)).All() {
		var broken *game.RecordError
		if err != nil && !errors.As(err, &broken) {
			t.Fatal(err)
		}
		games, errs = append(games, g), append(errs, broken)
	}
	return games, errs
}

// outline writes a game down in one line: comments in braces, moves with
// their NAGs, variations in parentheses, the result.
func outline(g *pgn.Game) string {
	var s strings.Builder
	for _, c := range g.Comments {
		fmt.Fprintf(&s, "{%s} ", c)
	}
	outlineMoves(&s, g.Moves)
	return s.String() + g.Result.String()
}

func outlineMoves(s *strings.Builder, moves []pgn.Move) {
	for _, m := range moves {
		s.WriteString(m.SAN)
		for _, n := range m.NAGs {
			s.WriteString(n.String())
		}
		s.WriteByte(' ')
		for _, c := range m.Comments {
			fmt.Fprintf(s, "{%s} ", c)
		}
		for _, v := range m.Variations {
			s.WriteString("( ")
			for _, c := range v.Comments {
				fmt.Fprintf(s, "{%s} ", c)
			}
			outlineMoves(s, v.Moves)
			s.WriteString(") ")
		}
	}
}

func TestSyntax(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string // outlines
	}{
		{"nothing", "", nil},
		{"blanks", " \r\n\n\t", nil},
		{"comment alone", "{nothing here}\n; nor here\n% nor here\n", nil},
		{"marker alone", "*\n", nil},
		{"plain", "1. e4 e5 2. Nf3 1-0", []string{"e4 e5 Nf3 1-0"}},
		{"no numbers", "e4 e5 Nf3 0-1", []string{"e4 e5 Nf3 0-1"}},
		{"odd numbers", "1.e4 1...e5 2 Nf3 2. ... Nc6 3Bb5 1/2-1/2", []string{"e4 e5 Nf3 Nc6 Bb5 1/2-1/2"}},
		{"half", "e4 1/2", []string{"e4 1/2-1/2"}},
		{"result by tag", "[Result \"0-1\"]\n\ne4 *", []string{"e4 0-1"}},
		{"marker where the tag is unknown", "[Result \"*\"]\n\ne4 1-0", []string{"e4 1-0"}},
		{"two without tags", "e4 1-0 d4 d5 0-1", []string{"e4 1-0", "d4 d5 0-1"}},
		{"marker twice", "e4 1-0 1-0\n\n1-0 d4 *", []string{"e4 1-0", "d4 *"}},
		{"game on one line", `[Event "a"] [Site "b"] 1. e4 * [Event "c"] d4 *`, []string{"e4 *", "d4 *"}},
		{"tags alone", "[Event \"a\"]\n\n[Event \"b\"]\n[Site \"?\"]\n\n[Event \"c\"]\n*", []string{"*", "*", "*"}},
		{"blank lines between tags", "[Event \"a\"]\n\n[Site \"b\"]\n\ne4 *", []string{"e4 *"}},
		{"line ends: CRLF", "[Event \"a\"]\r\n\r\n1. e4\r\ne5 *\r\n\r\n[Event \"b\"]\r\n\r\nd4 *\r\n",
			[]string{"e4 e5 *", "d4 *"}},
		{"line ends: CR", "[Event \"a\"]\r\r1. e4 ;x\re5 *\r\r[Event \"b\"]\r\rd4 *\r", []string{"e4 {x} e5 *", "d4 *"}},
		{"byte order mark", "\xef\xbb\xbf[Event \"a\"]\n\ne4 *", []string{"e4 *"}},
		{"byte order marks of several files",
			"\xef\xbb\xbf[Event \"a\"]\n\ne4 *\n\xef\xbb\xbf[Event \"b\"]\n\nd4 1-0\xef\xbb\xbf\xef\xbb\xbf[Event \"c\"]\n\xef\xbb\xbf [Event \"d\"]\n\n1. c4 *\n\xef\xbb\xbf1. f4 *\n\xef\xbb\xbf",
			[]string{"e4 *", "d4 1-0", "*", "c4 *", "f4 *"}},
		{"control Z", "e4 *\n\x1a", []string{"e4 *"}},
		{"comments", "{a} 1. {b} e4 {c}{d} 1... ; e\ne5 {f\n  g} *", []string{"{a} {b} e4 {c} {d} {e} e5 {f g} *"}},
		{"comment before the tags", "{a}\n[Event \"x\"]\n{b}\n[Site \"y\"]\n{c}\ne4 *", []string{"{a} {b} {c} e4 *"}},
		{"comment after the marker", "e4 1-0 {a}\n; b\n[Event \"x\"]\nd4 *", []string{"e4 {a} {b} 1-0", "d4 *"}},
		{"braces in comments", "e4 {a { b} e5 ; } {\nNf3 *", []string{"e4 {a { b} e5 {} {} Nf3 *"}},
		{"tags in a comment", "[Event \"a\"]\n\ne4 {see\n[Event \"b\"]\n\nd4 *\n} e5 1-0\n\n[Event \"c\"]\n\nc4 *",
			[]string{"e4 {see [Event \"b\"] d4 *} e5 1-0", "c4 *"}},
		{"markers in a comment", "e4 {1-0 * 0-1} e5 ; 1-0\nNf3 *", []string{"e4 {1-0 * 0-1} e5 {1-0} Nf3 *"}},
		{"escapes", "%e4\n1. e4\n% [Event \"x\"] {\ne5\n%\n*", []string{"e4 e5 *"}},
		{"NAGs", "e4! e5$2 Nf3 $10 $146 Nc6?! 3. Bb5 N a6 += *", []string{"e4! e5? Nf3$10$146 Nc6?! Bb5$146 a6$14 *"}},
		{"variations", "1. e4 (1. d4 d5 (1... Nf6 2. c4 {x}) (1... f5) 2. c4) (1. c4) 1... e5 *",
			[]string{"e4 ( d4 d5 ( Nf6 c4 {x} ) ( f5 ) c4 ) ( c4 ) e5 *"}},
		{"markers in variations", "1. e4 (1. d4 1-0) (1. c4 *) 1... e5 *", []string{"e4 ( d4 ) ( c4 ) e5 *"}},
		{"comment in a variation", "1. e4 ({why not} 1. d4 $1 {)} ) e5 *", []string{"e4 ( {why not} d4! {)} ) e5 *"}},
		{"null moves", "1. e4 e5 2. Nf3 (2. -- Nc6 (2... Nf6) 3. d4 -- 4. d5) (2. d3 Z0 3. d4) 2... Nc6 *",
			[]string{"e4 e5 Nf3 ( -- Nc6 ( Nf6 ) d4 -- d5 ) ( d3 -- d4 ) Nc6 *"}},
		{"castling with zeros", "e4 e5 Nf3 Nf6 Bc4 Bc5 0-0 0-0 *", []string{"e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O *"}},
		{"loose moves", "e2-e4 e7e5 Ng1f3 Nb8-c6 Nf3e5 Nce5 *", []string{"e4 e5 Nf3 Nc6 Nxe5 Nxe5 *"}},
		{"squares alone", "1. e2e4 e7e5 2. g1f3 g8f6 3. f1-c4 f8-c5 4. e1g1 e8g8 *",
			[]string{"e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O *"}},
		{"en passant", "e4 a6 e5 d5 exd6 e.p cxd6 a4 b5 axb5ep *", []string{"e4 a6 e5 d5 exd6 cxd6 a4 b5 axb5 *"}},
		{"en passant, all in one", "e4 a6 e5 d5 exd6e.p. +-$14 cxd6 *", []string{"e4 a6 e5 d5 exd6$18$14 cxd6 *"}},
		{"promotion",
			"[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\na8Q *\n" +
				"[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\na8(N) *\n" +
				"[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\na8=R *",
			[]string{"a8=Q *", "a8=N *", "a8=R *"}},
		{"start position", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *",
			[]string{"Kd7 e4 *"}},
		{"start positions", "[Event \"x\"]\n[FEN \"\"]\n[FEN \" 4k3/8/8/8/8/8/4P3/4K3 b - - 0 7 \"]\n[FEN \"?\"]\n\nKd7 *",
			[]string{"Kd7 *"}},
		{"Chess960",
			"[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\nO-O *\n\n" +
				"[Variant \"fischerandom\"]\ne4 *\n\n[Variant \"Fischer Random\"]\nd4 *",
			[]string{"O-O *", "e4 *", "d4 *"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkText(t, []byte(test.text))
			games, errs := readAll(t, test.text)
			for i, err := range errs {
				if err != nil {
					t.Errorf("game %d: %v", i+1, err)
				}
			}
			if len(games) != len(test.want) {
				t.Fatalf("%d games, want %d", len(games), len(test.want))
			}
			for i, g := range games {
				if got := outline(g); got != test.want[i] {
					t.Errorf("game %d is %s\nwant      %s", i+1, got, test.want[i])
				}
				if g.Number != i+1 {
					t.Errorf("game %d has number %d", i+1, g.Number)
				}
			}
		})
	}
}

func TestTags(t *testing.T) {
	for _, test := range []struct{ line, name, want string }{
		{`[Event "a b"]`, "Event", "a b"},
		{`[ Event   "a"  ]`, "Event", "a"},
		{`[Event "say \"x\" \\ y"]`, "Event", `say "x" \ y`},
		{`[Event "a "b" c"]`, "Event", `a "b" c`},
		{`[Event "a "b""]`, "Event", `a "b"`},
		{`[Event "a] [b"]`, "Event", "a] [b"},
		{`[Event "Tournament \"]`, "Event", `Tournament \`},
		{`[Event "\\"]`, "Event", `\`},
		{`[Event ""]`, "Event", ""},
		{"[Event \"caf\xe9\"]", "Event", "café"},
		{`[Event "café"]`, "Event", "café"},
		{`[White-2 "x"]`, "White-2", "x"},
		{`[960 "x"]`, "960", "x"},
	} {
		games, errs := readAll(t, test.line+"\n\ne4 *\n")
		if len(games) != 1 || errs[0] != nil {
			t.Errorf("%s: %d games, errors %v", test.line, len(games), errs)
			continue
		}
		if got := games[0].Tags; len(got) != 1 || got[0].Name != test.name || got[0].Value != test.want ||
			got.Get(test.name) != test.want {
			t.Errorf("%s is read as %q", test.line, got)
		}
	}
	tags := game.Tags{{Name: "White", Value: "a"}}
	tags.Set("White", "b")
	tags.Set("Black", "c")
	if tags.Get("White") != "b" || tags.Get("Black") != "c" || tags.Get("Round") != "" || len(tags) != 2 {
		t.Error(tags)
	}
}

func TestVariants(t *testing.T) {
	var text strings.Builder
	names := []string{"Atomic", "Standard", "Atomic", "Crazyhouse", "From Position", "King of the Hill", "Chess960",
		"Lösers"}
	for _, name := range names {
		fmt.Fprintf(&text, "[Event \"x\"]\n[Variant %q]\n\ne4 *\n\n", name)
	}
	games, errs := readAll(t, text.String()+"[A \"b\"]\n[Variant \"Chess\"]\n[Variant \"Atomic\"]\n\ne4 *\n")
	names = append(names, "Atomic") // the name for which it is not read
	if len(games) != len(names) {
		t.Fatalf("%d games, want %d", len(games), len(names))
	}
	for i, g := range games {
		switch names[i] {
		case "Standard", "From Position", "Chess960":
			if errs[i] != nil || outline(g) != "e4 *" {
				t.Errorf("%s: %s, %v", names[i], outline(g), errs[i])
			}
		default:
			if !errors.Is(errs[i], game.ErrVariant) || errs[i].Text != names[i] || len(g.Moves) > 0 ||
				g.Tags.Get("Variant") == "" {
				t.Errorf("%s: %s, %v", names[i], outline(g), errs[i])
			}
		}
	}
}

// Each broken game stands between two good ones, which must not suffer.
func TestBroken(t *testing.T) {
	const before, after = "[Event \"before\"]\n\n1. e4 e5 1-0\n\n", "\n\n[Event \"after\"]\n\n1. d4 {good} d5 0-1\n"
	for _, test := range []struct {
		name, text string
		want       string // the outline
		err        error
		line       int    // from 1, within text
		at         string // what the place begins with
		whole      bool
	}{
		{"illegal", "[Event \"x\"]\n\n1. e4 e5\n2. Ke3 Nc6 *", "e4 e5 *", game.ErrMove, 4, "Ke3", false},
		{"no move", "[Event \"x\"]\n\n1. e4 e5\n2. hello Nc6 *", "e4 e5 *", game.ErrMove, 4, "hello", false},
		{"ambiguous", "[Event \"x\"]\n\nNf3 a6 e3 a5 d3 a4 Nd2 *", "Nf3 a6 e3 a5 d3 a4 *", game.ErrMove, 3, "Nd2", false},
		{"null move", "[Event \"x\"]\n\ne4 -- d4 *", "e4 *", game.ErrMove, 3, "--", true},
		{"junk", "[Event \"x\"]\n\ne4 <<junk>> e5 *", "e4 *", game.ErrSyntax, 3, "<<junk>>", false},
		{"stray parenthesis", "[Event \"x\"]\n\ne4 ) e5 *", "e4 e5 *", game.ErrSyntax, 3, ")", true},
		{"stray brace", "[Event \"x\"]\n\ne4 } e5 *", "e4 e5 *", game.ErrSyntax, 3, "}", true},
		{"stray bracket", "[Event \"x\"]\n\ne4 [e5 *", "e4 *", game.ErrSyntax, 3, "[e5", false},
		{"comment not closed", "[Event \"x\"]\n\ne4 {oh\ne5 1-0", "e4 {oh e5 1-0} 1-0", game.ErrUnfinished, 3, "{oh", true},
		{"variation not closed", "[Event \"x\"]\n\ne4 e5 (e6 1-0", "e4 e5 ( e6 ) 1-0", game.ErrUnfinished, 3, "(e6", true},
		{"variation in variation not closed", "[Event \"x\"]\n\ne4 (d4 (c4) e5 1-0", "", game.ErrUnfinished, 3, "(d4",
			true},
		{"cut off in a tag", "[Event \"x\"]\n[Si", "*", game.ErrSyntax, 2, "[Si", true},
		{"tag without quotes", "[Event \"x\"]\n[White Smith]\n\ne4 *", "e4 *", game.ErrSyntax, 2, "[White", true},
		{"tag without closing quote", "[Event \"x\"]\n[White \"Smith]\n\ne4 *", "e4 *", game.ErrSyntax, 2, "[White", true},
		{"start position", "[Event \"x\"]\n[FEN \"hello\"]\n\ne4 *", "*", game.ErrSyntax, 2, "[FEN", false},
		{"illegal in a variation", "[Event \"x\"]\n\ne4 (d4 d5 {a} Ke5 (x) c4) e5 (c5 Nf3) *",
			"e4 ( d4 d5 {a} ) e5 ( c5 Nf3 ) *", game.ErrMove, 3, "Ke5", true},
		{"variation before any move", "[Event \"x\"]\n\n(e4) e4 e5 *", "e4 e5 *", game.ErrSyntax, 3, "(e4)", true},
		{"NAG out of range", "[Event \"x\"]\n\ne4 $256 e5 *", "e4 e5 *", game.ErrSyntax, 3, "$256", true},
		{"null move in check", "[Event \"x\"]\n\ne4 f5 exf5 g5 d4 (Qh5+ --) *", "e4 f5 exf5 g5 d4 ( Qh5# ) *",
			game.ErrMove, 3, "--", true},
		{"no marker", "[Event \"x\"]\n\n1. e4 e5", "e4 e5 *", game.ErrUnfinished, 5, "[Event \"after", true},
		{"no marker, but a tag", "[Result \"0-1\"]\n\n1. e4 {e5}", "e4 {e5} 0-1", game.ErrUnfinished, 5, "[Event \"after",
			true},
		{"comment after the marker not closed", "[Event \"x\"]\n\ne4 * {oh", "e4 *", game.ErrUnfinished, 3, "{oh", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := before + test.text + after
			checkText(t, []byte(text))
			games, errs := readAll(t, text)
			if len(games) != 3 || outline(games[0]) != "e4 e5 1-0" || outline(games[2]) != "d4 {good} d5 0-1" {
				t.Fatalf("%d games around it", len(games))
			}
			if errs[0] != nil || errs[2] != nil {
				t.Fatal(errs)
			}
			err := errs[1]
			if !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			if test.want != "" && outline(games[1]) != test.want {
				t.Errorf("read %s, want %s", outline(games[1]), test.want)
			}
			if err.Game != 2 || err.Line != 4+test.line || !strings.HasPrefix(text[err.Offset:], test.at) ||
				err.Whole != test.whole {
				t.Errorf("game %d, line %d, at %.10q, whole %v: %v", err.Game, err.Line, text[err.Offset:], err.Whole,
					err)
			}
			if err.Remedy == "" || !strings.HasPrefix(err.Error(),
				fmt.Sprintf("pgn: game 2, line %d, byte %d: ", err.Line, err.Offset)) {
				t.Errorf("the message is %q", err)
			}
		})
	}
}

// A comment that is never closed ends where the next game begins, even if no
// brace follows in the whole stream.
func TestUnclosedToTheEnd(t *testing.T) {
	games, errs := readAll(t, "[Event \"a\"]\n\ne4 {oh\n\n[Event \"b\"]\n\nd4 d5 *\n\n[Event \"c\"]\n\nc4 *\n")
	if len(games) != 3 || outline(games[1]) != "d4 d5 *" || outline(games[2]) != "c4 *" {
		t.Fatalf("%d games", len(games))
	}
	if !errors.Is(errs[0], game.ErrUnfinished) || errs[1] != nil || errs[2] != nil {
		t.Error(errs)
	}
}

// A file that was appended to one without a marker at its end begins a game, with
// its byte order mark too.
func TestAppended(t *testing.T) {
	const text = "[Event \"a\"]\n\n1. e4\n\xef\xbb\xbf[Event \"b\"]\n\n1. d4 *\n"
	checkText(t, []byte(text))
	games, errs := readAll(t, text)
	if len(games) != 2 || outline(games[0]) != "e4 *" || outline(games[1]) != "d4 *" {
		t.Fatalf("%d games", len(games))
	}
	if !errors.Is(errs[0], game.ErrUnfinished) || !errs[0].Whole || errs[1] != nil {
		t.Error(errs)
	}
}

func TestNesting(t *testing.T) {
	deep := "e4 " + strings.Repeat("(d4 ", 100) + strings.Repeat(")", 100) + " e5 *"
	games, errs := readAll(t, deep+"\n\n"+strings.Repeat("(", 1<<20)+"\n[Event \"x\"]\n\nd4 *")
	if len(games) != 3 || len(games[0].Moves) != 2 || errs[0] == nil || !errs[0].Whole || errs[1] == nil ||
		outline(games[2]) != "d4 *" {
		t.Errorf("%d games, errors %v", len(games), errs)
	}
}

// TestReadingFails breaks a text off at every byte: whole games come as they
// are, the last one with the moves that were certainly there, and why.
func TestReadingFails(t *testing.T) {
	gone := errors.New("the cable was pulled")
	const text = "[Event \"a\"]\n\ne4 e5 *\n\n[Event \"b\"]\n\n" +
		"1. d4 {queen's [pawn]} d5 2. Nc3 (2. c4 e6) Nc6 3. Bf4 Bf5 4. Qd3 Qd6 " +
		"5. O-O-O O-O-O 1/2-1/2\n"
	whole, _ := readAll(t, text)
	for n := range len(text) + 1 {
		r := pgn.NewReader(io.MultiReader(strings.NewReader(text[:n]), failing{gone}))
		for i := 0; ; i++ {
			g, err := r.Next()
			if g == nil {
				if again, err2 := r.Next(); again != nil || !errors.Is(err, gone) || err2.Error() != err.Error() {
					t.Errorf("%d bytes: %v, then %v", n, err, err2)
				}
				break
			}
			var e *game.RecordError
			switch {
			case err == nil && outline(g) == outline(whole[i]):
			case err == nil && i == 1 && strings.HasSuffix(text[:n], " 1/2"): // a draw, as some write it
			case !errors.As(err, &e) || !errors.Is(err, gone) || e.Game != i+1 || e.Offset > int64(n) || e.Whole:
				t.Errorf("%q: game %d: %q, %v", text[:n], i+1, outline(g), err)
			case len(g.Moves) > len(whole[i].Moves):
				t.Errorf("%q: game %d has too many moves", text[:n], i+1)
			default:
				for k, m := range g.Moves {
					if m.Move != whole[i].Moves[k].Move {
						t.Errorf("%q: game %d, move %d: %v", text[:n], i+1, k, m.Move)
					}
				}
			}
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestMainline(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"
	set := zobrist.Default(chess.Space().Len())
	p, err := pgn.NewParser(chess.Options{Set: set})
	if err != nil {
		t.Fatal(err)
	}
	c, err := pgn.NewScanner(strings.NewReader("[White \"A\"]\n[FEN \" " + fen + " \"]\n\nKd7 e4 1-0")).Next()
	if err != nil {
		t.Fatal(err)
	}
	var m pgn.Mainline
	if err := p.Mainline(c, 0, &m); err != nil {
		t.Fatal(err)
	}
	if string(m.FEN()) != fen || string(m.Tag("White")) != "A" || m.Tag("Black") != nil || m.Result != game.FirstWins {
		t.Errorf("%q %q %q %v", m.FEN(), m.Tag("White"), m.Tag("Black"), m.Result)
	}
	pos, err := chess.Parse(fen, chess.Options{Set: set})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		if m.Hashes[i] != pos.Hash128() {
			t.Errorf("ply %d: hashes differ", i)
		}
		if i == len(m.Moves) {
			break
		}
		pos.Make(m.Moves[i])
	}
	if len(m.Hashes) != 3 {
		t.Error(len(m.Hashes))
	}
	if _, err := pgn.NewParser(chess.Options{Set: zobrist.Set{Keys: make(zobrist.Keys, 5)}}); !errors.Is(err,
		zobrist.ErrKeyCount) {
		t.Error(err)
	}
}
