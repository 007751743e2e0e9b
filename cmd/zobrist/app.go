package main

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
	"golang.org/x/term"

	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// Exit statuses.
const (
	exitOK      = 0
	exitFailure = 1 // it ran, and failed or found a problem
	exitUsage   = 2 // it was called wrongly
)

// app holds the streams and the global flags of all commands.
//
// Data goes to out and everything else to err. Messages begin with
// "zobrist: error:" or "zobrist: hint:", are in lower case and have no full
// stop. Progress is shown on terminals only, and colours only in play.
type app struct {
	in  io.Reader // fails when the context ends
	out *output
	err io.Writer // of text, without control characters; progress writes to terminal

	text     *plainWriter // to out, for answers as text
	terminal io.Writer    // standard error as it is

	openPipe func(name string) (*os.File, error) // for writing; fails when the context ends

	json  bool // --json: one JSON value to out
	quiet bool // --quiet: no progress, no remarks

	noHelp  error // set if --help printed nothing
	started bool  // a command's own code has begun: errors are no longer usage errors
	changed bool  // an index was changed: a signal no longer counts
}

// runFunc is the body of a command.
type runFunc func(cmd *cobra.Command, args []string) error

// needsCommand is the body of a command that only holds others.
func (a *app) needsCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		cmd.SetOut(a.err)
		_ = cmd.Help()
		return usagef("", "%s needs a command", cmd.CommandPath())
	}
	hint := ""
	cmd.SuggestionsMinimumDistance = 2
	if s := cmd.SuggestionsFor(args[0]); len(s) > 0 {
		hint = "did you mean " + strings.Join(s, " or ") + "?"
	}
	return usagef(hint, "unknown command %q for %s", args[0], cmd.CommandPath())
}

// hinted is an error with a hint.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

// hint adds a hint to err. A nil err stays nil.
func hint(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return hinted{err, fmt.Sprintf(format, args...)}
}

// usage marks an error of the command line itself.
type usage struct{ error }

func (u usage) Unwrap() error { return u.error }

// usagef returns a usage error; remedy may be empty.
func usagef(remedy, format string, args ...any) error {
	err := error(usage{fmt.Errorf(format, args...)})
	if remedy != "" {
		err = hint(err, "%s", remedy)
	}
	return err
}

// errFound ends a command with status 1 and no message: its output shows the problem.
var errFound = errors.New("found")

// report prints err as a person reads it and returns the exit status.
func (a *app) report(cmd *cobra.Command, err error) int {
	var h hinted
	var u usage
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFound):
		return exitFailure
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(a.err, "zobrist: error: interrupted")
	default:
		fmt.Fprintf(a.err, "zobrist: error: %v\n", err)
	}
	isUsage := errors.As(err, &u) || !a.started
	if errors.As(err, &h) {
		fmt.Fprintf(a.err, "zobrist: hint: %s\n", h.hint)
	} else if r := remedy(err); r != "" {
		fmt.Fprintf(a.err, "zobrist: hint: %s\n", r)
	} else if isUsage {
		fmt.Fprintf(a.err, "zobrist: hint: see %s --help\n", cmd.CommandPath())
	}
	if isUsage {
		return exitUsage
	}
	return exitFailure
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

// remark prints a line for a person to standard error, unless --quiet.
func (a *app) remark(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.err, "zobrist: "+format+"\n", args...)
	}
}

// An answer is a command's result. Its fields are printed with --json.
type answer interface {
	text(w io.Writer) // for a person
}

// print prints an answer as text, or as JSON with --json.
func (a *app) print(v answer) error {
	if a.json {
		return a.printJSON(v)
	}
	v.text(a.text)
	a.text.flush()
	return nil
}

// oneForm returns a usage error if --json is given to a command whose output has only one form.
func (a *app) oneForm(output string) error {
	if a.json {
		return usagef("leave it out", "--json has no effect: the output is %s", output)
	}
	return nil
}

// jsonLines is the form of answers to many questions from standard input.
const jsonLines = "a line of JSON for each line"

// columns aligns the cells that rows writes with tabs between them, to the
// left or to the right; then a tab ends each row too.
func columns(w io.Writer, right bool, rows func(w io.Writer)) {
	flags := uint(0)
	if right {
		flags = tabwriter.AlignRight
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', flags)
	rows(tw)
	_ = tw.Flush() // output remembers the error
}

// printJSON prints v as indented JSON, one value, with a line feed.
func (a *app) printJSON(v any) error { return jsontext.Write(a.text, v) }

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
