package serve_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/serve"
)

// indexOf returns an index of games in PGN.
func indexOf(t testing.TB, games string) *index.Index {
	t.Helper()
	ix, err := chessindex.Open(t.Context(), storetest.Memory(), chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	input := index.Input{Name: "games.pgn", Reader: strings.NewReader(games)}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, input); err != nil {
		t.Fatal(err)
	}
	return ix
}

// Conditions have the words of the command. A name is a player's, or fits one.
func TestConditions(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t, `[White "Tal, M"]
[Date "1960.??.??"]
[ECO "B90"]
[Result "1-0"]

1. e4 c5 1-0

[White "Tal, Mikhail"]
[Event "Rated Blitz game"]
[ECO "C42"]
[Result "0-1"]

1. e4 e5 0-1

[White "Keres, Paul"]
[ECO "E00"]
[Result "1/2-1/2"]

1. e4 e6 1/2-1/2
`)})
	for query, want := range map[string]float64{
		"result=1-0": 1, "result=1-0,1/2-1/2": 2, "result=0-1,*": 1, "speeds=blitz,rapid": 1, "modes=rated": 1,
		"eco=B9,E": 2, "eco=B90-B99": 1, "eco=B91-B99": 0,
		"since=1960-07": 1, "until=1960-02": 1, "since=1961": 0, "rating=-": 3,
		"eco=B99-C42,E00-": 2, "white=keres": 1, "black=keres": 0, "white=nobody": 0, "white=tal,+m&player=tal,+m": 1,
		"white=tal,+m&player=keres": 0, "rating-gap=0-1": 0, "rating-gap=-": 3, "rating-gap=": 3, "white=": 3,
		"player=tal,+m": 1, "player=Tal,+Mikhail": 1, "player=keres": 1, "player=nobody": 0, "player=keres&color=black": 0,
	} {
		status, text := get(t, s, "/games?"+query)
		if status != 200 || fields(t, text)["total"] != want {
			t.Errorf("%s: status %d, %s; want %v games", query, status, text, want)
		}
	}
	rated := newServer(t, serve.Options{Index: indexOf(t, `
[White "A"]
[Black "B"]
[WhiteElo "2000"]
[BlackElo "2000"]

1. e4 *

[White "C"]
[Black "D"]
[WhiteElo "2000"]
[BlackElo "2100"]

1. d4 *

[White "E"]
[Black "F"]
[WhiteElo "2000"]

1. c4 *
`)})
	for gap, want := range map[string]float64{"0-0": 1, "0": 1, "-0": 1, "0-": 2, "-": 3, "00-000": 1, "0-99": 1, "0-100": 2,
		"1-": 1, "100": 1, "-100": 2, "1-99": 0} {
		status, text := get(t, rated, "/games?rating-gap="+gap)
		if status != 200 || fields(t, text)["total"] != want {
			t.Errorf("gap %s: status %d, %s; want %v games", gap, status, text, want)
		}
	}
	for query, want := range map[string]string{
		"result=won":         `bad request: result: no such result: "won"; write 1-0, 0-1, 1/2-1/2, *, white, black or draw`,
		"speeds=slow":        `bad request: speeds: no such speed: "slow"; write ultraBullet, `,
		"modes=serious":      `bad request: modes: no such mode: "serious"; write casual or rated`,
		"color=red":          "bad request: color: write white or black",
		"since=yesterday":    `bad request: since: not a date: "yesterday"; write 1972, `,
		"white-rating=1-2-3": `bad request: white-rating: not a range of ratings: "1-2-3"; write `,
		"player=tal":         `bad request: player: "tal" may be any of 2 players: Tal, M; Tal, Mikhail; write one name whole`,
		"player=,":           `bad request: player: the name is empty`,
		"white=tal":          `bad request: white: "tal" may be any of 2 players: Tal, M; Tal, Mikhail`,
		"rating-gap=9-1":     `bad request: rating-gap: not a range of differences: "9-1"; write 0-100, 200- or -50`,
		"rating-gap=1-0":     `bad request: rating-gap: not a range of differences: "1-0"; write 0-100, 200- or -50`,
		"rating-gap=0-0-0":   `bad request: rating-gap: not a range of differences: "0-0-0"; write 0-100, 200- or -50`,
		"eco=E99-E60":        `bad request: eco: no such code or range: "E99-E60"; write B90, C4, E or E60-E99`,
	} {
		if status, text := get(t, s, "/games?"+query); status != 400 || !strings.HasPrefix(text, want) {
			t.Errorf("%s: status %d, %s; want %s", query, status, text, want)
		}
	}
	if status, _ := get(t, s, "/player?color=white&player="+url.QueryEscape("Tal, M")); status != 200 {
		t.Errorf("a player's games: status %d", status)
	}
}

// A parameter that a path does not have is an error, as in Elasticsearch since version 5: without it the answer would
// be about other games. The Lichess explorer ignores such parameters, and so do its paths here.
func TestUnknownParameters(t *testing.T) {
	chess, baduk := newServer(t, serve.Options{Analysis: true}), otherServer(t, "(;SZ[9];B[cc])")
	for target, want := range map[string]string{
		"/games?playr=Carlsen":                     "unknown parameter playr: did you mean player?",
		"/games?Player=Carlsen":                    "unknown parameter Player: did you mean player?",
		"/games?white_rating=2700-":                "unknown parameter white_rating: did you mean white-rating?",
		"/position?plya=e2e4":                      "unknown parameter plya: did you mean play?",
		"/position?ratng[]=2000":                   "unknown parameter ratng: did you mean rating?",
		"/export.pgn?evnt=Hastings":                "unknown parameter evnt: did you mean event?",
		"/export.bin?result=1-0&maxply=20":         "unknown parameter maxply: did you mean max-ply?",
		"/line?plays=e2e4":                         "unknown parameter plays: did you mean play?",
		"/line?moves=e4":                           "unknown parameter moves: it belongs to /lichess, /masters, /player, ",
		"/line?variant=atomic":                     "unknown parameter variant: it belongs to /analysis, /api/cloud-eval, /book, ",
		"/games?by=pawns":                          "unknown parameter by: it belongs to /export.pgn, /position, /structure",
		"/prepare?player=Fischer&colour=white":     "unknown parameter colour: did you mean color?",
		"/keys/audit?keys=polyglot&weight=3":       "unknown parameter weight: /keys/audit has keys, max-weight, table",
		"/odds?probe=1e9":                          "unknown parameter probe: did you mean probes?",
		"/players?nam=a":                           "unknown parameter nam: did you mean name?",
		"/stats?x=1":                               "unknown parameter x: /stats has no parameters",
		"/structure?by=pawns&limits=3":             "unknown parameter limits: did you mean limit?",
		"/analysis?second=3":                       "unknown parameter second: did you mean seconds?",
		"/book?fenn=x":                             "unknown parameter fenn: did you mean fen?",
		"/games?tokken=a%0Ab":                      "unknown parameter tokken: /games has black, ",
		"/games?play%0Aer=a":                       "unknown parameter play er: did you mean player?",
		"/games?result=1-0&" + "x=" + "&playr=Tal": "unknown parameter playr: did you mean player?",
	} {
		if status, text := get(t, chess, target); status != 400 || !strings.HasPrefix(text, "bad request: "+want) {
			t.Errorf("%s: status %d, %s; want %s", target, status, text, want)
		}
	}
	want := "unknown parameter playr: did you mean player?"
	if status, text := get(t, baduk, "/export.sgf?playr=Ann"); status != 400 || !strings.Contains(text, want) {
		t.Errorf("/export.sgf: status %d, %s; want %s", status, text, want)
	}
	for path, body := range map[string]string{"/positions": "startpos", "/read": "e4", "/keys/tables": `{"keys":"polyglot"}`} {
		w := httptest.NewRecorder()
		chess.ServeHTTP(w, httptest.NewRequest("POST", path+"?playr=Tal", strings.NewReader(body)))
		if text := w.Body.String(); w.Code != 400 || !strings.Contains(text, "unknown parameter playr: ") {
			t.Errorf("POST %s: status %d, %s", path, w.Code, text)
		}
	}
	for _, target := range []string{
		"/masters?playr=Carlsen", "/lichess?modes=rated&source=analysis", "/lichess/history?x=1",
		"/player?player=Tal&color=white&topGames=1&x=2", "/masters/pgn/1?evals=0", "/healthz?x=1", "/?playr=Carlsen",
		"/games?_=1700000000000", "/games?utm_source=mail&utm_medium=a&fbclid=x&gclid=y&msclkid=z", "/games?_gl=1*x",
		"/games?speeds[]=blitz&speeds[0]=rapid&variant=standard&modes=rated&ratings=1600",
	} {
		if status, text := get(t, chess, target); status != 200 {
			t.Errorf("%s: status %d, %.200s", target, status, text)
		}
	}
}
