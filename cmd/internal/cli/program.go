package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
)

// A Program is what [Program.Main] runs. Its fields are not changed once it runs; then it is safe for concurrent use.
type Program struct {
	// Name is what a person types. The help of that name is the program's own.
	Name string
	// Root returns the command that is the program, with the others below it. It is called for each run.
	Root func(a *App) *cobra.Command
	// Help has a folder help with the texts of the commands: see [App.Command].
	Help fs.FS
	// Colors says that a command shows colours, so that all take --no-color.
	Colors bool
	// Words are texts by the placeholders that they replace in long texts: "{{keys}}".
	Words map[string]string
	// Complete adds completions of flags and arguments to a command, each of them in turn. Nil adds none.
	Complete func(cmd *cobra.Command)

	once  sync.Once
	texts map[string]helpText
}

// Main runs the program with the arguments and streams of the process and ends it. The first Ctrl-C or SIGTERM ends
// the context of the command, and a second one the process.
func (p *Program) Main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals) // a second signal ends the process at once
		cancel(Stopped(s.(syscall.Signal)))
	}()
	os.Exit(p.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Stopped is the cause of the end of a context: a signal.
type Stopped syscall.Signal

func (s Stopped) Error() string { return "stopped by a signal: " + syscall.Signal(s).String() }

// Is makes the cause as good as [context.Canceled].
func (s Stopped) Is(target error) bool { return target == context.Canceled }

// Run executes the command line args and returns the exit status. It reads stdin only if the command does.
func (p *Program) Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := p.NewApp(ctx, stdin, stdout, stderr)
	defer a.messages.flush()
	root := p.tree(a)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		err = a.noHelp
	}
	if a.Out.err != nil {
		err, a.started = a.Out.err, true
		if a.Changed {
			err = fmt.Errorf("the change took effect, but its report could not be written: %w", err)
		}
	}
	status := a.report(cmd, err)
	if a.Changed {
		return status
	}
	var s Stopped
	if errors.As(context.Cause(ctx), &s) || errors.As(err, &s) {
		return 128 + int(s)
	}
	return status
}

// Tree returns the program with all its commands, which print nothing: to look at them.
func (p *Program) Tree() *cobra.Command {
	return p.tree(p.NewApp(context.Background(), nil, io.Discard, io.Discard))
}
