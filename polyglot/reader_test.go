package polyglot_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/polyglot"
)

// Books made by other people's programs; see SOURCES.md beside them. Misplaced is
// the number of entries that stand before one of the same weight and a lower move.
var realBooks = []struct {
	name                        string
	entries, misplaced, learned int64
	positions                   int64 // counted by Debian's polyglot info-book
}{
	{"gm2600", 21671, 181, 0, 16320},
	{"masters-20k.ply60-min2", 40911, 416, 0, 34028},
	{"performance-with-learn", 92954, 373, 88848, 77872},
}

func readReal(t testing.TB, name string) []byte {
	t.Helper()
	return oracle.Read(t, "polyglot/"+name+".bin")
}

func readAll(t testing.TB, r io.Reader) []polyglot.Entry {
	t.Helper()
	var entries []polyglot.Entry
	for e, err := range polyglot.NewReader(r).All() {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	return entries
}

func write(t testing.TB, entries []polyglot.Entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := polyglot.NewWriter(&b)
	for _, e := range entries {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The real books are read and written byte for byte, except for the order of moves
// with the same weight, which nobody's description of the format fixes.
func TestRoundTrip(t *testing.T) {
	for _, real := range realBooks {
		data := readReal(t, real.name)
		entries := readAll(t, iotest.OneByteReader(bytes.NewReader(data)))
		if int64(len(entries)) != real.entries {
			t.Errorf("%s: %d entries, want %d", real.name, len(entries), real.entries)
		}
		again := write(t, entries)
		misplaced := int64(0)
		for i, e := range entries[1:] {
			if before := entries[i]; e.Compare(before) < 0 {
				misplaced++
				if e.Key != before.Key || e.Weight != before.Weight {
					t.Errorf("%s: entry %d is not in the order of weights", real.name, i+1)
				}
			}
		}
		if misplaced != real.misplaced {
			t.Errorf("%s: %d entries are misplaced, want %d", real.name, misplaced, real.misplaced)
		}
		if len(again) != len(data) {
			t.Fatalf("%s: written in %d bytes, want %d", real.name, len(again), len(data))
		}
		slices.SortStableFunc(entries, polyglot.Entry.Compare)
		if !slices.Equal(readAll(t, bytes.NewReader(again)), entries) {
			t.Errorf("%s: other entries are read back", real.name)
		}
		if third := write(t, entries); !bytes.Equal(again, third) {
			t.Errorf("%s: writing in canonical order changes the file", real.name)
		}
	}
}

var sorted = []polyglot.Entry{
	{Key: 1, Move: 5, Weight: 9, Learn: 1 << 31}, {Key: 1, Move: 2, Weight: 3}, {Key: 1, Move: 7, Weight: 3},
	{Key: 2, Move: 1, Weight: 65535}, {Key: 1<<64 - 1, Move: 65535, Learn: 1<<32 - 1},
}

func TestWriter(t *testing.T) {
	mixed := []polyglot.Entry{sorted[2], sorted[0], sorted[1], sorted[3], sorted[4]}
	if got := readAll(t, bytes.NewReader(write(t, mixed))); !slices.Equal(got, sorted) {
		t.Errorf("got %v, want %v", got, sorted)
	}
	w := polyglot.NewWriter(io.Discard)
	w.Write(sorted[3])
	if err := w.Write(sorted[0]); !errors.Is(err, polyglot.ErrOrder) {
		t.Errorf("descending keys: %v", err)
	}
	if err := w.Flush(); !errors.Is(err, polyglot.ErrOrder) {
		t.Errorf("flush after an error: %v", err)
	}
	if err := polyglot.NewWriter(io.Discard).Flush(); !errors.Is(err, polyglot.ErrEmpty) {
		t.Errorf("nothing written: %v", err)
	}
	w = polyglot.NewWriter(io.Discard)
	var err error
	for range 1<<16 + 1 {
		err = w.Write(sorted[0])
	}
	if !errors.Is(err, polyglot.ErrCrowded) {
		t.Errorf("65,537 entries of one key: %v", err)
	}
	w = polyglot.NewWriter(brokenWriter{})
	w.Write(sorted[0])
	if err := w.Flush(); !errors.Is(err, errBroken) {
		t.Errorf("broken writer: %v", err)
	}
}

var errBroken = errors.New("the disk is broken")

type brokenWriter struct{}

// A Flush completes a position: no key before it may follow, nor the same one.
func TestWriterFlush(t *testing.T) {
	for _, next := range []uint64{3, 5, 6} {
		w := polyglot.NewWriter(io.Discard)
		err := errors.Join(w.Write(entry(5, 1, 1, 0)), w.Write(entry(5, 2, 2, 0)), w.Flush(), w.Flush())
		if err != nil {
			t.Fatal(err)
		}
		err = w.Write(entry(next, 3, 3, 0))
		if after := w.Flush(); !errors.Is(after, err) || errors.Is(err, polyglot.ErrOrder) != (next < 6) {
			t.Errorf("key %d after a flush: %v, then %v", next, err, after)
		}
	}
}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

// Whatever is wrong is found, with its place.
func TestBroken(t *testing.T) {
	good := write(t, sorted)
	swapped := slices.Concat(good[:48], good[64:80], good[48:64])
	for _, c := range []struct {
		name   string
		r      io.Reader
		entry  int64
		reason error
	}{
		{"empty", bytes.NewReader(nil), 0, polyglot.ErrEmpty},
		{"short", bytes.NewReader(good[:7]), 0, polyglot.ErrTruncated},
		{"cut off", bytes.NewReader(good[:63]), 3, polyglot.ErrTruncated},
		{"unordered", bytes.NewReader(swapped), 4, polyglot.ErrOrder},
		{"unreadable", io.MultiReader(bytes.NewReader(good[:40]), iotest.ErrReader(errBroken)), 2, errBroken},
	} {
		r := polyglot.NewReader(c.r)
		var err error
		n := int64(-1) // the last one is the error
		for _, err = range r.All() {
			n++
		}
		var place *polyglot.Error
		if !errors.As(err, &place) || !errors.Is(err, c.reason) ||
			place.Entry != c.entry || place.Offset != 16*c.entry || n != c.entry {
			t.Errorf("%s: %v after %d entries, want %v at entry %d", c.name, err, n, c.reason, c.entry)
		}
		n = 0
		for _, again := range r.All() {
			if n++; again != err {
				t.Errorf("%s: %v, then %v", c.name, err, again)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d errors the second time, want one", c.name, n)
		}
	}
}

// Any bytes are read without a panic, and a valid book is written back in the
// canonical order and found by its keys.
func FuzzReader(f *testing.F) {
	f.Add(write(f, sorted))
	f.Add([]byte("\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x07\x12"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var entries []polyglot.Entry
		var failed error
		for e, err := range polyglot.NewReader(bytes.NewReader(data)).All() {
			if failed = err; err == nil {
				entries = append(entries, e)
			}
		}
		book, err := polyglot.NewBook(bytes.NewReader(data), int64(len(data)))
		if (err == nil) != (len(data) > 0 && len(data)%16 == 0) {
			t.Fatalf("%d bytes: %v", len(data), err)
		}
		for i, e := range entries {
			if book == nil {
				break
			}
			got, err := book.Lookup(e.Key, nil)
			if failed != nil {
				continue // it may be found or not, or the fault
			}
			first := slices.IndexFunc(entries, func(x polyglot.Entry) bool { return x.Key == e.Key })
			if err != nil || !slices.Equal(got, entries[first:first+len(got)]) || i >= first+len(got) {
				t.Fatalf("look up %016x, entry %d: %v, %v", e.Key, i, got, err)
			}
		}
		if failed == nil {
			slices.SortStableFunc(entries, polyglot.Entry.Compare)
			if got := readAll(t, bytes.NewReader(write(t, entries))); !slices.Equal(got, entries) {
				t.Fatalf("%v is written as %v", entries, got)
			}
		}
	})
}
