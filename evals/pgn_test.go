package evals_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/evals"
)

// TestGameFaults: of a game with a fault, the evaluations of the moves that can be read are kept, and the report has the
// line of the fault; another variant is no fault. python-chess reads the same values from the games that it does not
// reject: it ends a line at an illegal move too.
func TestGameFaults(t *testing.T) {
	const e5Text = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
	const head = "[Event \"x\"]\n[Result \"1-0\"]\n\n"
	for _, c := range []struct {
		name, text string
		kind       evals.Kind
		line       int64
		fen, want  string
	}{
		{"illegal move", head + "1. e4 {[%eval 0.31]} e5\n{[%eval 0.32]} 2. Ke4 {[%eval 3]} 1-0", evals.PartlyRead, 5, e5Text, "0 0 32 "},
		{"illegal move in a variation", head + "1. e4 e5 {[%eval 0.5]}\n(1... Nf3 {[%eval 1]})\n2. Nf3 1-0", evals.PartlyRead, 5, e5Text, "0 0 50 "},
		{"null move", head + "1. e4 {[%eval 0.31]}\n\n-- 2. d4 1-0", evals.PartlyRead, 6, e4Text, "0 0 31 "},
		{"illegal first move", head + "\n1. e5 {[%eval 0.31]} 1-0", evals.BrokenLine, 5, e4Text, ""},
		{"crazyhouse", "[Event \"x\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 {[%eval 0.31]} 1-0", evals.OtherVariant, 2, e4Text, ""},
		{"a value after a bad one", head + "1. e4 {[%eval x] [%eval 0.31]} 1-0", evals.NoValue, 1, e4Text, "0 0 31 "},
		{"a later game", "1. d4 *\n\n" + head + "1. e4 {[%eval 0.31]} Ke4 1-0", evals.PartlyRead, 6, e4Text, "0 0 31 "},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "db")
			var problems []evals.Problem
			o := evals.ImportOptions{Problem: func(p evals.Problem) { problems = append(problems, p) }}
			filler := evals.Input{Name: "x.jsonl", Reader: strings.NewReader(line("4k3/8/8/8/8/8/8/4K2R w K -", `{"cp":1,"line":"e1g1"}`, 20))}
			sum, err := evals.Import(t.Context(), dir, o, evals.Input{Name: "a.pgn", Reader: strings.NewReader(c.text)}, filler)
			if err != nil {
				t.Fatal(err)
			}
			if len(problems) != 1 || problems[0].Kind != c.kind || problems[0].Line != c.line || sum.Problems[c.kind] != 1 ||
				strings.Contains(problems[0].Reason, ", line ") {
				t.Errorf("problems %+v; want one, %v in line %d", problems, c.kind, c.line)
			}
			find(t, open(t, dir), c.fen, c.want)
		})
	}
}
