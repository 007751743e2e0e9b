package serve_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/serve"
)

// TestSGFLimits: records and lists of moves are read up to the limit on moves, however the variations are nested, and
// what was not read leaves no comments.
func TestSGFLimits(t *testing.T) {
	baduk := otherServer(t, "(;SZ[9]RE[B+R];B[ee];W[ec])")
	for _, c := range []struct {
		name, text string
		moves      int
		last       string // comment of the last move
	}{
		{"nested", strings.Repeat("(;B[aa]", 20_000) + "C[read]" + strings.Repeat(")(;B[bb];AW[cc])", 20_000), 20_000, "read"},
		{"moves", "(;" + strings.Repeat(";B[]", 20_000) + ";B[]C[not read];C[not read])", 20_000, ""},
		{"passes", strings.Repeat("pass ", 20_005), 20_000, ""},
	} {
		a, status, body := readOther(t, baduk, "", c.text)
		if status != 200 || len(a.Moves) != c.moves || !strings.Contains(a.Problem, "20000") {
			t.Fatalf("%s: status %d, %d moves, problem %q in %.100s", c.name, status, len(a.Moves), a.Problem, body)
		}
		if got := a.Moves[c.moves-1].Comment; got != c.last {
			t.Errorf("%s: comment %q, want %q", c.name, got, c.last)
		}
	}
	const most = 40_000
	empty := strings.Repeat(";", most-3)
	for text, want := range map[string]string{
		"(;SZ[25];AB[aa:yy]" + empty + ";C[read])":                                  "625 stones",
		"(;SZ[25];AB[aa:yy]" + empty + ";;C[not read])":                             "40000 nodes",
		"(;SZ[25];B[aa]" + strings.Repeat(";C[read]", most-2) + ")":                 "",
		"(;SZ[9];B[aa]" + strings.Repeat(";C[read]", most) + ")":                    "40000 nodes",
		"(;SZ[9]AB" + strings.Repeat("[zz]", 200_000) + ";B[ee])":                   "; and 199995 more",
		"(;SZ[9];B[ee]" + strings.Repeat(";W[zz]", 30_000) + ")":                    "; and 29995 more",
		"(;SZ[9]" + strings.Repeat("? ", 5_000) + ";W[zz];W[zz];W[zz];W[zz];B[ee])": "; and 4999 more",
	} {
		a, status, body := readOther(t, baduk, "", text)
		if status != 200 || (a.Problem == "") != (want == "") || !strings.Contains(a.Problem, want) ||
			strings.Contains(body, "not read\"") || len(a.Moves) > 1 {
			t.Errorf("%.40s: status %d, %d moves, problem %q; want %q", text, status, len(a.Moves), a.Problem, want)
		}
	}
	text := "(;SZ[9];B[aa]" + strings.Repeat(";C[ read]", 30_000) + ")"
	if a, _, _ := readOther(t, baduk, "", text); len(a.Moves) != 1 || len(a.Moves[0].Comment) != 5*30_000-1 {
		t.Errorf("comments of nodes without a move are lost: %.200s", fmt.Sprint(a.Moves))
	}
}

// TestReadTime: reading ends with the time of a request, whatever the text is.
func TestReadTime(t *testing.T) {
	limits := serve.Limits{Time: time.Nanosecond}
	chess := newServer(t, serve.Options{}, limits)
	baduk := newServer(t, serve.Options{Index: otherIndex(t, "(;SZ[9];B[ee])")}, limits)
	for _, c := range []struct {
		on   *serve.Server
		text string
	}{{baduk, "(;SZ[9];B[ee];W[ec])"}, {baduk, "Q16 D4"}, {chess, "1. e4 (1. d4) e5"}, {chess, "e4 e5"}} {
		if _, status, body := readOther(t, c.on, "", c.text); status != 503 || !strings.Contains(body, "too long") {
			t.Errorf("%s: status %d: %.200s", c.text, status, body)
		}
	}
}

// TestSGFFaults: a fault in a record is listed with its place, and loses nothing else. The boards after the main line
// are from Sabaki's packages sgf 3.4.7 and go-board 1.4.3, except for the record that is cut off, which they refuse.
func TestSGFFaults(t *testing.T) {
	baduk := otherServer(t, "(;SZ[9]RE[B+R];B[ee];W[ec])")
	for _, c := range []struct{ text, moves, problem, board string }{
		{"(;SZ[9];B[ee];W[zz];B[cc])", "0:E5 1:B C7", `line 1, byte 14: "W[zz]": `, "9/9/2X6/9/4X4/9/9/9/9 w"},
		{"(;SZ[9];B[ee]\n(;W[ee];B[cc])(;W[cc]))", "0:E5 1:E5 2:C7 1:C7", `line 2, byte 16: "W[ee]": `, "9/9/2X6/9/4O4/9/9/9/9 w"},
		{"(;SZ[9];B[ee](;W[cc])(;W[gg];AB[xx]))", "0:E5 1:C7 1:G3", `"AB[xx]": `, "9/9/2O6/9/4X4/9/9/9/9 b"},
		{"(;SZ[9];B[ee];PL[x];W[cc])", "0:E5 1:C7", `"PL[x]": `, "9/9/2O6/9/4X4/9/9/9/9 b"},
		{"(;SZ[9];B[ee];W[cc", "0:E5 1:C7", "unfinished", "9/9/2O6/9/4X4/9/9/9/9 b"},
		{"(;SZ[9]" + strings.Repeat(";W[zz]", 7) + ";B[ee])", "0:E5", "; and 2 more", "9/9/9/9/4X4/9/9/9/9 w"},
		{"(;SZ[0];B[aa])", "0:A19", `"SZ[0]": `, "X18/" + strings.Repeat("19/", 17) + "19 w"},
		{"(;SZ[9]KM[what]RU[ours];B[ee])", "0:E5", "", "9/9/9/9/4X4/9/9/9/9 w"},
		{"(;SZ[9];B[ee];W[cc][dd];B[aa])", "0:E5 1:C7 2:A9", `"W[dd]": `, "X8/9/2O6/9/4X4/9/9/9/9 w"},
		{"(;SZ[9]AB[ab][ba];W[aa];B[cc])", "0:A9 1:C7", `"W[aa]": `, "1X7/X8/2X6/9/9/9/9/9/9 w"},
	} {
		a, status, body := readOther(t, baduk, "", c.text)
		var moves []string
		board := a.Position
		for i, m := range a.Moves {
			if moves = append(moves, fmt.Sprint(m.Parent, ":", m.Move)); m.Parent == i { // the main line
				board = m.Position
			}
		}
		if got := strings.Join(moves, " "); status != 200 || got != c.moves || !strings.Contains(a.Problem, c.problem) ||
			(a.Problem == "") != (c.problem == "") || board != c.board {
			t.Errorf("%s: status %d, moves %q to %s, problem %q; want %+v: %.200s", c.text, status, got, board, a.Problem, c, body)
		}
	}
}
