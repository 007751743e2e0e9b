package main

import (
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
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
		status := run(ctx, args, strings.NewReader(""), &out, &errs)
		if status != exitOK || !strings.Contains(out.String(), c[1]) || ctx.Err() == nil {
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
	w.cancel(stopped{syscall.SIGINT})
	return w.Builder.Write(p)
}
