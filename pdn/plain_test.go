package pdn_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/pdn"
)

// TestWild: games as programs and archives write them. Algebraic squares have a1 at the
// left hand of White, where square 29 is, or of Black, where 4 is.
func TestWild(t *testing.T) {
	const x = "[Event \"x\"]\n"
	const moves = "[Event=x] 11-15 22-18 15x22 25x18 "
	for text, want := range map[string]string{
		x + "1. 11 - 15 22 - 18 2. 15 x 22 25 x 18 1 - 0":             moves + "1-0",
		x + "1. 11–15 22—18 2. 15×22 25:18 1–0":                       moves + "1-0",
		x + "1. 11−15 22‐18 2. 15 × 22 25×18 0 – 2":                   moves + "0-1",
		x + "1. 11\u00a0-\u00a015 22-18 2. 15*22 25*18 *":             moves + "*",
		x + "1. 11.15 22.18 2. 15.22 25.18 1/2-1/2":                   moves + "1/2-1/2",
		x + "1.11.15 22.18 2.15.22 25.18 ½–½":                         moves + "1/2-1/2",
		x + "1.11-15,22-18 2.15x22,25x18 1-1":                         moves + "1/2-1/2",
		x + "1) 11-15 22-18 2) 15x22 25x18 2-0":                       moves + "1-0",
		x + "1. 11/15 22/18 2. 15/22 25/18 1/2":                       moves + "1/2-1/2",
		x + "1. 11>15 22_18 2. 15~22 25x18 0-0":                       moves + "*",
		x + "1. f6-g5 c3-d4 2. E7-F6 *":                               "[Event=x] 11-16 22-18 7-11 *",
		x + "1. c3-d4 f6-e5 2. d4xf6 G7xE5 *":                         moves + "*",
		x + "1. c3d4 f6e5 2. d4f6 *":                                  "[Event=x] 11-15 22-18 15x22 *",
		x + "1. e5 *":                                                 "",
		x + "1. c5-b4 *":                                              "",
		x + "1. f6e5 c3d4 2. e5:c3 b2xd4 *":                           moves + "*",
		x + "1. 11-15(!) 22-18(*) 2. 15x22 (?) 25x18(!?) *":           "[Event=x] 11-15$1 22-18 15x22$2 25x18$5 *",
		x + "1. 11 - 15 {1 - 0, 2 - 3} (1. 9 - 13) 22 - 18; 1 - 7\n*": "[Event=x] 11-15{1 - 0, 2 - 3}( 9-13) 22-18{1 - 7} *",
		x + "1. 11-15 {[%clock w0:12:34 b0:11:00]} 22-18 {[%clk 0:01:02]} *": "[Event=x] 11-15{[%clock w0:12:34 b0:11:00]} " +
			"22-18{[%clk 0:01:02]} *",
		x + "1. 11-15 22-18*15x22 *": "[Event=x] 11-15 22-18 15x22 *",
		// Blanks in place of a hyphen.
		x + "1. 11 15 22 18 2. 15 22 25 18 *":            moves + "*",
		x + "11 15  22 18\n15 22\t25 18 1-0":             moves + "1-0",
		x + "1.11 15 22 18 2.15 22 25 18 1/2-1/2":        moves + "1/2-1/2",
		x + "1) 11 15 22-18 2) 15 22 25x18 2 - 0":        moves + "1-0",
		x + "1. 11 15 $1 (1. 9 13) 22 18 {9 13} 15 22 *": "[Event=x] 11-15$1( 9-13) 22-18{9 13} 15x22 *",
		x + "1 11-15 22-18 2 15x22 25x18 *":              moves + "*",
		x + "1... 11 15 *":                               "[Event=x] 11-15 *",
		x + "11 15 3 2 *":                                "",
		"[Result \"½-½\"]\n1. 11-15 *":                   "[Result=½-½] 11-15 1/2-1/2",
		"[Result \"1 - 0\"]\n1. 11-15 *":                 "[Result=1 - 0] 11-15 1-0",
		"[Result \"1/2\"]\n1. 11-15 *":                   "[Result=1/2] 11-15 1/2-1/2",
		"[Result \"1-1\"]\n1. 11-15 *":                   "[Result=1-1] 11-15 1/2-1/2",
		"[FEN \"W:W30\"]\n30-25 *":                       "[FEN=W:W30] 30-25 *",
		"[FEN \"W:W30:B\"]\n30-25 *":                     "[FEN=W:W30:B] 30-25 *",
		"[FEN \"B:B9,K32.\"]\n9-13 *":                    "[FEN=B:B9,K32.] 9-13 *",
		"[FEN \"W:B:W30\"]\n30-25 *":                     "[FEN=W:B:W30] 30-25 *",
		"[FEN \"W:W:W30:B1\"]\n30-25 *":                  "[FEN=W:W:W30:B1] 30-25 *",
		"[FEN \"W: W30, K31 : B1 , 2\"]\n30-25 *":        "[FEN=W: W30, K31 : B1 , 2] 30-25 *",
		"[FEN \"w:w30:bk1\"]\n30-25 *":                   "[FEN=w:w30:bk1] 30-25 *",
		"[FEN \"W:Wc1,Ke1:Bh8\"]\nc1-b2 *":               "[FEN=W:Wc1,Ke1:Bh8] 30-25 *",
		"[FEN \"W:W21-32:B1-12\"]\n22-18 *":              "[FEN=W:W21-32:B1-12] 22-18 *",
		"[GameType \"English\"]\n11-15 *":                "[GameType=English] 11-15 *",
		"[gametype \"21,B,8,8,A0,0\"]\n11-15 *":          "[gametype=21,B,8,8,A0,0] 11-15 *",
	} {
		var got strings.Builder
		var faults []error
		for g, err := range pdn.NewReader(strings.NewReader(text)).All() {
			got.WriteString(outline(g))
			if err != nil {
				faults = append(faults, err)
			}
		}
		if want == "" && len(faults) != 1 || want != "" && (got.String() != want || faults != nil) {
			t.Errorf("%q is read as\n%s, want\n%s: %v", text, got.String(), want, faults)
		}
	}
}

// TestVariants: games of other kinds of draughts are counted, skipped, and cost no
// other game.
func TestVariants(t *testing.T) {
	const english = "[Event \"e\"]\n11-15 *\n\n"
	text := english + "[GameType \"20,W,10,10,N2,0\"]\n32-28 18-23 2-0\n\n" + english +
		"[GameType \"25,W,8,8,A0,0\"]\nc3-d4 b6-a5 *\n\n" + english + "[GameType \"Russian\"]\nc3:e5 *\n\n" +
		"[FEN \"W:W41,42:BK3\"]\n41-37 1-1\n\n" + english
	games, variants, plies := 0, 0, 0
	for g, err := range pdn.NewReader(strings.NewReader(text)).All() {
		games++
		plies += len(g.Moves)
		if errors.Is(err, game.ErrVariant) {
			variants++
		} else if err != nil {
			t.Error(err)
		}
	}
	if games != 8 || variants != 4 || plies != 4 {
		t.Errorf("%d games, %d of other kinds, %d plies", games, variants, plies)
	}
}

// TestPlace: a fault has its place in the text as it stands.
func TestPlace(t *testing.T) {
	const text = "[Event \"x\"]\n1. 11 – 15 22 - 18\n2. 9 - 14 *"
	_, err := pdn.NewReader(strings.NewReader(text)).Next()
	var bad *game.RecordError
	if !errors.As(err, &bad) || bad.Line != 3 || int(bad.Offset) != strings.Index(text, "9 - 14") || bad.Text != "9-14" {
		t.Errorf("%v", err)
	}
}

// The error of a FEN in small letters and with blanks is about its squares, with their place.
func TestSetFENError(t *testing.T) {
	for fen, want := range map[string]game.TextError{
		"B:W32-21:B1-12":     {Offset: 3, Reason: "range 32-21 is reversed; write 21-32"},
		"b: w21-32 : b 12-1": {Offset: 14, Reason: "range 12-1 is reversed; write 1-12"},
		"w: w31, 31: b1":     {Offset: 8, Reason: "square 31 is taken twice"},
		"foo":                {Offset: 0, Reason: "want B or W for the side to move"},
	} {
		p, err := checkers.New(checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var bad *game.TextError
		if err := pdn.SetFEN(p, fen); !errors.As(err, &bad) || bad.Text != fen || bad.Offset != want.Offset ||
			bad.Reason != want.Reason {
			t.Errorf("%q: error %v, want %q at %d", fen, err, want.Reason, want.Offset)
		}
	}
	g, err := pdn.NewReader(strings.NewReader("[Event \"x\"]\n[FEN \"B:W32-21:B1-12\"]\n\n1. 11-15 *\n")).Next()
	if g == nil || err == nil || !strings.Contains(err.Error(), "range 32-21 is reversed") {
		t.Errorf("a tag FEN: %v, error %v", g, err)
	}
}

// TestLongWords: the work is proportional to the text, whatever its words are. It is measured in bytes allocated: a
// move of a million squares took their square.
func TestLongWords(t *testing.T) {
	const n = 100_000
	for _, unit := range []string{"x11", "-a1", ":11", " - 11", "x 11", "11 15 ", "½", "1/2", "11.15", "11x22x"} {
		text := "[Event \"x\"]\n\n1. 11-15" + strings.Repeat(unit, n) + " *\n"
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		games := 0
		for _, err := range pdn.NewReader(strings.NewReader(text)).All() {
			if games++; err != nil && games == 1 && !errors.As(err, new(*game.RecordError)) {
				t.Errorf("%q: %v", unit, err)
			}
		}
		runtime.ReadMemStats(&after)
		if games != 1 {
			t.Errorf("%q: %d games", unit, games)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 1000*uint64(len(text)) {
			t.Errorf("%q: %d bytes allocated for %d", unit, got, len(text))
		}
	}
}

// TestTagsStay: tag pairs are read as the scanner reads them, wherever they are on their line: their text is no
// movetext, and no sign before them is left out.
func TestTagsStay(t *testing.T) {
	for text, want := range map[string]string{
		"{c} [Site \"11 15 x\"]\n11-15 *":                "[Site=11 15 x]{c} 11-15 *",
		"{c} [A \"1)\"] [B \"a, b (*)\"]\n11 15 *":       "[A=1)][B=a, b (*)]{c} 11-15 *",
		"[A \"b\"]\n1. 11 15 {c} 22 18\n[B \"d\"]\n":     "[A=b] 11-15{c} 22-18 *",
		"[A \"b\"]\n(*) [A \"c\"]\n":                     "[A=b][A=c] *",
		"[A \"b\"], [A \"c\"] 11-15 *":                   "[A=b][A=c] 11-15 *",
		"[A \"b\"]\na3b4. [A \"c\"]":                     "[A=b] *",
		"[A \"b\"] 1. {c} 11-15 {d} 22-18 (23-18) 1-0\n": "[A=b]{c} 11-15{d} 22-18( 23-18) 1-0",
	} {
		var got strings.Builder
		for g := range pdn.NewReader(strings.NewReader(text)).All() {
			got.WriteString(outline(g))
		}
		if got.String() != want {
			t.Errorf("%q is read as\n%s, want\n%s", text, got.String(), want)
		}
	}
}
