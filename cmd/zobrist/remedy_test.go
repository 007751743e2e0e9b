package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// An error of the system comes with a remedy, unless the command has a better one.
func TestRemedy(t *testing.T) {
	remedies := map[error]string{diskReadOnly: "writable disk", syscall.EACCES: "permissions", syscall.EIO: ""}
	for _, full := range diskFull {
		remedies[full] = "free space"
	}
	for number, want := range remedies {
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
	var gz, zs bytes.Buffer
	g := gzip.NewWriter(&gz)
	z, err := zstd.NewWriter(&zs)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{g, z} {
		if _, err := io.WriteString(w, "1. e4 e5 *\n"); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// By bzip2 1.0.8.
	bz, err := base64.StdEncoding.DecodeString("QlpoOTFBWSZTWToMz4AAAANZAAAQQBEmAAIAIAAhppo9QQwIsw0OUXi7kinChIHQZnwA")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for ending, whole := range map[string][]byte{"gz": gz.Bytes(), "zst": zs.Bytes(), "bz2": bz} {
		name := filepath.Join(dir, "games.pgn."+ending)
		cut, damaged := whole[:len(whole)-4], bytes.Clone(whole)
		damaged[len(damaged)/2] ^= 0x10
		for _, content := range [][]byte{cut, damaged} {
			if err := os.WriteFile(name, content, 0o666); err != nil {
				t.Fatal(err)
			}
			for _, command := range []string{"index build --db DIR/index", "book make --min-games 1 -o DIR/book.bin"} {
				args := strings.Fields(strings.ReplaceAll(command, "DIR", dir))
				var out, errs strings.Builder
				status := run(context.Background(), append(args, name), strings.NewReader(""), &out, &errs)
				if status != exitFailure || !strings.Contains(errs.String(), name+": ") ||
					!strings.Contains(errs.String(), "hint: get the file again") {
					t.Errorf("%s: status %d, %s", command, status, errs.String())
				}
			}
		}
	}
}

// An index on a server has errors of its own, which say nothing of the file.
func TestRemedyConnection(t *testing.T) {
	if err := hintGames(fmt.Errorf("clickhouse: %w", io.ErrUnexpectedEOF)); errors.As(err, new(hinted)) {
		t.Errorf("a connection that was cut has the remedy of a file: %v", err)
	}
}
