package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/serve"
)

// housePGN has games of crazyhouse, and one of chess, which is left out.
const housePGN = `[Event "Rated Crazyhouse game"]
[Site "https://lichess.org/abcdefgh"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[Date "2026.10.03"]
[WhiteElo "2000"]
[BlackElo "2100"]
[TimeControl "180+2"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. P@d4 1-0

[Event "Rated Crazyhouse game"]
[White "Cid"]
[Black "Ann"]
[Result "0-1"]
[Date "2026.10.04"]
[WhiteElo "1900"]
[BlackElo "2000"]
[TimeControl "60+0"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 0-1

[Event "chess"]
[White "Ann"]
[Black "Cid"]

1. e4 d5 1-0
`

func variantServer(t *testing.T, v variants.Variant, text string) *serve.Server {
	t.Helper()
	ix, err := chessindex.OpenVariant(t.Context(), storetest.Memory(), variants.Options{Variant: v})
	if err == nil {
		_, err = ix.Import(t.Context(), index.ImportOptions{}, index.Input{Name: "games.pgn", Reader: strings.NewReader(text)})
	}
	if err != nil {
		t.Fatal(err)
	}
	return newServer(t, serve.Options{Index: ix})
}

// TestVariantExplorer asks an index of crazyhouse in the form of the Lichess explorer, as lichess.org and its app do.
func TestVariantExplorer(t *testing.T) {
	s := variantServer(t, variants.Crazyhouse, housePGN)
	type answer struct {
		Opening             *struct{ Name string }
		White, Draws, Black int
		Moves               []struct{ UCI, SAN string }
		RecentGames         []struct{ ID, UCI string }
	}
	const line = "e2e4,d7d5,e4d5,d8d5"
	after := url.QueryEscape("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR/Pp w KQkq - 0 3") // as Lichess writes it
	for _, c := range []struct {
		query        string
		white, black int
		moves        string
	}{
		{"/lichess?variant=crazyhouse&play=" + line, 1, 1, "[{b1c3 Nc3} {P@d4 P@d4}]"},
		{"/lichess?variant=Crazyhouse&fen=" + after, 1, 1, "[{b1c3 Nc3} {P@d4 P@d4}]"},
		{"/lichess?variant=crazyhouse&source=analysis&speeds=blitz&play=" + line, 1, 0, "[{P@d4 P@d4}]"},
		{"/lichess?variant=crazyhouse&play=" + line + ",P@d4", 1, 0, "[]"},
		{"/player?variant=crazyhouse&player=Ann&color=white&play=" + line, 1, 0, "[{P@d4 P@d4}]"},
		{"/player?variant=crazyhouse&player=Ann&color=black&play=" + line, 0, 1, "[{b1c3 Nc3}]"},
		{"/lichess?play=" + line, 1, 1, "[{b1c3 Nc3} {P@d4 P@d4}]"}, // what the index holds
		{"/lichess?variant=standard&play=e2e4", 0, 0, "[]"},
		{"/lichess?variant=atomic&play=e2e4", 0, 0, "[]"},
		{"/lichess?variant=threeCheck", 0, 0, "[]"},
	} {
		code, body := get(t, s, c.query)
		var a answer
		if err := json.Unmarshal([]byte(body), &a); err != nil || code != 200 {
			t.Errorf("%s: %d %s", c.query, code, body)
			continue
		}
		if got := fmt.Sprint(a.Moves); a.White != c.white || a.Black != c.black || got != c.moves {
			t.Errorf("%s: %d, %d, %s; want %d, %d, %s", c.query, a.White, a.Black, got, c.white, c.black, c.moves)
		}
	}
	_, body := get(t, s, "/lichess?variant=crazyhouse&play=e2e4,d7d5")
	if !strings.Contains(body, "Scandinavian Defense") {
		t.Errorf("no name of the opening in %s", body)
	}
	code, body := get(t, s, "/lichess?variant=house")
	if code != 400 || !strings.Contains(body, "write standard, ") || !strings.Contains(body, "crazyhouse") {
		t.Errorf("variant=house: %d %s", code, body)
	}
	if code, body := get(t, s, "/lichess?variant=crazyhouse&play=N@e5"); code != 400 || !strings.Contains(body, "white holds no knight") {
		t.Errorf("N@e5: %d %s", code, body)
	}
}

// TestVariantRules: a page gets legal moves with drops, ends by the rule of the variant, and pasted texts of it.
func TestVariantRules(t *testing.T) {
	house := variantServer(t, variants.Crazyhouse, housePGN)
	hill := variantServer(t, variants.KingOfTheHill, "[Variant \"King of the Hill\"]\n\n1. e4 e5 1-0\n")
	line := func(s *serve.Server, query string) (l otherLine) {
		t.Helper()
		code, body := get(t, s, "/line?"+query)
		if err := json.Unmarshal([]byte(body), &l); err != nil || code != 200 {
			t.Fatalf("%s: %d %s", query, code, body)
		}
		return l
	}
	l := line(house, "play=e2e4,d7d5,e4d5,d8d5,0000")
	if n := len(l.Moves); n != 5 || l.Moves[4].FEN != "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] b KQkq - 1 3" {
		t.Errorf("a line with a null move: %+v", l)
	}
	// python-chess 1.11 lists 62 moves, of which 33 are drops.
	if l := line(house, "play=e2e4,d7d5,e4d5,d8d5"); len(l.Legal) != 62 {
		t.Errorf("%d legal moves: %+v", len(l.Legal), l.Legal)
	}
	if l := line(hill, "fen="+url.QueryEscape("7k/8/8/8/8/4K3/8/8 w - - 0 1")+"&play=e3e4"); l.Ending != "variant end" || len(l.Legal) > 0 {
		t.Errorf("a king on the hill: %+v", l)
	}
	for text, want := range map[string]string{
		"1. e4 d5 2. exd5 Qxd5 3. @d4": "rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3",
		"[Variant \"House\"]\n\n1. e4 d5 2. exd5 {a} Qxd5 (2... Nf6 3. P@e6) 3. P@d4 *": "rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPPP1PPP/" +
			"RNBQKBNR[p] b KQkq - 0 3",
		"e4 d5 exd5 Qxd5 P@d4":                                                     "rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3",
		"4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1":                                        "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1",
		"4k3/8/8/8/8/8/8/4K3/Qq w - - 0 1":                                         "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1",
		"https://lichess.org/analysis/crazyhouse/4k3/8/8/8/8/8/8/4K3/Qq_w_-_-_0_1": "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1",
	} {
		w := httptest.NewRecorder()
		house.ServeHTTP(w, httptest.NewRequest("POST", "/read", strings.NewReader(text)))
		var l otherLine
		if err := json.Unmarshal(w.Body.Bytes(), &l); err != nil || l.Problem != "" {
			t.Errorf("%s: %d %s", text, w.Code, w.Body)
			continue
		}
		last := l.FEN
		for _, m := range l.Moves {
			last = m.FEN
		}
		if len(l.Moves) > 5 { // a variation comes last
			last = l.Moves[4].FEN
		}
		if last != want {
			t.Errorf("%s: ends with %s, want %s", text, last, want)
		}
	}
	w := httptest.NewRecorder()
	house.ServeHTTP(w, httptest.NewRequest("POST", "/read", strings.NewReader("https://lichess.org/analysis/atomic/")))
	if w.Code != 400 || !strings.Contains(w.Body.String(), "which holds Crazyhouse") {
		t.Errorf("a link of atomic chess: %d %s", w.Code, w.Body)
	}
	for _, path := range []string{"/stats", "/position", "/games", "/export.pgn", "/history", "/game/0", "/games/0"} {
		if code, body := get(t, house, path); code != 200 && code != 404 {
			t.Errorf("%s: %d %s", path, code, body)
		}
	}
	if code, body := get(t, house, "/analysis"); code == 200 {
		t.Errorf("/analysis of crazyhouse: %d %s", code, body)
	}
}
