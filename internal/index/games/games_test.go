package games_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// TestOfFile tells games by the names of files.
func TestOfFile(t *testing.T) {
	for name, want := range map[string]string{
		"a.pgn": "chess", "A.PGN.zst": "chess", "b/c.pgn.gz": "chess", "pgn": "", "a.zip": "", "": "", "a.pgn.txt": "",
	} {
		got := ""
		if g := games.OfFile(name); g != nil {
			got = g.About().Name
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
	for path, want := range map[string]games.Game{
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
		if err != nil || g.About().Name != name {
			t.Fatalf("%s: %v, error %v", name, g, err)
		}
		about := g.About()
		white, black := games.Colors(g, about.Sides[0], about.Sides[1])
		if white != "white" || black != "black" {
			t.Errorf("%s: White is %q and Black %q", name, white, black)
		}
		file := games.OfFile("x" + about.Ending)
		if len(about.Rules) == 0 || file == nil || file.About().Records != about.Records || g.Space().Len() == 0 {
			t.Errorf("%s: rules %q, %d features, files of %v", name, about.Rules, g.Space().Len(), file)
		}
	}
	if _, err := games.Named("halma"); err == nil {
		t.Error("halma: no error")
	}
}

// TestPlay plays moves as people write them.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		game  games.Game
		moves string
		plies int // −1 for an error with the words
		words string
	}{
		{games.Chess, "1. e4 e5 2. N f3 N c6 3. Bc4 Bc5 4. 00 Nf6", 8, ""},
		{games.Chess, "1.e4 1...e5 2.N f3 Nc6 3.Bc4 Bc5 4.00", 7, ""},
		{games.Chess, "e4 e5 2", 2, ""},
		{games.Chess, "12. e4, e5 13.nf3 b8-c6 14 G1F3", -1, "G1F3"},
		{games.Chess, "12. e4, e5 13.nf3 b8-c6 14 F1b5 a6 15.", 6, ""},
		{games.Chess, "1e4 e5 2Nf3 0-1", 3, ""},
		{games.Chess, "e4 e5 7", -1, "not the number of the next move"},
		{games.Chess, "e4 e5 2 Nf3 2 Nc6", 4, ""},
		{games.Chess, "e4 00", -1, "00"},
		{games.Chess, "e4 0000", -1, "0000"},
		{games.Chess, "e4 N", -1, "N"},
		{games.Checkers, "1.11-15 1...23-19", 2, ""},
		{games.Checkers, "11-15. 23 19", 2, ""},
		{games.Checkers, "11-15. 23", -1, "23"},
		{games.Baduk, "1.Q16 1...D4", 2, ""},
		{games.Baduk, ";B[pd];W[dp]", 2, ""},
		{games.Baduk, "B[pd] W[]", 2, ""},
		{games.Baduk, "B B[pd], w W[dp] PASS", 3, ""},
		{games.Baduk, "W[tt] b[PD] w D4", 3, ""},
		{games.Baduk, "1. Q16 2D4 3. Q4", 3, ""},
		{games.Baduk, "Q16 4", -1, `"4"`},
		{games.Baduk, "B[pd] W[pd]", -1, "Q16"},
		{games.Baduk, "C[pd]", -1, "a side is B or W"},
		{games.Baduk, "B[pz]", -1, `"B[pz]"`},
		{games.Baduk, "B[p]", -1, `"B[p]"`},
	} {
		ix, err := c.game.Open(t.Context(), storetest.Memory(), games.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := ix.Position("")
		if err != nil {
			t.Fatal(err)
		}
		plies := 0
		err = games.Play(c.game, p, c.moves, func() error { plies++; return nil })
		if c.plies < 0 {
			if err == nil || !strings.Contains(err.Error(), c.words) {
				t.Errorf("%s, %s: error %v", c.game.About().Name, c.moves, err)
			}
		} else if err != nil || plies != c.plies {
			t.Errorf("%s, %s: %d plies, error %v", c.game.About().Name, c.moves, plies, err)
		}
	}
}

// TestCondition checks the ranges of ranks and handicaps that a person writes.
func TestCondition(t *testing.T) {
	for _, c := range [][3]string{
		{"rank", "1d-9d", ""}, {"rank", "5k-", ""}, {"rank", "-九段", ""}, {"rank", "4p", ""}, {"handicap", "2-9", ""},
		{"handicap", "2-", ""}, {"rank", "9d-1d", "exchange"}, {"handicap", "9-2", "exchange"}, {"rank", "1dd-", "write"},
		{"rank", "1d?-", "write"}, {"rank", "3d junk", "write"},
	} {
		_, _, err := games.Baduk.(games.Conditioner).Condition(c[0], c[1])
		if (err == nil) != (c[2] == "") || err != nil && !strings.Contains(err.Error(), c[2]) {
			t.Errorf("--%s %s: %v", c[0], c[1], err)
		}
	}
}
