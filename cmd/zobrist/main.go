// Command zobrist is one command over the whole toolkit: hashes of positions,
// keys and their audit, indexes of games, perft and exact solutions.
//
// Results go to standard output, everything else to standard error. The exit
// status is 0 for success, 1 if the command ran but failed or found what it
// was asked to look for, 2 if it was called wrongly, and 128 plus the number of
// the signal if one stopped it: 130 after Ctrl-C.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/zobrist-go/zobrist/internal/system/interrupt"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals) // a second signal ends the process at once
		cancel(stopped{s.(syscall.Signal)})
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// stopped is the cause of the end of a context: a signal.
type stopped struct{ signal syscall.Signal }

func (s stopped) Error() string { return "stopped by a signal: " + s.signal.String() }

// Is makes the cause as good as [context.Canceled].
func (s stopped) Is(target error) bool { return target == context.Canceled }

// run executes the command line args and returns the exit status. It reads
// stdin only if the command does.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	messages := &plainWriter{w: stderr}
	defer messages.flush()
	a := &app{in: interrupt.Reader(ctx, stdin), out: &output{w: stdout}, err: messages, terminal: stderr}
	a.text = &plainWriter{w: a.out}
	a.openPipe = func(name string) (*os.File, error) {
		return interrupt.Await(ctx, func() (*os.File, error) { return os.OpenFile(name, os.O_WRONLY, 0) })
	}
	root := newRoot(a)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		err = a.noHelp
	}
	if a.out.err != nil {
		err, a.started = a.out.err, true
		if a.changed {
			err = fmt.Errorf("the change took effect, but its report could not be written: %w", err)
		}
	}
	status := a.report(cmd, err)
	if a.changed {
		return status
	}
	var s stopped
	if errors.As(context.Cause(ctx), &s) || errors.As(err, &s) {
		return 128 + int(s.signal)
	}
	return status
}

// output is a writer that remembers its first error and writes nothing after
// it. [run] reports that error: callers need not check.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (n int, err error) {
	if o.err == nil {
		n, o.err = o.w.Write(p)
	}
	return n, o.err
}
