package pgn_test

import (
	"cmp"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// world is movetext as others write it, each line after reports to other programs. The outline is what their users
// meant, "" for a broken game. A remark is the text of the error.
var world = []struct{ text, want, remark string }{
	// Blanks: lichess-org/lichobile#2283, and from web pages and word processors.
	{"1.\u00a0e4 e5 1-0", "e4 e5 1-0", ""},
	{"1.\xa0e4\xa0e5 1-0", "e4 e5 1-0", ""},
	{"1.\u2003e4\u2009e5\u202f2.\u3000Nf3\u2028Nc6\u200b3.\ufeffBb5\u0085a6\u200e 4.\u2060Ba4 *",
		"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 *", ""},
	{"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O\u2060-\u2060O Nf6 1\u2060-\u20600", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 1-0", ""},
	// Signs: kevinludwig/pgn-parser#26 and #28, lichess-org/scalachess#74.
	{"1. e4 e5 2. f4? ± exf4 1-0", "e4 e5 f4?$16 exf4 1-0", ""},
	{"1. f3 e6 2. g4?? ∓$5 ∞ Qh4# 0-1", "f3 e6 g4??$17!?$13 Qh4# 0-1", ""},
	{"e4± e5⩲ Nf3⩱ Nc6‼ Bb5⁇ a6⁉ Ba4⁈ Nf6□ *", "e4$16 e5$14 Nf3$15 Nc6!! Bb5?? a6!? Ba4?! Nf6$7 *", ""},
	{"e4 → e5 ↑ Nf3 ⇆ Nc6 ⌓ Bb5 △ a6 ▽ Ba4 ⨀ Nf6 ⟳ *",
		"e4$40 e5$36 Nf3$132 Nc6$142 Bb5$140 a6$141 Ba4$22 Nf6$32 *", ""},
	{"e4 +− e5 −+ Nf3 =∞ Nc6 ‼️ Bb5+- a6-+ Ba4= Nf6+/= *",
		"e4$18 e5$19 Nf3$44 Nc6!! Bb5$18 a6$19 Ba4$10 Nf6$14 *", ""},
	{"e4\xb1 e5 \xb1 Nf3N Nc6 N Bb5 RR a6 TN *", "e4$16 e5$16 Nf3$146 Nc6$146 Bb5$145 a6$146 *", ""},
	{"e4 d5 Bb5ch c6 Bxc6+† bxc6 Qh5 ch. g6 Qxd5 dis ch cxd5 *", "e4 d5 Bb5+ c6 Bxc6+ bxc6 Qh5 g6 Qxd5 cxd5 *", ""},
	{"f3 e5 g4 Qh4mate 0-1", "f3 e5 g4 Qh4# 0-1", ""},
	{"f3 e5 g4 Qh4‡ 0-1", "f3 e5 g4 Qh4# 0-1", ""},
	{"e4 [#] e5 D Nf3 ⬒ *", "e4$220 e5$220 Nf3$220 *", ""},
	{"e4 ⚑ e5 ★Nf3 *", "", "★Nf3"}, // a sign before a move may be its piece
	{"e4 ⚑ e5 🙂 *", "e4 e5 *", "⚑"},
	{"e4, e5 ^^ *", "e4 e5 *", ","},
	{"1. e4,e5 2. Nf3|Nc6 *", "e4 e5 Nf3 Nc6 *", ","},
	{"1. e4!? $14 += c5 +=N 2. Nf3+/=! *", "e4!?$14$14 c5$14$146 Nf3$14! *", ""},
	{"e4 check d5 ch Bb5 Check c6 dbl ch Bxc6+ mate bxc6 Double check Qh5 checkmate *",
		"e4 d5 Bb5+ c6 Bxc6+ bxc6 Qh5 *", ""},
	// Entities and elements of HTML.
	{"1.&nbsp;e4&#160;e5 2.&#xa0;&#9816;f3 &plusmn; Nc6&infin; &frac12;&ndash;&frac12;",
		"e4 e5 Nf3$16 Nc6$13 1/2-1/2", ""},
	{"1. e4 &amp; e5 *", "e4 e5 *", "&amp;"},
	{"1. e4<br>e5<br />2. Nf3 <b>Nc6</b> *", "e4 e5 Nf3 Nc6 *", "<br>"},
	// Comments in brackets, in one another and without end: niklasf/python-chess#215.
	{"1. e4 [%clk 0:01] e5 [%eval #-3] [%emt 1] 2. Nf3 [a remark] *",
		"e4 {[%clk 0:01]} e5 {[%eval #-3]} {[%emt 1]} Nf3 {[a remark]} *", ""},
	{"1. e4 {a {b} c} e5 {{d}} 2. Nf3 {{e} {f} g} *", "e4 {a {b} c} e5 {{d}} Nf3 {{e} {f} g} *", ""},
	{"1. e4 {a {b} e5} 2. Nf3 *", "e4 {a {b} e5 Nf3 *", "}"},
	{"1. e4 e5 ) 2. Nf3 } Nc6 *", "e4 e5 Nf3 Nc6 *", ")"},
	{"1. e4 e5 (1... c5 2. Nf3 1-0\n", "e4 e5 ( c5 Nf3 ) 1-0", "(1... c5 2. Nf3 1-0"},
	{"[Result \"0-1\"]\n1. e4 e5 (1... c5 (1... e6", "e4 e5 ( c5 ( e6 ) ) 0-1", "(1... e6"},
	{"1. e4 e5 {he lost", "e4 e5 {he lost} *", "{he lost"},
	// Numbers and moves with other signs and blanks.
	{"1) e4 e5 2) Nf3 Nc6 *", "e4 e5 Nf3 Nc6 *", ""},
	{"1: e4 e5 2:Nf3 Nc6 *", "e4 e5 Nf3 Nc6 *", ""},
	{"1. e4 e5 2. N f3 N c6 3. B b5 a6 4. B x c6 d x c6 *", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 *", ""},
	{"1. e2 - e4 e7 - e5 2. g1 - f3 *", "e4 e5 Nf3 *", ""},
	{"1. e4 e5 2. Nf3 N c6 *", "e4 e5 Nf3$146 c6 *", "N"}, // either is legal
	{"1. e4 e5 2. Nf3 N Nc6 N 3. d4 *", "e4 e5 Nf3$146 Nc6$146 d4 *", ""},
	{"[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n1. a8 = Q *", "a8=Q *", ""},
	{"e4 a6 e5 d5 exd6 e.p. cxd6 a4 b5 axb5ef *", "e4 a6 e5 d5 exd6 cxd6 a4 b5 axb5 *", ""},
	{"1. e4 d5 2. exd e6 3. de fe *", "e4 d5 exd5 e6 dxe6 fxe6 *", ""},
	// Castling and null moves with zeros.
	{"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 00 OO 1-0", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O 1-0", ""},
	{"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0 - 0 O - O 1-0", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O 1-0", ""},
	{"1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 000 OOO *", "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O *", ""},
	{"1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O - O - O 0 - 0 - 0 *",
		"d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O *", ""},
	{"1. e4 e5 2. Nf3 00 3. Bc4 *", "", "00"},
	{"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 00-0 *", "", "00-0"}, // the king's side by python-chess, which skips a zero
	{"1. e4 0000 2. d4 *", "e4 *", "0000"},
	{"1. e4 (1. d4 0000 2. c4) e5 *", "e4 ( d4 -- c4 ) e5 *", ""},
	// Dashes, fractions, figurines, letters of another alphabet: lichess-org/lila#16268.
	{"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O O−O 1–0", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O 1-0", ""},
	{"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0\x960 0\x970 \xbd\x96\xbd", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O 1/2-1/2", ""},
	{"1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. ♗×c6 d×c6 ½–½", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 1/2-1/2", ""},
	{"1. е4 е5 2. Nf3 Nf6 3. Bс4 Bс5 4. О-О ½", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O 1/2-1/2", ""},
	{"1…e4 e5 1/2–1/2", "e4 e5 1/2-1/2", ""},
	// Results: fsmosca/PGN-Standard#12.
	{"[Result \"0-0\"]\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0", "e4 e5 Nf3 Nf6 Bc4 Bc5 *", ""},
	{"[Result \"0-0\"]\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 0-0 {no show}",
		"e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O {no show} *", ""},
	{"[Result \"0-1\"]\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-1", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O 0-1", ""},
	{"[Result \"½–½\"]\ne4 *", "e4 1/2-1/2", ""},
	{"[Result \"1 - 0\"]\ne4 *", "e4 1-0", ""},
	{"e4 0:1", "e4 0-1", ""},
	{"1. e4 e5 1 - 0", "e4 e5 1-0", ""},
	{"1. e4 e5 2. Nf3 0 - 1", "e4 e5 Nf3 0-1", ""},
	{"1. e4 e5 1/2 - 1/2", "e4 e5 1/2-1/2", ""},
	{"1. e4 e5 1/2-1/2", "e4 e5 1/2-1/2", ""},
	{"1. e4 e5 ½ - ½", "e4 e5 1/2-1/2", ""},
	{"1. e4 e5 \xbd \x96 \xbd", "e4 e5 1/2-1/2", ""},
	{"1. e4 e5 ½", "e4 e5 1/2-1/2", ""},
	{"1. e4 e5 1 – 0", "e4 e5 1-0", ""},
	{"1. e4 e5 1- 0", "e4 e5 1-0", ""},
	{"1. e4 e5 1 –0 {resigns}", "e4 e5 {resigns} 1-0", ""},
	{"1. e4 e5 2. Nf3\n1 -\n0\n", "e4 e5 Nf3 1-0", ""},
	{"1. e4 e5 (1... c5 1 - 0) 2. Nf3 1 : 0", "e4 e5 ( c5 ) Nf3 1-0", ""},
	{"e4 1/2-0", "e4 *", ""},
	{"1. e4 e5 0.5-0.5", "e4 e5 1/2-1/2", ""},
	{"1. e4 e5 0,5 : 0,5", "e4 e5 1/2-1/2", ""},
	{"1. e4 e5 +:-", "e4 e5 1-0", ""},
	{"1. e4 e5 -:+", "e4 e5 0-1", ""},
	{"1. e4 e5 =:=", "e4 e5 1/2-1/2", ""},
	{"[Result \"0.5:0.5\"]\n1. e4 e5 *", "e4 e5 1/2-1/2", ""},
	{"[Result \"+:-\"]\n1. e4 e5 *", "e4 e5 1-0", ""},
	// Two results: python-chess and scalachess take the tag, then the first.
	{"[Result \"0-1\"]\n1. e4 e5 1-0", "e4 e5 0-1", "1-0"},
	{"[White \"a\"]\n[Result \"0-1\"]\n[Result \"1-0\"]\n1. e4 e5 *", "e4 e5 0-1", "1-0"},
	{"1. e4 e5 1-0 0-1", "e4 e5 1-0", "0-1"},
	// Text after the end.
	{"1. e4 e5 1-0 2. Nf3 Nc6 1/2-1/2", "e4 e5 1-0", "Nf3"},
	{"1. e4 e5 1-0 {and} 2. {then} Nf3 Nc6", "e4 e5 {and} {then} 1-0", "Nf3"},
	{"1. e4 e5 1-0 Nf3 Nc6", "e4 e5 1-0", "Nf3"},
	// Words about the end, from servers and from lists of games.
	{"1. e4 e5 2. Nf3 resigns 1-0", "e4 e5 Nf3 1-0", "resigns"},
	{"1. e4 e5 2. Nf3 Nc6 White resigns. 0-1", "e4 e5 Nf3 Nc6 0-1", "White"},
	{"[Result \"1/2-1/2\"]\n1. e4 e5 Draw agreed", "e4 e5 1/2-1/2", "Draw"},
	// Null moves: kevinludwig/pgn-parser#14, mliebelt/pgn-parser#436, DHTMLGoodies/chessParser#2.
	{"[Result \"1/2-1/2\"]\n1. e4 e5 2. Nf3 -- 3. d4 (d3) {a} 1/2-1/2", "e4 e5 Nf3 1/2-1/2", "--"},
	{"1. e4 Z0 2. d4 1-0", "e4 1-0", "Z0"},
	{"1. e4 <> 2. d4 1-0", "e4 1-0", "<>"},
	{"1. e4 — 2. d4 1-0", "e4 1-0", "—"},
	{"[A \"b\"]\n1. -- e5 1-0", "1-0", "--"},
	{"1. e4 (1. d4 <> 2. c4 null 3. e4) e5 1-0", "e4 ( d4 -- c4 -- e4 ) e5 1-0", ""},
	// Start positions: jhlywa/chess.js#554, LeelaChessZero/lc0#896, and EPD.
	{"[FEN \"8/8/4k3/8/4P3/4K3/8/8 w KQkq - 0 1\"]\nKd4 *", "Kd4 *", "8/8/4k3/8/4P3/4K3/8/8 w KQkq - 0 1"},
	{"[FEN \"8/8/4k3/8/4P3/4K3/8/8 w - e6 0 1\"]\nKf4 *", "Kf4 *", "8/8/4k3/8/4P3/4K3/8/8 w - e6 0 1"},
	{"[FEN \"8/8/4k3/8/4P3/4K3/8/8 w - - bm Kf4; id \\\"x\\\";\"]\nKf4 *", "Kf4 *",
		"8/8/4k3/8/4P3/4K3/8/8 w - - bm Kf4; i..."},
	{"[FEN \"8/8/4k3/8/4P3/4K3/8/8 w - - 0 1 ;D1 8\"]\nKf4 *", "Kf4 *", "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1 ;D1 8"},
	{"[FEN \"\u00a08/8/4k3/8/4P3/4K3/8/8\u00a0w - - 0 1\"]\nKf4 *", "Kf4 *", ""},
	{"[FEN \"\xa0\"]\ne4 *", "e4 *", ""},
	{"[FEN \"8/8/4k3/8/4P3/4K3/8/8\"]\nKf4 *", "Kf4 *", "8/8/4k3/8/4P3/4K3/8/8"},
	{"[FEN \"8/8/4k3/8/4P3/4K3/8/8_w_-_-_0_1\"]\nKf4 *", "Kf4 *", ""},
	// Tags.
	{"[White\u00a0\"a\"]\ne4 *", "e4 *", ""},
	{"[White “a”]\ne4 *", "e4 *", "[White “a”]"},
}

func TestWorld(t *testing.T) {
	for _, test := range world {
		checkText(t, []byte(test.text))
		games, errs := readAll(t, test.text)
		if len(games) != 1 {
			t.Errorf("%q: %d games", test.text, len(games))
			continue
		}
		if test.want == "" { // broken
			if errs[0] == nil || errs[0].Whole || errs[0].Text != test.remark {
				t.Errorf("%q: error %v, want one about %q", test.text, errs[0], test.remark)
			}
			continue
		}
		if got := outline(games[0]); got != test.want {
			t.Errorf("%q: read %s, want %s", test.text, got, test.want)
		}
		switch err := errs[0]; {
		case err == nil && test.remark == "":
		case err == nil || !err.Whole || err.Text != test.remark:
			t.Errorf("%q: error %v, want a remark on %q", test.text, err, test.remark)
		}
	}
}

// TestSpacedResults: games are cut where such results end them, however the text arrives.
func TestSpacedResults(t *testing.T) {
	const text = "1. e4 e5 1 - 0 1. d4 d5 ½ - ½\n\n1. c4 0 -\n1\n1. f4 1/2 – 1/2\n[Event \"5\"]\n\n1. Nf3 1 - 0\n1. g3 *"
	for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		var results []string
		for g, err := range pgn.NewReader(r).All() {
			if err != nil || len(g.Moves) == 0 {
				t.Fatalf("%v, error %v", g, err)
			}
			results = append(results, g.Result.String())
		}
		if got := strings.Join(results, " "); got != "1-0 1/2-1/2 0-1 1/2-1/2 1-0 *" {
			t.Errorf("results %s", got)
		}
	}
}

// TestStart: a game with rights that cannot be begins where its moves were read from.
func TestStart(t *testing.T) {
	const text = "[FEN \"r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq e6 0 1\"]\n\nO-O-O Kf7 *\n"
	games, errs := readAll(t, text)
	if len(games) != 1 || !errs[0].Whole || !strings.Contains(errs[0].Error(), "castling") {
		t.Fatal(errs)
	}
	const want = "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1"
	if p, err := games[0].Start(chess.Options{}); err != nil || p.FEN() != want {
		t.Errorf("begins at %v, %v; want %s", p, err, want)
	}
	p, err := pgn.NewParser(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var m pgn.Mainline
	err = p.Mainline(pgn.NewChunk([]byte(text)), 0, &m)
	var broken *game.RecordError
	if !errors.As(err, &broken) || !broken.Whole || len(m.Moves) != 2 || m.FEN() != want {
		t.Errorf("main line: %d moves from %s, %v", len(m.Moves), m.FEN(), err)
	}
}

// TestWindows1252: text that is not UTF-8; niklasf/python-chess#704.
func TestWindows1252(t *testing.T) {
	games, errs := readAll(t, "[White \"Mar\x9aik, P\"]\n\n1. e4 {\x84so\x93} 1-0\n")
	if errs[0] != nil || games[0].Tags.Get("White") != "Maršik, P" || games[0].Moves[0].Comments[0] != "„so“" {
		t.Errorf("%q, %v", games[0].Tags, errs)
	}
}

// otherMoves are the cases in which pgn-extract reads other moves than are meant, or another result.
var otherMoves = map[string]string{
	"e4 ⚑ e5 ★Nf3 *":                            "Nf3 *", // from the last sign on
	"1. e4 — 2. d4 1-0":                         "d4 1-0",
	"1…e4 e5 1/2–1/2":                           "e4 e5 1/2-1/2 1/2-1/2",
	"1. e4 e5 1/2 - 1/2":                        "e4 e5 1/2-1/2 1/2-1/2",
	"e4 1/2-0":                                  "e4 1/2-1/2",
	"1: e4 e5 2:Nf3 Nc6 *":                      "Nf3 Nc6 *",
	"e4 a6 e5 d5 exd6 e.p. cxd6 a4 b5 axb5ef *": "e4 a6 e5 d5 exd6 cxd6 a4 b5 *",
	"1. e4 0000 2. d4 *":                        "d4 *",
	"[Result \"0.5:0.5\"]\n1. e4 e5 *":          "e4 e5 *",
	"[Result \"+:-\"]\n1. e4 e5 *":              "e4 e5 *",
	"[Result \"0-1\"]\n1. e4 e5 1-0":            "e4 e5 1-0", // with a warning
	"[White \"a\"]\n[Result \"0-1\"]\n[Result \"1-0\"]\n1. e4 e5 *": "e4 e5 *",
	"1. e4 e5 1-0 0-1":                "e4 e5 1-0 0-1",
	"1. e4 e5 1-0 2. Nf3 Nc6 1/2-1/2": "e4 e5 1-0 Nf3 Nc6 1/2-1/2",
	"[Result \"½–½\"]\ne4 *":          "e4 *",
	"[Result \"1 - 0\"]\ne4 *":        "e4 *",
}

// TestWorldExtract holds the reading of these cases against Debian's pgn-extract. It gives most of them up; of the
// others it has to read the same games and moves. Of all it has to read the same in what this package writes.
func TestWorldExtract(t *testing.T) {
	program := oracle.Program(t, "pgn-extract", "pgn-extract")
	read := func(text string) string {
		cmd := exec.Command(program, "-s", "-C", "-V", "-N", "--notags", "--nomovenumbers", "--nochecks", "-w1000000")
		cmd.Stdin = strings.NewReader(text + "\n")
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		return strings.Join(strings.Fields(string(out)), " ")
	}
	same := 0
	for _, test := range world {
		games, errs := readAll(t, test.text)
		if errs[0] != nil && !errs[0].Whole {
			continue
		}
		var moves []string
		for _, m := range games[0].Moves {
			moves = append(moves, strings.TrimRight(m.SAN, "+#"))
		}
		want := strings.Join(append(moves, games[0].Result.String()), " ")
		written := format(t, games...)
		if theirs := read(written); theirs != want && !strings.Contains(written, ";{") { // it reads braces there, too
			t.Errorf("%q as written: pgn-extract reads %q, want %q", test.text, theirs, want)
		}
		theirs := read(test.text)
		if theirs == want {
			same++
		}
		if other, listed := otherMoves[test.text]; listed && theirs != other || !listed && theirs != want &&
			strings.ContainsAny(theirs, "abcdefgh") {
			t.Errorf("%q: pgn-extract reads %q, want %q", test.text, theirs, cmp.Or(other, want))
		}
	}
	t.Logf("%d of %d cases are read by pgn-extract as they are", same, len(world))
}
