package evals_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/archive"
)

// read returns the text of a compressed file.
func read(t *testing.T, name string) []byte {
	t.Helper()
	f, err := archive.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// store makes a store of texts, and opens it.
func store(t *testing.T, o evals.ImportOptions, texts ...string) (*evals.Store[chess.Move], evals.Summary, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "db")
	var sum evals.Summary
	for i, text := range texts {
		var err error
		in := evals.Input{Name: fmt.Sprintf("%d.jsonl", i), Reader: strings.NewReader(text)}
		if sum, err = evals.Import(t.Context(), dir, o, in); err != nil {
			t.Fatal(err)
		}
	}
	return open(t, dir), sum, dir
}

func open(t *testing.T, dir string) *evals.Store[chess.Move] {
	t.Helper()
	s, err := evals.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// written writes an evaluation as known.py does.
func written(e evals.Evaluation[chess.Move]) string {
	var lines []string
	for _, l := range e.Lines {
		value := fmt.Sprint(l.Score)
		if l.Mate != 0 {
			value = fmt.Sprintf("#%d", l.Mate)
		}
		var moves []string
		for _, m := range l.Moves {
			moves = append(moves, m.String())
		}
		lines = append(lines, value+" "+strings.Join(moves, " "))
	}
	return fmt.Sprintf("%d %d %s", e.Depth, e.Nodes, strings.Join(lines, " | "))
}

// answers writes all answers of a store as known.py does.
func answers(t *testing.T, s *evals.Store[chess.Move], fens []string) string {
	t.Helper()
	var b strings.Builder
	r := evals.NewChessReader()
	for _, fen := range fens {
		p, ignored, err := r.Read(fen)
		if err != nil || len(ignored) > 0 {
			t.Fatalf("%s: %v %v", fen, ignored, err)
		}
		before := p.FEN()
		fmt.Fprintln(&b, fen)
		all, err := s.FindAll(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			fmt.Fprintln(&b, "all", written(e))
		}
		for n := 1; n <= 5; n++ {
			e, ok, err := s.FindLines(p, n)
			if err != nil || !ok {
				t.Fatalf("%s: %v %v", fen, ok, err)
			}
			fmt.Fprintln(&b, n, written(e))
		}
		h, ok, err := s.Head(p.Hash128())
		if err != nil || !ok || h.Depth != all[0].Depth || h.Nodes != all[0].Nodes || h.Value != all[0].Lines[0].Value {
			t.Errorf("%s: Head %v %v %v, Find %v", fen, h, ok, err, all[0])
		}
		if p.FEN() != before {
			t.Errorf("%s became %s", before, p.FEN())
		}
	}
	return b.String()
}

// knownFENs returns the positions of known.txt.
func knownFENs(known []byte) (fens []string) {
	for line := range strings.Lines(string(known)) {
		if strings.Contains(strings.Fields(line)[0], "/") {
			fens = append(fens, strings.TrimSpace(line))
		}
	}
	return fens
}

// compare reports the first line in which two texts differ.
func compare(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("line %d:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	if len(g) != len(w) {
		t.Fatalf("%d lines, want %d", len(g), len(w))
	}
}

// TestKnown compares the answers of a store with the answers of testdata/known.py, whose rules and legal moves are
// not ours: in one file, in several, in another order, exported and read again, merged, and with sources removed.
func TestKnown(t *testing.T) {
	text, want := string(read(t, "testdata/known.jsonl.zst")), read(t, "testdata/known.txt.zst")
	fens := knownFENs(want)
	check := func(name string, f func(t *testing.T) *evals.Store[chess.Move]) {
		t.Run(name, func(t *testing.T) {
			s := f(t)
			compare(t, answers(t, s, fens), string(want))
			if err := s.Verify(t.Context(), nil); err != nil {
				t.Error(err)
			}
		})
	}
	all := strings.SplitAfter(text, "\n")
	check("one file", func(t *testing.T) *evals.Store[chess.Move] {
		s, sum, _ := store(t, evals.ImportOptions{}, text)
		if sum.Problems[evals.IllegalMove] == 0 || sum.Editor == 0 || sum.Positions != int64(len(all)-1) {
			t.Errorf("summary %+v", sum)
		}
		return s
	})
	check("backwards, in three files", func(t *testing.T) *evals.Store[chess.Move] {
		back := slices.Clone(all[:len(all)-1])
		slices.Reverse(back)
		join := func(l []string) string { return strings.Join(l, "") }
		s, _, _ := store(t, evals.ImportOptions{}, join(back[:10]), join(back[10:400]), join(back[300:]))
		return s
	})
	check("exported", func(t *testing.T) *evals.Store[chess.Move] {
		s, _, _ := store(t, evals.ImportOptions{Positions: true}, text)
		var out bytes.Buffer
		n, without, err := evals.Export(t.Context(), &out, s, evals.AppendLichess, nil)
		if err != nil || n != int64(len(fens)) || without != 0 {
			t.Fatalf("Export: %d %d %v", n, without, err)
		}
		again, sum, _ := store(t, evals.ImportOptions{}, out.String())
		if sum.Problems != [len(sum.Problems)]int64{} || sum.Replaced != 0 {
			t.Errorf("read again: %+v", sum)
		}
		return again
	})
	check("merged", func(t *testing.T) *evals.Store[chess.Move] {
		half := len(all) / 2
		_, _, a := store(t, evals.ImportOptions{}, strings.Join(all[:half], ""))
		_, _, b := store(t, evals.ImportOptions{}, strings.Join(all[half:], ""), text)
		if _, err := evals.Merge(t.Context(), a, evals.Chess(), evals.BuildOptions{}, b); err != nil {
			t.Fatal(err)
		}
		return open(t, a)
	})
	check("removed", func(t *testing.T) *evals.Store[chess.Move] {
		_, _, dir := store(t, evals.ImportOptions{}, strings.Join(all[:200], ""), text)
		if _, err := evals.Remove(t.Context(), dir, evals.Chess(), evals.BuildOptions{}, 0); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir)
		if list, err := s.Sources(); err != nil || len(list) != 1 || list[0].Number != 1 {
			t.Errorf("sources %v, %v", list, err)
		}
		return s
	})
}

// TestLeast: with --lines and --plies the kept part is the beginning of the whole.
func TestLeast(t *testing.T) {
	text, want := string(read(t, "testdata/known.jsonl.zst")), read(t, "testdata/known.txt.zst")
	s, _, _ := store(t, evals.ImportOptions{Lines: 1, Plies: 1}, text)
	whole, _, _ := store(t, evals.ImportOptions{}, text)
	r := evals.NewChessReader()
	for _, fen := range knownFENs(want) {
		p, _, err := r.Read(fen)
		if err != nil {
			t.Fatal(err)
		}
		got, ok, err := s.Find(p)
		all, err2 := whole.FindAll(p)
		if err != nil || err2 != nil || !ok || len(got.Lines) != 1 || len(got.Lines[0].Moves) != 1 {
			t.Fatalf("%s: %v %v %v %v", fen, got, ok, err, err2)
		}
		if got.Depth != all[0].Depth {
			t.Errorf("%s: depth %d, the deepest is %d", fen, got.Depth, all[0].Depth)
		}
	}
	if n, without, err := evals.Export(t.Context(), io.Discard, s, evals.AppendLichess, nil); n != 0 || without == 0 ||
		!errors.Is(err, evals.ErrNoPositions) {
		t.Errorf("Export without positions: %d %d %v", n, without, err)
	}
}

// TestVerifySegments verifies a store of several segments, which several goroutines read at once, each with a record of
// its own. Positions have evaluations of different depths and numbers of lines, so that two in one would show.
func TestVerifySegments(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0))))
	dir := filepath.Join(t.TempDir(), "db")
	b, err := evals.NewBuilder[chess.Move](dir, evals.Chess(), "engine", evals.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for ply := range 16_000 {
		moves := p.AppendMoves(nil)
		if ply%60 == 0 || len(moves) == 0 { // another game
			if p, err = chess.New(chess.Options{}); err != nil {
				t.Fatal(err)
			}
			moves = p.AppendMoves(nil)
		}
		if p.Make(moves[rng.IntN(len(moves))]); len(p.AppendMoves(nil)) == 0 {
			continue
		}
		for n, depth := 1, 60; n < 4; n++ {
			depth -= 1 + rng.IntN(15)
			lines := make([]evals.Line[chess.Move], 6*n+rng.IntN(6))
			for j := range lines {
				lines[j].Score = int32(rng.IntN(1000))
			}
			if err := b.Add(p, evals.Evaluation[chess.Move]{Depth: depth, Lines: lines}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := b.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	for range 3 {
		if err := s.Verify(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	files, _, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 || files[0].Bytes < 1<<20 {
		t.Fatalf("files %+v have too few segments for this test", files)
	}
}

// TestDamage: each changed byte of a store gives an error, or the answers that are right.
func TestDamage(t *testing.T) {
	text, want := string(read(t, "testdata/known.jsonl.zst")), read(t, "testdata/known.txt.zst")
	fens := knownFENs(want)
	s, _, dir := store(t, evals.ImportOptions{}, text)
	files, _, err := s.Files()
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	good, err := os.ReadFile(files[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	r := evals.NewChessReader()
	for at := 7; at < len(good); at += len(good)/97 + 1 {
		bad := bytes.Clone(good)
		bad[at] ^= 0x21
		if err := os.WriteFile(files[0].Path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		damaged, err := evals.Open(dir)
		if err == nil {
			err = damaged.Verify(t.Context(), nil)
			for _, fen := range fens[:40] {
				p, _, readErr := r.Read(fen)
				if readErr != nil {
					t.Fatal(readErr)
				}
				e, ok, findErr := damaged.Find(p)
				if findErr != nil {
					if !errors.Is(findErr, evals.ErrCorrupt) {
						t.Errorf("byte %d: %v", at, findErr)
					}
					continue
				}
				right, _, _ := s.Find(p)
				if !ok || written(e) != written(right) {
					t.Fatalf("byte %d: %s: %s, want %s", at, fen, written(e), written(right))
				}
			}
			damaged.Close()
		}
		if !errors.Is(err, evals.ErrCorrupt) && !errors.Is(err, evals.ErrFormat) {
			t.Errorf("byte %d of %s changed: Verify says %v", at, files[0].Path, err)
		}
	}
}

// TestResume interrupts an import at many places; the next one resumes, and the store is as if nothing had happened.
func TestResume(t *testing.T) {
	want := read(t, "testdata/known.txt.zst")
	name := filepath.Join(t.TempDir(), "known.jsonl")
	var long bytes.Buffer // several jobs
	for range 6 {
		long.Write(read(t, "testdata/known.jsonl.zst"))
	}
	if err := os.WriteFile(name, long.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "db")
	resumed := int64(0)
	for stop := 1; ; stop++ {
		ctx, cancel := context.WithCancel(t.Context())
		seen := 0
		o := evals.ImportOptions{BuildOptions: evals.BuildOptions{Memory: evals.MinMemory, Workers: 2}}
		evals.SaveAlways(&o)
		o.Reading = func(evals.Reading) {
			if seen++; seen > 1 {
				cancel()
			}
		}
		evals.ReadAlways(&o)
		sum, err := evals.Import(ctx, dir, o, evals.Input{Name: name})
		cancel()
		if err == nil {
			resumed = sum.Resumed
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if _, err := evals.Open(dir); !errors.Is(err, evals.ErrEmpty) {
			t.Fatalf("after an interrupted import: %v", err)
		}
		if stop > 50 {
			t.Fatal("the import never ends")
		}
	}
	if resumed == 0 {
		t.Error("nothing was resumed")
	}
	s := open(t, dir)
	compare(t, answers(t, s, knownFENs(want)), string(want))
	if _, left, err := s.Files(); left != 0 || err != nil {
		t.Errorf("%d bytes left, %v", left, err)
	}
	sum, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, evals.Input{Name: name})
	if err != nil || len(sum.Known) != 1 {
		t.Errorf("again: %+v, %v", sum, err)
	}
}

// TestResumeProblems: an import that was interrupted before it kept anything resumes too, so that no problem counts
// twice.
func TestResumeProblems(t *testing.T) {
	const broken = 1000
	name := filepath.Join(t.TempDir(), "broken.jsonl")
	text := strings.Repeat(strings.Repeat("x", 1000)+"\n", broken) + line(startText, good, 20) // several jobs
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "db")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := evals.ImportOptions{Reading: func(evals.Reading) { cancel() }}
	evals.SaveAlways(&o)
	evals.ReadAlways(&o)
	if _, err := evals.Import(ctx, dir, o, evals.Input{Name: name}); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	sum, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, evals.Input{Name: name})
	if err != nil || sum.Problems[evals.BrokenLine] != broken || len(sum.Sources) != 1 || sum.Positions != 1 {
		t.Errorf("resumed: %+v, %v; want %d broken lines of 1 source", sum, err, broken)
	}
}

// TestKnownFiles: each file of a store is known again, also if several have as many bytes.
func TestKnownFiles(t *testing.T) {
	folder, dir := t.TempDir(), filepath.Join(t.TempDir(), "db")
	var inputs []evals.Input
	for i, move := range []string{"e2e4", "d2d4", "c2c4"} {
		name := filepath.Join(folder, fmt.Sprint(i, ".jsonl"))
		text := line(startText, fmt.Sprintf(`{"cp":%d,"line":"%s"}`, i, move), 20+i)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, evals.Input{Name: name})
	}
	if sum, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, inputs...); err != nil || len(sum.Sources) != 3 {
		t.Fatalf("%+v, %v", sum, err)
	}
	for _, in := range inputs {
		sum, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, in)
		if err != nil || len(sum.Known) != 1 {
			t.Errorf("%s again: %+v, %v", in.Name, sum, err)
		}
	}
}

// TestZip: the sources in a zip archive are read, as in a tar archive, if it is a file.
func TestZip(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{"readme.txt": "hello", "a/one.jsonl": line(startText, good, 20)} {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "evals.zip")
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "db")
	sum, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, evals.Input{Name: name})
	if err != nil || sum.Positions != 1 || sum.Sources[0].Bytes != int64(b.Len()) {
		t.Fatalf("%+v, %v", sum, err)
	}
	if sum, err = evals.Import(t.Context(), dir, evals.ImportOptions{}, evals.Input{Name: name}); len(sum.Known) != 1 {
		t.Errorf("again: %+v, %v", sum, err)
	}
	_, err = evals.Import(t.Context(), dir, evals.ImportOptions{}, evals.Input{Name: "x", Reader: &b})
	if err == nil || !strings.Contains(err.Error(), "name its file") {
		t.Errorf("a stream of a zip archive: %v", err)
	}
}
