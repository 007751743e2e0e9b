package pgn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/work"
	"github.com/zobrist-go/zobrist/pgn"
)

// A chunk says truly where it lies, and chunks together are the whole text.
func TestChunks(t *testing.T) {
	text := "\xef\xbb\xbf\n" + strings.ReplaceAll(sample.Famous(), "\n", "\r\n") + "\r\n{the end}"
	for _, size := range []int{1, 1000, 0, 1 << 20} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			s := pgn.NewScanner(r, pgn.ScannerOptions{ChunkBytes: size})
			games, whole := 0, ""
			for {
				c, err := s.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				before := text[:len(whole)]
				if c.First != games+1 || c.Offset != int64(len(before)) || c.Line != 1+strings.Count(before, "\n") {
					t.Fatalf("a chunk at game %d, line %d, byte %d, want %d, %d, %d", c.First, c.Line, c.Offset, games+1, 1+strings.Count(before, "\n"), len(before))
				}
				games += c.Len()
				whole += string(c.Data)
				for i := range c.Len() {
					if g := c.Game(i); c.First+i > 1 && !bytes.HasPrefix(g, []byte("[Event ")) || bytes.Count(g, []byte("[Event ")) != 1 {
						t.Fatalf("game %d is %.40q", c.First+i, g)
					}
				}
				c.Release()
			}
			if games != 61 || whole != text {
				t.Errorf("%d games in chunks of %d bytes, %d of %d bytes", games, size, len(whole), len(text))
			}
			if _, err := s.Next(); err != io.EOF {
				t.Error(err)
			}
		}
	}
}

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
					if err := p.Mainline(c, i, &m); err != nil || len(m.Moves) != 3 || pgn.Text(m.Tag("Event")) != fmt.Sprint(m.Number) {
						t.Errorf("game %d: %v, %s", m.Number, err, m.Tag("Event"))
					}
					mu.Lock()
					if seen[m.Number] {
						t.Errorf("game %d twice", m.Number)
					}
					seen[m.Number] = true
					mu.Unlock()
				}
				c.Release()
			}
		})
	}
	s := pgn.NewScanner(strings.NewReader(text.String()), pgn.ScannerOptions{ChunkBytes: 1000})
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
	if testing.Short() {
		t.Log("left out in a short run: 44 MiB")
		return
	}
	for _, filler := range []string{"x", "1. e4 \n"} { // a comment; movetext that is junk after a while
		long := "[Event \"long\"]\n\n1. e4 {" + strings.Repeat(filler, (pgn.MaxGameBytes+6<<20)/len(filler))
		if filler != "x" {
			long = strings.Replace(long, "{", "", 1)
		}
		r := pgn.NewReader(io.MultiReader(strings.NewReader("[Event \"first\"]\n\ne4 *\n\n"), strings.NewReader(long), strings.NewReader("}\n\n[Event \"last\"]\n\nd4 *\n")))
		var events []string
		for g, err := range r.All() {
			if g == nil {
				t.Fatal(err)
			}
			events = append(events, g.Tags.Get("Event"))
			var broken *pgn.Error
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
		s := pgn.NewScanner(strings.NewReader(text), pgn.ScannerOptions{})
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

// longGame lets the scanner read what comes after it at once.
var longGame = "[A \"b\"]\n\ne4 {" + strings.Repeat("x", 1<<19) + "} *\n"

// readHostile reads a text of n bytes after its start, which may break games
// but not the reader.
func readHostile(tb testing.TB, start, unit string, n int) {
	text := start + strings.Repeat(unit, n/max(len(unit), 1))
	for _, err := range pgn.NewReader(strings.NewReader(text)).All() {
		var broken *pgn.Error
		if err != nil && !errors.As(err, &broken) {
			tb.Errorf("%.20q, then %q repeated: %v", start, unit, err)
		}
	}
}

// TestHostile reads texts in which a search for the end of something finds it
// far away, again and again. Four times the text must not be much more than
// four times the work: it was sixteen times, and 30 s a megabyte.
func TestHostile(t *testing.T) {
	if !work.Counting() {
		work.Again(t, ".", "../game/chess")
		return
	}
	read := func(start, unit string, n int) int {
		begin := work.N
		readHostile(t, start, unit, n)
		return work.N - begin
	}
	check := func(start, unit string, n int) {
		none := read(start, "", 0)
		small, large := read(start, unit, n)-none, read(start, unit, 4*n)-none
		const little = 16 // a byte, of which the growth of buffers may be a part
		switch {
		case large < 4*n:
			t.Fatalf("%.20q, then %q repeated: the work for %d bytes is %d; it is not counted", start, unit, 4*n, large)
		case large > little*4*n && large > 6*small:
			t.Errorf("%.20q, then %q repeated: the work for %d bytes is %d, for %d it is %d", start, unit, n, small, 4*n, large)
		}
	}
	read("e4", "", 0)      // tables of chess are made now
	check("{", "x", 1<<20) // a game longer than what is read at once
	starts := []string{"", "e4 ", "[Event \"x\"]\n", "e4 (d4 ", "[Event \"", "{", longGame}
	if testing.Short() {
		starts = []string{"", longGame}
	}
	for _, start := range starts {
		for _, unit := range []string{
			"[", "[a", " [", "\n[", "\n[a", "{", "\n{", "{[a \"b\"]\n", "{\n[a \"b\"]\n", "(", "(e4", "(d4 (", "()", "%", "\n%", ";", ";\r", "$", "-", "*", "* ",
			"1-0 ", "/", "\\", "\\\"", "\"", "\" ", "[a \"", "[a \"b\"]", "[a \"b\" ]", "[a \"b\"][c \"d\" ]", "[a \"b\"]\n", "[a \"b\"]\nx\n", "[a b]\n*\n",
			"\r", "\t", "x", "=", "(x)", "(d4 (x ", "(d4 {", "$999 ", "}", ")", "Nf3 Nf6 Ng1 Ng8 ", "e4 (d4) ", "e4 (e5) *\n",
		} {
			check(start, unit, 1<<15) // four times that is read at once
		}
	}
}

// BenchmarkHostile shows that the time for a byte does not grow with the text.
func BenchmarkHostile(b *testing.B) {
	for _, text := range []struct{ name, unit string }{{"braces", "{[a \"b\"]\n"}, {"tags", "[a \"b\" ]"}, {"broken", "e4 (e5) *\n"}} {
		for _, n := range []int{1 << 16, 1 << 18, 1 << 20} {
			b.Run(fmt.Sprintf("text=%s/bytes=%d", text.name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					readHostile(b, "", text.unit, n)
				}
			})
		}
	}
}

// TestLinesAfterLongGame: line numbers stay right where the text of a game
// that is too long is cut between a carriage return and a line feed.
func TestLinesAfterLongGame(t *testing.T) {
	for shift := range 4 {
		head := "[A \"b\"]\r\n\r\n{" + strings.Repeat("x", shift)
		text := head + strings.Repeat("xx\r\n", (3*pgn.MaxGameBytes)/4/2) + "\r\n[A \"c\"]\r\n\r\nx *\r\n"
		line := strings.Count(text, "\n") // of the x, which is on the last line
		var last *pgn.Error
		for _, err := range pgn.NewReader(strings.NewReader(text)).All() {
			if !errors.As(err, &last) {
				t.Fatal(err)
			}
		}
		if !errors.Is(last, pgn.ErrMove) || last.Line != line {
			t.Errorf("shifted by %d: %v, want line %d", shift, last, line)
		}
	}
}
