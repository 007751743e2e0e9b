//go:build unix

package clitest

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

// Pipe: a command that reads DIR/pipe ends with its context while it opens this named pipe without a writer, and
// while it reads it from a silent writer. DIR in the command is the folder dir.
func Pipe(t *testing.T, p *cli.Program, dir, command, input string) {
	t.Helper()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip("left out: no named pipe can be made here: ", err)
	}
	open := func() *os.File {
		f, err := os.OpenFile(pipe, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, silent := range []bool{false, true} {
		call := "os.Open("
		if silent {
			call = "os.(*File).Read("
			defer open().Close()
		}
		ctx, cancel := context.WithCancelCause(context.Background())
		var out, errs strings.Builder
		ended := make(chan int, 1)
		go func() {
			args := strings.Fields(strings.ReplaceAll(command, "DIR", dir))
			ended <- p.Run(ctx, args, strings.NewReader(input), &out, &errs)
		}()
		for end := time.Now().Add(10 * time.Minute); !Blocked(call) && len(ended) == 0; {
			if time.Now().After(end) {
				t.Fatalf("%s: it neither ends nor waits for the pipe", command)
			}
		}
		cancel(cli.Stopped(syscall.SIGINT))
		select {
		case status := <-ended:
			if status != 130 || !strings.Contains(errs.String(), "interrupted") {
				t.Errorf("%s, silent %v: status %d, %s", command, silent, status, errs.String())
			}
		case <-time.After(10 * time.Minute):
			t.Errorf("%s, silent %v: it waits for the pipe", command, silent)
		}
		open().Close() // lets whoever still opens the pipe go on
	}
}

// Blocked reports whether a goroutine is in a call for a while.
func Blocked(call string) bool {
	in := func() map[string]bool {
		stacks := make([]byte, 1<<20)
		ids := make(map[string]bool)
		for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
			if strings.Contains(stack, call) {
				ids[strings.Fields(stack)[1]] = true
			}
		}
		return ids
	}
	before := in()
	time.Sleep(10 * time.Millisecond)
	for id := range in() {
		if before[id] {
			return true
		}
	}
	return false
}
