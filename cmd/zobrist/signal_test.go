//go:build unix

package main

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A signal stops every command that takes long or waits for input. Its status
// is 128 plus the signal's number, and what it has to print is printed.
func TestSignals(t *testing.T) {
	for _, test := range []struct {
		args, input string
		signal      syscall.Signal
		want        string // in the output
	}{
		{"uci", "go infinite\n", syscall.SIGTERM, "bestmove "},
		{"uci", "go perft 9\n", syscall.SIGINT, ""},
		{"uci", "", syscall.SIGINT, ""},
		{"gtp --time 1h", "genmove b\n", syscall.SIGTERM, "= "},
		{"gtp --time 1h", "boardsize 3\ngenmove b\n", syscall.SIGINT, "= "},
		{"gtp", "", syscall.SIGINT, ""},
		{"hash -", "startpos\n", syscall.SIGINT, "463b96181691fc9c"},
		{"keys gen -", "", syscall.SIGTERM, ""},
		{"keys import -", "", syscall.SIGINT, ""},
		{"keys audit --max-weight 14 random:pcg:1", "", syscall.SIGINT, "interrupted"},
		{"keys collide --bits 128 --polish 1000000000000 coded:1", "", syscall.SIGINT, ""},
		{"keys compare --positions 1000 --seeds 100000000", "", syscall.SIGTERM, "bits"},
		{"keys compare --positions 100000000", "", syscall.SIGINT, ""},
		{"book make -o DIR/book.bin -", "1. e4 e5\n", syscall.SIGINT, ""},
		{"book info --collide --seed 3", "", syscall.SIGINT, ""},
		{"index build --db DIR -", "1. e4 e5\n", syscall.SIGINT, ""},
		{"perft --depth 12 --hash 0", "", syscall.SIGTERM, ""},
		{"perft --depth 6 --verify --trials 1000000", "", syscall.SIGINT, ""},
		{"solve --game chess", "", syscall.SIGINT, "value     not known"},
		{"lattice run --steps 1e15 -o DIR/alloy", "", syscall.SIGINT, "recalled"},
		{"lab words --trials 1000000", "", syscall.SIGINT, "interrupted"},
		{"lab all --full", "", syscall.SIGINT, "interrupted"},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			args := strings.Fields(strings.ReplaceAll(test.args, "DIR", t.TempDir()))
			wait := time.Second / 5
			for {
				out, errs, status := signalled(t, args, test.input, test.signal, wait)
				want := 128 + int(test.signal)
				if status == want && strings.Contains(out, test.want) {
					return
				}
				// The signal may have come before main began, which is its
				// default action, or before there was anything to print.
				if (status == -1 || status == want) && wait < 32*time.Second {
					wait *= 2
					continue
				}
				t.Errorf("status %d, want %d; want %q in the output:\n%s%s", status, want, test.want, out, errs)
				return
			}
		})
	}
}

// signalled runs the program with input that does not end, sends it a signal
// after a while, and returns what it printed and its status, -1 if the signal
// killed it.
func signalled(t *testing.T, args []string, input string, s syscall.Signal,
	wait time.Duration) (out, errs string, status int) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("zobrist", args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(stdin, input); err != nil {
		t.Fatal(err)
	}
	time.Sleep(wait)
	if err := cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(10*time.Minute, func() { cmd.Process.Kill() }).Stop()
	_ = cmd.Wait() // the status says more
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}
