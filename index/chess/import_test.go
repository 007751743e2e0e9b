package chessindex_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestBroken keeps games up to an illegal move, with their results, and leaves out one that begins with it. The
// third is as electronic boards send it: the players put the kings into the centre. python-chess 1.999 reads as many
// moves of each.
func TestBroken(t *testing.T) {
	const games = `[White "A"]

1. e4 e5 2. Ke3 e6 (2... d6) {why} 1-0

[White "B"]
[Variant "Atomic"]

1. e4 e5 *

[White "C"]
[Result "0-1"]

1. e4 c5 2. Nf3 Ke5 Kd4

[White "D"]

1. Ke3 e5 1-0

[White "E"]

1. e4 c5 *
`
	for _, noTexts := range []bool{false, true} {
		ix := open(t, storetest.Memory(), chessindex.Options{})
		var broken []*game.RecordError
		sum := add(t, ix, index.ImportOptions{BuildOptions: index.BuildOptions{NoTexts: noTexts},
			Broken: func(input string, err *game.RecordError) {
				if input != "text" {
					t.Errorf("input %q", input)
				}
				broken = append(broken, err)
			}}, text(games))
		if n, skipped := leftOut(sum); sum.Games != 3 || n != 1 || sum.Sources[0].Cut != 2 || skipped["Atomic"] != 1 ||
			len(broken) != 3 {
			t.Fatalf("summary %+v, errors %v", sum, broken)
		}
		for i, want := range []struct {
			game, line int
			text       string
			cut        bool
		}{{1, 3, "Ke3", true}, {3, 13, "Ke5", true}, {4, 17, "Ke3", false}} {
			e := broken[i]
			if e.Game != want.game || e.Line != want.line || e.Text != want.text || e.Cut != want.cut || e.Whole ||
				!errors.Is(e, game.ErrMove) {
				t.Errorf("broken game: %+v, want %+v", e, want)
			}
		}
		m, err := ix.Manifest(t.Context())
		if err != nil || !reflect.DeepEqual(m.Sources, sum.Sources) {
			t.Errorf("sources %+v, error %v; want the summary's, %+v", m.Sources, err, sum.Sources)
		}
		e4 := find(t, ix, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
		if e4.Games != 3 || e4.First != 1 || e4.Second != 1 {
			t.Errorf("after 1. e4 %+v, want 3 games with a win each", e4)
		}
		e5 := find(t, ix, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
		if e5.Games != 1 || len(e5.Moves) != 0 {
			t.Errorf("before the illegal move: %+v", e5)
		}
		var out bytes.Buffer
		if _, err := ix.Export(t.Context(), &out, index.Filter{}); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"2. Ke3 e6 (2... d6) {why} 1-0", "2. Nf3 Ke5 Kd4"} {
			if strings.Contains(out.String(), text) == noTexts {
				t.Errorf("texts left out: %v, exported\n%s", noTexts, &out)
			}
		}
		again := open(t, storetest.Memory(), chessindex.Options{})
		if sum := add(t, again, index.ImportOptions{}, text(out.String())); sum.Games != 3 {
			t.Errorf("the export has %+v", sum)
		}
		for _, ix := range []*index.Index{ix, again} {
			if _, err := ix.Verify(t.Context(), nil); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestKnown adds the same content again: as the same file, compressed, from a
// reader, and forced.
func TestKnown(t *testing.T) {
	dir := t.TempDir()
	plain, packed := filepath.Join(dir, "five.pgn"), filepath.Join(dir, "five.pgn.gz")
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	io.WriteString(z, five)
	z.Close()
	writeFile(t, plain, []byte(five))
	writeFile(t, packed, gz.Bytes())
	ix := open(t, onDisk(t, filepath.Join(dir, "db")), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, index.Input{Name: packed})
	for _, s := range []index.Input{{Name: packed}, {Name: plain}, text(five)} {
		sum := add(t, ix, index.ImportOptions{}, s)
		if sum.Games != 0 || !slices.Equal(sum.Dropped, []string{s.Name}) {
			t.Errorf("%s again: %+v", s.Name, sum)
		}
		if start := find(t, ix, ""); start.Games != 5 {
			t.Errorf("%s again: %d games, want 5", s.Name, start.Games)
		}
	}
	// Known and new inputs together, one of them twice.
	other := strings.Replace(five, `"A"`, `"Z"`, 1)
	sum := add(t, ix, index.ImportOptions{}, index.Input{Name: plain}, text(other), text(other))
	if sum.Games != 1 || sum.Duplicates != 4 || len(sum.Dropped) != 2 || find(t, ix, "").Games != 6 {
		t.Errorf("known and new: %+v", sum)
	}
	sum = add(t, ix, index.ImportOptions{Force: true}, index.Input{Name: plain})
	if sum.Games != 0 || sum.Duplicates != 5 || find(t, ix, "").Games != 6 {
		t.Errorf("forced: %+v", sum)
	}
	o := index.ImportOptions{Force: true}
	o.KeepDuplicates = true
	if sum = add(t, ix, o, index.Input{Name: plain}); sum.Games != 5 || find(t, ix, "").Games != 11 {
		t.Errorf("forced, with duplicates: %+v", sum)
	}
}

// TestProgress counts the bytes of all files, also in a folder and of known files.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	ix := open(t, onDisk(t, filepath.Join(dir, "db")), chessindex.Options{})
	var inputs []index.Input
	for i, name := range []string{"folder/a.pgn", "folder/b.pgn", "c.pgn"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, name, []byte(strings.ReplaceAll(five, "White \"", fmt.Sprintf("White \"%d", i))))
		inputs = []index.Input{{Name: filepath.Join(dir, "folder")}, {Name: name}}
	}
	var last index.Progress
	add(t, ix, index.ImportOptions{Progress: func(p index.Progress) {
		if p.Bytes < last.Bytes || p.Size != 3*int64(len(five)+5) {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}}, inputs...)
	if !last.Sorting || last.Bytes != last.Size {
		t.Errorf("at the end %+v", last)
	}
}

// TestFailures adds inputs of which one fails. Nothing may be added, unless the one is a file in a folder.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.pgn")
	cut := filepath.Join(dir, "cut.pgn.gz")
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	io.WriteString(z, strings.Repeat(five, 50))
	z.Close()
	writeFile(t, good, []byte(five))
	writeFile(t, cut, gz.Bytes()[:gz.Len()/2])
	ix := open(t, onDisk(t, filepath.Join(dir, "db")), chessindex.Options{})
	for name, sources := range map[string][]index.Input{
		"missing": {{Name: good}, {Name: filepath.Join(dir, "missing.pgn")}},
		"cut off": {{Name: good}, {Name: cut}},
	} {
		if _, err := ix.Import(t.Context(), index.ImportOptions{}, sources...); err == nil {
			t.Errorf("%s: no error", name)
		} else if !strings.Contains(err.Error(), sources[1].Name) {
			t.Errorf("%s: the error does not name the input: %v", name, err)
		}
		if n := find(t, ix, "").Games; n != 0 {
			t.Errorf("%s: %d games were added", name, n)
		}
	}
	sum := add(t, ix, index.ImportOptions{}, index.Input{Name: good}, index.Input{Name: dir})
	if n := find(t, ix, "").Games; n != 5 || !slices.Equal(sum.Unread, []string{cut}) {
		t.Errorf("%d games after all, left out %q; want 5 and %q", n, sum.Unread, cut)
	}
}

// TestReportedOnce: a file that is named twice, and cannot be read, is left out once, and the faults in the games
// is reported once if they are read twice, to learn which player a name means.
func TestReportedOnce(t *testing.T) {
	dir := t.TempDir()
	smith := "[White \"Smith\"]\n\n1. e4 e5 *\n\n"
	writeFile(t, filepath.Join(dir, "a.pgn"), []byte("[White \"Smith, John\"]\n\n1. d4 *\n\n"+smith+smith+
		"[White \"Smith\"]\n\n1. Ke7 *\n"))
	writeFile(t, filepath.Join(dir, "b.pgn.gz"), []byte("\x1f\x8b and no more"))
	remarks, second := make(map[string]int), 0
	o := index.ImportOptions{Players: []string{"Smith"}, Broken: func(name string, _ *game.RecordError) {
		remarks[filepath.Base(name)]++
	}, Progress: func(p index.Progress) {
		second = max(second, int(p.Games))
	}}
	ix := open(t, storetest.Memory(), chessindex.Options{})
	sum := add(t, ix, o, index.Input{Name: dir}, index.Input{Name: dir})
	if second != 2 || sum.Games != 1 || len(sum.Unread) != 1 {
		t.Errorf("%+v; want 1 game of two that fit, and one file left out", sum)
	}
	if remarks["a.pgn"] != 2 || remarks["b.pgn.gz"] != 2 { // once for each time that they are named
		t.Errorf("remarks %v; want 2 on each file, which is named twice", remarks)
	}
}

// TestCancel stops an import in the middle, also one that waits for its input.
func TestCancel(t *testing.T) {
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	for _, wait := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		go func() {
			for i := range 4000 {
				if _, err := io.WriteString(w,
					strings.Replace(five, `"A"`, strconv.Quote(fmt.Sprint(i)), 1)); err != nil {
					return
				}
			}
			if !wait {
				w.Close()
			}
		}()
		o := index.ImportOptions{Progress: func(p index.Progress) {
			if p.Games > 1000 {
				cancel()
			}
		}}
		if _, err := ix.Import(ctx, o, index.Input{Name: "pipe", Reader: r}); !errors.Is(err, context.Canceled) {
			t.Errorf("wait %v: %v, want context.Canceled", wait, err)
		}
		r.Close()
		cancel()
		if n := find(t, ix, "").Games; n != 0 {
			t.Errorf("wait %v: %d games were added", wait, n)
		}
	}
	add(t, ix, index.ImportOptions{}, text(five))
}

// TestDates reads dates as people write them.
func TestDates(t *testing.T) {
	for date, want := range map[string]string{
		"1972.07.11": "1972.07.11", "1972/7/1": "1972.07.01", "1972-07-11": "1972.07.11", "1906.??.??": "1906.??.??",
		"1906.?.7": "1906.??.??", "1850": "1850.??.??", "1850 ": "1850.??.??", " 1972 . 7 . 11": "1972.07.11",
		"1972.13.01": "1972.??.??", "1972.07.32": "1972.07.??", "19720711": "1972.07.11", "????.07.11": "????.??.??",
		"": "????.??.??", "c. 1850": "1850.??.??", "1972.07.11.05": "1972.07.11",
		"99999999999999999999.1": "????.??.??",
		// The year is the part of four digits; lichess-org/lila#4119.
		"12.05.2004": "2004.05.12", "25/12/2004": "2004.12.25", "12/25/2004": "2004.12.25", "05/12/2004": "2004.??.??",
		"05-12-2004": "2004.??.??", "05.25.2004": "2004.05.25", "05.2004": "2004.05.??", "??.??.2004": "2004.??.??",
		"??.05.2004": "2004.05.??", "12.05.04": "????.??.??", "04.05.12": "????.??.??", "0012.05.04": "????.??.??",
		// In words, with a time, and not certain.
		"12 May 2004": "2004.05.12", "May 12, 2004": "2004.05.12", "12-MAY-2004": "2004.05.12", "May 2004": "2004.05.??",
		"2004 May 12": "2004.05.12", "12. März 2004": "2004.03.12", "1er février 1850": "1850.02.01",
		"3 juin 1850":        "1850.06.03",
		"12 de dic. de 2004": "2004.12.12", "Sat, 12 Jun 2004 10:00:00": "2004.06.12", "12 Mai 98": "????.??.??",
		"2004-05-12T10:00": "2004.05.12", "2004.05.12 23:59:59": "2004.05.12", "10:00 12.05.2004": "2004.05.12",
		"1851?": "1851.??.??", "1851??": "1851.??.??", "185?": "????.??.??", "19??.05.12": "????.??.??",
		"ca.1850/51": "1850.??.??",
		"1850-1851":  "1850.??.??", "[1850]": "1850.??.??", "1850s": "1850.??.??", "2004.05.12?": "2004.05.??",
	} {
		ix := open(t, storetest.Memory(), chessindex.Options{})
		var o index.ImportOptions
		o.NoTexts = true // otherwise the text has the tag as it is
		add(t, ix, o, text("[Date \""+date+"\"]\n\n1. e4 *\n"))
		g, err := record(t, ix, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Tags.Get("Date"); got != want {
			t.Errorf("%q is read as %s, want %s", date, got, want)
		}
	}
}
