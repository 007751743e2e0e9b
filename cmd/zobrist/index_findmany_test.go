package main

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// sampleDB builds the index of the sample of famous games.
func sampleDB(t *testing.T) string {
	t.Helper()
	db := filepath.Join(t.TempDir(), "famous.db")
	if _, errs, status := command(t, t.Context(), "index", "build", "--db", db, "--sample"); status != 0 {
		t.Fatal(errs)
	}
	return db
}

// Each line is answered by one JSON object, whatever is in the line, and a member of
// the caller never passes for one of ours.
func TestFindManyLines(t *testing.T) {
	db := sampleDB(t)
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	lines := []string{
		"8/8/8/4k3/8/8/4K3/8\vw\v-\v-\vbm e4;",
		start + "\u00a0w\u2003KQkq\f-\u00a0\u00a0bm e4;",
		`{"fen": "` + start + ` w KQkq - 0 1", "moves": 5, "games": 6, "error": "none", "opening": 7, "id": "\u000b"}`,
		`{"fen": "` + start + ` w KQkq - 0 1", "games": 6}`,
		`{"fen": "8/8/8/4k3/8/8/4K3/8 w\u000b- -", "white": 5}`,
		"x\vy\u0001z",
		`{"moves": ""}`,
		`{"moves": "1. e4 e5 2.Nf3"}`,
		`{"moves": "e4 e5", "fen": "startpos"}`,
		`{"pgn": "[Event \"x\"]\n\n1. e4 {best} (1. d4 d5) e5 2. g1f3 $1 *"}`,
		`{"pgn": "1. e4 e5 2. Nf3"}`,
		`{"pgn": "[SetUp \"1\"]\n[FEN \"` + start + ` w KQkq - 0 1\"]\n\n1. e4 e5 2. Nf3 1-0"}`,
		`{"moves": "e4 e4"}`, `{"pgn": "1. e4 e4 *"}`, `{"pgn": "?"}`, `{"pgn": "1. e4 *", "moves": "e5"}`,
		`{"pgn": "1. e4 *\n\n1. d4 *"}`, `{"moves": 5}`, `{}`, `{"fen": 5}`,
	}
	games := []float64{0, 61, 61, 61, 0, -1, 61, 11, 14, 11, 11, 11, -1, -1, -1, -1, -1, -1, -1, -1} // −1 for an error
	for _, flag := range []string{"--counts=false", "--counts"} {
		var out, errs strings.Builder
		in := strings.NewReader(strings.Join(lines, "\n") + "\n")
		if status := program.Run(t.Context(), []string{"index", "find", "--db", db, flag, "-"}, in, &out, &errs); status != 0 {
			t.Fatalf("%s: status %d: %s", flag, status, errs.String())
		}
		answers := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(answers) != len(lines) {
			t.Fatalf("%s: %d answers: %s", flag, len(answers), out.String())
		}
		for i, text := range answers {
			var v map[string]any
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				t.Errorf("%s, line %d: %v in %s", flag, i+1, err, text)
				continue
			}
			if _, failed := v["error"]; failed != (games[i] < 0) || !failed && v["games"] != games[i] {
				t.Errorf("%s, line %d: %s, want %v games", flag, i+1, text, games[i])
			}
			for _, name := range []string{"moves", "error", "opening"} {
				if members(text, name) > 1 {
					t.Errorf("%s, line %d: two members %q in %s", flag, i+1, name, text)
				}
			}
		}
		if !strings.Contains(answers[0], `"epd":"bm e4;"`) || !strings.Contains(answers[1], `"epd":"bm e4;"`) ||
			!strings.Contains(answers[2], `"id":"\u000b"`) {
			t.Errorf("%s: operations or members are missing in %s", flag, out.String())
		}
	}
}

// members returns the number of members of an object in JSON that have a name.
func members(object, name string) (n int) {
	depth, key := 0, false
	for d := json.NewDecoder(strings.NewReader(object)); ; {
		switch token, _ := d.Token(); token {
		case nil:
			if depth == 0 {
				return n // or null
			}
			key = true
		case json.Delim('{'), json.Delim('['):
			depth, key = depth+1, true
		case json.Delim('}'), json.Delim(']'):
			depth, key = depth-1, true
		default:
			if depth == 1 && key && token == name {
				n++
			}
			key = depth == 1 && !key
		}
	}
}

// A name of ours that a caller could use is in answerNames.
func TestAnswerNames(t *testing.T) {
	ix, err := chessindex.Open(t.Context(), storetest.Memory(), chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := ix.Position("")
	if err == nil {
		err = games.Play(games.Chess, p, "e4", nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	tally := []index.MoveTally{{Move: p.AppendMoves(nil)[0]}}
	one := 1
	answer := games.NewAnswer(games.Chess, p, index.Positions, games.OpeningLine{Ply: &one},
		index.Answer{Moves: tally, Transpositions: tally, Foreign: 1})
	answer.AverageRank, answer.Evaluation = "1d", new(games.Evaluation)
	text, err := jsontext.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	for name := range v {
		if !slices.Contains(answerNames, name) {
			t.Errorf("%q is not in answerNames", name)
		}
	}
	if len(v)+4 != len(answerNames) { // and "line", "error", "position" and "ignored"
		t.Errorf("%d members of %d names", len(v), len(answerNames))
	}
}

// A line that is too long is an error of its own, and the lines after it are answered.
func TestFindManyLong(t *testing.T) {
	db := sampleDB(t)
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	for _, flags := range [][]string{{"--counts"}, nil} {
		var out, errs strings.Builder
		in := strings.NewReader(start + strings.Repeat("x", 1<<17) + "\n\n" + start)
		status := program.Run(t.Context(), append([]string{"index", "find", "--db", db, "-"}, flags...), in, &out, &errs)
		got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if status != 0 || errs.String() != "" || len(got) != 3 ||
			got[1] != `{"line":2,"error":"line 2: longer than 65536 bytes"}` || got[2] != strings.Replace(got[0], ":1,", ":4,", 1) {
			t.Errorf("%v: status %d, %.500q, %q", flags, status, got, errs.String())
		}
	}
}

// A blank line and a comment have no answer, and each answer has the number of its line.
func TestFindManyNumbers(t *testing.T) {
	db := sampleDB(t)
	for _, args := range [][]string{{"index", "find", "--db", db, "-"}, {"index", "find", "--db", db, "--counts", "-"}, {"hash", "-"}} {
		var out, errs strings.Builder
		in := strings.NewReader("# positions\n\nstartpos\r\n \t\n  # more\nnone\n#startpos\n\ufeffstartpos")
		status := program.Run(t.Context(), args, in, &out, &errs)
		var numbers []int
		for text := range strings.Lines(out.String()) {
			var answer struct{ Line int }
			if err := json.Unmarshal([]byte(text), &answer); err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, answer.Line)
		}
		if status != 0 || !slices.Equal(numbers, []int{3, 6, 8}) {
			t.Errorf("%q: status %d, lines %v of answers, want 3, 6 and 8: %s", args, status, numbers, errs.String())
		}
	}
}

// A line that cannot be read is named, after the answers to those before it.
func TestFindManyUnreadable(t *testing.T) {
	db := sampleDB(t)
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	for want, in := range map[string]io.Reader{
		"standard input, line 2: the disk is broken\n": io.MultiReader(strings.NewReader(start),
			iotest.ErrReader(errors.New("the disk is broken"))),
	} {
		var out, errs strings.Builder
		status := program.Run(t.Context(), []string{"index", "find", "--db", db, "--counts", "-"}, in, &out, &errs)
		if status != 1 || errs.String() != "zobrist: error: "+want || !strings.Contains(out.String(), `"games":61`) {
			t.Errorf("status %d, %q, %q; want %q", status, out.String(), errs.String(), want)
		}
	}
}
