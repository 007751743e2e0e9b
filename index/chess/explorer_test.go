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
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/memstore"
	"github.com/zobrist-go/zobrist/index/pebblestore"
	"github.com/zobrist-go/zobrist/pgn"
	"github.com/zobrist-go/zobrist/polyglot"
)

func open(tb testing.TB, s index.Store, o chessindex.Options) *chessindex.Explorer {
	tb.Helper()
	e, err := chessindex.Open(tb.Context(), s, o)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

func onDisk(tb testing.TB, dir string) *pebblestore.Store {
	tb.Helper()
	s, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

func text(s string) chessindex.Source {
	return chessindex.Source{Name: "text", Reader: strings.NewReader(s)}
}

func build(tb testing.TB, e *chessindex.Explorer, o chessindex.BuildOptions, sources ...chessindex.Source) chessindex.Summary {
	tb.Helper()
	sum, err := e.Build(tb.Context(), o, sources...)
	if err != nil {
		tb.Fatal(err)
	}
	return sum
}

func find(tb testing.TB, e *chessindex.Explorer, fen string) chessindex.Answer {
	tb.Helper()
	p, err := e.Position(fen)
	if err != nil {
		tb.Fatal(err)
	}
	a, err := e.Find(tb.Context(), p)
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

// Five games made up to show what counts. In the first, the position after
// 1.Nf3 Nf6 comes twice, and another move is played the second time.
const five = `[White "A"][Black "B"][Result "1-0"][WhiteElo "2000"][BlackElo "2200"][Date "1999.01.02"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. d4 1-0

[White "C"][Black "D"][Result "0-1"][WhiteElo ""][BlackElo "2401"][Date "2010.??.??"]

1. Nf3 Nf6 2. d4 0-1

[White "E"][Black "F"][Result "1/2-1/2"][WhiteElo "?"][Date "????.??.??"]

1. d4 Nf6 1/2-1/2

[White "G"][Black "H"][Result "*"][Date "2001.02.30"]

1. Nf3 Nf6 *

[White "I"][Black "J"][Result "1-0"][Date "1850"]

1. d4 d5 2. Nf3 1-0
`

func TestCounting(t *testing.T) {
	e := open(t, memstore.New(), chessindex.Options{})
	sum := build(t, e, chessindex.BuildOptions{}, text(five))
	if sum.Games != 5 || sum.Broken != 0 {
		t.Fatalf("summary %+v", sum)
	}
	p, err := e.Position("")
	if err != nil {
		t.Fatal(err)
	}
	for _, uci := range []string{"g1f3", "g8f6"} {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	a, err := e.Find(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	want := chessindex.Answer{
		FEN: p.FEN(),
		// A, C, G contain it; A's rating 2000 and 2200, C's 2401: mean 2200.33.
		Counts: chessindex.Counts{Games: 3, White: 1, Black: 1, AverageRating: 2200, LastYear: 2010},
		Ended:  1, // G
		Moves: []chessindex.Move{
			// After 2.d4 stand A and C; nobody else has that position.
			{UCI: "d2d4", SAN: "d4", Counts: chessindex.Counts{Games: 1, Black: 1, AverageRating: 2401, LastYear: 2010}, Reaches: 2},
			{UCI: "f3g1", SAN: "Ng1", Counts: chessindex.Counts{Games: 1, White: 1, AverageRating: 2100, LastYear: 1999}, Reaches: 1},
		},
	}
	if !reflect.DeepEqual(a, want) {
		t.Errorf("after 1.Nf3 Nf6:\n got %+v\nwant %+v", a, want)
	}

	start := find(t, e, "")
	if start.Games != 5 || len(start.Moves) != 2 || start.Moves[0].SAN != "Nf3" || start.Moves[0].Games != 3 || start.Moves[1].Games != 2 || start.Ended != 0 {
		t.Errorf("start: %+v", start)
	}
	// 1.d4 Nf6 2.Nf3 was never played, and reaches A's and C's position.
	d4 := find(t, e, "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2")
	wantTrans := []chessindex.Move{{UCI: "g1f3", SAN: "Nf3", Reaches: 2}}
	if d4.Games != 1 || d4.Ended != 1 || len(d4.Moves) != 0 || !reflect.DeepEqual(d4.Transpositions, wantTrans) {
		t.Errorf("after 1.d4 Nf6: %+v", d4)
	}
	if empty := find(t, e, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"); empty.Games != 0 || empty.Moves == nil || len(empty.Moves) != 0 {
		t.Errorf("a position of no game: %+v", empty)
	}
}

func TestListAndGame(t *testing.T) {
	e := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	build(t, e, chessindex.BuildOptions{}, text(five))
	p, err := e.Position("")
	if err != nil {
		t.Fatal(err)
	}
	for order, want := range map[index.Order]string{
		index.BestRated:  "C Nf3 2010.??.?? A Nf3 1999.01.02 I d4 1850.??.?? G Nf3 2001.02.30 E d4 ????.??.??",
		index.MostRecent: "C Nf3 2010.??.?? G Nf3 2001.02.30 A Nf3 1999.01.02 I d4 1850.??.?? E d4 ????.??.??",
	} {
		var got []string
		for skip := range 5 {
			page, err := e.List(t.Context(), p, index.ListOptions{Order: order, Limit: 1, Skip: skip})
			if err != nil || len(page) != 1 {
				t.Fatalf("page of %d games, error %v", len(page), err)
			}
			got = append(got, page[0].White, page[0].SAN, page[0].Date)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("order %d:\n got %s\nwant %s", order, s, want)
		}
	}
	g, err := e.Game(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := pgn.NewWriter(&out).Write(g); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`[White "A"]`, `[WhiteElo "2000"]`, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. d4 1-0"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %s in\n%s", part, &out)
		}
	}
	if _, err := e.Game(t.Context(), 5); !errors.Is(err, index.ErrNotFound) {
		t.Errorf("a sixth game: %v, want ErrNotFound", err)
	}
}

// TestBroken leaves broken games out, counts them, and goes on.
func TestBroken(t *testing.T) {
	const games = `[White "A"]

1. e4 e5 2. Ke3 e6 *

[White "B"]
[Variant "Atomic"]

1. e4 e5 *

[White "C"]

1. e4 c5 *
`
	e := open(t, memstore.New(), chessindex.Options{})
	var broken []*pgn.Error
	sum := build(t, e, chessindex.BuildOptions{Broken: func(source string, err *pgn.Error) {
		if source != "text" {
			t.Errorf("source %q", source)
		}
		broken = append(broken, err)
	}}, text(games))
	if sum.Games != 1 || sum.Broken != 1 || sum.Skipped["Atomic"] != 1 || len(broken) != 1 {
		t.Fatalf("summary %+v, errors %v", sum, broken)
	}
	if broken[0].Game != 1 || broken[0].Line != 3 || !errors.Is(broken[0], pgn.ErrMove) {
		t.Errorf("broken game: %v", broken[0])
	}
	var sources []index.Source
	if err := index.Sources(t.Context(), storeOf(t, e, games), func(s index.Source) error { sources = append(sources, s); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(sources) != 1 || sources[0].Broken != 1 || sources[0].Skipped["Atomic"] != 1 || sources[0].Games != 1 {
		t.Errorf("sources %+v", sources)
	}
	if start := find(t, e, ""); start.Games != 1 {
		t.Errorf("%d games in the start position, want 1", start.Games)
	}
}

// storeOf builds the same games into another store and returns it.
func storeOf(t *testing.T, _ *chessindex.Explorer, games string) index.Store {
	t.Helper()
	s := memstore.New()
	build(t, open(t, s, chessindex.Options{}), chessindex.BuildOptions{}, text(games))
	return s
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
	if err := errors.Join(os.WriteFile(plain, []byte(five), 0o666), os.WriteFile(packed, gz.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	e := open(t, onDisk(t, filepath.Join(dir, "db")), chessindex.Options{})
	build(t, e, chessindex.BuildOptions{}, chessindex.Source{Name: packed})
	for _, s := range []chessindex.Source{{Name: packed}, {Name: plain}, text(five)} {
		sum := build(t, e, chessindex.BuildOptions{}, s)
		if sum.Games != 0 || !slices.Equal(sum.Known, []string{s.Name}) {
			t.Errorf("%s again: %+v", s.Name, sum)
		}
		if start := find(t, e, ""); start.Games != 5 {
			t.Errorf("%s again: %d games, want 5", s.Name, start.Games)
		}
	}
	// Known and new ones mixed, one of them twice in one build.
	other := strings.Replace(five, `"A"`, `"Z"`, 1)
	sum := build(t, e, chessindex.BuildOptions{}, chessindex.Source{Name: plain}, text(other), text(other))
	if sum.Games != 5 || len(sum.Known) != 2 || find(t, e, "").Games != 10 {
		t.Errorf("known and new: %+v", sum)
	}
	if sum := build(t, e, chessindex.BuildOptions{Force: true}, chessindex.Source{Name: plain}); sum.Games != 5 || find(t, e, "").Games != 15 {
		t.Errorf("forced: %+v", sum)
	}
}

// TestFailures: nothing is added when anything fails.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.pgn")
	cut := filepath.Join(dir, "cut.pgn.gz")
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	io.WriteString(z, strings.Repeat(five, 50))
	z.Close()
	if err := errors.Join(os.WriteFile(good, []byte(five), 0o666), os.WriteFile(cut, gz.Bytes()[:gz.Len()/2], 0o666)); err != nil {
		t.Fatal(err)
	}
	e := open(t, onDisk(t, filepath.Join(dir, "db")), chessindex.Options{})
	for name, sources := range map[string][]chessindex.Source{
		"missing":  {{Name: good}, {Name: filepath.Join(dir, "missing.pgn")}},
		"cut off":  {{Name: good}, {Name: cut}},
		"a folder": {{Name: good}, {Name: dir}},
	} {
		if _, err := e.Build(t.Context(), chessindex.BuildOptions{}, sources...); err == nil {
			t.Errorf("%s: no error", name)
		} else if !strings.Contains(err.Error(), sources[1].Name) {
			t.Errorf("%s: the error does not name the source: %v", name, err)
		}
		if n := find(t, e, "").Games; n != 0 {
			t.Errorf("%s: %d games were added", name, n)
		}
	}
	build(t, e, chessindex.BuildOptions{}, chessindex.Source{Name: good})
	if n := find(t, e, "").Games; n != 5 {
		t.Errorf("%d games after all, want 5", n)
	}
}

// TestCancel stops a build in the middle, also one that waits for its input.
func TestCancel(t *testing.T) {
	e := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	for _, wait := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		go func() {
			for i := range 4000 {
				if _, err := io.WriteString(w, strings.Replace(five, `"A"`, fmt.Sprintf("\"A%d\"", i), 1)); err != nil {
					return
				}
			}
			if !wait {
				w.Close()
			}
		}()
		o := chessindex.BuildOptions{Progress: func(p chessindex.Progress) {
			if p.Games > 1000 {
				cancel()
			}
		}}
		if _, err := e.Build(ctx, o, chessindex.Source{Name: "pipe", Reader: r}); !errors.Is(err, context.Canceled) {
			t.Errorf("wait %v: %v, want context.Canceled", wait, err)
		}
		r.Close()
		cancel()
		if n := find(t, e, "").Games; n != 0 {
			t.Errorf("wait %v: %d games were added", wait, n)
		}
	}
	build(t, e, chessindex.BuildOptions{}, text(five))
}

func TestKeys(t *testing.T) {
	s := memstore.New()
	o := chessindex.Options{Keys: polyglot.Set(), EnPassant: chess.PseudoLegalEnPassant}
	build(t, open(t, s, o), chessindex.BuildOptions{}, text(five))
	for name, other := range map[string]chessindex.Options{
		"default keys": {EnPassant: chess.PseudoLegalEnPassant},
		"default rule": {Keys: polyglot.Set()},
	} {
		if _, err := chessindex.Open(t.Context(), s, other); !errors.Is(err, index.ErrKeys) {
			t.Errorf("open with %s: %v, want ErrKeys", name, err)
		}
	}
	m, err := index.Describe(t.Context(), s)
	if err != nil || m.KeysName != "polyglot" || m.Game != chessindex.Game {
		t.Errorf("manifest %+v, error %v", m, err)
	}
	if rule, ok := chessindex.RuleOf(m); !ok || rule != chess.PseudoLegalEnPassant {
		t.Errorf("rule %v, %v", rule, ok)
	}
	// The start's first eight bytes are Polyglot's key; see ORACLES.md.
	e := open(t, s, o)
	p, err := e.Position("")
	if err != nil {
		t.Fatal(err)
	}
	if k := index.KeyOf(p.Hash128()); k.Word() != 0x463b96181691fc9c {
		t.Errorf("key %v does not begin with Polyglot's", k)
	}
}

// TestDates reads dates as people write them.
func TestDates(t *testing.T) {
	for text, want := range map[string]string{
		"1972.07.11": "1972.07.11", "1972/7/1": "1972.07.01", "1972-07-11": "1972.07.11", "1906.??.??": "1906.??.??",
		"1906.?.7": "1906.??.??", "1850": "1850.??.??", "1850 ": "1850.??.??", " 1972 . 7 . 11": "1972.07.11",
		"1972.13.01": "1972.??.??", "1972.07.32": "1972.07.??", "19720711": "????.??.??", "????.07.11": "????.??.??",
		"": "????.??.??", "c. 1850": "????.??.??", "1972.07.11.05": "1972.07.11", "99999999999999999999.1": "????.??.??",
	} {
		e := open(t, memstore.New(), chessindex.Options{})
		build(t, e, chessindex.BuildOptions{}, chessindex.Source{Name: "date", Reader: strings.NewReader("[Date \"" + text + "\"]\n\n1. e4 *\n")})
		g, err := e.Game(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Tags.Get("Date"); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}
