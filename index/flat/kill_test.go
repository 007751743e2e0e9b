//go:build unix

package flat_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// childVariable makes the test binary do something else than test; see children.
const childVariable = "ZOBRIST_FLAT_CHILD"

// children are what a child process can do, by name. Its arguments are a folder and
// words.
var children = map[string]func(dir string, args []string) error{"step": childStep}

func TestMain(m *testing.M) {
	do, ok := children[os.Getenv(childVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := do(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("done")
}

// startChild starts a child process. The command's output ends with the word done if
// all went well.
func startChild(tb testing.TB, name, dir string, args ...string) (*exec.Cmd, *bufio.Reader) {
	tb.Helper()
	cmd := exec.Command(os.Args[0], append([]string{dir}, args...)...)
	cmd.Env = append(os.Environ(), childVariable+"="+name)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		tb.Fatal(err)
	}
	return cmd, bufio.NewReader(out)
}

// childStep makes a step of an index.
func childStep(dir string, args []string) error {
	number, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	s, err := flat.Open(dir, flat.Options{})
	if err != nil {
		return err
	}
	fmt.Println("ready")
	if err := steps[number].apply(context.Background(), s, crash); err != nil {
		return err
	}
	return s.Close()
}

// TestKill kills a process with SIGKILL at random moments of each step. The index must
// answer as before the step or as after it, also while the process runs. The same
// step again must finish the job and leave no file.
func TestKill(t *testing.T) {
	kills := len(steps)
	switch {
	case os.Getenv("ZOBRIST_LONG") != "":
		kills = 200
	case oracle.Short():
		kills = 1
	}
	base := t.TempDir()
	states := prepare(t, base)
	rng := rand.New(rand.NewPCG(1, 2))
	before, after := 0, 0
	for trial := range kills {
		n := trial % len(steps)
		dir := filepath.Join(base, fmt.Sprint("trial ", trial))
		copyDir(t, filepath.Join(base, fmt.Sprint(n)), dir)
		old, done := states[n], states[n+1]
		wait := time.Duration(rng.Float64() * 1.1 * float64(done.took))
		kill(t, dir, n, wait, old.answers, done.answers)
		s := open(t, dir)
		got, err := answers(emptied{s})
		switch {
		case err != nil:
			t.Fatalf("step %d killed after %v: %v", n, wait, err)
		case got == old.answers:
			before++
		case got == done.answers:
			after++
		default:
			t.Fatalf("step %d killed after %v: other answers than before and after: %s", n, wait,
				difference(got, done.answers))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if got == old.answers {
			finish(t, dir, n)
		} else {
			begin(t, dir)
		}
		s = open(t, dir)
		if got, err := answers(s); err != nil || got != done.answers {
			t.Fatalf("step %d finished after a kill: error %v; %s", n, err, difference(got, done.answers))
		}
		if err := verify(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		checkFiles(t, dir)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills: the old index %d times, the new one %d times", kills, before, after)
}

// A stepState describes an index after a step.
type stepState struct {
	answers string
	took    time.Duration // of a process that makes the step
}

// prepare makes all steps, each in a copy of the folder after the one before: the
// folder i of base is the index before step i. The model makes the same steps.
func prepare(t *testing.T, base string) []stepState {
	t.Helper()
	model := storetest.Memory()
	states := make([]stepState, len(steps)+1)
	for i := range states {
		dir := filepath.Join(base, fmt.Sprint(i))
		if i > 0 {
			copyDir(t, filepath.Join(base, fmt.Sprint(i-1)), dir)
			states[i].took = finish(t, dir, i-1)
			if err := steps[i-1].apply(t.Context(), model, index.BuildOptions{}); err != nil {
				t.Fatal(err)
			}
			checkFiles(t, dir)
		} else if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir)
		var err error
		if states[i].answers, err = answers(emptied{s}); err != nil {
			t.Fatal(err)
		}
		want, err := answers(emptied{model})
		if err != nil || states[i].answers != want {
			t.Fatalf("before step %d the answers are not the model's: %s; error %v", i,
				difference(states[i].answers, want), err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return states
}

// finish makes a step and returns the time that it took.
func finish(t *testing.T, dir string, n int) time.Duration {
	t.Helper()
	cmd, out := startChild(t, "step", dir, fmt.Sprint(n))
	ready, _ := out.ReadString('\n')
	start := time.Now()
	done, _ := out.ReadString('\n')
	if err := cmd.Wait(); err != nil || ready+done != "ready\ndone\n" {
		t.Fatalf("step %d: %v, output %q", n, err, ready+done)
	}
	return time.Since(start)
}

// begin begins a build and ends it without a change.
func begin(t *testing.T, dir string) {
	t.Helper()
	s := open(t, dir)
	b, err := s.Begin(t.Context(), config, index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// kill makes a step in a process and kills it. It reads the index meanwhile.
func kill(t *testing.T, dir string, n int, after time.Duration, old, done string) {
	t.Helper()
	cmd, out := startChild(t, "step", dir, fmt.Sprint(n))
	if line, err := out.ReadString('\n'); err != nil || strings.TrimSpace(line) != "ready" {
		t.Fatalf("step %d: %q, error %v", n, line, err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	s := open(t, dir)
	for range 2 {
		if _, err := s.Refresh(t.Context()); err != nil {
			t.Errorf("refresh during step %d: %v", n, err)
		}
		if got, err := answers(emptied{s}); err != nil || got != old && got != done {
			t.Errorf("during step %d: other answers than before and after: %s; error %v", n, difference(got, old), err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait()
	timer.Stop()
}

// TestPipes puts a named pipe in the place of each file of an index, and of a build that was
// interrupted. Nothing waits for somebody to write into it.
func TestPipes(t *testing.T) {
	base := t.TempDir()
	whole := filepath.Join(base, "whole")
	s := open(t, whole)
	if err := (step{from: 0, to: 100}).apply(t.Context(), s, index.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	suspend(t, s, step{from: 100, to: 1000})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"MANIFEST", "000001.run", "LOCK", "build/journal", "build/games", "build/visits"} {
		dir := filepath.Join(base, filepath.Base(name))
		copyDir(t, whole, dir)
		path := filepath.Join(dir, name)
		if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o666)); err != nil {
			t.Skip("left out: no named pipe can be made here: ", err)
		}
		ended := make(chan error, 1)
		go func() {
			s, err := flat.Open(dir, flat.Options{})
			if err == nil {
				_, _, err = s.Size(t.Context())
				err = errors.Join(err, step{from: 0, to: 200}.apply(t.Context(), s, index.BuildOptions{}), s.Close())
			}
			ended <- err
		}()
		select {
		case err := <-ended:
			broken := name == "MANIFEST" || name == "000001.run"
			if broken && (!errors.Is(err, index.ErrCorrupt) || !strings.Contains(err.Error(), path)) || !broken && err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Minute):
			t.Fatalf("%s: it waits", name)
		}
	}
}
