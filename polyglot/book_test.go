package polyglot_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/polyglot"
)

func entry(key uint64, move, weight uint16, learn uint32) polyglot.Entry {
	return polyglot.Entry{Key: key, Move: move, Weight: weight, Learn: learn}
}

func newBook(t testing.TB, data []byte) *polyglot.Book {
	t.Helper()
	b, err := polyglot.NewBook(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func parse(t testing.TB, fen string) *chess.Position {
	t.Helper()
	p, err := chess.Parse(fen, polyglot.Options())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every key of the real books is found in the file, with all its entries, and no
// key that is between two of them.
func TestLookup(t *testing.T) {
	for _, real := range realBooks {
		book, err := polyglot.Open(oracle.Data(t, "polyglot/"+real.name+".bin"))
		if err != nil {
			t.Fatal(err)
		}
		if book.Len() != real.entries {
			t.Errorf("%s: %d entries, want %d", real.name, book.Len(), real.entries)
		}
		entries := readAll(t, bytes.NewReader(readReal(t, real.name)))
		for start := 0; start < len(entries); {
			end := start + 1
			for end < len(entries) && entries[end].Key == entries[start].Key {
				end++
			}
			key := entries[start].Key
			if got, err := book.Lookup(key, nil); err != nil || !slices.Equal(got, entries[start:end]) {
				t.Fatalf("%s: key %016x: %v, %v", real.name, key, got, err)
			}
			got, err := book.Lookup(key+1, nil)
			if end < len(entries) && entries[end].Key != key+1 && (err != nil || len(got) > 0) {
				t.Fatalf("%s: key %016x: %v, %v", real.name, key+1, got, err)
			}
			start = end
		}
		for _, key := range []uint64{0, entries[0].Key - 1, 1<<64 - 1} {
			if got, err := book.Lookup(key, nil); err != nil || len(got) > 0 {
				t.Errorf("%s: key %016x: %v, %v", real.name, key, got, err)
			}
		}
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Keys that are not spread evenly are found too, in few steps.
func TestLookupUneven(t *testing.T) {
	var entries []polyglot.Entry
	for i := range uint64(1 << 14) {
		entries = append(entries, polyglot.Entry{Key: i}, polyglot.Entry{Key: 1<<63 + i*i*i})
	}
	for i := range uint64(60) {
		for move := range uint16(40 * i) {
			entries = append(entries, polyglot.Entry{Key: 1 << i << 3, Move: move})
		}
	}
	slices.SortFunc(entries, polyglot.Entry.Compare)
	data := write(t, entries)
	reads := &countReads{r: bytes.NewReader(data)}
	book, err := polyglot.NewBook(reads, int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range entries {
		if i > 0 && entries[i-1].Key == e.Key {
			continue
		}
		reads.n = 0
		got, err := book.Lookup(e.Key, nil)
		if err != nil || len(got) == 0 || got[0] != e {
			t.Fatalf("key %016x: %v, %v", e.Key, got, err)
		}
		if limit := 40 + len(got)/200; reads.n > limit {
			t.Fatalf("key %016x: %d reads", e.Key, reads.n)
		}
	}
}

type countReads struct {
	r *bytes.Reader
	n int
}

func (c *countReads) ReadAt(p []byte, off int64) (int, error) {
	c.n++
	return c.r.ReadAt(p, off)
}

func TestOpenBroken(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		name, content string
		reason        error
	}{
		{"empty", "", polyglot.ErrEmpty},
		{"cut", "0123456789abcdef0", polyglot.ErrTruncated},
		{"missing", "", os.ErrNotExist},
	} {
		name := filepath.Join(folder, c.name)
		if c.reason != os.ErrNotExist {
			if err := os.WriteFile(name, []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := polyglot.Open(name); !errors.Is(err, c.reason) {
			t.Errorf("%s: %v, want %v", c.name, err, c.reason)
		}
	}
	if _, err := polyglot.Open(folder); err == nil {
		t.Error("a folder is opened")
	}
	// A file that becomes shorter, and one that is not in order.
	good := write(t, sorted)
	short, err := polyglot.NewBook(bytes.NewReader(good[:20]), int64(len(good)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := short.Lookup(2, nil); !errors.Is(err, polyglot.ErrTruncated) {
		t.Errorf("shorter than it was: %v", err)
	}
	swapped := slices.Concat(good[64:], good[:64])
	if _, err := newBook(t, swapped).Lookup(2, nil); !errors.Is(err, polyglot.ErrOrder) {
		t.Errorf("not in order: %v", err)
	}
}

// Castling is king takes rook or the king's move, promotions have their piece, and
// illegal moves are reported.
func TestFind(t *testing.T) {
	const fen = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1"
	p := parse(t, fen)
	word := func(from, to string, piece uint16) uint16 {
		a, _ := chess.ParseSquare(from)
		b, _ := chess.ParseSquare(to)
		return piece<<12 | uint16(a)<<6 | uint16(b)
	}
	var entries []polyglot.Entry
	for i, c := range []struct {
		word uint16
		uci  string // "" if it is not legal
	}{
		{word("e1", "h1", 0), "e1g1"},
		{word("e1", "g1", 0), "e1g1"},
		{word("e1", "a1", 0), "e1c1"},
		{word("b7", "a8", 4), "b7a8q"},
		{word("b7", "b8", 1), "b7b8n"},
		{word("b7", "b8", 0), ""}, // no piece to promote to
		{word("b7", "b8", 5), ""}, // a king
		{word("e1", "e8", 0), ""},
		{word("e8", "h8", 0), ""}, // Black's
		{0, ""},
		{0xffff, ""},
	} {
		entries = append(entries, entry(p.Hash(), c.word, uint16(100-i), uint32(i)))
		a, err := newBook(t, write(t, entries[i:])).Find(p)
		if err != nil {
			t.Fatal(err)
		}
		if c.uci == "" {
			if len(a.Moves) != 0 || !slices.Equal(a.Illegal, entries[i:]) {
				t.Errorf("%#04x: %+v", c.word, a)
			}
		} else if len(a.Moves) != 1 || p.UCI(a.Moves[0].Move) != c.uci || a.Moves[0].Weight != entries[i].Weight {
			t.Errorf("%#04x: %+v, want %s", c.word, a, c.uci)
		}
	}
	a, err := newBook(t, write(t, entries)).Find(p)
	if err != nil || len(a.Moves) != 5 || len(a.Illegal) != 6 || a.Key != p.Hash() || a.Moves[2].Learn != 2 {
		t.Errorf("all: %+v, %v", a, err)
	}
}

// Answer.Key is the hash under Options, whatever keys the position has.
func TestKey(t *testing.T) {
	book := newBook(t, write(t, sorted))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		p := parse(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
		for range 80 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[random.IntN(len(moves))])
			other, err := chess.Parse(p.FEN(), chess.Options{EnPassant: chess.PseudoLegalEnPassant, Canonical: i%3 == 1,
				History: []chess.History{0, chess.FiftyMoveHistory}[i%2]})
			if err != nil {
				t.Fatal(err)
			}
			if a, err := book.Find(other); err != nil || a.Key != p.Hash() {
				t.Fatalf("%s: key %016x, %v; want %016x", p.FEN(), a.Key, err, p.Hash())
			}
		}
	}
	always := chess.Options{EnPassant: chess.AlwaysEnPassant}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		"rnbqkbnr/pppp1ppp/8/8/3pP3/8/PPP2PPP/RNBQKBNR b KQkq e3 0 1",
		"rnbqkbnr/pppp1ppp/8/8/P6p/8/1PPPPPP1/RNBQKBNR b KQkq a3 0 1",
		"rnbqkbnr/ppppp1p1/8/5pP1/8/8/PPPPPP1P/RNBQKBNR w KQkq f6 0 1",
		"rnbqkbnr/ppppppp1/8/6Pp/8/8/PPPPPP1P/RNBQKBNR w KQkq h6 0 1",
	} {
		other, err := chess.Parse(fen, always)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := book.Find(other); err != nil || a.Key != parse(t, fen).Hash() {
			t.Errorf("%s: key %016x, %v; want %016x", fen, a.Key, err, parse(t, fen).Hash())
		}
	}
	const late = "4k3/8/8/8/8/8/8/4K2R w K - 60 60"
	other, err := chess.Parse(late, chess.Options{EnPassant: chess.PseudoLegalEnPassant, History: chess.FiftyMoveHistory})
	if err != nil {
		t.Fatal(err)
	}
	if a, err := book.Find(other); err != nil || a.Key != parse(t, late).Hash() {
		t.Errorf("%s: key %016x, %v; want %016x", late, a.Key, err, parse(t, late).Hash())
	}
	legal, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := book.Find(legal); !errors.Is(err, polyglot.ErrRule) {
		t.Errorf("legal rule: %v", err)
	}
}

func TestChoose(t *testing.T) {
	if _, ok := (polyglot.Answer{}).Choose(1 << 63); ok {
		t.Error("a move of nothing")
	}
	none := polyglot.Answer{Moves: []polyglot.Move{{Move: 5}}}
	if _, ok := none.Choose(0); ok {
		t.Error("a move of weight 0 is chosen")
	}
	// Expected 10, 20 and 30 thousand, with a standard deviation of at most 123.
	a := polyglot.Answer{Moves: []polyglot.Move{
		{Move: 1, Weight: 1}, {Move: 2}, {Move: 3, Weight: 2}, {Move: 4, Weight: 3}}}
	random := rand.New(rand.NewPCG(1, 2))
	count := map[chess.Move]int{}
	for range 60_000 {
		m, ok := a.Choose(random.Uint64())
		if !ok {
			t.Fatal("no move")
		}
		count[m]++
	}
	for m, want := range map[chess.Move]int{1: 10_000, 2: 0, 3: 20_000, 4: 30_000} {
		if got := count[m]; got < want-600 || got > want+600 || want == 0 && got > 0 {
			t.Errorf("move %d is chosen %d times, want about %d", m, got, want)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for _, real := range realBooks {
		data := readReal(b, real.name)
		entries := readAll(b, bytes.NewReader(data))
		file, err := polyglot.Open(oracle.Data(b, "polyglot/"+real.name+".bin"))
		if err != nil {
			b.Fatal(err)
		}
		for where, book := range map[string]*polyglot.Book{"file": file, "memory": newBook(b, data)} {
			b.Run("book="+real.name+"/in="+where, func(b *testing.B) {
				var buffer []polyglot.Entry
				i := 0
				for b.Loop() {
					i = (i + 7919) % len(entries)
					if buffer, err = book.Lookup(entries[i].Key, buffer[:0]); err != nil || len(buffer) == 0 {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/lookup")
			})
		}
		file.Close()
	}
}
