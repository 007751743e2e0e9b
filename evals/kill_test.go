package evals_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/evals"
)

// childEnv has the task of a process that is killed: a word, the folder of the store, a file.
const childEnv = "ZOBRIST_EVALS_CHILD"

func TestMain(m *testing.M) {
	if task := os.Getenv(childEnv); task != "" {
		if err := child(strings.Split(task, "\n")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(task []string) (err error) {
	o := evals.ImportOptions{BuildOptions: evals.BuildOptions{Memory: evals.MinMemory, Workers: 2}}
	evals.SaveAlways(&o)
	switch ctx := context.Background(); task[0] {
	case "import":
		_, err = evals.Import(ctx, task[1], o, evals.Input{Name: task[2]})
	case "remove":
		_, err = evals.Remove(ctx, task[1], evals.Chess(), o.BuildOptions, 0)
	case "merge":
		_, err = evals.Merge(ctx, task[1], evals.Chess(), o.BuildOptions, task[2])
	}
	return err
}

// run runs a task in another process, and kills it after some time. It reports whether the task ended before.
func run(t *testing.T, after time.Duration, task ...string) bool {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+strings.Join(task, "\n"))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	err := cmd.Wait()
	if err != nil && errs.Len() > 0 {
		t.Fatalf("%v: %s", task, errs.String())
	}
	return err == nil
}

// TestKill kills processes that change a store at random moments. The store is as before or as after the change, and
// the same change again finishes it and leaves no file.
func TestKill(t *testing.T) {
	text, want := read(t, "testdata/known.jsonl.zst"), read(t, "testdata/known.txt.zst")
	fens := knownFENs(want)
	base := t.TempDir()
	name, other := filepath.Join(base, "known.jsonl"), filepath.Join(base, "other.jsonl")
	if err := errors.Join(os.WriteFile(name, bytes.Repeat(text, 6), 0o666),
		os.WriteFile(other, []byte(line("4k3/8/8/8/8/8/8/4K2R w K -", `{"cp":1,"line":"e1g1"}`, 20)), 0o666)); err != nil {
		t.Fatal(err)
	}
	trials := 4
	if os.Getenv("ZOBRIST_LONG") != "" {
		trials = 100
	}
	rng := rand.New(rand.NewPCG(46, 2))
	start := time.Now()
	if !run(t, time.Minute, "import", filepath.Join(base, "timed"), name) {
		t.Fatal("an import took a minute")
	}
	took := time.Since(start)
	for trial := range trials {
		dir := filepath.Join(base, fmt.Sprint("import", trial))
		killed := 0
		for !run(t, time.Duration(rng.Float64()*1.1*float64(took)), "import", dir, name) {
			killed++
			s, err := evals.Open(dir)
			if err == nil {
				compare(t, answers(t, s, fens), string(want))
				s.Close()
				break
			}
			if !errors.Is(err, evals.ErrEmpty) && !errors.Is(err, os.ErrNotExist) {
				t.Fatalf("after a kill: %v", err)
			}
			if killed == 6 {
				break
			}
		}
		if _, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, evals.Input{Name: name}, evals.Input{Name: other}); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir)
		compare(t, answers(t, s, fens), string(want))
		if err := s.Verify(t.Context(), nil); err != nil {
			t.Error(err)
		}
		for _, task := range []string{"merge", "remove"} {
			from := filepath.Join(base, fmt.Sprint("from", trial))
			if task == "merge" {
				if _, err := evals.Import(t.Context(), from, evals.ImportOptions{}, evals.Input{Name: other}); err != nil {
					t.Fatal(err)
				}
			}
			run(t, time.Duration(rng.Float64()*float64(took)/2), task, dir, from)
			s := open(t, dir)
			list, err := s.Sources()
			if err != nil {
				t.Fatal(err)
			}
			if list[0].Number == 0 {
				compare(t, answers(t, s, fens), string(want))
			} else if p, _, err := evals.NewChessReader().Read(fens[0]); err != nil {
				t.Fatal(err)
			} else if _, ok, err := s.Find(p); ok || err != nil {
				t.Errorf("a removed source is still there: %v", err)
			}
			if err := s.Verify(t.Context(), nil); err != nil {
				t.Error(err)
			}
			s.Close()
		}
		if _, err := evals.Import(t.Context(), dir, evals.ImportOptions{Force: true}, evals.Input{Name: name}); err != nil {
			t.Fatal(err)
		}
		s = open(t, dir)
		compare(t, answers(t, s, fens), string(want))
		if _, left, err := s.Files(); left != 0 || err != nil {
			t.Errorf("%d bytes left, %v", left, err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) > 4 {
			t.Errorf("files %v, %v", entries, err)
		}
	}
}
