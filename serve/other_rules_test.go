package serve_test

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	checkersindex "github.com/zobrist-go/zobrist/index/checkers"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/serve"
)

// otherServer serves an otherIndex.
func otherServer(t *testing.T, text string) *serve.Server {
	t.Helper()
	return newServer(t, serve.Options{Index: otherIndex(t, text)})
}

// otherIndex has the games of a text, of Go or, if it has no SGF, of draughts.
func otherIndex(t *testing.T, text string) *index.Index {
	t.Helper()
	ix, err := checkersindex.Open(t.Context(), storetest.Memory(), checkersindex.Options{})
	name := "games.pdn"
	if strings.Contains(text, "(;") {
		name = "games.sgf"
		ix, err = badukindex.Open(t.Context(), storetest.Memory(), badukindex.Options{
			Views: badukindex.CornerView | badukindex.Corner9View})
	}
	if err == nil {
		_, err = ix.Import(t.Context(), index.ImportOptions{}, index.Input{Name: name, Reader: strings.NewReader(text)})
	}
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// otherLine is an answer about a line, or a text that was read.
type otherLine struct {
	Kind, FEN, Position, Problem, Ending, Comment, Result string
	Tags                                                  map[string]string
	Moves                                                 []struct {
		Parent                       int
		Move, FEN, Position, Comment string
		NAGs                         []int
	}
	Legal []struct{ Move, FEN, Position string }
	More  bool
}

func (a otherLine) last() string {
	if n := len(a.Moves); n > 0 {
		return a.Moves[n-1].Position + a.Moves[n-1].FEN
	}
	return a.Position + a.FEN
}

// TestOtherLine plays lines of Go and draughts. Counts of legal moves are by hand, and for draughts of the published
// perft table (7, 49).
func TestOtherLine(t *testing.T) {
	baduk := otherServer(t, "(;SZ[9]RE[B+R];B[ee];W[ec])")
	draughts := otherServer(t, "[Event \"x\"]\n\n1. 11-15 23-19 1-0\n")
	for _, c := range []struct {
		on             *serve.Server
		query          string
		moves, legal   int
		problem, after string
	}{
		{baduk, "position=9&play=E5,E7", 2, 80, "", "9/9/4O4/9/4X4/9/9/9/9 b"},
		{baduk, "position=9&play=E5,W pass,B pass", 3, 81, "", "9/9/9/9/4X4/9/9/9/9 w"},
		{baduk, "position=9&play=E5,B E6", 2, 80, "", "9/9/9/4X4/4X4/9/9/9/9 w"},
		{baduk, "position=9&play=E5,E5", 1, 81, "E5", "9/9/9/9/4X4/9/9/9/9 w"},
		{baduk, "position=9&play=E5,K9", 1, 81, "K9", "9/9/9/9/4X4/9/9/9/9 w"},
		{baduk, "position=13x9", 0, 118, "", "13/13/13/13/13/13/13/13/13 b"},
		{baduk, "position=OX1X5/9/9/9/9/9/9/9/9 w&play=C9,B9", 1, 78, "B9", ""},
		{draughts, "", 0, 7, "", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
		{draughts, "play=11-15", 1, 7, "", ""},
		{draughts, "play=11 15,23 - 18,8  11", 3, 7, "", ""},
		{draughts, "play=11-15,11-15", 1, 7, "11-15", ""},
		{draughts, "fen=W:W26,31:B22,15,8,7", 0, 1, "", "W:W26,31:B7,8,15,22"}, // 26x17
		{draughts, "fen=W:W31:B26,18,17&play=31x22x15", 1, 2, "", ""},
		{draughts, "fen=W:W31:B1", 0, 2, "", ""},
	} {
		status, text := get(t, c.on, "/line?"+strings.ReplaceAll(c.query, " ", "+"))
		var a otherLine
		if err := json.Unmarshal([]byte(text), &a); status != 200 || err != nil {
			t.Errorf("%s: status %d, %v, %s", c.query, status, err, text)
			continue
		}
		if len(a.Moves) != c.moves || len(a.Legal) != c.legal || a.Problem != c.problem || c.after != "" && a.last() != c.after {
			t.Errorf("%s: %d moves to %s, %d legal, problem %q; want %+v", c.query, len(a.Moves), a.last(), len(a.Legal),
				a.Problem, c)
		}
		for _, m := range a.Legal { // each can be played
			_, text := get(t, c.on, "/line?position="+url.QueryEscape(a.last())+"&play="+url.QueryEscape(m.Move))
			var b otherLine
			if err := json.Unmarshal([]byte(text), &b); err != nil || len(b.Moves) != 1 || b.Moves[0].Move != m.Move ||
				b.Moves[0].FEN != m.FEN {
				t.Errorf("%s: after %s %v", c.query, m.Move, b.Moves)
			}
		}
	}
	if status, text := get(t, draughts, "/line?fen=W:W5:B1"); status != 200 || !strings.Contains(text, `"ending":"no move"`) {
		t.Errorf("blocked: status %d, %s", status, text)
	}
	if status, text := get(t, baduk, "/line?position=40"); status != 400 || !strings.Contains(text, "sides are 1 to") {
		t.Errorf("a board of 40: status %d, %s", status, text)
	}
}

func readOther(t *testing.T, s *serve.Server, query, text string) (a otherLine, status int, body string) {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("POST", "/read?"+query, strings.NewReader(text)))
	if w.Code == 200 {
		if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
			t.Fatalf("%v in %s", err, w.Body)
		}
	}
	return a, w.Code, w.Body.String()
}

// TestOtherRead reads what players of Go and draughts paste. Positions are by hand.
func TestOtherRead(t *testing.T) {
	baduk := otherServer(t, "(;SZ[9]RE[B+R];B[ee];W[ec])")
	draughts := otherServer(t, "[Event \"x\"]\n\n1. 11-15 23-19 1-0\n")
	for _, c := range []struct {
		on                 *serve.Server
		query, text        string
		kind, moves, start string // moves as "parent:move"
		problem            string
	}{
		{baduk, "position=9", "E5 E7, B pass", "moves", "0:E5 1:E7 2:pass", "9/9/9/9/9/9/9/9/9 b", ""},
		{baduk, "position=9", "1. E5 W D4 W D5", "moves", "0:E5 1:D4 2:W D5", "9/9/9/9/9/9/9/9/9 b", ""},
		{baduk, "position=9", "E5 E5", "moves", "0:E5", "9/9/9/9/9/9/9/9/9 b", "E5"},
		{baduk, "", "9/9/9/9/4X4/9/9/9/9 w", "position", "", "9/9/9/9/4X4/9/9/9/9 w", ""},
		{baduk, "", "9/9/9/9/4X4/9/9/9 w", "position", "", "9/9/9/9/4X4/9/9/9 w", "9 columns, 8 rows"},
		{baduk, "", "13", "position", "", strings.Repeat("13/", 12) + "13 b", ""},
		{baduk, "", "(;SZ[9]HA[2];W[ee];B[];W[tt])", "game", "0:E5 1:pass 2:pass", "9/9/6X2/9/9/9/2X6/9/9 w",
			"byte 2: \"HA[2]\""},
		{baduk, "", "some words (;SZ[9]AB[aa][ba]AW[ia];B[ee]C[one];AE[ee];W[dd](;B[cc](;W[ff])(;W[gg]))(;B[hh]TE[1]))(;SZ[9])",
			"game", "0:E5 1:setup 2:D6 3:C7 4:F4 4:G3 3:H2", "XX6O/9/9/9/9/9/9/9/9 b", "some words"},
		{baduk, "", "(;SZ[9];B[ee];B[dd];W[ee])", "game", "0:E5 1:B D6 2:E5", "9/9/9/9/9/9/9/9/9 b",
			"W[ee]"},
		{baduk, "", "(B[gc];W[cc])", "game", "0:G17 1:C17", strings.Repeat("19/", 18) + "19 b", "semicolon"},
		{baduk, "", "\ufeff\n (SZ[9]B[ee];W[cc])", "game", "0:E5 1:C7", "9/9/9/9/9/9/9/9/9 b", "semicolon"},
		{baduk, "", "(;GM[1]FF[4]SZ[9]AB[ee]PL[W])", "game", "", "9/9/9/9/4X4/9/9/9/9 w", ""},
		{draughts, "", "11-15 22-18 15x22", "moves", "0:11-15 1:22-18 2:15x22",
			"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", ""},
		{draughts, "", "11 15 22 18", "moves", "0:11-15 1:22-18",
			"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", ""},
		{draughts, "", "W:W31:B26,18,17", "position", "", "W:W31:B17,18,26", ""},
		{draughts, "", "w: w31-32: b1 - 3.", "position", "", "W:W31,32:B1,2,3", ""},
		{draughts, "", "[FEN \"W:W21-32:B1-12\"]\n\n1. 22 18 *", "game", "0:22-18",
			"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", ""},
		{draughts, "", "[Black \"A\"]\n\n1. 11-15 {x} (1. 9-13 22-18 $1) 23-19 1-0", "game",
			"0:11-15 1:23-19 0:9-13 3:22-18",
			"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", ""},
		{draughts, "", "11-15 (9-13 22-18) 23-19", "game", "0:11-15 1:23-19 0:9-13 3:22-18",
			"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", ""},
		{draughts, "fen=W:W31:B1", "31-26 {x} (31-27) 1-6", "game", "0:31-26 1:1-6 0:31-27", "W:W31:B1", ""},
		{draughts, "", "11-15 (11-15 11-15) 23-19", "game", "0:11-15 1:23-19 0:11-15",
			"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", "line 1, byte 13: \"11-15\""},
		{draughts, "", "1. 11-15 11-15 *", "game", "0:11-15",
			"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", "11-15"},
	} {
		a, status, body := readOther(t, c.on, c.query, c.text)
		var moves []string
		for _, m := range a.Moves {
			moves = append(moves, string('0'+rune(m.Parent))+":"+m.Move)
		}
		if got := strings.Join(moves, " "); status != 200 || a.Kind != c.kind || got != c.moves ||
			a.Position+a.FEN != c.start || (a.Problem != "") != (c.problem != "") || !strings.Contains(a.Problem, c.problem) {
			t.Errorf("%q: status %d, %s %s from %s, problem %q; %s", c.text, status, a.Kind, got, a.Position+a.FEN, a.Problem, body)
		}
	}
	a, _, _ := readOther(t, baduk, "", "(;SZ[9]PB[x];B[ee]C[one];AE[ee];W[dd](;B[cc])(;B[hh]TE[1]C[two]))(;SZ[9])")
	if !a.More || a.Tags["PB"] != "x" || a.Moves[0].Comment != "one" || a.Moves[4].Comment != "two" || a.Moves[4].NAGs[0] != 1 {
		t.Errorf("comments: %+v", a)
	}
	for i, want := range []string{"9/9/9/9/4X4/9/9/9/9 w", "9/9/9/9/9/9/9/9/9 w", "9/9/9/3O5/9/9/9/9/9 b",
		"9/9/2X6/3O5/9/9/9/9/9 w", "9/9/9/3O5/9/9/9/7X1/9 w"} {
		if a.Moves[i].Position != want {
			t.Errorf("move %d: %s, want %s", i+1, a.Moves[i].Position, want)
		}
	}
	for _, c := range []struct {
		on         *serve.Server
		text, want string
	}{{baduk, "Nf3", "Q16"}, {baduk, "(E5 E7)", "no game here"}, {baduk, "", "Q16"}, {draughts, "e4", "11-15"}, {draughts, "", "11-15"},
		{baduk, "(;GM[2])", "variant"}, {draughts, "[GameType \"20\"]\n\n1. 32-28 *", "draughts"}} {
		if _, status, body := readOther(t, c.on, "", c.text); status != 400 || !strings.Contains(body, c.want) {
			t.Errorf("%q: status %d, %s", c.text, status, body)
		}
	}
	// Faults of the text and of the game are listed in the order of their places.
	a, _, _ = readOther(t, baduk, "", "(;SZ[9];B[ee];W[ee];B[zz];W[cc]x;B[ee];W[dd]")
	places := regexp.MustCompile(`byte (\d+)`).FindAllStringSubmatch(a.Problem, -1)
	for i, last := range places {
		if n, _ := strconv.Atoi(last[1]); i > 0 {
			if before, _ := strconv.Atoi(places[i-1][1]); n < before {
				t.Errorf("faults: %s", a.Problem)
			}
		}
	}
	if len(places) < 4 {
		t.Errorf("faults: %s", a.Problem)
	}
	// A record in Shift_JIS, as bytes: 本因坊.
	a, _, _ = readOther(t, baduk, "", "(;CA[Shift_JIS]PB[\x96\x7b\x88\xf6\x96\x56];B[pd])")
	if a.Tags["PB"] != "本因坊" {
		t.Errorf("Shift_JIS: %q", a.Tags["PB"])
	}
}

// TestOtherFacts: facts of Go have fields of their own, filters of Go apply to Go alone, and equal moves are one.
func TestOtherFacts(t *testing.T) {
	const text = "(;SZ[19]PB[Ann]BR[5k]PW[Bob]WR[1d]KM[0.5]HA[2]AB[dp][pd]RU[Japanese]RE[W+3.5];W[dd];B[pp])\n" +
		"(;SZ[19]PB[Cid]BR[9d]PW[Bob]WR[9d]KM[6.5]RE[B+R];B[pd];W[dp];B[qp];W[qf])\n"
	baduk := otherServer(t, text)
	draughts := otherServer(t, "[Event \"x\"]\n\n1. 11-15 23-19 1-0\n")
	for _, c := range []struct {
		on     *serve.Server
		target string
		status int
		wants  []string
	}{
		{baduk, "/games", 200, []string{`"total":1`}}, // the other begins with two stones
		{baduk, "/games?position=19&play=Q16", 200, []string{`"komi":6.5`, `"handicap":0`, `"score":"B+R"`,
			`"black":{"name":"Cid","rating":3900,"rank":"9d"}`, `"winner":"black"`}},
		{baduk, "/games?position=(;HA[2]AB[dp][pd])&handicap=2", 200, []string{`"total":1`, `"handicap":2`, `"komi":0.5`}},
		{baduk, "/games?position=(;HA[2]AB[dp][pd])&handicap=3-", 200, []string{`"total":0`}},
		{baduk, "/games?rank=9d-", 200, []string{`"total":1`, `"Cid"`}},
		{baduk, "/games?white-rank=-3d&black-rank=9k-1k", 200, []string{`"total":0`}},
		{baduk, "/games?result=black", 200, []string{`"total":1`}},
		{baduk, "/games?eco=H", 400, []string{"eco does not apply to baduk"}},
		{baduk, "/games?speeds=blitz", 400, []string{"speeds does not apply to baduk"}},
		{draughts, "/games?rank=9d-", 400, []string{"rank does not apply to checkers"}},
		{baduk, "/games?rank=x", 400, []string{"not a range of ranks"}},
		{baduk, "/players?name=Ann", 200, []string{`"white":0,"black":1`}},
		{baduk, "/position?position=19", 200, []string{`"move":"Q16"`, `"symmetric":["Q4","D16","D4"]`, `"averageRank":"9d"`}},
		{baduk, "/position?position=19&play=Q16&by=corner", 200, []string{`"move":"W R14"`, `"symmetric":["W O17"]`}},
		{baduk, "/position?position=19&play=Q16&by=corner&corner=upper-right", 200, []string{`"games":`}},
		{baduk, "/position?position=19&play=Q16&by=corner&corner=upper", 400, []string{"corner: no corner", "upper-right"}},
		{baduk, "/position?position=19&play=Q16&by=pawns", 400, []string{"by: corner or corner9"}},
		{baduk, "/position?position=19&play=Q16&corner=upper-right", 400, []string{"give by=corner"}},
		{baduk, "/structure?position=19&play=Q16&by=corner9", 200, []string{ // of six corners
			`"total":2`, `"white":4,"draws":0,"black":2`}},
		{baduk, "/stats", 200, []string{`"views":["corner","corner9"]`}},
		{draughts, "/stats", 200, []string{`"views":[]`}},
		{draughts, "/structure?by=pawns", 400, []string{"checkers"}},
		{draughts, "/position", 200, []string{`"move":"11-15"`}},
	} {
		status, got := get(t, c.on, c.target)
		for _, want := range c.wants {
			if status != c.status || !strings.Contains(got, want) {
				t.Errorf("%s: status %d, %s; want %s", c.target, status, got, want)
			}
		}
		if strings.Contains(got, `"eco":"H`) {
			t.Errorf("%s: %s", c.target, got)
		}
	}
}

// TestCornerGames: a game that has the stones of a corner in several corners is listed and exported once.
func TestCornerGames(t *testing.T) {
	stars := func(name string, more string) string {
		return "(;SZ[19]PB[" + name + "]PW[Bob]RE[B+R];B[pd];W[dp];B[pp];W[dd]" + more + ")\n"
	}
	s := otherServer(t, stars("Ann", "")+stars("Cid", ";B[cf]")+"(;SZ[19]PB[Dot]PW[Bob]RE[W+R];B[pd];W[qc])\n")
	for _, by := range []string{"corner", "corner9"} {
		var answer struct {
			Total, White, Draws, Black int
			Games                      []struct {
				ID    json.RawMessage
				Black struct{ Name string }
				Move  string
			}
		}
		status, text := get(t, s, "/structure?position=19&play=Q16&by="+by)
		if err := json.Unmarshal([]byte(text), &answer); err != nil || status != 200 {
			t.Fatalf("status %d, %v: %s", status, err, text)
		}
		names := map[string]int{}
		for _, g := range answer.Games {
			names[g.Black.Name]++
		}
		if answer.Total != 3 || len(answer.Games) != 3 || len(names) != 3 || answer.White+answer.Draws+answer.Black != 9 {
			t.Errorf("%s: %s", by, text)
		}
		if _, text := get(t, s, "/structure?position=19&play=Q16&skip=2&limit=2&by="+by); strings.Count(text, `"id"`) != 1 {
			t.Errorf("%s, the last page: %s", by, text)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "/export.sgf?position=19&play=Q16&by="+by, nil))
		if got := strings.Count(w.Body.String(), "PW[Bob]"); got != 3 || w.Header().Get("Zobrist-Total") != "3" {
			t.Errorf("%s: %d games exported of %s:\n%s", by, got, w.Header().Get("Zobrist-Total"), w.Body)
		}
	}
}
