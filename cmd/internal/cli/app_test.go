package cli

import (
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
)

// An error of the system comes with a remedy, unless the command has a better one.
func TestRemedy(t *testing.T) {
	remedies := map[error]string{diskReadOnly: "writable disk", syscall.EACCES: "permissions", syscall.EIO: ""}
	for _, full := range diskFull {
		remedies[full] = "free space"
	}
	for number, want := range remedies {
		var errs strings.Builder
		a := (&Program{Name: "zobrist"}).NewApp(t.Context(), nil, io.Discard, &errs)
		a.started = true
		err := fmt.Errorf("save: %w", &fs.PathError{Op: "write", Path: "file", Err: number})
		status := a.report(&cobra.Command{Use: "zobrist"}, err)
		_, hint, _ := strings.Cut(errs.String(), "zobrist: hint: ")
		if status != ExitFailure || !strings.Contains(hint, want) || (want == "") != (hint == "") {
			t.Errorf("%v: status %d, %q, want %q", number, status, errs.String(), want)
		}
		errs.Reset()
		a.report(&cobra.Command{Use: "zobrist"}, hinted{err, "do this"})
		if !strings.HasSuffix(errs.String(), "zobrist: hint: do this\n") {
			t.Errorf("%v with a hint: %q", number, errs.String())
		}
	}
}
