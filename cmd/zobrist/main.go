// Command zobrist is one command over the whole toolkit: hashes of positions,
// keys and their audit, position indexes, opening books, perft.
//
// Results go to standard output, everything else to standard error. The exit
// status is 0 for success, 1 where the command ran but failed or found what
// it was asked to look for, and 2 where it was called wrongly.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks the command to stop in a state it can resume
	// from; after that signals do what they always do.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes the command line args and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{in: stdin, out: stdout, err: stderr}
	root := newRoot(a)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	return a.report(cmd, err)
}
