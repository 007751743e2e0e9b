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
	"github.com/zobrist-go/zobrist/index/storetest"
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

// TestRefusedArchives: archives in a folder whose games cannot be read are named in Unread. They were taken for
// archives without games, which are not.
func TestRefusedArchives(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, headers ...zip.FileHeader) {
		t.Helper()
		var file bytes.Buffer
		z := zip.NewWriter(&file)
		for _, h := range headers {
			text := "1. e4 *"
			if h.Name == "photo.jpg" {
				text = "a photo"
			}
			w, err := z.CreateRaw(&h)
			if err == nil {
				_, err = w.Write([]byte(text))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, name), file.Bytes())
	}
	zipped := func(name string) zip.FileHeader {
		return zip.FileHeader{Name: name, CompressedSize64: 7, UncompressedSize64: 7}
	}
	games, encrypted, bomb := zipped("a.pgn"), zipped("a.pgn"), zipped("a.pgn")
	encrypted.Flags, bomb.UncompressedSize64 = 1, 2<<30
	want := []string{"bomb.zip", "encrypted.zip"}
	write(want[0], bomb)
	write(want[1], games, encrypted)
	for _, m := range []struct {
		name   string
		method uint16
	}{{"Deflate64", 9}, {"LZMA", 14}, {"PPMd", 98}} {
		h := games
		h.Method = m.method
		want = append(want, m.name+".zip")
		write(m.name+".zip", h)
	}
	want = append(want, "many.zip")
	write("many.zip", slices.Repeat([]zip.FileHeader{games}, 100_001)...)
	write("photos.zip", zipped("photo.jpg"))
	write("none.zip")
	writeFile(t, filepath.Join(dir, "good.pgn"), []byte(five))
	ix := open(t, storetest.Memory(), chessindex.Options{})
	remarks := make(map[string]string)
	sum := add(t, ix, index.ImportOptions{Broken: func(name string, err *game.RecordError) {
		remarks[filepath.Base(name)] = err.Error()
	}}, index.Input{Name: dir})
	var unread []string
	for _, name := range sum.Unread {
		unread = append(unread, filepath.Base(name))
	}
	slices.Sort(want)
	if slices.Sort(unread); sum.Games != 5 || !slices.Equal(unread, want) {
		t.Errorf("%d games, left out %q; want 5 and %q", sum.Games, unread, want)
	}
	for name, part := range map[string]string{
		"bomb.zip": "unpack to more than 64 MiB", "encrypted.zip": "encrypted; unpack it first",
		"LZMA.zip": "compressed by LZMA; unpack", "many.zip": "the limit is 100000; unpack it first",
		"photos.zip": "no game here; ", "none.zip": "no game here; ",
	} {
		r, none := remarks[name], "no game here"
		if !strings.Contains(r, part) || strings.Contains(part, none) != strings.Contains(r, none) {
			t.Errorf("%s: %q, want %q", name, r, part)
		}
	}
}
