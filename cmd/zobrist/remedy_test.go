package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// An error of the system comes with a remedy, unless the command has a better one.
func TestRemedy(t *testing.T) {
	for number, want := range map[syscall.Errno]string{
		syscall.ENOSPC: "make room", syscall.EDQUOT: "make room", syscall.EACCES: "permissions",
		syscall.EROFS: "can be written", syscall.EIO: "",
	} {
		var errs strings.Builder
		a := &app{err: &errs, started: true}
		err := fmt.Errorf("save: %w", &fs.PathError{Op: "write", Path: "file", Err: number})
		status := a.report(newRoot(a), err)
		_, hint, _ := strings.Cut(errs.String(), "zobrist: hint: ")
		if status != exitFailure || !strings.Contains(hint, want) || (want == "") != (hint == "") {
			t.Errorf("%v: status %d, %q, want %q", number, status, errs.String(), want)
		}
		errs.Reset()
		a.report(newRoot(a), hinted{err, "do this"})
		if !strings.HasSuffix(errs.String(), "zobrist: hint: do this\n") {
			t.Errorf("%v with a hint: %q", number, errs.String())
		}
	}
}

// So does one about a compressed file that is cut off or damaged.
func TestRemedyCompressed(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte("1. e4 e5 *\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "games.pgn.gz")
	cut, damaged := packed.Bytes()[:packed.Len()-4], bytes.Clone(packed.Bytes())
	damaged[len(damaged)-8] ^= 1 // in the checksum
	for _, content := range [][]byte{cut, damaged} {
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"index build --db DIR/index", "book make --min-games 1 -o DIR/book.bin"} {
			args := strings.Fields(strings.ReplaceAll(command, "DIR", dir))
			var out, errs strings.Builder
			status := run(context.Background(), append(args, name), strings.NewReader(""), &out, &errs)
			if status != exitFailure || !strings.Contains(errs.String(), name+": ") ||
				!strings.Contains(errs.String(), "hint: the file is cut off or damaged; get it again") {
				t.Errorf("%s: status %d, %s", command, status, errs.String())
			}
		}
	}
}
