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
)

// A command ends with its context although a named pipe has no writer, or a silent one.
func TestPipes(t *testing.T) {
	for _, command := range []string{"index build --db DIR/index DIR/pipe", "book make -o DIR/book.bin DIR/pipe"} {
		for _, silent := range []bool{false, true} {
			dir := t.TempDir()
			pipe := filepath.Join(dir, "pipe")
			if err := syscall.Mkfifo(pipe, 0o666); err != nil {
				t.Skip("left out: no named pipe can be made here: ", err)
			}
			open := func() *os.File {
				f, err := os.OpenFile(pipe, os.O_RDWR, 0)
				if err != nil {
					t.Fatal(err)
				}
				return f
			}
			ctx, cancel := context.WithCancelCause(context.Background())
			stop := func() { cancel(stopped{syscall.SIGINT}) }
			if silent {
				writer := open()
				defer writer.Close()
				go func() { // more than a pipe holds: the command reads when this has been written
					_, _ = writer.WriteString("{" + strings.Repeat("silence\n", 1<<15))
					stop()
				}()
			} else {
				stop()
			}
			var out, errs strings.Builder
			ended := make(chan int)
			go func() {
				args := strings.Fields(strings.ReplaceAll(command, "DIR", dir))
				ended <- run(ctx, args, strings.NewReader(""), &out, &errs)
			}()
			select {
			case status := <-ended:
				if status != 130 || !strings.Contains(errs.String(), "interrupted") {
					t.Errorf("%s: status %d, %s", command, status, errs.String())
				}
			case <-time.After(time.Minute):
				t.Fatalf("%s: it waits for the pipe", command)
			}
			if _, err := os.Stat(filepath.Join(dir, "book.bin")); err == nil {
				t.Error("a book was written")
			}
		}
	}
}

// The temporary file of a book is beside the book, but not beside a device.
func TestBookFolder(t *testing.T) {
	dir := t.TempDir()
	for output, want := range map[string]string{"/dev/null": "", "-": "", filepath.Join(dir, "book.bin"): dir} {
		f := &makeFlags{output: output, memory: 512 << 20}
		f.options.MinGames, f.options.Prior = 3, 10
		if err := f.check(1); err != nil || f.options.Folder != want {
			t.Errorf("%s: folder %q, %v; want %q", output, f.options.Folder, err, want)
		}
	}
}
