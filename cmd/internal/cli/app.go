package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// Exit statuses.
const (
	ExitOK      = 0
	ExitFailure = 1 // it ran, and failed or found a problem
	ExitUsage   = 2 // it was called wrongly
)

// An App has the streams and the global flags of a run of the program. [Program.Run] makes one for its commands.
//
// Data goes to standard output and everything else to standard error. Messages begin with the program's name and
// "error:" or "hint:", are in lower case and have no full stop. Progress is shown on terminals only.
type App struct {
	In   io.Reader    // standard input; fails when the context ends
	Out  *Output      // standard output as it is; for records see [App.Records]
	Text *PlainWriter // standard output, for text
	Err  io.Writer    // standard error, for text

	JSON  bool // --json: one JSON value to standard output
	Quiet bool // --quiet: no progress, no remarks

	// Changed is set by a command that has changed something for good: a signal after it no longer
	// decides the exit status.
	Changed bool

	program  *Program
	messages *PlainWriter
	terminal io.Writer                           // standard error as it is, for progress
	openPipe func(name string) (*os.File, error) // for writing; fails when the context ends
	noColor  bool                                // --no-color
	noHelp   error                               // set if --help printed nothing
	started  bool                                // a command's own code has begun: errors are no longer usage errors
}

// NewApp returns what a run of the program has, to test a part of a command. What waits for stdin or for a pipe fails
// when ctx ends.
func (p *Program) NewApp(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) *App {
	a := &App{program: p, In: interrupt.Reader(ctx, stdin), Out: &Output{w: stdout}, terminal: stderr}
	a.Text, a.messages = &PlainWriter{w: a.Out}, &PlainWriter{w: stderr}
	a.Err = a.messages
	a.openPipe = func(name string) (*os.File, error) {
		return interrupt.Await(ctx, func() (*os.File, error) { return os.OpenFile(name, os.O_WRONLY, 0) })
	}
	return a
}

// needsCommand is the body of a command that only holds others.
func (a *App) needsCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		cmd.SetOut(a.Err)
		_ = cmd.Help()
		return Usagef("", "%s needs a command", cmd.CommandPath())
	}
	hint := ""
	cmd.SuggestionsMinimumDistance = 2
	if s := cmd.SuggestionsFor(args[0]); len(s) > 0 {
		hint = "did you mean " + strings.Join(s, " or ") + "?"
	}
	return Usagef(hint, "unknown command %q for %s", args[0], cmd.CommandPath())
}

// hinted is an error with a hint.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

// Hint adds a hint to err. A nil err stays nil.
func Hint(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return hinted{err, fmt.Sprintf(format, args...)}
}

// HintOf returns the hint that err has, "" if there is none.
func HintOf(err error) string {
	var h hinted
	errors.As(err, &h)
	return h.hint
}

// usage marks an error of the command line itself.
type usage struct{ error }

func (u usage) Unwrap() error { return u.error }

// UsageError says that err is the command line's: the exit status is [ExitUsage].
func UsageError(err error) error { return usage{err} }

// Usagef returns a usage error; remedy may be empty.
func Usagef(remedy, format string, args ...any) error {
	err := UsageError(fmt.Errorf(format, args...))
	if remedy != "" {
		err = Hint(err, "%s", remedy)
	}
	return err
}

// ErrFound ends a command with status 1 and no message: its output shows the problem.
var ErrFound = errors.New("found")

// report prints err as a person reads it and returns the exit status.
func (a *App) report(cmd *cobra.Command, err error) int {
	var h hinted
	var u usage
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, ErrFound):
		return ExitFailure
	case errors.Is(err, context.Canceled):
		a.say("error: interrupted")
	default:
		a.say("error: %v", err)
	}
	isUsage := errors.As(err, &u) || !a.started
	if errors.As(err, &h) {
		a.say("hint: %s", h.hint)
	} else if r := remedy(err); r != "" {
		a.say("hint: %s", r)
	} else if isUsage {
		a.say("hint: see %s --help", cmd.CommandPath())
	}
	if isUsage {
		return ExitUsage
	}
	return ExitFailure
}

// remedy returns a hint for an error of the operating system, "" if there is none.
func remedy(err error) string {
	switch {
	case slices.ContainsFunc(diskFull, func(full error) bool { return errors.Is(err, full) }):
		return "free space on that disk, or choose another one, and run the command again"
	case errors.Is(err, diskReadOnly):
		return "choose a path on a writable disk"
	case errors.Is(err, fs.ErrPermission):
		return "check the permissions, or choose another path"
	}
	return ""
}

// say prints a line for a person to standard error.
func (a *App) say(format string, args ...any) {
	fmt.Fprintf(a.Err, a.program.Name+": "+format+"\n", args...)
}

// Remark prints a line for a person to standard error, unless --quiet.
func (a *App) Remark(format string, args ...any) {
	if !a.Quiet {
		a.say(format, args...)
	}
}

// Warn prints a warning to standard error, even with --quiet.
func (a *App) Warn(format string, args ...any) { a.say("warning: "+format, args...) }

// An Answer is a command's result. Its fields are printed with --json.
type Answer interface {
	Text(w io.Writer) // for a person; errors of w are the App's
}

// Print prints an answer as text, or as one value of JSON with --json.
func (a *App) Print(v Answer) error {
	if a.JSON {
		return jsontext.Write(a.Text, v)
	}
	v.Text(a.Text)
	a.Text.flush()
	return nil
}

// OneForm returns a usage error if --json is given to a command whose output has only one form.
func (a *App) OneForm(output string) error {
	if a.JSON {
		return Usagef("leave it out", "--json has no effect: the output is %s", output)
	}
	return nil
}

// Columns aligns the cells that rows writes with tabs between them, to the
// left or to the right; then a tab ends each row too.
func Columns(w io.Writer, right bool, rows func(w io.Writer)) {
	flags := uint(0)
	if right {
		flags = tabwriter.AlignRight
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', flags)
	rows(tw)
	_ = tw.Flush() // Output remembers the error
}
