package chessindex_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/storetest"
)

// TestArchiveOfGames: of an archive with games of several kinds, an index of chess takes the games of chess. The other
// files are reported by their names, though a comment in them looks like a game of chess.
func TestArchiveOfGames(t *testing.T) {
	members := [][2]string{
		{"a.pgn", "1. e4 e5 *"}, {"go/B.SGF", "(;GM[1]C[\n\n[Event \"x\"]\n\n1. d4 d5 *\n\n];B[aa])"},
		{"c.txt", "1. c4 *"}, {"d.pdn", "[Event \"x\"]\n\n1. 11-15 *"}, {"readme", "hello"}, {"e.sgf.gz", "1. b4 *"},
	}
	var tarred, zipped bytes.Buffer
	tw, zw := tar.NewWriter(&tarred), zip.NewWriter(&zipped)
	for _, m := range members {
		err := tw.WriteHeader(&tar.Header{Name: m[0], Mode: 0o600, Size: int64(len(m[1]))})
		_, err2 := tw.Write([]byte(m[1]))
		w, err3 := zw.Create(m[0])
		if err = errors.Join(err, err2, err3); err == nil {
			_, err = w.Write([]byte(m[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(tw.Close(), zw.Close()); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"all.tar": tarred.Bytes(), "all.zip": zipped.Bytes()} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		ix, err := chessindex.Open(t.Context(), storetest.Memory(), chessindex.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		o := index.ImportOptions{Broken: func(_ string, err *game.RecordError) {
			if strings.Contains(err.Remedy, "another game") {
				err.Text += " (another)"
			}
			left = append(left, err.Text)
		}}
		sum, err := ix.Import(t.Context(), o, index.Input{Name: file})
		want := []string{"go/B.SGF (another)", "d.pdn (another)", "readme", "e.sgf.gz (another)"}
		if err != nil || sum.Games != 2 || !slices.Equal(left, want) {
			t.Errorf("%s: %d games, left out %q, want 2 and %q; %v", name, sum.Games, left, want, err)
		}
	}
}
