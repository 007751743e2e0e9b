package polyglot_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/polyglot"
)

func merge(t testing.TB, rule polyglot.MergeRule, books ...[]byte) ([]byte, polyglot.MergeStats) {
	t.Helper()
	var readers []io.Reader
	for _, b := range books {
		readers = append(readers, bytes.NewReader(b))
	}
	var out bytes.Buffer
	m, err := polyglot.Merge(context.Background(), &out, rule, readers...)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), m
}

// Debian's polyglot merge-book adds weights too; it leaves the moves of the first
// book in their order, and no sum of these books exceeds 16 bits.
func TestMergeAsPolyglot(t *testing.T) {
	program := oracle.Program(t, "polyglot", "polyglot")
	for i, first := range realBooks {
		second := realBooks[(i+1)%len(realBooks)]
		out := filepath.Join(t.TempDir(), "out.bin")
		cmd := exec.Command(program, "merge-book", "-in1", oracle.Data(t, "polyglot/"+first.name+".bin"),
			"-in2", oracle.Data(t, "polyglot/"+second.name+".bin"), "-out", out)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		theirs, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		ours, m := merge(t, polyglot.AddWeights, readReal(t, first.name), readReal(t, second.name))
		compare(t, readAll(t, bytes.NewReader(ours)), readAll(t, bytes.NewReader(theirs)), nil)
		if !slices.Equal(m.Read, []int64{first.entries, second.entries}) ||
			m.Entries*16 != int64(len(ours)) ||
			m.Positions != first.positions+second.positions-m.Shared {
			t.Errorf("%s and %s: %+v", first.name, second.name, m)
		}
	}
}

// A move that one book has twice stays twice, with its learn field.
func TestMergeOneRepeated(t *testing.T) {
	book := []polyglot.Entry{entry(7, 796, 5, 1), entry(7, 796, 3, 2), entry(7, 788, 4, 0)}
	want := []polyglot.Entry{book[0], book[2], book[1]}
	for _, rule := range []polyglot.MergeRule{polyglot.AddWeights, polyglot.FirstWins} {
		merged, _ := merge(t, rule, write(t, book))
		if got := readAll(t, bytes.NewReader(merged)); !slices.Equal(got, want) {
			t.Errorf("rule %d: %v, want %v", rule, got, want)
		}
	}
}

// One book is only brought into order, and is the same again.
func TestMergeOne(t *testing.T) {
	for _, real := range realBooks {
		data := readReal(t, real.name)
		entries := readAll(t, bytes.NewReader(data))
		for _, rule := range []polyglot.MergeRule{polyglot.AddWeights, polyglot.FirstWins} {
			once, _ := merge(t, rule, data)
			if !bytes.Equal(once, write(t, entries)) {
				t.Errorf("%s, rule %d: other entries", real.name, rule)
			}
			if twice, _ := merge(t, polyglot.FirstWins, once, once); !bytes.Equal(once, twice) {
				t.Errorf("%s, rule %d: merged with itself, another book", real.name, rule)
			}
		}
	}
}

func TestMergeRules(t *testing.T) {
	type entries = []polyglot.Entry
	a := write(t, entries{entry(1, 5, 40000, 7), entry(1, 6, 1, 0), entry(1, 8, 0, 0), entry(3, 1, 2, 0)})
	b := write(t, entries{entry(1, 5, 40000, 8), entry(1, 9, 400, 0), entry(2, 1, 65535, 0)})
	c := write(t, entries{entry(1, 5, 20000, 0), entry(4, 4, 0, 1)})
	// The sum 100,000 becomes 65,535; 400 becomes 262.14; 1 stays 1, and 0 stays 0.
	added := entries{entry(1, 5, 65535, 7), entry(1, 9, 262, 0), entry(1, 6, 1, 0), entry(1, 8, 0, 0)}
	first := entries{entry(1, 5, 40000, 7), entry(1, 6, 1, 0), entry(1, 8, 0, 0)}
	rest := entries{entry(2, 1, 65535, 0), entry(3, 1, 2, 0), entry(4, 4, 0, 1)} // in one book each
	for rule, want := range map[polyglot.MergeRule]entries{polyglot.AddWeights: added, polyglot.FirstWins: first} {
		want = append(want, rest...)
		book, m := merge(t, rule, a, b, c)
		if got := readAll(t, bytes.NewReader(book)); !slices.Equal(got, want) {
			t.Errorf("rule %d: %v, want %v", rule, got, want)
		}
		read := []int64{4, 3, 2}
		if m.Shared != 1 || m.Positions != 4 || m.Entries != int64(len(want)) || !slices.Equal(m.Read, read) {
			t.Errorf("rule %d: %+v", rule, m)
		}
	}
}

// TestMergeUnsorted: books in any order give the book that the same entries in order
// give, alone and among others. A text is no book in another order.
func TestMergeUnsorted(t *testing.T) {
	good := write(t, sorted)
	other := write(t, []polyglot.Entry{entry(1, 5, 3, 0), entry(1<<63, 6, 1, 0)})
	parts := slices.Collect(slices.Chunk(slices.Concat(good, other), 16))
	for seed := range uint64(20) {
		rand.New(rand.NewPCG(seed, 32)).Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		shuffled := slices.Concat(parts...)
		want := slices.Clone(parts)
		slices.SortStableFunc(want, func(a, b []byte) int { return bytes.Compare(a[:8], b[:8]) })
		inOrder := slices.Concat(want...)
		for _, more := range [][]byte{nil, good} {
			wanted, got := [][]byte{inOrder}, [][]byte{shuffled}
			if more != nil {
				wanted, got = append(wanted, more), append(got, more)
			}
			book, _ := merge(t, polyglot.AddWeights, got...)
			if want, _ := merge(t, polyglot.AddWeights, wanted...); !bytes.Equal(book, want) {
				t.Fatalf("seed %d: %x, want %x", seed, book, want)
			}
		}
	}
	text := []byte(strings.Repeat("[Event \"A game of chess\"]\n", 16))
	_, err := polyglot.Merge(context.Background(), io.Discard, polyglot.AddWeights, bytes.NewReader(text))
	if !errors.Is(err, polyglot.ErrOrder) {
		t.Errorf("a text: %v", err)
	}
	swapped := slices.Concat(good[16:], good[:20])
	_, err = polyglot.Merge(context.Background(), io.Discard, polyglot.AddWeights, bytes.NewReader(swapped))
	if place := new(polyglot.Error); !errors.Is(err, polyglot.ErrTruncated) || !errors.As(err, &place) ||
		place.Offset != int64(len(good)) {
		t.Errorf("out of order and cut off: %v", err)
	}
}

func TestMergeFails(t *testing.T) {
	good := write(t, sorted)
	for _, bad := range []struct {
		data   []byte
		reason error
	}{
		{nil, polyglot.ErrEmpty},
		{good[:50], polyglot.ErrTruncated},
		{slices.Concat(good[16:], good[:16]), polyglot.ErrOrder},
		{bytes.Repeat(good[:16], 1<<16+1), polyglot.ErrCrowded},
	} {
		first, second := bytes.NewReader(good), bytes.NewBuffer(bad.data) // a Buffer cannot seek
		_, err := polyglot.Merge(context.Background(), io.Discard, polyglot.AddWeights, first, second)
		if !errors.Is(err, bad.reason) || !strings.HasPrefix(err.Error(), "polyglot: book 2, entry ") {
			t.Errorf("got %v, want %v", err, bad.reason)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	_, err := polyglot.Merge(ctx, brokenWriter{}, polyglot.AddWeights, bytes.NewReader(good))
	if !errors.Is(err, errBroken) {
		t.Errorf("broken writer: %v", err)
	}
	cancel(errBroken)
	_, err = polyglot.Merge(ctx, io.Discard, polyglot.AddWeights, bytes.NewReader(good))
	if !errors.Is(err, errBroken) {
		t.Errorf("cancelled: %v", err)
	}
}
