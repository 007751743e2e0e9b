package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

// An error about a compressed file that is cut off or damaged comes with a remedy.
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
				status := program.Run(context.Background(), append(args, name), strings.NewReader(""), &out, &errs)
				if status != cli.ExitFailure || !strings.Contains(errs.String(), name+": ") ||
					!strings.Contains(errs.String(), "hint: get the file again") {
					t.Errorf("%s: status %d, %s", command, status, errs.String())
				}
			}
		}
	}
}

// An index on a server has errors of its own, which say nothing of the file.
func TestRemedyConnection(t *testing.T) {
	if err := hintGames(fmt.Errorf("clickhouse: %w", io.ErrUnexpectedEOF)); cli.HintOf(err) != "" {
		t.Errorf("a connection that was cut has the remedy of a file: %v", err)
	}
}
