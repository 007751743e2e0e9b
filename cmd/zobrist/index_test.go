package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/internal/records/sample"
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
	status := program.Run(t.Context(), []string{"index", "build", "--db", db, "--memory", "16M", "--duplicates", "keep",
		"-"}, in, &out, &err)
	if status != cli.ExitFailure || out.Len() > 0 {
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
	if status := program.Run(t.Context(), []string{"index", "build", "--db", db, "--sample"}, strings.NewReader(""), &none,
		&none); status != cli.ExitOK {
		t.Fatal(none.String())
	}
	for _, command := range []string{"build --db DB --sample --force", "merge --db DB.new DB",
		"remove --db DB --since 1900"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cli.Stopped(syscall.SIGINT))
		var out, errs strings.Builder
		args := strings.Fields("index " + strings.ReplaceAll(command, "DB", db))
		status := program.Run(ctx, args, strings.NewReader(""), &out, &errs)
		if want := "zobrist: error: interrupted\nzobrist: hint: the index is as it was before; "; status != 130 ||
			!strings.HasPrefix(errs.String(), want) || out.Len() > 0 {
			t.Errorf("%s: status %d, %s%s", command, status, out.String(), errs.String())
		}
	}
}

// A build of a new index that is interrupted before it has saved anything leaves no folder, nor the parents that it
// has made. A folder that was there stays, empty.
func TestInterruptedFirstBuild(t *testing.T) {
	base := t.TempDir()
	there := filepath.Join(base, "there")
	if err := os.Mkdir(there, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, db := range []string{filepath.Join(base, "a", "b", "games.db"), there} {
		ctx, cancel := context.WithCancelCause(t.Context())
		in := io.MultiReader(strings.NewReader(sample.Famous()), &cancelling{cancel})
		var out, errs strings.Builder
		status := program.Run(ctx, []string{"index", "build", "--db", db, "-"}, in, &out, &errs)
		if status != 130 || !strings.Contains(errs.String(), "the same command begins again") {
			t.Errorf("status %d, %s", status, errs.String())
		}
	}
	var left []string
	if err := filepath.WalkDir(base, func(path string, _ fs.DirEntry, err error) error {
		left = append(left, strings.TrimPrefix(path, base))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(left, " "); got != " "+strings.TrimPrefix(there, base) {
		t.Errorf("left:%s", got)
	}
}

// cancelling is a reader that interrupts the command and holds nothing.
type cancelling struct{ cancel context.CancelCauseFunc }

func (c *cancelling) Read([]byte) (int, error) {
	c.cancel(cli.Stopped(syscall.SIGINT))
	return 0, io.EOF
}

// What an interrupted build of a new index has saved stays, and the command says so. The same command goes on from
// there.
func TestInterruptedBuildGoesOn(t *testing.T) {
	dir := t.TempDir()
	db, file := filepath.Join(dir, "games.db"), filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(file, []byte(strings.Repeat(sample.Famous(), 20)), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := flat.Open(db, flat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ix, err := chessindex.Open(t.Context(), s, chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = ix.Import(ctx, index.ImportOptions{BuildOptions: index.BuildOptions{Checkpoint: 1},
		Progress: func(index.Progress) { cancel() }}, index.Input{Name: file})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if got := goesOn(ctx, s); !strings.HasPrefix(got, "goes on from the ") {
		t.Errorf("the same command %s", got)
	}
	var out, errs strings.Builder
	program.Run(t.Context(), []string{"index", "build", "--db", db, file}, strings.NewReader(""), &out, &errs)
	if !strings.Contains(errs.String(), "went on after the ") {
		t.Error(out.String(), errs.String())
	}
}
