package chessindex_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// TestImportFilter adds the games that a filter selects, then all of them.
func TestImportFilter(t *testing.T) {
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	filter := index.Filter{Results: []game.Result{game.FirstWins}}
	sum := add(t, ix, index.ImportOptions{Filter: filter}, text(five))
	if sum.Games != 2 || sum.Sources[0].Filtered != 3 || find(t, ix, "").Games != 2 {
		t.Fatalf("%+v, want 2 games", sum)
	}
	sum = add(t, ix, index.ImportOptions{Filter: filter}, text(five))
	if sum.Games != 0 || sum.Duplicates != 2 {
		t.Errorf("again: %+v, want 2 duplicates", sum)
	}
	if sum = add(t, ix, index.ImportOptions{}, text(five)); sum.Games != 3 || sum.Duplicates != 2 {
		t.Errorf("all of them: %+v, want 3 games more", sum)
	}
	if sum = add(t, ix, index.ImportOptions{}, text(five)); sum.Games != 0 || len(sum.Dropped) != 1 {
		t.Errorf("all of them again: %+v", sum)
	}
}

// TestMaxPly indexes the first positions only, and keeps the games whole.
func TestMaxPly(t *testing.T) {
	for ply, visits := range map[int]int64{1: 10, 2: 15, 3: 18, 100: 19} {
		ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
		// After three half-moves the first game returns to a position, and the second ends.
		sum := add(t, ix, index.ImportOptions{MaxPly: ply}, text(five))
		p, err := ix.Position("")
		if err != nil {
			t.Fatal(err)
		}
		after(t, p, "g1f3")
		a, err := ix.Find(t.Context(), index.Query{}, p)
		if err != nil || a.Games != 3 || len(a.Moves) != 1 || a.Ended != 0 {
			t.Errorf("%d plies, after 1.Nf3: %+v, error %v", ply, a, err)
		}
		after(t, p, "g8f6", "d2d4")
		n, err := ix.Count(t.Context(), index.Query{}, p)
		if want := map[int]int64{3: 1, 100: 2}[ply]; err != nil || n != want {
			t.Errorf("%d plies, after 1.Nf3 Nf6 2.d4: %d games, error %v; want %d", ply, n, err, want)
		}
		g, err := ix.Game(t.Context(), 0)
		if err != nil || len(g.Moves) != 7 {
			t.Errorf("%d plies: the first game has %d moves, error %v", ply, len(g.Moves), err)
		}
		if err := verify(t, ix); err != nil {
			t.Errorf("%d plies: %v", ply, err)
		}
		if sum.Visits != visits {
			t.Errorf("%d plies: %d visits, want %d", ply, sum.Visits, visits)
		}
	}
}

// TestDuplicates reports games that the index has, with both places.
func TestDuplicates(t *testing.T) {
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	const one = "[White \"X\"]\n\n1. a4 *\n\n"
	named := func(name, s string) index.Input {
		in := text(s)
		in.Name = name
		return in
	}
	add(t, ix, index.ImportOptions{}, named("a", one), named("b", five))
	var got []string
	o := index.ImportOptions{Duplicate: func(d index.Duplicate) {
		got = append(got, fmt.Sprint(d.Input, d.Game, "=", d.Source, d.First))
	}}
	broken := "[White \"x\"]\n\n1. Ke7 *\n\n"
	add(t, ix, o, named("c", broken+one+"[White \"Y\"]\n\n1. a4 *\n\n"+five),
		named("d", "[White \"Y\"]\n\n1. a4 {a remark} *\n\n"+"[White \"Z\"]\n\n1. a4 *\n\n[White \"Z\"]\n\n1. a4 *\n"))
	want := []string{"c2=a0", "c4=b1", "c5=b2", "c6=b3", "c7=b4", "c8=b5", "d1=c6", "d3=d7"}
	if !slices.Equal(got, want) {
		t.Errorf("duplicates %q, want %q", got, want)
	}
}

// TestSameMoves: games with the same moves and players are two if their result, address or time differ, and so are the
// chapters of a study. lichess-org/lila#10360, benini/scid#175.
func TestSameMoves(t *testing.T) {
	const head = "[White \"a\"]\n[Black \"b\"]\n[Date \"2024.01.01\"]\n"
	for _, test := range []struct {
		name, one, other string
		same             bool
	}{
		{"result", head + "\n1. e4 1-0\n\n", head + "\n1. e4 0-1\n\n", false},
		{"address", head + "[Site \"https://lichess.org/aaaaaaaa\"]\n\n1. e4 *\n\n", head + "[Site \"https://lichess.org/bbbbbbbb\"]\n\n1. e4 *\n\n",
			false},
		{"link", head + "[Site \"Chess.com\"]\n[Link \"https://www.chess.com/game/live/1\"]\n\n1. e4 *\n\n",
			head + "[Site \"Chess.com\"]\n[Link \"https://www.chess.com/game/live/2\"]\n\n1. e4 *\n\n", false},
		{"time", head + "[UTCTime \"10:00:00\"]\n\n1. e4 *\n\n", head + "[UTCTime \"11:00:00\"]\n\n1. e4 *\n\n", false},
		{"chapters", "[StudyName \"s\"]\n[ChapterURL \"https://lichess.org/study/a/b\"]\n\n1. e4 *\n\n",
			"[StudyName \"s\"]\n[ChapterURL \"https://lichess.org/study/a/c\"]\n\n1. e4 *\n\n", false},
		{"chapters by their events", "[Event \"s: 1\"]\n[White \"?\"]\n\n1. e4 *\n\n", "[Event \"s: 2\"]\n[White \"?\"]\n\n1. e4 *\n\n", false},
		{"site", head + "[Site \"London\"]\n\n1. e4 *\n\n", head + "[Site \"London ENG\"]\n[Event \"x\"]\n\n1. e4 *\n\n", true},
		{"remarks", head + "[Site \"https://lichess.org/a\"]\n[UTCTime \"1:00\"]\n\n1. e4 *\n\n",
			head + "[Site \"https://lichess.org/a\"]\n\n1. e4 {a} *\n\n", true},
	} {
		want := int64(2)
		if test.same {
			want = 1
		}
		for _, s := range []index.Store{onDisk(t, t.TempDir()), storetest.Memory()} {
			ix := open(t, s, chessindex.Options{})
			if sum := add(t, ix, index.ImportOptions{}, text(test.one+test.other)); sum.Games != want {
				t.Errorf("%s: %+v, want %d games", test.name, sum, want)
			}
			if sum := add(t, ix, index.ImportOptions{}, text(test.other+test.one+" ")); sum.Games != 0 {
				t.Errorf("%s, again: %+v, want none", test.name, sum)
			}
			merged := open(t, storetest.Memory(), chessindex.Options{})
			if sum, err := merged.Merge(t.Context(), ix, index.MergeOptions{}); err != nil || sum.Games != want {
				t.Errorf("%s, merged: %+v, %v, want %d games", test.name, sum, err, want)
			}
		}
	}
}

// TestDuplicatesDropped: no game is reported as a duplicate of a file that is then left out, nor by a number that it
// has only until then, or only in a first reading.
func TestDuplicatesDropped(t *testing.T) {
	dir := t.TempDir()
	smith := "[White \"Smith\"]\n\n1. e4 e5 *\n\n"
	smiths := "[White \"Smith, John\"]\n\n1. d4 *\n\n" + smith + smith
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	_, err := io.WriteString(z, strings.Repeat(smiths, 20_000))
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "a.pgn"), []byte(five))
	writeFile(t, filepath.Join(dir, "b.pgn.gz"), gz.Bytes()[:gz.Len()/10])
	writeFile(t, filepath.Join(dir, "c.pgn"), []byte(smiths+five))
	for _, c := range []struct{ player, want string }{
		{"", "[c.pgn3=c.pgn6 c.pgn4=a.pgn0 c.pgn5=a.pgn1 c.pgn6=a.pgn2 c.pgn7=a.pgn3 c.pgn8=a.pgn4]"},
		{"Smith", "[c.pgn3=c.pgn0]"},
	} {
		var got []string
		o := index.ImportOptions{Duplicate: func(d index.Duplicate) {
			got = append(got, fmt.Sprint(filepath.Base(d.Input), d.Game, "=", filepath.Base(d.Source), d.First))
		}}
		if c.player != "" {
			o.Players = []string{c.player}
		}
		sum := add(t, open(t, storetest.Memory(), chessindex.Options{}), o, index.Input{Name: dir})
		if len(sum.Unread) != 1 || fmt.Sprint(got) != c.want {
			t.Errorf("player %q: left out %q, %d duplicates, %q; want %s", c.player, sum.Unread, len(got),
				got[:min(len(got), 10)], c.want)
		}
	}
}

// TestQueries asks the same position by several filters.
func TestQueries(t *testing.T) {
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, text(five))
	p, err := ix.Position("")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		filter index.Filter
		games  int64
	}{
		{index.Filter{}, 5},
		{index.Filter{Since: index.Date{Year: 2000}}, 2},
		{index.Filter{Players: []string{"A", "D"}}, 2},
		{index.Filter{Players: []string{"A", "D"}, Side: game.SecondSide}, 1},
		{index.Filter{FirstRating: index.Range{Min: 1}}, 1},
		{index.Filter{Sources: []string{"elsewhere"}}, 0},
	} {
		q := index.Query{Filter: c.filter}
		a, err := ix.Find(t.Context(), q, p)
		n, countErr := ix.Count(t.Context(), q, p)
		list, listErr := ix.List(t.Context(), q, p, index.ListOptions{})
		months, historyErr := ix.History(t.Context(), q, p)
		total := int64(0)
		for _, m := range months {
			total += m.Games
		}
		if a.Games != c.games || n != c.games || int64(len(list)) != c.games || total != c.games ||
			err != nil || countErr != nil || listErr != nil || historyErr != nil {
			t.Errorf("%+v: %d games found, %d counted, %d listed, %d in history; errors %v, %v, %v, %v; want %d",
				c.filter, a.Games, n, len(list), total, err, countErr, listErr, historyErr, c.games)
		}
	}
	months, err := ix.History(t.Context(), index.Query{}, p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := jsontext.Marshal([]games.Period{
		games.NewPeriod(games.Chess, months[0]), games.NewPeriod(games.Chess, months[1]),
	})
	want := `[{"year":0,"games":1,"white":0,"draws":1,"black":0,"averageRating":0},` +
		`{"year":1850,"games":1,"white":1,"draws":0,"black":0,"averageRating":0}]`
	if err != nil || string(got) != want {
		t.Errorf("got %s, error %v; want %s", got, err, want)
	}
}

// TestStructure asks by pawns and by material.
func TestStructure(t *testing.T) {
	s := onDisk(t, t.TempDir())
	ix := open(t, s, chessindex.Options{Views: chess.PawnView | chess.MaterialView})
	add(t, ix, index.ImportOptions{}, text(five))
	again := open(t, s, chessindex.Options{}) // takes the views as they are
	for _, ix := range []*index.Index{ix, again} {
		for _, c := range []struct {
			view, fen string
			games     int64
		}{
			{"pawns", "", 5},
			{"material", "", 5},
			{"material", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 0},
			{"pawns", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1", 5},
			{"pawns", "4k3/pppppppp/8/8/3P4/8/PPP1PPPP/4K3 b - - 0 1", 4}, // all but G
			{"pawns", "4k3/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/4K3 w - - 0 1", 1},
		} {
			view, err := ix.View(c.view)
			if err != nil {
				t.Fatal(err)
			}
			p, err := ix.Position("8/8/8/8/8/8/8/K1k5 w - - 0 1")
			if err == nil {
				err = p.Set(c.fen)
			}
			if err != nil {
				t.Fatal(err)
			}
			q := index.Query{View: view}
			a, err := ix.Find(t.Context(), q, p)
			n, countErr := ix.Count(t.Context(), q, p)
			list, listErr := ix.List(t.Context(), q, p, index.ListOptions{})
			if a.Games != c.games || n != c.games || int64(len(list)) != c.games || len(a.Moves) != 0 || a.Ended != 0 ||
				err != nil || countErr != nil || listErr != nil {
				t.Errorf("%s of %s: %+v, %d counted, %d listed; errors %v, %v, %v; want %d games",
					c.view, c.fen, a, n, len(list), err, countErr, listErr, c.games)
			}
			if a.Games > 0 {
				if err := ix.VerifyAnswer(t.Context(), view, p, a); err != nil {
					t.Errorf("%s of %s: %v", c.view, c.fen, err)
				}
			}
		}
	}
	if _, err := chessindex.Open(t.Context(), s, chessindex.Options{Views: chess.PawnView}); err == nil {
		t.Error("opened with fewer views")
	}
	if !reflect.DeepEqual(ix.Config().Views, []string{"pawns", "material"}) {
		t.Errorf("views %v", ix.Config().Views)
	}
}

// A file whose name is not UTF-8 is selected by that name.
func TestSourceName(t *testing.T) {
	dir := t.TempDir()
	const name = "\xfe\xffgames.pgn"
	add(t, open(t, onDisk(t, dir), chessindex.Options{}), index.ImportOptions{},
		index.Input{Name: name, Reader: strings.NewReader(five)})
	ix := open(t, onDisk(t, dir), chessindex.Options{}) // as it was written
	for source, want := range map[string]int64{name: 5, "games.pgn": 0} {
		var f index.Filter
		if err := f.Set([2]string{"white", "black"}, "source", source); err != nil {
			t.Fatal(err)
		}
		n := int64(0)
		for _, err := range ix.Select(t.Context(), f, 0) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != want {
			t.Errorf("%q: %d games, want %d", source, n, want)
		}
	}
}
