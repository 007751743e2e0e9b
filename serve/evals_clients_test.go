package serve_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/serve"
)

// evaluated is a file as Lichess publishes it.
const evaluated = `{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -","evals":[
{"pvs":[{"cp":18,"line":"e2e4 e7e5 g1f3 b8c6"}],"knodes":900000,"depth":50},
{"pvs":[{"cp":16,"line":"e2e4 e7e5"},{"cp":16,"line":"d2d4 d7d5"},{"cp":10,"line":"g1f3 d7d5"}],"knodes":70000,"depth":36},
{"pvs":[{"cp":25,"line":"d2d4 g8f6"},{"cp":20,"line":"e2e4 c7c5"},{"cp":5,"line":"c2c4 e7e5"},{"cp":0,"line":"b1c3 d7d5"},{"cp":-120,"line":"g2g4 d7d5"}],"knodes":4320,"depth":22}]}
{"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -","evals":[{"pvs":[{"cp":20,"line":"e7e5 g1f3"},{"cp":27,"line":"c7c5 g1f3"},{"cp":60,"line":"e7e6 d2d4"}],"knodes":60000,"depth":40}]}
{"fen":"rnbqkbnr/pppppppp/8/8/6P1/8/PPPPPP1P/RNBQKBNR b KQkq -","evals":[{"pvs":[{"cp":-130,"line":"d7d5 f1g2"}],"knodes":60000,"depth":30}]}
{"fen":"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq -","evals":[{"pvs":[{"cp":250,"line":"e1h1 e8a8"},{"cp":-15265,"line":"e1f1 e8f8"}],"knodes":60000,"depth":30}]}
{"fen":"6k1/5ppp/8/8/8/8/8/K2R4 w - -","evals":[{"pvs":[{"mate":1,"line":"d1d8"},{"mate":3,"line":"a1b2 g8f8"},{"cp":300,"line":"a1b1 g8f8"}],"knodes":10,"depth":99}]}
{"fen":"6k1/8/8/8/8/8/6q1/K6R b - -","evals":[{"pvs":[{"mate":-4,"line":"g2h1 a1b2"},{"mate":2,"line":"g8f7 h1g1"}],"knodes":10,"depth":40}]}
{"fen":"1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq -","evals":[{"pvs":[{"cp":0,"line":"f1h1 f8h8"}],"knodes":10,"depth":40}]}
{"fen":"r3k2r/p6p/8/8/8/8/P6P/4K1N1 w kq -","evals":[{"pvs":[{"cp":-60,"line":"e1e2 e8e7"}],"knodes":10,"depth":20}]}
`

func evaluations(t testing.TB, text string) *evals.Store[chess.Move] {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "evals.db")
	text = strings.ReplaceAll(text, "[\n{", "[{")
	text = strings.ReplaceAll(text, "},\n{", "},{")
	problem := func(p evals.Problem) { t.Fatal(&p) }
	in := evals.Input{Name: "known.jsonl", Reader: strings.NewReader(text)}
	_, err := evals.Import(t.Context(), dir, evals.ImportOptions{Problem: problem}, in)
	if err != nil {
		t.Fatal(err)
	}
	s, err := evals.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

const (
	afterG4    = "rnbqkbnr/pppppppp/8/8/6P1/8/PPPPPP1P/RNBQKBNR b KQkq - 0 1"
	castlingFE = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1"
	mateFEN    = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
	matedFEN   = "6k1/8/8/8/8/8/6q1/K6R b - - 0 1"
	fischerFEN = "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1"
)

const (
	pvsOne   = `[{"moves":"e2e4 e7e5 g1f3 b8c6","cp":18}]`
	pvsTwo   = `[{"moves":"e2e4 e7e5","cp":16},{"moves":"d2d4 d7d5","cp":16}]`
	pvsThree = `[{"moves":"e2e4 e7e5","cp":16},{"moves":"d2d4 d7d5","cp":16},{"moves":"g1f3 d7d5","cp":10}]`
	pvsFive  = `[{"moves":"d2d4 g8f6","cp":25},{"moves":"e2e4 c7c5","cp":20},{"moves":"c2c4 e7e5","cp":5},` +
		`{"moves":"b1c3 d7d5","cp":0},{"moves":"g2g4 d7d5","cp":-120}]`
	noEval = `{"error":"No evaluation of this position"}`
)

func cloud(fen, knodes, depth, pvs string) string {
	return `{"fen":"` + fen + `","knodes":` + knodes + `,"depth":` + depth + `,"pvs":` + pvs + `}`
}

// Requests for cloud evaluations as the sources of clients write them, and answers by the description of lichess.org's.
func TestCloudEval(t *testing.T) {
	s := newServer(t, serve.Options{Evals: evaluations(t, evaluated)})
	const path = "/api/cloud-eval"
	one, five := cloud(startFEN, "900000", "50", pvsOne), cloud(startFEN, "4320", "22", pvsFive)
	for _, c := range []struct {
		client, target string
		status         int
		answer         string
	}{
		// lichess-org/berserk, clients/analysis.py
		{"berserk", path + query("fen", startFEN, "multiPv", "1", "variant", "standard"), 200, one},
		// lichess-bot, lib/engine_wrapper.py: multiPv 1 for the best move, otherwise 5
		{"lichess-bot best", path + query("fen", startFEN, "multiPv", "1", "variant", "standard"), 200, one},
		{"lichess-bot good", path + query("fen", startFEN, "multiPv", "5", "variant", "standard"), 200, five},
		// en-croissant, src/utils/lichess/api.tsx
		{"En Croissant", path + query("fen", startFEN, "multiPv", "2"), 200, cloud(startFEN, "70000", "36", pvsTwo)},
		// lichessTools asks for ten lines, BotLi for no number
		{"lichessTools", path + query("fen", startFEN, "multiPv", "10"), 200, five},
		{"BotLi", path + query("fen", startFEN, "variant", "standard"), 200, one},
		{"three", path + query("fen", startFEN, "multiPv", "3"), 200, cloud(startFEN, "70000", "36", pvsThree)},
		{"none so many", path + query("fen", startFEN, "multiPv", "4"), 200, five[:strings.LastIndex(five, `,{"moves"`)] + "]}"},
		{"no number", path + query("fen", startFEN, "multiPv", "x"), 200, one},
		{"negative", path + query("fen", startFEN, "multiPv", "-3"), 200, one},
		{"empty", path + query("fen", startFEN, "multiPv", ""), 200, one},
		{"uncut", path + query("fen", matedFEN, "multiPv", "7"), 200, cloud(matedFEN, "10", "40",
			`[{"moves":"g2h1 a1b2","mate":-4},{"moves":"g8f7 h1g1","mate":2}]`)},
		{"Chess960", path + query("fen", fischerFEN, "variant", "chess960"), 200, cloud(fischerFEN, "10", "40",
			`[{"moves":"f1h1 f8h8","cp":0}]`)},
		{"from a position", path + query("fen", fischerFEN, "variant", "fromPosition"), 200, cloud(fischerFEN, "10", "40",
			`[{"moves":"f1h1 f8h8","cp":0}]`)},
		{"unknown variant", path + query("fen", startFEN, "variant", "fairy"), 200, one},
		{"other variant", path + query("fen", startFEN, "variant", "atomic"), 404, noEval},
		{"castling", path + query("fen", castlingFE), 200, cloud(castlingFE, "60000", "30", `[{"moves":"e1h1 e8a8","cp":250}]`)},
		{"underscores", path + query("fen", " "+strings.ReplaceAll(castlingFE, " ", "_")+"_"), 200,
			cloud(castlingFE, "60000", "30", `[{"moves":"e1h1 e8a8","cp":250}]`)},
		{"rights without rooks, a square that cannot be", path + query("fen", "r3k2r/p6p/8/8/8/8/P6P/4K1N1 w KQkq e3 0 1"),
			200, cloud("r3k2r/p6p/8/8/8/8/P6P/4K1N1 w KQkq e3 0 1", "10", "20", `[{"moves":"e1e2 e8e7","cp":-60}]`)},
		{"a board alone, White to move", path + query("fen", "6k1/5ppp/8/8/8/8/8/K2R4"), 200,
			cloud("6k1/5ppp/8/8/8/8/8/K2R4", "10", "99", `[{"moves":"d1d8","mate":1}]`)},
		{"unknown position", path + query("fen", "8/8/8/8/8/k7/8/K7 w - - 0 1"), 404, noEval},
		{"no position", path + query("fen", "nothing"), 404, noEval},
		{"no FEN", path, 404, `{"error":"Missing FEN"}`},
		{"broken query", path + "?fen=%zz", 404, `{"error":"Missing FEN"}`},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", c.target, nil)
		r.Header.Set("Authorization", "Bearer lip_token") // lichess-bot sends lichess.org's
		s.ServeHTTP(w, r)
		if got := strings.TrimSpace(w.Body.String()); w.Code != c.status || got != c.answer {
			t.Errorf("%s: %d, %s; want %d, %s", c.client, w.Code, got, c.status, c.answer)
		}
		if kind := w.Header().Get("Content-Type"); kind != "application/json" {
			t.Errorf("%s: %s", c.client, kind)
		}
	}
}

// A board alone has the side to move whose king is in check.
func TestCloudEvalSide(t *testing.T) {
	s := newServer(t, serve.Options{Evals: evaluations(t,
		`{"fen":"4k3/8/8/8/8/8/4R3/4K3 b - -","evals":[{"pvs":[{"cp":500,"line":"e8d7"}],"knodes":10,"depth":30}]}`)})
	status, text := get(t, s, "/api/cloud-eval"+query("fen", "4k3/8/8/8/8/8/4R3/4K3"))
	if status != 200 || !strings.Contains(text, `"e8d7"`) {
		t.Errorf("%d %s", status, text)
	}
}

// Values without moves are answered only if there is nothing else.
func TestCloudEvalWithoutMoves(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "evals.db")
	const board = "6k1/5ppp/8/8/8/8/8/K2R4 w - -"
	text := board + " ce 300; acd 40;\n" + board + " ce 900; acd 20; pv Rd8#;\n" + "6k1/5pp1/8/8/8/8/8/K2R4 w - - ce 310; acd 40;\n"
	in := evals.Input{Name: "a.epd", Reader: strings.NewReader(text)}
	if _, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, in); err != nil {
		t.Fatal(err)
	}
	store, err := evals.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s := newServer(t, serve.Options{Evals: store})
	for fen, pvs := range map[string]string{
		"6k1/5pp1/8/8/8/8/8/K2R4 w - -": `"depth":40,"pvs":[{"moves":"","cp":310}]}`,
	} {
		if status, text := get(t, s, "/api/cloud-eval"+query("fen", fen)); status != 200 || !strings.Contains(text, pvs) {
			t.Errorf("%s: %d %s", fen, status, text)
		}
	}
}

// allOfStart are the moves of the start position. The numbers come from the formulas of the description, by another
// program: 18 is the best score, so that a good move has 9.42 and a best one 14.45. The best reply to e4 scores −20,
// a good one −28.81: two of three. A move that only a shallower search found has its score there.
const allOfStart = "move:e2e4,score:18,rank:2,note:! (03-02),winrate:51.36|" +
	"move:d2d4,score:16,rank:2,note:! (00-00),winrate:51.21|move:g1f3,score:10,rank:1,note:* (00-00),winrate:50.76|" +
	"move:c2c4,score:5,rank:0,note:? (00-00),winrate:50.38|move:b1c3,score:0,rank:0,note:? (00-00),winrate:50.00|" +
	"move:g2g4,score:-130,rank:0,note:? (01-01),winrate:40.28"

// Requests to chessdb.cn as the sources of clients write them.
func TestCDB(t *testing.T) {
	s := newServer(t, serve.Options{Evals: evaluations(t, evaluated)})
	board := func(action, fen string, more ...string) string {
		return "/cdb.php" + query(append([]string{"action", action, "board", fen}, more...)...)
	}
	for _, c := range []struct{ client, target, answer string }{
		// En Croissant, src/utils/chessdb/api.ts; BotLi and cdbexplore send stable=1 too
		{"En Croissant pv", board("querypv", startFEN, "json", "1", "stable", "1"),
			`{"status":"ok","score":18,"depth":50,"pv":["e2e4","e7e5","g1f3","b8c6"],"pvSAN":["e4","e5","Nf3","Nc6"]}`},
		{"En Croissant all", board("queryall", afterG4, "json", "1"),
			`{"status":"ok","moves":[{"uci":"d7d5","san":"d5","score":130,"rank":2,"note":"! (00-00)","winrate":"59.72"}]}`},
		// lichess-bot, lib/engine_wrapper.py: querypv, querybest or query
		{"lichess-bot best", board("querypv", castlingFE, "json", "1"),
			`{"status":"ok","score":250,"depth":30,"pv":["e1g1","e8c8"],"pvSAN":["O-O","O-O-O"]}`},
		{"lichess-bot good", board("querybest", castlingFE, "json", "1"), `{"status":"ok","move":"e1g1"}`},
		{"lichess-bot all", board("query", castlingFE, "json", "1"), `{"status":"ok","move":"e1g1"}`},
		// Nibbler, files/src/renderer/75_looker.js, which writes its URL by hand
		{"Nibbler", "/cdb.php?action=queryall&json=1&board=" + strings.ReplaceAll(matedFEN, " ", "%20"),
			`{"status":"ok","moves":[{"uci":"g2h1","san":"Qxh1+","score":29993,"rank":2,"note":"! (00-00)"},` +
				`{"uci":"g8f7","san":"Kf7","score":-29996,"rank":0,"note":"? (00-00)"}]}`},
		// cdblib.py
		{"cdblib queue", board("queue", startFEN, "json", "1"), `{}`},
		{"cdblib score", board("queryscore", afterG4, "json", "1"), `{"status":"ok","eval":130}`},
		{"cdblib search", board("querysearch", startFEN, "json", "1"), `{"status":"ok","search_moves":[` +
			`{"uci":"e2e4","san":"e4"},{"uci":"d2d4","san":"d4"},{"uci":"g1f3","san":"Nf3"}]}`},
		{"cdblib best", board("querybest", afterG4, "json", "1"), `{"status":"ok","move":"d7d5"}`},
		{"cdblib unknown", board("queryall", "8/8/8/8/8/k7/7P/K7 w - -", "json", "1"), `{"status":"unknown"}`},
		{"cdblib clearlimit", "/cdb.php?action=clearlimit", "invalid parameters\x00"},
		// Text, as chess programs with a cloud book ask for it.
		{"text all", board("queryall", startFEN), allOfStart + "\x00"},
		{"text score", board("queryscore", startFEN), "eval:18\x00"},
		{"text pv", board("querypv", castlingFE), "score:250,depth:30,pv:e1g1|e8c8\x00"},
		{"text query", board("query", afterG4), "move:d7d5\x00"},
		{"text search", board("querysearch", startFEN), "search:e2e4|search:d2d4|search:g1f3\x00"},
		{"text unknown", board("querypv", "8/8/8/8/8/k7/7P/K7 w"), "unknown\x00"},
		{"text queue", board("queue", startFEN), "\x00"},
		{"stable", board("query", startFEN, "stable", "1"), "move:e2e4\x00"},
		{"mates", board("queryall", mateFEN), "move:d1d8,score:29999,rank:2,note:! (00-00)|" +
			"move:a1b2,score:29995,rank:0,note:? (00-00)|move:a1b1,score:300,rank:0,note:? (00-00),winrate:71.28\x00"},
		{"Chess960", board("querypv", fischerFEN), "score:0,depth:40,pv:f1h1|f8h8\x00"},
		{"worse than 10,000", board("queryall", castlingFE), "move:e1g1,score:250,rank:2,note:! (00-00),winrate:68.08|" +
			"move:e1f1,score:-14999,rank:0,note:? (00-00)\x00"},
		{"not to be saved", board("querybest", "r3k2r/p6p/8/8/8/8/P6P/4K1N1 w kq"), "nobestmove\x00"},
		{"to be learnt", board("querylearn", "r3k2r/p6p/8/8/8/8/P6P/4K1N1 w kq"), "move:e1e2\x00"},
		{"score of a bad position", board("queryall", "r3k2r/p6p/8/8/8/8/P6P/4K1N1 w kq"),
			"move:e1e2,score:-60,rank:0,note:? (00-00),winrate:45.47\x00"},
		{"switches", board("querybest", startFEN, "stable", "yes", "json", "on"), `{"status":"ok","move":"e2e4"}`},
		{"fields apart by signs", board("queryscore", "rnbqkbnr/pppppppp/8/8/6P1/8/PPPPPP1P/RNBQKBNR_b+KQkq\t-"), "eval:130\x00"},
		{"rights without rooks", board("queryscore", "r3k2r/p6p/8/8/8/8/P6P/4K1N1 w KQkq e3"), "eval:-60\x00"},
		{"checkmate", board("queryall", "3R2k1/5ppp/8/8/8/8/8/K7 b - -"), "checkmate\x00"},
		{"stalemate", board("queryscore", "7k/5Q2/6K1/8/8/8/8/8 b - -", "json", "TRUE"), `{"status":"stalemate"}`},
		{"over", board("querybest", "3R2k1/5ppp/8/8/8/8/8/K7 b - -", "json", "true"), `{"status":"nobestmove"}`},
		{"no json", board("querybest", "8/8/8/8/8/k7/7P/K7 w - -", "json", "0"), "nobestmove\x00"},
		{"unknown action", board("guess", startFEN, "json", "1"), "{}"},
		{"no action", "/cdb.php" + query("board", startFEN, "json", "1"), ""},
		{"no board", "/cdb.php?action=queryall&json=1", `{"status":"invalid parameters"}`},
		{"a board alone", board("queryall", "6k1/5ppp/8/8/8/8/8/K2R4"), "invalid board\x00"},
		{"not a board", board("queryall", "x w", "json", "yes"), `{"status":"invalid board"}`},
		{"nine pawns", board("queryall", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -"), "invalid board\x00"},
		{"too many promoted", board("queryall", "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - -"), "invalid board\x00"},
		{"bishops of one color", board("queryall", "4k3/8/8/8/8/B1B5/PPPPPPPP/4K3 w - -"), "invalid board\x00"},
		{"three checks", board("queryall", "4k3/8/5N2/1B6/8/8/8/4R1K1 b - -"), "invalid board\x00"},
		{"two knights check", board("queryall", "4k3/8/3N1N2/8/8/8/8/6K1 b - -"), "invalid board\x00"},
		{"checks from both sides", board("queryall", "4R3/4k3/8/8/8/8/8/4R1K1 b - -"), "invalid board\x00"},
		{"two checks that can be", board("queryall", "4k3/8/5N2/8/8/8/8/4R1K1 b - -"), "unknown\x00"},
	} {
		status, text := get(t, s, c.target)
		want := c.answer
		if strings.HasPrefix(want, "{") {
			want += "\n"
		}
		if status != 200 || text != want {
			t.Errorf("%s: %d, %q\nwant %q", c.client, status, text, want)
		}
	}
}

// Of several moves that are good enough one is drawn, and no other.
func TestCDBDraws(t *testing.T) {
	s := newServer(t, serve.Options{Evals: evaluations(t, evaluated)})
	for action, want := range map[string][]string{"query": {"d2d4", "e2e4", "g1f3"}, "querybest": {"d2d4", "e2e4"}} {
		var seen []string
		for range 200 {
			_, text := get(t, s, "/cdb.php"+query("action", action, "board", startFEN, "json", "1"))
			if move := fields(t, text)["move"].(string); !slices.Contains(seen, move) {
				seen = append(seen, move)
			}
		}
		if slices.Sort(seen); !slices.Equal(seen, want) {
			t.Errorf("%s: %v", action, seen)
		}
	}
}

// showall adds the other legal moves, and learn=0 hides all scores but the best.
func TestCDBMoves(t *testing.T) {
	s := newServer(t, serve.Options{Evals: evaluations(t, evaluated)})
	for _, c := range []struct {
		more      []string
		known     []string
		all       int
		unscoring string
	}{
		{[]string{"showall", "1"}, []string{"e2e4", "d2d4", "g1f3", "c2c4", "b1c3", "g2g4"}, 20, "a2a3"},
		{[]string{"learn", "0"}, []string{"e2e4", "d2d4"}, 20, "g1f3"},
		{[]string{"learn", "1"}, []string{"e2e4", "d2d4", "g1f3", "c2c4", "b1c3", "g2g4"}, 6, ""},
	} {
		_, text := get(t, s, "/cdb.php"+query(append([]string{"action", "queryall", "board", startFEN, "json", "1"}, c.more...)...))
		var a struct {
			Moves []struct {
				UCI, Note, Winrate string
				Score              any
				Rank               int
			}
		}
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Fatal(err)
		}
		var known []string
		found := c.unscoring == ""
		for _, m := range a.Moves {
			if m.Score != "??" {
				known = append(known, m.UCI)
			} else if m.Rank != 0 || m.Note != "? (??-??)" || m.Winrate != "" {
				t.Errorf("%v: %+v", c.more, m)
			} else if m.UCI == c.unscoring {
				found = true
			}
		}
		if !slices.Equal(known, c.known) || len(a.Moves) != c.all || !found {
			t.Errorf("%v: %s", c.more, text)
		}
	}
	_, text := get(t, s, "/cdb.php"+query("action", "queryall", "board", "8/8/8/8/8/k7/7P/K7 w", "showall", "1"))
	if !strings.HasPrefix(text, "move:") || strings.Count(text, "score:??") != 3 {
		t.Errorf("of an unknown position: %q", text)
	}
}

// A shallower search that prefers another move does not make it the best one, and a deeper one after a move counts.
func TestCDBDepths(t *testing.T) {
	const text = `{"fen":"6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - -","evals":[{"pvs":[{"cp":500,"line":"d1d7"}],"knodes":9,"depth":40},{"pvs":[{"cp":620,"line":"d1a4"},{"cp":490,"line":"d1d7"}],"knodes":9,"depth":20}]}
{"fen":"6k1/5ppp/8/8/8/3Q4/5PPP/6K1 b - -","evals":[{"pvs":[{"cp":510,"line":"g7g6"}],"knodes":9,"depth":60}]}
{"fen":"6k1/5ppp/8/8/8/1Q6/5PPP/6K1 b - -","evals":[{"pvs":[{"cp":700,"line":"g7g6"}],"knodes":9,"depth":10}]}
{"fen":"6k1/5ppp/8/8/3Q4/8/5PPP/6K1 b - -","evals":[{"pvs":[{"mate":5,"line":"g7g6"}],"knodes":9,"depth":10}]}
{"fen":"6k1/5ppp/8/8/6Q1/8/5PPP/6K1 b - -","evals":[{"pvs":[{"mate":-5,"line":"g7g6"}],"knodes":9,"depth":10}]}
`
	s := newServer(t, serve.Options{Evals: evaluations(t, text)})
	_, got := get(t, s, "/cdb.php"+query("action", "queryall", "board", "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - -"))
	var moves []string
	for one := range strings.SplitSeq(got, "|") {
		f := strings.Split(one, ",")
		moves = append(moves, strings.TrimPrefix(f[0], "move:")+" "+strings.TrimPrefix(f[1], "score:"))
	}
	want := []string{"d1d4 29989", "d1d3 510", "d1d7 500", "d1b3 500", "d1a4 500", "d1g4 -29990"}
	slices.Sort(want[3:5])
	slices.Sort(moves[3:5])
	if !slices.Equal(moves, want) {
		t.Errorf("%v, want %v", moves, want)
	}
	_, got = get(t, s, "/cdb.php"+query("action", "querypv", "board", "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - -"))
	if got != "score:29989,depth:11,pv:d1d4|g7g6\x00" {
		t.Errorf("%q", got)
	}
}

// Both paths have the limits, the token, the origins and the methods of the others.
func TestEvalsGuards(t *testing.T) {
	store := evaluations(t, evaluated)
	s := newServer(t, serve.Options{Evals: store, Token: strings.Repeat("x", 16), Origin: "https://lichess.org"})
	for _, target := range []string{"/api/cloud-eval" + query("fen", startFEN), "/cdb.php" + query("action", "queryall",
		"board", startFEN, "json", "1")} {
		ask := func(method, token string) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(method, target, nil)
			r.Header.Set("Origin", "https://lichess.org")
			if token != "" {
				r.Header.Set("Authorization", "Bearer "+token)
			}
			s.ServeHTTP(w, r)
			return w
		}
		token := strings.Repeat("x", 16)
		if w := ask("GET", ""); w.Code != http.StatusUnauthorized {
			t.Errorf("%s without a token: %d", target, w.Code)
		}
		w := ask("GET", token)
		if w.Code != 200 || w.Header().Get("Access-Control-Allow-Origin") != "https://lichess.org" {
			t.Errorf("%s: %d, %v", target, w.Code, w.Header())
		}
		if w := ask("HEAD", token); w.Code != 200 {
			t.Errorf("HEAD %s: %d", target, w.Code)
		}
		if w := ask("POST", token); w.Code != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: %d", target, w.Code)
		}
		if w := ask("OPTIONS", ""); w.Code != http.StatusNoContent {
			t.Errorf("OPTIONS %s: %d", target, w.Code)
		}
	}
}

// The folders of the files that evaluations came from are not shown.
func TestEvalsPath(t *testing.T) {
	for _, folder := range []string{"/home/annabel/", `C:\Users\annabel\`, ""} {
		dir := filepath.Join(t.TempDir(), "evals.db")
		in := evals.Input{Name: folder + "known.epd", Reader: strings.NewReader(startFEN[:len(startFEN)-4] + " ce 31; acd 40; pv e4;\n")}
		if _, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, in); err != nil {
			t.Fatal(err)
		}
		store, err := evals.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		s := newServer(t, serve.Options{Evals: store})
		for _, target := range []string{"/position", "/api/cloud-eval" + query("fen", startFEN), "/stats"} {
			status, text := get(t, s, target)
			if status != 200 || strings.Contains(text, "annabel") ||
				strings.HasPrefix(target, "/position") != strings.Contains(text, `"source":"known.epd"`) {
				t.Errorf("%q, %s: %d %s", folder, target, status, text)
			}
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A server without evaluations says so.
func TestNoEvals(t *testing.T) {
	s := newServer(t, serve.Options{})
	if status, text := get(t, s, "/api/cloud-eval"+query("fen", startFEN)); status != 404 || !strings.HasPrefix(text, `{"error":`) {
		t.Errorf("%d %s", status, text)
	}
	if status, text := get(t, s, "/cdb.php"+query("action", "queryall", "board", startFEN)); status != 404 ||
		!strings.Contains(text, "--evals") {
		t.Errorf("%d %s", status, text)
	}
}

// If the evaluations cannot be read, chessdb.cn's interface answers 503, and a client over its limit a status.
func TestCDBFaults(t *testing.T) {
	store := evaluations(t, evaluated)
	s := newServer(t, serve.Options{Evals: store})
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if status, text := get(t, s, "/cdb.php"+query("action", "queryall", "board", startFEN)); status != 503 {
		t.Errorf("%d %s", status, text)
	}
	if status, text := get(t, s, "/api/cloud-eval"+query("fen", startFEN)); status != 500 {
		t.Errorf("%d %s", status, text)
	}
}

// A client over its limit is told so as chessdb.cn tells it.
func TestCDBLimit(t *testing.T) {
	s := newServer(t, serve.Options{Evals: evaluations(t, evaluated), Client: 1})
	body, pipe := io.Pipe()
	done := make(chan struct{})
	go func() {
		s.ServeHTTP(httptest.NewRecorder(), postTable(body))
		close(done)
	}()
	if _, err := pipe.Write([]byte("{")); err != nil { // the place is taken
		t.Fatal(err)
	}
	for more, want := range map[string]string{"": "rate limit exceeded\x00", "&json=1": `{"status":"rate limit exceeded"}` + "\n"} {
		if status, text := get(t, s, "/cdb.php?action=queryall&board=x"+more); status != 200 || text != want {
			t.Errorf("%d %q", status, text)
		}
	}
	if status, _ := get(t, s, "/api/cloud-eval?fen=x"); status != 429 {
		t.Errorf("status %d", status)
	}
	pipe.Close()
	<-done
}

// A position has the value of the store, and so have its moves, whether games have them or not.
func TestPositionValues(t *testing.T) {
	s := newServer(t, serve.Options{Evals: evaluations(t, evaluated)})
	_, text := get(t, s, "/position")
	const want = `"evaluation":{"cp":18,"depth":50,"nodes":900000000,"source":"known.jsonl",` +
		`"line":[{"uci":"e2e4","san":"e4"},{"uci":"e7e5","san":"e5"},{"uci":"g1f3","san":"Nf3"},{"uci":"b8c6","san":"Nc6"}],` +
		`"moves":[{"uci":"e2e4","san":"e4","cp":18,"depth":50},{"uci":"d2d4","san":"d4","cp":16,"depth":36},` +
		`{"uci":"g1f3","san":"Nf3","cp":10,"depth":36},{"uci":"c2c4","san":"c4","cp":5,"depth":22},` +
		`{"uci":"b1c3","san":"Nc3","cp":0,"depth":22},{"uci":"g2g4","san":"g4","cp":-130,"depth":31}]}`
	if !strings.Contains(text, want) {
		t.Errorf("%s", text)
	}
	// Only the position after 1. e4 is known, at depth 40.
	for target, want := range map[string]string{
		"/position?play=e2e4": `"evaluation":{"cp":20,"depth":40,`, "/position?play=g2g4": `"evaluation":{"cp":-130,"depth":30,`,
	} {
		if _, text := get(t, s, target); !strings.Contains(text, want) {
			t.Errorf("%s: %s", target, text)
		}
	}
	for _, target := range []string{"/position?play=a2a3", "/masters", "/lichess"} {
		if _, text := get(t, s, target); strings.Contains(text, `"evaluation"`) {
			t.Errorf("%s: %s", target, text)
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("POST", "/positions", strings.NewReader("startpos\n")))
	if !strings.Contains(w.Body.String(), want) {
		t.Errorf("%s", w.Body)
	}
}

// A preparation has the values of positions after moves.
func TestPrepareValues(t *testing.T) {
	s := newServer(t, serve.Options{Evals: evaluations(t, evaluated)})
	_, text := get(t, s, "/prepare"+query("player", "Kasparov, Garry", "color", "white"))
	var a struct {
		Moves []struct {
			Play  []string
			UCI   string
			Value *struct{ CP, Depth int }
		}
	}
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, m := range a.Moves {
		if known := len(m.Play) == 0 && m.UCI == "e2e4"; known != (m.Value != nil) {
			t.Errorf("%v %s: %v", m.Play, m.UCI, m.Value)
		} else if known {
			found = m.Value.CP == 20 && m.Value.Depth == 40
		}
	}
	if !found {
		t.Errorf("%s", text)
	}
}
