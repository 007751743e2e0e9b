//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/cmd/internal/cli/clitest"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A command ends with its context while it opens a named pipe without a writer, or reads one
// whose writer is silent.
func TestPipes(t *testing.T) {
	for _, command := range []string{
		"index build --db DIR/index DIR/pipe",
		"book make -o DIR/book.bin DIR/pipe",
		"book merge -o DIR/book.bin DIR/pipe",
		"book info DIR/pipe",
		"play --resume DIR/pipe",
		"gtp", // loads DIR/pipe
		"index find --db clickhouse://127.0.0.1:1/games?password-file=DIR/pipe",
		"index find --db clickhouse://127.0.0.1:1/games?secure=true&ca=DIR/pipe",
	} {
		dir := t.TempDir()
		clitest.Pipe(t, &program, dir, command, "loadsgf "+filepath.Join(dir, "pipe")+"\n")
		if _, err := os.Stat(filepath.Join(dir, "book.bin")); err == nil {
			t.Error("a book was written")
		}
	}
}

// Files of keys, layouts, names of players, tokens and certificates are regular ones: a named pipe without a writer
// and a device that never ends are refused at once.
func TestIrregularFiles(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip("left out: no named pipe can be made here: ", err)
	}
	db := sampleDB(t)
	for _, file := range []string{pipe, "/dev/zero"} {
		for _, command := range []string{
			"index find --db DB --player Tal --alias FILE", "index games --db DB --player Tal --alias FILE",
			"index build --db DIR/index --player Tal --alias FILE DIR/none.pgn",
			"serve --db DB --alias FILE", "serve --db DB --token-file FILE",
			"serve --db DB --listen 127.0.0.1:0 --tls-cert FILE --tls-key FILE", "serve --db DB --keys FILE",
			"keys gen FILE", "keys gen --layout FILE polyglot", "keys import FILE", "keys audit FILE",
			"keys compare --layout FILE coded:1", "index build --db DIR/index --keys FILE DIR/none.pgn",
			"solve --game hex:3 --keys FILE",
		} {
			var out, errs strings.Builder
			args := strings.Fields(strings.NewReplacer("DIR", dir, "DB", db, "FILE", file).Replace(command))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			status := program.Run(ctx, args, strings.NewReader(""), &out, &errs)
			if ctx.Err() != nil || status == 0 || !strings.Contains(errs.String(), file+": not a regular file") {
				t.Errorf("%v: status %d, %v, %s", args, status, ctx.Err(), errs.String())
			}
			cancel()
		}
	}
}

// A command ends with its context while it waits for a reader of the pipe that it writes to.
func TestOutputPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip("left out: no named pipe can be made here: ", err)
	}
	for _, args := range [][]string{
		{"keys", "export", "-o", pipe, "coded:1"}, {"index", "export", "--db", sampleDB(t), "-o", pipe},
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		var out, errs strings.Builder
		ended := make(chan int, 1)
		go func() { ended <- program.Run(ctx, args, strings.NewReader(""), &out, &errs) }()
		for end := time.Now().Add(10 * time.Minute); !clitest.Blocked("os.OpenFile(") && len(ended) == 0; {
			if time.Now().After(end) {
				t.Fatalf("%v: it neither ends nor waits for the pipe", args)
			}
		}
		cancel(cli.Stopped(syscall.SIGINT))
		select {
		case status := <-ended:
			if status != 130 || !strings.Contains(errs.String(), "interrupted") {
				t.Errorf("%v: status %d, %s", args, status, errs.String())
			}
		case <-time.After(10 * time.Minute):
			t.Errorf("%v: it waits for the pipe", args)
		}
		reader, err := os.OpenFile(pipe, os.O_RDWR, 0) // lets what still opens the pipe go on
		if err != nil {
			t.Fatal(err)
		}
		reader.Close()
	}
}

// The temporary file of a book is beside the book, but not beside a device.
func TestBookFolder(t *testing.T) {
	dir := t.TempDir()
	for output, want := range map[string]string{"/dev/null": "", "-": "", filepath.Join(dir, "book.bin"): dir} {
		f := &makeFlags{output: output, memory: sorted.DefaultMemory}
		f.options.MinGames, f.options.Prior = 3, 10
		if err := f.check(1); err != nil || f.options.Folder != want {
			t.Errorf("%s: folder %q, %v; want %q", output, f.options.Folder, err, want)
		}
	}
}
