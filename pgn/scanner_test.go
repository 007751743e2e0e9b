package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// Under the race detector: chunks are parsed and released on other goroutines
// than the scanner's, and every game keeps what belongs to it.
func TestParallel(t *testing.T) {
	var text strings.Builder
	const games = 2000
	for i := range games {
		fmt.Fprintf(&text, "[Event \"%d\"]\n\n1. e4 {%s} e5 2. Nf3 *\n\n", i+1, strings.Repeat("x", i%50))
	}
	chunks := make(chan *pgn.Chunk, 4)
	seen := make([]bool, games+1)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			p, err := pgn.NewParser(chess.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			var m pgn.Mainline
			for c := range chunks {
				for i := range c.Len() {
					number := c.First() + i
					if err := p.Mainline(c, i, &m); err != nil || len(m.Moves) != 3 ||
						pgn.Text(m.Tag("Event")) != fmt.Sprint(number) {
						t.Errorf("game %d: %v, %s", number, err, m.Tag("Event"))
					}
					mu.Lock()
					if seen[number] {
						t.Errorf("game %d twice", number)
					}
					seen[number] = true
					mu.Unlock()
				}
				c.Release()
			}
		})
	}
	s := pgn.NewScannerSize(strings.NewReader(text.String()), 1000)
	for {
		c, err := s.Next()
		if err != nil {
			break
		}
		chunks <- c
	}
	close(chunks)
	workers.Wait()
	for i, ok := range seen[1:] {
		if !ok {
			t.Errorf("game %d is lost", i+1)
		}
	}
}

// A game that does not end is cut off, and the next one is whole.
func TestTooLong(t *testing.T) {
	if oracle.Short() {
		t.Log("left out in a short run: 44 MiB")
		return
	}
	for _, filler := range []string{"x", "1. e4 \n"} { // a comment; movetext that is junk after a while
		long := "[Event \"long\"]\n\n1. e4 {" + strings.Repeat(filler, (gametext.MaxGame+6<<20)/len(filler))
		if filler != "x" {
			long = strings.Replace(long, "{", "", 1)
		}
		r := pgn.NewReader(io.MultiReader(strings.NewReader("[Event \"first\"]\n\ne4 *\n\n"), strings.NewReader(long),
			strings.NewReader("}\n\n[Event \"last\"]\n\nd4 *\n")))
		var events []string
		for g, err := range r.All() {
			if g == nil {
				t.Fatal(err)
			}
			events = append(events, g.Tags.Get("Event"))
			var broken *game.RecordError
			if (err != nil) != (len(events) == 2) || err != nil && !errors.As(err, &broken) {
				t.Errorf("%v: %v", events, err)
			}
			if len(events) == 2 && len(g.Moves) != 1 {
				t.Errorf("%d moves of the long game", len(g.Moves))
			}
		}
		if strings.Join(events, " ") != "first long last" {
			t.Errorf("games %v", events)
		}
	}
}

// After the first chunk, reading games allocates almost nothing.
func TestAllocations(t *testing.T) {
	text := strings.Repeat(sample.Famous(), 50)
	p, err := pgn.NewParser(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var m pgn.Mainline
	n := testing.AllocsPerRun(5, func() {
		s := pgn.NewScanner(strings.NewReader(text))
		for {
			c, err := s.Next()
			if err != nil {
				return
			}
			for i := range c.Len() {
				if err := p.Mainline(c, i, &m); err != nil {
					t.Fatal(err)
				}
			}
			c.Release()
		}
	})
	if n > 100 {
		t.Errorf("%v allocations for %d games", n, 50*61)
	}
}

// readHostile reads a text, which may break games but not the reader, and
// returns how many bytes that allocated.
func readHostile(tb testing.TB, text string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, err := range pgn.NewReader(strings.NewReader(text)).All() {
		var broken *game.RecordError
		if err != nil && !errors.As(err, &broken) {
			tb.Errorf("%.40q…: %v", text, err)
		}
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHostile reads texts of a part that is repeated: four times the text must
// not take much more than four times the memory. That the work is in proportion
// too is tested by package gametext, whose tokens are read once here.
func TestHostile(t *testing.T) {
	for _, start := range []string{"", "e4 ", "[Event \"x\"]\n", "e4 (d4 ", "e4 e5 (d4 (x ", "{"} {
		for _, unit := range []string{
			"[", "[a \"b\"]\n", "[a \"b\"]\nx\n", "[a b]\n*\n", "{", "{\n[a \"b\"]\n", "{x}", "(", "()", ")", "(e4", "(d4 (",
			"e4 (d4) ", "e4 (e5) *\n", "(x)",
			"$", "$9 ", "!", "*", "1-0 ", "x", "x ", "-- ", "(-- ", "Nf3 Nf6 Ng1 Ng8 ", "\\", "\r", ";x\n",
		} {
			const n = 1 << 13
			small := readHostile(t, start+strings.Repeat(unit, n/len(unit)))
			large := readHostile(t, start+strings.Repeat(unit, 4*n/len(unit)))
			if large > 6*small+1<<18 {
				t.Errorf("%q, then %q repeated: %d bytes of memory for %d, %d for four times as many", start, unit,
					small, n,
					large)
			}
		}
	}
}

// BenchmarkHostile shows that the time for a byte does not grow with the text.
func BenchmarkHostile(b *testing.B) {
	for _, text := range []struct{ name, unit string }{{"braces", "{[a \"b\"]\n"}, {"tags", "[a \"b\" ]"},
		{"broken", "e4 (e5) *\n"}} {
		for _, n := range []int{1 << 16, 1 << 18, 1 << 20} {
			b.Run(fmt.Sprintf("text=%s/bytes=%d", text.name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				whole := strings.Repeat(text.unit, n/len(text.unit))
				for b.Loop() {
					readHostile(b, whole)
				}
			})
		}
	}
}
