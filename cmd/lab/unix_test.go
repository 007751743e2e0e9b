//go:build unix

package main

import (
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli/clitest"
)

// A signal stops every command that takes long.
func TestSignals(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"lattice run --steps 1e15 -o DIR/alloy", "recalled"},
		{"words --trials 1000000", "interrupted"},
		{"all --full", "interrupted"},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			clitest.Signal(t, "lab", test.args, "", syscall.SIGINT, test.want)
		})
	}
}

// A command ends with its context while it waits for a pipe.
func TestPipes(t *testing.T) {
	for _, command := range []string{
		"lattice show DIR/pipe", "lattice run --resume DIR/pipe", "tune --games DIR/pipe --openings DIR/pipe",
	} {
		clitest.Pipe(t, &program, t.TempDir(), command, "")
	}
}
