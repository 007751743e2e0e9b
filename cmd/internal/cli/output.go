package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"github.com/zobrist-go/zobrist/internal/system/replace"
)

// Output is standard output. It remembers its first error and writes nothing after it. [Program.Run] reports that
// error: callers need not check.
type Output struct {
	w   io.Writer
	err error
}

// Write implements [io.Writer].
func (o *Output) Write(p []byte) (n int, err error) {
	if o.err == nil {
		n, o.err = o.w.Write(p)
	}
	return n, o.err
}

// Err returns the first error.
func (o *Output) Err() error { return o.err }

// Records returns the writer of records and other bytes that are written as they are: standard output, without
// control characters if it is a terminal.
func (a *App) Records() io.Writer {
	if isTerminal(a.Out.w) {
		return a.Text
	}
	return a.Out
}

// Colors reports whether text is shown in colours: standard output is a terminal for which nobody has refused them. If
// so, [App.Text] lets them pass from then on.
func (a *App) Colors() bool {
	a.Text.colours = isTerminal(a.Out.w) && !a.noColor && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return a.Text.colours
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// WriteOutput writes the file name, or the records on standard output if name is "" or "-". A file that was there is
// replaced as a whole, and stays as it is if write fails.
func (a *App) WriteOutput(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(a.Records())
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return Hint(fmt.Errorf("%s is a folder", name), "name a file in it")
	case err == nil && info.Mode().Type() == fs.ModeNamedPipe: // opening it waits for a reader
		f, err := a.openPipe(name)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	err = replace.File(name, write)
	if _, missing := os.Stat(filepath.Dir(name)); errors.Is(missing, fs.ErrNotExist) {
		return Hint(err, "make the folder %s first, or name another file", filepath.Dir(name))
	}
	return err
}
