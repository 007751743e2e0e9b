package uci

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/evals"
)

// A stored evaluation answers if it is as deep as asked and has as many lines; otherwise the engine searches.
func TestStored(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "evals.db")
	const text = `{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -","evals":[` +
		`{"pvs":[{"cp":31,"line":"e2e4 e7e5"}],"knodes":5000,"depth":40},` +
		`{"pvs":[{"cp":25,"line":"d2d4 d7d5"},{"cp":20,"line":"g1f3"}],"knodes":900,"depth":30}]}
{"fen":"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -","evals":[{"pvs":[{"mate":-1,"line":"d8h4"},{"cp":50,"line":"e5e4"}],"knodes":5,"depth":25}]}
{"fen":"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq -","evals":[{"pvs":[{"cp":10,"line":"e1h1 e8a8"}],"knodes":5,"depth":25}]}
{"fen":"6k1/5ppp/8/8/8/8/8/K6R w - -","evals":[{"pvs":[{"cp":10,"line":"h1g1"}],"knodes":5,"depth":25}]}
`
	in := evals.Input{Name: "folder/known.jsonl", Reader: strings.NewReader(text)}
	if _, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, in); err != nil {
		t.Fatal(err)
	}
	const stored = "info string a stored evaluation of depth "
	for _, c := range []struct{ name, commands, want string }{
		{"as deep", "go depth 40", stored + "40, from known.jsonl\n" +
			"info depth 40 multipv 1 score cp 31 nodes 5000000 time 0 pv e2e4 e7e5\nbestmove e2e4 ponder e7e5\n"},
		{"a clock", "go wtime 1000 btime 1000", stored + "40, "},
		{"a time", "go movetime 100", stored + "40, "},
		{"nodes", "go nodes 5000000", stored + "40, "},
		{"several lines", "setoption name MultiPV value 2\ngo movetime 100", stored + "30, from known.jsonl\n" +
			"info depth 30 multipv 2 score cp 20 nodes 900000 time 0 pv g1f3\n" +
			"info depth 30 multipv 1 score cp 25 nodes 900000 time 0 pv d2d4 d7d5\nbestmove d2d4 ponder d7d5\n"},
		{"Black mates", "position fen rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2\n" +
			"setoption name MultiPV value 2\nsetoption name UCI_ShowWDL value true\ngo movetime 50",
			" nodes 5000 time 0 pv e5e4\ninfo depth 25 multipv 1 score mate 1 wdl 1000 0 0 nodes 5000 time 0 pv d8h4\nbestmove d8h4\n"},
		{"castling", "position fen r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1\ngo movetime 9", "bestmove e1g1 ponder e8c8\n"},
		{"Chess960", "setoption name UCI_Chess960 value true\nposition fen r3k2r/p6p/8/8/8/8/P6P/R3K2R w HAha - 0 1\ngo movetime 9",
			"bestmove e1h1 ponder e8a8\n"},
	} {
		got := session1(t, "setoption name EvaluationsPath value "+dir+"\n"+c.commands+"\nquit\n")
		if !strings.Contains(got, c.want) || strings.Count(got, "bestmove") != 1 {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	for _, c := range []struct{ name, commands string }{
		{"not as deep", "setoption name EvaluationsDepth value 41\ngo movetime 9"},
		{"more nodes", "setoption name MultiPV value 2\ngo nodes 900001"},
		{"more lines", "setoption name MultiPV value 3\ngo movetime 9"},
		{"infinite", "go infinite\nstop"}, {"mate", "go mate 1"}, {"chosen moves", "go movetime 9 searchmoves a2a3"},
		{"weak", "setoption name UCI_LimitStrength value true\ngo movetime 9"},
		{"unknown", "position startpos moves a2a3\ngo movetime 9"},
		{"a repetition", "position fen 6k1/5ppp/8/8/8/8/8/K5R1 b - - 0 1 moves g8f8 g1h1 f8g8\ngo movetime 9"},
		{"near the fiftieth move", "position fen 6k1/5ppp/8/8/8/8/8/K6R w - - 70 90\ngo movetime 9"},
	} {
		got := session1(t, "setoption name EvaluationsPath value "+dir+"\n"+c.commands+"\n")
		if strings.Contains(got, stored) || strings.Count(got, "bestmove") != 1 {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	if got := session1(t, "setoption name EvaluationsPath value "+dir+"x\ngo depth 1\n"); !strings.Contains(got, "playing without evaluations") {
		t.Errorf("%s", got)
	}
}

func session1(t *testing.T, commands string) string {
	t.Helper()
	var out strings.Builder
	if err := Run(t.Context(), strings.NewReader(commands), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
