package games_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/internal/games"
)

// TestOfFile tells games by the names of files.
func TestOfFile(t *testing.T) {
	for name, want := range map[string]string{
		"a.pgn": "chess", "A.PGN.zst": "chess", "b/c.pgn.gz": "chess", "pgn": "", "a.zip": "", "": "", "a.pgn.txt": "",
	} {
		got := ""
		if g := games.OfFile(name); g != nil {
			got = g.Name
		}
		if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestOfPath tells games by the files in archives and folders.
func TestOfPath(t *testing.T) {
	const record = "(;B[pd])"
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, content, 0o666)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var tarred, zipped bytes.Buffer
	w, z := tar.NewWriter(&tarred), zip.NewWriter(&zipped)
	err := w.WriteHeader(&tar.Header{Name: "a/b.sgf", Size: int64(len(record)), Mode: 0o666, Format: tar.FormatUSTAR})
	_, err2 := w.Write([]byte(record))
	f, err3 := z.Create("a/b.pdn")
	_, err4 := f.Write([]byte("1. 11-15 *"))
	if err := errors.Join(err, err2, err3, err4, w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	write("folder/readme.txt", nil)
	write("folder/deep/x.sgf.gz", nil)
	for path, want := range map[string]*games.Game{
		write("games.tar", tarred.Bytes()): games.Baduk, write("games.zip", zipped.Bytes()): games.Checkers,
		filepath.Join(dir, "folder"): games.Baduk, filepath.Join(dir, "none"): nil, write("x", []byte(record)): nil,
	} {
		if got := games.OfPath(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// TestTable checks that every game has what all callers use.
func TestTable(t *testing.T) {
	for _, name := range games.Names() {
		g, err := games.Named(name)
		if err != nil || g.Name != name {
			t.Fatalf("%s: %v, error %v", name, g, err)
		}
		white, black := games.Colors(g, g.Sides[0], g.Sides[1])
		if white != "white" || black != "black" {
			t.Errorf("%s: White is %q and Black %q", name, white, black)
		}
		if len(g.Rules) == 0 || games.OfFile("x"+g.Ending) != g {
			t.Errorf("%s: rules %q, ending %q", name, g.Rules, g.Ending)
		}
		for _, rules := range g.Rules {
			if space, err := g.Space(rules); err != nil || space.Len() == 0 {
				t.Errorf("%s, %s: %v", name, rules, err)
			}
		}
	}
	if _, err := games.Named("halma"); err == nil {
		t.Error("halma: no error")
	}
}
