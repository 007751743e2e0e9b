package play_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/engines/play"
	"github.com/zobrist-go/zobrist/search"
)

// session plays a game by a script and returns the output.
func session(t *testing.T, o play.Options, lines ...string) (string, error) {
	t.Helper()
	p, err := mnk.New(mnk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o.In, o.Out = strings.NewReader(strings.Join(lines, "\n")), &out
	if o.Limits == (search.Limits{}) {
		o.Limits.Depth = 9
	}
	o.Bytes = 1 << 16
	err = play.Run(context.Background(), play.New(p), o)
	return out.String(), err
}

func TestScript(t *testing.T) {
	for _, test := range []struct {
		name    string
		options play.Options
		lines   []string
		want    string // somewhere in the output
	}{
		{"machine answers", play.Options{}, []string{"b2"}, "second plays "},
		{"machine begins", play.Options{Machine: play.First}, nil, "first plays "},
		{"nobody", play.Options{Machine: play.None}, []string{"b2", "position"}, "3/1x1/3 o\n"},
		{"both", play.Options{Machine: play.Both}, nil, "a draw\n"},
		{"won", play.Options{Machine: play.None}, []string{"a1", "b1", "a2", "b2", "a3"}, "first wins\n"},
		{"hint", play.Options{Machine: play.None}, []string{"a1", "b1", "a2", "b2", "hint"}, "a3 (wins in 1 ply"},
		{"undo both", play.Options{}, []string{"b2", "undo", "position"}, "3/3/3 x\n"},
		{"undo one", play.Options{Machine: play.None}, []string{"b2", "a1", "undo", "position"}, "3/1x1/3 o\n"},
		{"undo a win", play.Options{Machine: play.None},
			[]string{"a1", "b1", "a2", "b2", "a3", "undo", "c3", "c1", "position"}, "2x/xo1/xoo x\n"},
		{"new", play.Options{Machine: play.None}, []string{"b2", "new", "position"}, "3/3/3 x\n"},
		{"switch", play.Options{}, []string{"switch", "position"}, "first plays "},
		{"go", play.Options{Machine: play.None}, []string{"go"}, "first plays "},
		{"colon", play.Options{Machine: play.None}, []string{":go", "# remark", "", "moves"}, "first plays "},
		{"machine", play.Options{}, []string{"machine none", "a1", "b1", "position"}, "3/3/xo1 x\n"},
		{"resign", play.Options{}, []string{"resign"}, "second wins: first has resigned\n"},
		{"undo resign", play.Options{Machine: play.None}, []string{"resign", "undo", "a1", "position"}, "3/3/x2 o\n"},
		{"level", play.Options{}, []string{"level nodes 5", "level", "level 2s", "level", "level depth 3", "level"},
			"nodes 5\n2s\ndepth 3\n"},
		{"moves", play.Options{}, []string{"moves"}, "a1 b1 c1 a2 b2 c2 a3 b3 c3\n"},
		{"board", play.Options{Machine: play.None}, []string{"b2", "c3", "board"},
			"3 . . O\n2 . X .\n1 . . .\n  a b c\n"},
		{"hash", play.Options{}, []string{"hash"}, fmt.Sprintf("%016x\n", must(mnk.New(mnk.Options{})).Hash())},
		{"help", play.Options{}, []string{"?"}, "switch "},
		{"quit", play.Options{}, []string{"quit", "nonsense"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := session(t, test.options, test.lines...)
			if err != nil || !strings.Contains(out, test.want) {
				t.Errorf("%v\n%s\nwant %q", err, out, test.want)
			}
		})
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestMistakes: a script ends at its first mistake, which names the line and what
// would have been right; a person is told, and goes on.
func TestMistakes(t *testing.T) {
	for line, want := range map[string]string{
		"b4":        "near: b1, b2, b3, a1", // one letter away
		"2b":        "near: b2",
		"undp":      "near: undo, ",
		"undo":      "no move to take back",
		"undo 3":    "undo takes nothing after it",
		"level 0s":  "want a time",
		"level x":   "want a time",
		"machine x": "want first (first), second (second), both or none",
		"save":      "save needs",
		"load none": "no such file",
		":b2":       "near: b1, b2",
	} {
		_, err := session(t, play.Options{}, "", line, "a1")
		if !errors.Is(err, play.ErrScript) || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "line 2") {
			if line != ":b2" || !errors.Is(err, play.ErrScript) {
				t.Errorf("%s: %v, want %q", line, err, want)
			}
		}
		out, err := session(t, play.Options{Terminal: true, Machine: play.None}, line, "c3", "position")
		if err != nil || !strings.Contains(out, "3/3/3 x") && !strings.Contains(out, "2x/3/3 o") {
			t.Errorf("%s: a person cannot go on: %v\n%s", line, err, out)
		}
	}
	if _, err := session(t, play.Options{}, strings.Repeat("x", 1<<17)); !errors.Is(err, play.ErrScript) {
		t.Errorf("a long line: %v", err)
	}
	_, err := session(t, play.Options{Machine: play.None}, "a1", "b1", "a2", "b2", "a3", "c1")
	if err == nil || !strings.Contains(err.Error(), "the game is over") {
		t.Errorf("a move after the end: %v", err)
	}
}

// TestRecord: a record is read back to the same game, is never written over a file
// that was there, and tells who resigned.
func TestRecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game")
	if _, err := session(t, play.Options{Save: file}, "b2", "resign"); err != nil {
		t.Fatal(err)
	}
	first := string(must(os.ReadFile(file)))
	if !strings.Contains(first, "result 0-1 resigned\n") || !strings.Contains(first, "\n\nb2\n") {
		t.Errorf("the record:\n%s", first)
	}
	if _, err := session(t, play.Options{Save: file}, "a1"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("saved over another game: %v", err)
	}
	out, err := session(t, play.Options{Resume: file, Save: file}, "show")
	if err != nil || !strings.Contains(out, first) || !strings.Contains(out, "second wins") {
		t.Errorf("%v\n%s\nwant\n%s", err, out, first)
	}
	out, err = session(t, play.Options{Resume: file, Save: file, Machine: play.None}, "undo", "b1", "load "+file,
		"quit")
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for text, want := range map[string]string{
		"":                                    "line 1",
		"zobrist game 1\ngame chess":          "this is a game of chess",
		"zobrist game 1\nx y":                 `"x" is no line of a header`,
		"zobrist game 1\nresult 2":            `"2" is no result`,
		"zobrist game 1\ndate 2":              "line 2",
		"zobrist game 1\nmoves 2\n\nb2\n\nb2": "line 6: move 2",
		"zobrist game 1\n\nb2\n":              "lacks the line",
		"zobrist game 1\nstart x":             "line 2",
		"zobrist game 1\nmoves -1":            `"-1" is no number of moves`,
		"zobrist game 1\nmoves 0\n\nb2\n":     "line 5: the record has more moves than the 0",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := session(t, play.Options{Resume: file}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	kept := "zobrist game 1\nmoves 1\nfirst Anna\nsecond Ben\nresult *\n\nb2\n"
	if err := errors.Join(os.WriteFile(file, []byte(kept), 0o600), os.Chmod(file, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := session(t, play.Options{Resume: file, Save: file, Machine: play.None}, "a1", "new", "c3"); err != nil {
		t.Error(err)
	}
	after := string(must(os.ReadFile(file)))
	if !strings.Contains(after, "first Anna\nsecond Ben\n") || !strings.HasSuffix(after, "\nb2\na1\n") {
		t.Errorf("the game that was resumed became\n%s", after)
	}
	if mode := must(os.Stat(file)).Mode().Perm(); runtime.GOOS != "windows" && mode != 0o600 {
		t.Errorf("the file's permissions became %v", mode)
	}
	long := strings.Replace(kept, "first", "date 2001-01-01\nfirst", 1) + strings.Repeat("\n", 4<<20)
	if err := os.WriteFile(file, []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = session(t, play.Options{Resume: file})
	if err == nil || !strings.Contains(err.Error(), "longer than 4 MiB") {
		t.Errorf("a record of more than 4 MiB: %v", err)
	}
	start := "zobrist game 1\nmoves 1\nstart 3/1x1/3 o\n\na1\n"
	if err := os.WriteFile(file, []byte(start), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err = session(t, play.Options{Resume: file, Machine: play.None}, "position")
	if err != nil || out != "3/1x1/o2 x\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestRecordFails: a record that cannot be written leaves the one in the file.
func TestRecordFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game")
	g := play.New(must(mnk.New(mnk.Options{})))
	write, cannot := g.Write, errors.New("no more")
	g.Write = func(w io.Writer, r *play.Record[mnk.Move, *mnk.Position]) error {
		if len(r.Moves) > 1 {
			return cannot
		}
		return write(w, r)
	}
	err := play.Run(context.Background(), g, play.Options{In: strings.NewReader("b2\na1\n"), Out: new(bytes.Buffer),
		Machine: play.None, Save: file, Bytes: 1 << 16})
	if !errors.Is(err, cannot) {
		t.Errorf("error %v", err)
	}
	if text := string(must(os.ReadFile(file))); !strings.HasSuffix(text, "\nb2\n") {
		t.Errorf("the file holds\n%s", text)
	}
}

// TestCutRecord: no part of a record passes for a shorter game.
func TestCutRecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game")
	p := must(mnk.New(mnk.Options{Width: 12, Height: 12}))
	run := func(o play.Options, input string) error {
		o.In, o.Out, o.Machine, o.Bytes = strings.NewReader(input), new(bytes.Buffer), play.None, 1<<16
		return play.Run(context.Background(), play.New(p), o)
	}
	if err := run(play.Options{Save: file}, "a1\nb12\n"); err != nil {
		t.Fatal(err)
	}
	two := string(must(os.ReadFile(file)))
	header, _, _ := strings.Cut(two, "\n\n")
	none := strings.Replace(header, "moves 2", "moves 0", 1) + "\nresult 1-0 resigned\n\n"
	for _, whole := range []string{two, none} {
		for n := range len(whole) + 1 {
			if err := os.WriteFile(file, []byte(whole[:n]), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := run(play.Options{Resume: file}, ""); (err == nil) != (n == len(whole)) {
				t.Errorf("read from %q: %v", whole[:n], err)
			}
		}
	}
}

// TestResumeRefuses: a record that somebody has edited, and a file that is none.
func TestResumeRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game")
	for text, want := range map[string]string{
		"zobrist game 1\nmoves 1\nresult * resigned\n\nb2\n": "the result * does not say which",
		"zobrist game 1\nmoves 2\nresult *\n\nb2\nb2\n":      "line 6: move 2",
		strings.Repeat("\x00", 16<<20+1):                     "longer than 16 MiB",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := session(t, play.Options{Resume: file}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: error %v, want %q", text, err, want)
		}
	}
}

// TestSaveFails: a person goes on playing if a record cannot be saved, also after a move of the
// machine, and has the record on the screen at the end.
func TestSaveFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	g := play.New(must(mnk.New(mnk.Options{})))
	write := g.Write
	g.Write = func(w io.Writer, r *play.Record[mnk.Move, *mnk.Position]) error {
		return errors.Join(os.RemoveAll(dir), write(w, r))
	}
	var out bytes.Buffer
	err := play.Run(context.Background(), g, play.Options{In: strings.NewReader("b2\nposition\n"), Out: &out,
		Terminal: true, Limits: search.Limits{Depth: 2}, Save: filepath.Join(dir, "game"), Bytes: 1 << 16})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	for _, want := range []string{"\nfirst> ", "The game was not saved:\n\nzobrist game 1\n", "\n\nb2\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	if n := strings.Count(out.String(), "play: save "); n != 2 {
		t.Errorf("%d errors of saving, want one for each move:\n%s", n, out.String())
	}
}

// TestOutput: a session ends if nothing can be written, or nowhere saved.
func TestOutput(t *testing.T) {
	for _, o := range []play.Options{
		{Out: broken{}},
		{Save: filepath.Join(t.TempDir(), "none", "game"), Out: new(bytes.Buffer)},
	} {
		o.In, o.Bytes = strings.NewReader("moves\nb2\n"), 1<<16
		err := play.Run(context.Background(), play.New(must(mnk.New(mnk.Options{}))), o)
		if !errors.Is(err, fs.ErrClosed) && !errors.Is(err, fs.ErrNotExist) || errors.Is(err, play.ErrScript) {
			t.Errorf("error %v", err)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, fs.ErrClosed }

// TestTerminal: a person sees the board and a prompt, in colours if wanted.
func TestTerminal(t *testing.T) {
	out, err := session(t, play.Options{Terminal: true, Color: true, Machine: play.None}, "b2", "a1")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"first> ", "second> ", "\x1b[1;36mX\x1b[0m", "\x1b[1;33mO\x1b[0m", "or help"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if out, _ = session(t, play.Options{Terminal: true}, "b2"); strings.Contains(out, "\x1b") {
		t.Errorf("colours without being wanted: %q", out)
	}
}

// TestEnd: the end of the context ends the session with its cause, and the record
// is there.
func TestEnd(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	file := filepath.Join(t.TempDir(), "game")
	p := must(hex.New(hex.Options{Size: 3}))
	err := play.Run(ctx, play.New(p), play.Options{In: strings.NewReader("a1\n"), Out: new(bytes.Buffer), Save: file,
		Bytes: 1 << 16})
	if !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

func FuzzRun(f *testing.F) {
	f.Add([]byte("b2\nundo\nhint\ngo\nswitch\nboard\nshow\nresign\nundo\nnew\nmoves\nlevel depth 1\nmachine both"))
	f.Add([]byte("a1\n:a1\nlevel -1s\nlevel nodes 0\nmachine\n\x00\xff\nposition\nhash\n?\nquit"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Contains(data, []byte("save")) || bytes.Contains(data, []byte("load")) ||
			bytes.Contains(data, []byte("level")) || len(data) > 200 {
			return
		}
		for _, terminal := range []bool{false, true} {
			p := must(mnk.New(mnk.Options{}))
			err := play.Run(context.Background(), play.New(p),
				play.Options{In: bytes.NewReader(data), Out: new(bytes.Buffer),
					Terminal: terminal, Limits: search.Limits{Depth: 1}, Bytes: 1 << 16})
			if err != nil && !errors.Is(err, play.ErrScript) {
				t.Fatal(err)
			}
		}
	})
}

// One call plays any game: here a script makes four moves, and the searcher the fifth.
func Example() {
	position, err := mnk.New(mnk.Options{})
	if err != nil {
		panic(err)
	}
	script := "a1\nb2\nb1\nc2\ngo\nboard\n"
	o := play.Options{In: strings.NewReader(script), Out: os.Stdout, Machine: play.None}
	if err := play.Run(context.Background(), play.New(position), o); err != nil {
		panic(err)
	}
	// Output:
	// first plays c1 (wins in 1 ply, depth 1)
	// first wins
	// 3 . . .
	// 2 . O O
	// 1 X X X
	//   a b c
	// O to move
}
