package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

// A signal after a change has taken effect does not count: the answer is printed, and the status is 0.
func TestLateSignal(t *testing.T) {
	db := filepath.Join(t.TempDir(), "games.db")
	for _, c := range [][2]string{
		{"build --db DB --sample", "the index now holds 61 games"},
		{"merge --db DB.new DB", "the index now holds 61 games"},
		{"remove --db DB --since 1900", "removed "},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		out, errs := interrupting{cancel: cancel}, strings.Builder{}
		args := strings.Fields("index " + strings.ReplaceAll(c[0], "DB", db))
		status := program.Run(ctx, args, strings.NewReader(""), &out, &errs)
		if status != cli.ExitOK || !strings.Contains(out.String(), c[1]) || ctx.Err() == nil {
			t.Errorf("%s: status %d, %s%s", c[0], status, out.String(), errs.String())
		}
	}
}

// interrupting is a writer that interrupts the command.
type interrupting struct {
	strings.Builder
	cancel context.CancelCauseFunc
}

func (w *interrupting) Write(p []byte) (int, error) {
	w.cancel(cli.Stopped(syscall.SIGINT))
	return w.Builder.Write(p)
}

// A change whose report cannot be written says that it took effect: whoever repeats it would change the index twice.
func TestLostReport(t *testing.T) {
	db := filepath.Join(t.TempDir(), "games.db")
	for _, c := range []struct {
		command string
		games   int // afterwards
	}{
		{"build --db DB --sample", 61}, {"merge --db DB.new DB", 61}, {"remove --db DB.new --player Fischer", 0},
		{"build --json --db DB.json --sample", 61},
	} {
		var errs strings.Builder
		args := strings.Fields("index " + strings.ReplaceAll(c.command, "DB", db))
		status := program.Run(t.Context(), args, strings.NewReader(""), fullDisk{}, &errs)
		if status != cli.ExitFailure || !strings.Contains(errs.String(), "the change took effect") ||
			!strings.Contains(errs.String(), syscall.EIO.Error()) {
			t.Errorf("%s: status %d, %s", c.command, status, errs.String())
		}
		var out strings.Builder
		at := args[slices.Index(args, "--db")+1]
		if program.Run(t.Context(), []string{"index", "stats", "--db", at}, strings.NewReader(""), &out, &errs); c.games > 0 &&
			!strings.Contains(out.String(), fmt.Sprintf("games                 %d\n", c.games)) {
			t.Errorf("%s: %s", c.command, out.String())
		}
	}
	var errs strings.Builder // nothing was changed
	if program.Run(t.Context(), []string{"index", "stats", "--db", db}, strings.NewReader(""), fullDisk{}, &errs); strings.Contains(
		errs.String(), "took effect") {
		t.Error(errs.String())
	}
}

// fullDisk is an output that fails.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.EIO }
