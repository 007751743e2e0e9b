package pgn_test

import (
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/pgn"
)

// TestAmongTags: one thing out of place among the tags of a game leaves it one game with its tags and moves, and is
// remarked on. lichess-org/api#381, niklasf/python-chess#904, yo35/rpb-chessboard#155. python-chess 1.999 reads the
// same players and moves of each but those that it takes for movetext.
func TestAmongTags(t *testing.T) {
	tags := []string{`[Event "x"]`, `[Site "s"]`, `[White "A"]`, `[Black "B"]`, `[Result "1-0"]`}
	for _, stray := range []string{
		`]`, `[]`, `[ ]`, `[""]`, `["nokey"]`, `["no key"]`, `[- "x"]`, `[-]`, `[Annotator]`, `[Annotator x]`, `[Annotator 'x']`,
		`[Annotator "x"]]`, `[[Annotator "x"]]`, `[Annotator "x"`, `[Annotator "x`, `[Annotator x"]`, `bar"]`, `[Annotator = "x"]`,
		`[White Elo "2000"]`, `[Annotator "x"],`, `[Annotator "x"]<br>`, `<br>`, `</pre>`, `<b>bold</b>`, `---`, `===`, `-- --`, `,`,
		"foo bar", "Game one", "1st round", "(note)", "}", "!", "$1", "\u201cx\u201d", `[Event "x"]`, `[Event "z"]`,
		"one\n<two>\n---",
	} {
		for at := 1; at <= len(tags); at++ {
			for _, join := range []string{"\n", ""} {
				if join == "" && strings.Contains(stray, "Event") {
					continue
				}
				text := strings.Join(tags[:at], "\n") + join + stray + "\n" + strings.Join(tags[at:], "\n") +
					"\n\n1. e4 e5 2. Nf3 1-0\n"
				games, errs := readAll(t, text)
				if len(games) != 1 || outline(games[0]) != "e4 e5 Nf3 1-0" || games[0].Tags.Get("White") != "A" ||
					games[0].Tags.Get("Black") != "B" || games[0].Tags.Get("Site") != "s" {
					t.Errorf("%q: read as %+v", text, games)
				} else if errs[0] == nil || !errs[0].Whole {
					t.Errorf("%q: error %v, want a remark", text, errs[0])
				}
				checkText(t, []byte(text))
			}
		}
	}
}

// TestHeaders: where a game ends that has tags and no movetext. official-stockfish/WDL_model#210 has the first; the
// moves belong to the header before them.
func TestHeaders(t *testing.T) {
	const next = "[Event \"b\"]\n[Site \"s\"]\n[White \"t\"]\n[Result \"0-1\"]\n\n1. e4 e5 0-1\n"
	for _, test := range []struct{ text, want string }{
		{`[Event "a"][Site "s"][White "x"][Result "1-0"][Time "66.6+0.6` + next, "a x 0 1-0, b t 2 0-1"},
		{"[Event \"a\"]\n[Site \"s\"]\n[White \"x\"]\n[Result \"1-0\"]\n[Time \"66.6+0.6" + next, "a x 0 1-0, b t 2 0-1"},
		{"[Event \"a\"]\n[Site \"s\"]\n[White \"x\"]\n[Result \"1-" + next, "a x 0 *, b t 2 0-1"},
		{"[Event \"a\"]\n[Site \"s\"]\n[White \"x\"]\n[Res" + next, "a x 0 *, b t 2 0-1"},
		{"[Event \"a\"]\n[Site \"s\"]\n[White \"x\"]\n[" + next, "a x 0 *, b t 2 0-1"},
		{"[Event \"a\"]\n[Site \"s\"]\n[White \"x\"]\n[Time" + next, "a x 0 *, b t 2 0-1"},
		{"[Event \"a\"]\n[Site \"s\"]\n[White \"x\"]\n[Time \"66\n" + next, "a x 0 *, b t 2 0-1"},
		{"[Event \"a\"]\n[Site \"s\"]\n[White \"x\"]\n" + next, "a x 0 *, b t 2 0-1"},
		{"[Event \"a\"]\n[Site \"s\"]\n[White \"x\"]\n\n" + next, "a x 0 *, b t 2 0-1"},
		{"[Event \"a\"]\n\n" + next, "a  0 *, b t 2 0-1"},
		{"[Event \"a\"]\n[White \"x\"]\n---\n\n" + next, "a x 0 *, b t 2 0-1"},
		{"[Event \"a\"]\n[White \"x\"]\n\nforfeit\n" + next, "a x 0 *, b t 2 0-1"},
		{"[Event \"a\"]\n[White \"x\"]\n[Event \"a\"]\n[Black \"y\"]\n\n1. d4 *\n" + next, "a x 1 *, b t 2 0-1"},
	} {
		for _, r := range []*pgn.Reader{pgn.NewReader(strings.NewReader(test.text)),
			pgn.NewReader(iotest.OneByteReader(strings.NewReader(test.text)))} {
			var got []string
			for g, err := range r.All() {
				if g == nil {
					t.Fatal(err)
				}
				got = append(got, strings.Join([]string{g.Tags.Get("Event"), g.Tags.Get("White"),
					string(rune('0' + len(g.Moves))), g.Result.String()}, " "))
			}
			if strings.Join(got, ", ") != test.want {
				t.Errorf("%q:\n%q, want %q", test.text, got, test.want)
			}
		}
	}
}

// TestGlued: words without blanks between them are read as the words that they are. dn1z/pgn2gif#11 has the first; all
// but those with a dot after a digit are read alike by python-chess 1.999.
func TestGlued(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-OO-O 5. d3 *":   "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3 *",
		"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4.O-OO-O5.d3d6 *":    "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3 d6 *",
		"1. e4 e52.Nf3 Nc63.Bb5 *":                           "e4 e5 Nf3 Nc6 Bb5 *",
		"1.e4e52.Nf3Nc63.Bc4Nf64.O-ONxe4 1-0":                "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O Nxe4 1-0",
		"1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. O-ONf6 *":          "e4 e5 Nf3 Nc6 Bc4 d6 O-O Nf6 *",
		"1. f3 e5 2. g4 Qh4#0-1":                             "f3 e5 g4 Qh4# 0-1",
		"1. f3 e5 2. g41/2-1/2":                              "f3 e5 g4 1/2-1/2",
		"1. e4 e5 2. Ke21-0":                                 "e4 e5 Ke2 1-0",
		"[FEN \"k7/4P3/8/8/8/8/8/7K w - - 0 1\"]\ne8=QKa7 *": "e8=Q+ Ka7 *",
	} {
		games, errs := readAll(t, text)
		if len(games) != 1 || outline(games[0]) != want || errs[0] != nil {
			t.Errorf("%q: %q, %v; want %s", text, outline(games[0]), errs, want)
		}
		checkText(t, []byte(text))
	}
	games, _ := readAll(t, "1. f3 e5 2. g4 Qh4#0-1\n1. e4 e51-0 1. d4 *")
	if len(games) != 3 || outline(games[1]) != "e4 e5 1-0" {
		t.Errorf("%d games, the second %s", len(games), outline(games[1]))
	}
}

// TestWrapped breaks each word of a game at each place: it is read as before, or a remark says otherwise; a game never
// has another move without a word. lichess-org/lila#11708 has N at the end of a line.
func TestWrapped(t *testing.T) {
	for _, game := range []string{
		"1. e4 d5 2. exd5 Nf6 3. Nc3 Nbd7 4. d4 c6 5. dxc6 Nb8 6. cxb7 Nfd7 7. bxa8=Q Nf6 8. Nf3 e6 9. Bd3 Be7 10. O-O O-O 1-0",
		"1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 6. h3 Re8 7. Nf3 f6 8. Nh4 e6 1-0",
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0",
	} {
		games, _ := readAll(t, game)
		want := outline(games[0])
		words, remarks := strings.Fields(game), 0
		for i, word := range words {
			for k := 1; k < len(word); k++ {
				broken := slices.Clone(words)
				broken[i] = word[:k] + "\n" + word[k:]
				text := strings.Join(broken, " ")
				games, errs := readAll(t, text)
				if errs[0] != nil {
					remarks++
				} else if outline(games[0]) != want {
					t.Errorf("%q: %s, without a remark", broken[i], outline(games[0]))
				}
			}
		}
		if remarks > 9 {
			t.Errorf("%d places with a remark", remarks)
		}
	}
	games, errs := readAll(t, "1. e4 e5 2. Nf3 N\nc6 3. Bb5 a6 1-0")
	if got := outline(games[0]); got != "e4 e5 Nf3$146 c6 Bb5 a6 1-0" || errs[0] == nil || errs[0].Text != "N" {
		t.Errorf("%s, %v", got, errs[0])
	}
}
