package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/internal/sample"
)

// failing is the input of a build. It gives games until the build writes visits to
// its temporary file, flips a bit of the first one, and ends.
type failing struct {
	t     *testing.T
	path  string // of the temporary file
	games *strings.Reader
	left  int // number of times that the games may be given again
	ended bool
}

func (f *failing) Read(b []byte) (int, error) {
	switch {
	case f.ended:
		return 0, io.EOF
	case f.games.Len() > 0:
		return f.games.Read(b)
	case f.flip():
		f.ended = true
		return 0, io.EOF
	case f.left == 0:
		f.t.Error("the build writes no temporary file")
		f.ended = true
		return 0, io.EOF
	}
	f.left--
	f.games.Reset(sample.Famous())
	return f.games.Read(b)
}

// flip changes the first byte of the temporary file; there must be one.
func (f *failing) flip() bool {
	file, err := os.OpenFile(f.path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer file.Close()
	var b [1]byte
	if _, err := file.ReadAt(b[:], 0); err != nil {
		return false
	}
	b[0] ^= 1
	if _, err := file.WriteAt(b[:], 0); err != nil {
		f.t.Error(err)
	}
	return true
}

// TestDamagedBuild damages a temporary file of a build. The user must read what was
// found and what to do.
func TestDamagedBuild(t *testing.T) {
	db := filepath.Join(t.TempDir(), "games.db")
	visits := filepath.Join(db, "build", "visits")
	in := &failing{t: t, path: visits, games: strings.NewReader(sample.Famous()), left: 1000}
	var out, err strings.Builder
	status := run(t.Context(), []string{"index", "build", "--db", db, "--memory", "16M", "--duplicates", "keep",
		"-"}, in, &out, &err)
	if status != exitFailure || out.Len() > 0 {
		t.Errorf("status %d, output %q", status, out.String())
	}
	for _, want := range []string{
		"zobrist: error: ", "index: damaged temporary file: ",
		"\nzobrist: hint: the disk or the memory may be failing; build again",
	} {
		if !strings.Contains(err.String(), want) {
			t.Errorf("message %q, want %q in it", err.String(), want)
		}
	}
}

// TestInterruptedChange interrupts every command that changes an index. The user must read
// what has become of it.
func TestInterruptedChange(t *testing.T) {
	db := filepath.Join(t.TempDir(), "games.db")
	var none strings.Builder
	if status := run(t.Context(), []string{"index", "build", "--db", db, "--sample"}, strings.NewReader(""), &none,
		&none); status != exitOK {
		t.Fatal(none.String())
	}
	for _, command := range []string{"build --db DB --sample --force", "merge --db DB.new DB",
		"remove --db DB --since 1900"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(stopped{syscall.SIGINT})
		var out, errs strings.Builder
		args := strings.Fields("index " + strings.ReplaceAll(command, "DB", db))
		status := run(ctx, args, strings.NewReader(""), &out, &errs)
		if want := "zobrist: error: interrupted\nzobrist: hint: the index is as it was before; "; status != 130 ||
			!strings.HasPrefix(errs.String(), want) || out.Len() > 0 {
			t.Errorf("%s: status %d, %s%s", command, status, out.String(), errs.String())
		}
	}
}
