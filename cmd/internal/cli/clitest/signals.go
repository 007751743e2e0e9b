//go:build unix

package clitest

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Signal starts a program that is on PATH and sends it a signal. Its status is 128 plus the signal's number, and what
// it has to print, want, is printed. The input does not end; DIR in args is a new folder.
func Signal(t *testing.T, program, args, input string, signal syscall.Signal, want string) {
	words := strings.Fields(strings.ReplaceAll(args, "DIR", t.TempDir()))
	wait := time.Second / 5
	for {
		out, errs, status := signalled(t, program, words, input, signal, wait)
		stopped := 128 + int(signal)
		if status == stopped && strings.Contains(out, want) {
			return
		}
		// The signal may have come before main began, which is its
		// default action, or before there was anything to print.
		if (status == -1 || status == stopped) && wait < 32*time.Second {
			wait *= 2
			continue
		}
		t.Errorf("status %d, want %d; want %q in the output:\n%s%s", status, stopped, want, out, errs)
		return
	}
}

// signalled runs the program with input that does not end, sends it a signal
// after a while, and returns what it printed and its status, -1 if the signal
// killed it.
func signalled(t *testing.T, program string, args []string, input string, s syscall.Signal,
	wait time.Duration) (out, errs string, status int) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(program, args...)
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
