//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The first Ctrl-C ends the thought of the searcher, which plays its best move so
// far; the second one ends the program, and the record has both moves.
func TestPlaySignals(t *testing.T) {
	for wait := time.Second / 2; ; wait *= 2 {
		file := filepath.Join(t.TempDir(), "game.pgn")
		cmd := exec.Command("zobrist", "play", "--time", "1h", "--save", file)
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(10*time.Minute, func() { cmd.Process.Kill() })
		if _, err := stdin.Write([]byte("e4\n")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		cmd.Process.Signal(syscall.SIGINT) // it may have ended
		line, _ := bufio.NewReader(stdout).ReadString('\n')
		if strings.HasPrefix(line, "black plays ") {
			time.Sleep(wait) // it saves before it reads again
			cmd.Process.Signal(syscall.SIGINT)
		}
		cmd.Wait() // the status says more
		kill.Stop()
		text, status := read(file), cmd.ProcessState.ExitCode()
		if status == 130 && strings.HasPrefix(line, "black plays ") && strings.Contains(text, "1. e4 ") &&
			!strings.Contains(text, "1. e4 *") {
			return
		}
		if wait > 16*time.Second { // the signal came before its turn again and again
			t.Fatalf("status %d, said %q, recorded\n%s", status, line, text)
		}
	}
}

// read returns the content of a file, "" if there is none.
func read(name string) string {
	b, _ := os.ReadFile(name)
	return string(b)
}
