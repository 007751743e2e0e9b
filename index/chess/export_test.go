package chessindex_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// annotated has all that a PGN file may hold. The second game does not end with a
// line end.
const annotated = `% escaped
[Event "Rated Blitz game"]
[White "A \"B\" C"]
[WhiteTitle "GM"]
[TimeControl "180+2"]
[Result "1-0"]

1. e4 { [%clk 0:03:00] [%eval 0.2] } e5 $1 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5)) 2. Nf3!? ; to the end
2... Nc6 1-0

[Event "x"]
[Result "*"]

{before} 1. d4 *`

func export(tb testing.TB, ix *index.Index, f index.Filter) string {
	tb.Helper()
	var b bytes.Buffer
	if _, err := ix.Export(tb.Context(), &b, f); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// TestExport exports games as they came.
func TestExport(t *testing.T) {
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, text(annotated))
	add(t, ix, index.ImportOptions{}, text(five))
	if got, want := export(t, ix, index.Filter{}), annotated+"\n\n"+five; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := export(t, ix, index.Filter{Event: "x"}); got != annotated[strings.Index(annotated, `[Event "x"]`):]+
		"\n\n" {
		t.Errorf("got\n%s", got)
	}
	g, err := record(t, ix, 0)
	if err != nil || g.Tags.Get("WhiteTitle") != "GM" || len(g.Moves[1].Variations) != 1 {
		t.Errorf("game 0 is %+v, error %v", g, err)
	}
	raw, err := ix.Text(t.Context(), 1)
	if err != nil || !bytes.HasPrefix(raw, []byte(`[Event "x"]`)) || !bytes.HasSuffix(raw, []byte("1. d4 *")) {
		t.Errorf("text of game 1: %q, error %v", raw, err)
	}
	var b bytes.Buffer
	if err := ix.ExportGames(t.Context(), &b, []int64{3, 1, 1}); err != nil ||
		strings.Count(b.String(), "1. d4 *") != 2 {
		t.Errorf("three games: %s, error %v", &b, err)
	}
	if _, err := ix.Export(t.Context(), failing{}, index.Filter{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a writer that fails: %v", err)
	}
	if _, err := ix.Text(t.Context(), 99); !errors.Is(err, index.ErrNotFound) {
		t.Errorf("text of no game: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestExportFile exports the games of a file of lichess and of one of masters, which
// must be the bytes that went in except for games left out.
func TestExportFile(t *testing.T) {
	for name, games := range map[string]int64{"lichess-989": 0, "masters-20k": 20000} {
		if oracle.Short() && games > 0 {
			t.Logf("left out: %s, with -short", name)
			continue
		}
		data := oracle.Read(t, "pgn/"+name+".pgn.zst")
		ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
		var o index.ImportOptions
		o.KeepDuplicates = true
		sum := add(t, ix, o, index.Input{Name: oracle.Data(t, "pgn/"+name+".pgn.zst")})
		got := export(t, ix, index.Filter{})
		if _, skipped := leftOut(sum); len(skipped) == 0 {
			if got != string(data) {
				t.Errorf("%s: %d bytes come out, and other ones than the %d that went in", name, len(got), len(data))
			}
			continue
		}
		n := 0
		for from := range strings.SplitSeq(got, "\n\n\n") { // games end with two blank lines
			if n++; !bytes.Contains(data, []byte(strings.TrimSpace(from))) {
				t.Errorf("%s: game %d is not in the file:\n%s", name, n, from)
			}
		}
		if int64(n) < sum.Games/2 {
			t.Errorf("%s: %d pieces for %d games", name, n, sum.Games)
		}
	}
}

// TestExportWritten exports games without texts. Debian's pgn-extract must read the
// same moves in them as in the originals.
func TestExportWritten(t *testing.T) {
	program := oracle.Program(t, "pgn-extract", "pgn-extract")
	data := oracle.Read(t, "pgn/masters-20k.pgn.zst")
	data = data[:nth(data, "[Event ", 301)]
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	var o index.ImportOptions
	o.NoTexts, o.KeepDuplicates = true, true
	if sum := add(t, ix, o, text(string(data))); sum.Games != 300 {
		t.Fatalf("%d games, want 300", sum.Games)
	}
	moves := func(text string) string {
		cmd := exec.CommandContext(t.Context(), program, "--quiet", "--notags", "-w", "100000", "-Wuci")
		cmd.Stdin = strings.NewReader(text)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if got, want := moves(export(t, ix, index.Filter{})), moves(string(data)); got != want {
		t.Errorf("pgn-extract reads other moves: %d bytes, want %d", len(got), len(want))
	}
}

// TestPositions compares the positions of games with a direct count.
func TestPositions(t *testing.T) {
	data := string(randomGames(t, 5, 150)) + five
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, text(data))
	want, _ := recount(t, []byte(data))
	for _, atLeast := range []int64{0, 2} {
		left := maps.Clone(want)
		maps.DeleteFunc(left, func(_ string, c *counted) bool { return c.games < atLeast })
		for p, err := range ix.Positions(t.Context(), index.Filter{}, atLeast) {
			if err != nil {
				t.Fatal(err)
			}
			at := place(chessindex.Board(p.Position))
			c := left[at]
			if c == nil || c.ply != p.Ply || p.Key != index.KeyOf(chessindex.Board(p.Position).Hash128()) ||
				c.games != p.Games || c.ended != p.Ended || len(c.moves) != len(p.Moves) {
				t.Fatalf("%s: %+v, want %+v, or comes twice", p.Position, p.Answer, c)
			}
			for _, m := range p.Moves {
				if m.Tally != c.moves[chess.Move(m.Move)] {
					t.Fatalf("%s: %+v, want %+v", p.Position, m, c.moves[chess.Move(m.Move)])
				}
			}
			delete(left, at)
		}
		if len(left) > 0 {
			t.Errorf("%d positions of %d are left out", len(left), len(want))
		}
	}
	n := 0
	for range ix.Positions(t.Context(), index.Filter{Players: []string{"A"}}, 0) {
		n++
	}
	if n != 5 {
		t.Errorf("the game of A has %d positions, want 5", n)
	}
	for range ix.Positions(t.Context(), index.Filter{}, 0) {
		break
	}
}

// TestMerge merges two indexes with other keys than the third.
func TestMerge(t *testing.T) {
	one := open(t, onDisk(t, t.TempDir()), asPolyglot)
	two := open(t, onDisk(t, t.TempDir()), chessindex.Options{Views: chess.PawnView})
	random := string(randomGames(t, 6, 40))
	named := func(name, s string) index.Input {
		return index.Input{Name: name, Reader: strings.NewReader(s)}
	}
	add(t, one, index.ImportOptions{}, named("annotated", annotated), named("random", random))
	add(t, two, index.ImportOptions{}, named("five", five), named("again", annotated))
	o := chessindex.Options{Set: zobrist.Coded(781, 9), Views: chess.PawnView | chess.MaterialView}
	direct, merged := open(t, onDisk(t, t.TempDir()), o), open(t, onDisk(t, t.TempDir()), o)
	add(t, direct, index.ImportOptions{}, named("annotated", annotated), named("random", random))
	add(t, direct, index.ImportOptions{}, named("five", five), named("again", annotated))
	var reporting atomic.Bool
	watched := index.MergeOptions{Progress: func(int64, float64) {
		if !reporting.CompareAndSwap(false, true) {
			t.Error("two goroutines report their progress at one time")
			return
		}
		time.Sleep(time.Microsecond)
		reporting.Store(false)
	}}
	watched.Workers = 4
	for _, from := range []*index.Index{one, two} {
		if _, err := merged.Merge(t.Context(), from, watched); err != nil {
			t.Fatal(err)
		}
	}
	sum, err := merged.Merge(t.Context(), two, index.MergeOptions{})
	if err != nil || sum.Games != 0 || len(sum.Dropped) != 2 {
		t.Errorf("merged again: %+v, error %v", sum, err)
	}
	if !slices.Equal(content(t, merged), content(t, direct)) {
		t.Error("the merged index differs from an index of the same files")
	}
	got, err := merged.Manifest(t.Context())
	want, directErr := direct.Manifest(t.Context())
	if err != nil || directErr != nil || len(got.Sources) != 3 || !reflect.DeepEqual(got.Sources, want.Sources) {
		t.Errorf("sources\n%+v, want\n%+v, errors %v, %v", got.Sources, want.Sources, err, directErr)
	}
	if err := verify(t, merged); err != nil {
		t.Error(err)
	}
	part := open(t, onDisk(t, t.TempDir()), o)
	options := index.MergeOptions{Filter: index.Filter{Players: []string{"A", "C"}}, MaxPly: 1}
	if sum, err = part.Merge(t.Context(), direct, options); err != nil || sum.Games != 2 || sum.Visits != 4 {
		t.Errorf("two games: %+v, error %v", sum, err)
	}
}

// BenchmarkExport exports games to nowhere.
func BenchmarkExport(b *testing.B) {
	for _, noTexts := range []bool{false, true} {
		b.Run(fmt.Sprintf("texts=%v", !noTexts), func(b *testing.B) {
			ix := open(b, onDisk(b, b.TempDir()), chessindex.Options{})
			var o index.ImportOptions
			o.NoTexts = noTexts
			sum := add(b, ix, o, index.Input{Name: oracle.Data(b, "pgn/masters-20k.pgn.zst")})
			null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
			if err != nil {
				b.Fatal(err)
			}
			defer null.Close()
			for b.Loop() {
				if _, err := ix.Export(b.Context(), null, index.Filter{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(sum.Games)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
