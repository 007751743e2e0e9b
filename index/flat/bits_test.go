package flat

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// openArea writes bits to a file of their own and returns it with their place.
func openArea(tb testing.TB, w *bitWriter) (f *sorted.File, from, to uint64) {
	tb.Helper()
	n := w.len()
	osFile, err := os.Create(filepath.Join(tb.TempDir(), "area"))
	if err != nil {
		tb.Fatal(err)
	}
	out := sorted.NewOutput(osFile)
	offset, err := out.Append(w.bytes())
	if err == nil {
		err = out.Finish(family, new(sorted.Header))
	}
	if err = errors.Join(err, osFile.Close()); err != nil {
		tb.Fatal(err)
	}
	if f, err = family.OpenFile(osFile.Name()); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { f.Close() })
	return f, uint64(offset) * 8, uint64(offset)*8 + uint64(n)
}

// TestBits writes numbers in all codes and reads them, over borders of words and pages.
func TestBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	type number struct {
		v     uint64
		width uint
		code  int
		list  []uint32
		u     uint32
	}
	var numbers []number
	var w bitWriter
	for range 20000 {
		n := number{code: rng.IntN(4), width: uint(rng.IntN(58))}
		n.v = rng.Uint64() & (1<<n.width - 1)
		switch n.code {
		case 0:
			w.put(n.v, n.width)
		case 1:
			n.v = uint64(rng.IntN(1 + rng.IntN(200)))
			w.putUnary(n.v)
		case 2:
			n.v = max(n.v>>1, 1)
			w.putGamma(n.v)
		case 3:
			n.u = 1 + rng.Uint32N(1+rng.Uint32N(100))
			if rng.IntN(10) == 0 {
				n.u = index.MaxGames
			}
			set := make(map[uint32]bool)
			for range rng.IntN(20) {
				set[rng.Uint32N(n.u)] = true
			}
			if rng.IntN(4) == 0 {
				set[0], set[n.u-1] = true, true
			}
			for v := range set {
				n.list = append(n.list, v)
			}
			slices.Sort(n.list)
			putAscending(&w, n.list, n.u)
		}
		numbers = append(numbers, n)
	}
	f, from, to := openArea(t, &w)
	r := newBitReader(f, from, to)
	for i, n := range numbers {
		var got uint64
		switch n.code {
		case 0:
			if at := r.pos; n.width > 0 && bitsAt(f.Data, at, n.width) != n.v {
				t.Fatalf("number %d: bitsAt", i)
			}
			got = r.get(n.width)
		case 1:
			got = r.unary(math.MaxUint64)
		case 2:
			got = r.gamma(n.v)
		case 3:
			if list := readAscending(&r, len(n.list), n.u); !slices.Equal(list, n.list) {
				t.Fatalf("number %d: %v instead of %v", i, list, n.list)
			}
		}
		if got != n.v && n.code < 3 || r.err != nil {
			t.Fatalf("number %d: %d instead of %d: %v", i, got, n.v, r.err)
		}
	}
	if r.pos != to {
		t.Errorf("read to bit %d instead of %d", r.pos, to)
	}
	if r.get(1); r.err == nil { // the first bit after the end
		r.get(1)
	}
	if !errors.Is(r.err, index.ErrCorrupt) {
		t.Errorf("beyond the end: %v", r.err)
	}
}

func putAscending(w *bitWriter, list []uint32, u uint32) {
	a := newAscent(len(list), u)
	for _, v := range list {
		w.putAscending(&a, v)
	}
}

// readAscending reads n numbers in pieces.
func readAscending(r *bitReader, n int, u uint32) (list []uint32) {
	a := newAscent(n, u)
	for ; n > 0; n -= 3 {
		list = r.ascending(list, &a, min(n, 3))
	}
	return list
}

// TestWide writes words of 64 bits at all offsets in a word.
func TestWide(t *testing.T) {
	for skip := range uint(64) {
		var w bitWriter
		w.put(0, skip)
		w.put(math.MaxUint64, 64)
		w.put(1<<63|5, 64)
		f, from, to := openArea(t, &w)
		r := newBitReader(f, from, to)
		r.get(skip & 31)
		r.get(skip &^ 31)
		for _, want := range []uint64{1<<32 - 1, 1<<32 - 1, 5, 1 << 31} {
			if got := r.get(32); got != want {
				t.Fatalf("after %d bits: %x instead of %x", skip, got, want)
			}
		}
	}
}

// TestLimits reads numbers that are larger than they may be.
func TestLimits(t *testing.T) {
	var w bitWriter
	w.putGamma(1000)
	putAscending(&w, []uint32{999}, 1000)
	f, from, to := openArea(t, &w)
	for _, limit := range []uint64{0, 1, 999} {
		r := newBitReader(f, from, to)
		if v := r.gamma(limit); v != 0 || !errors.Is(r.err, index.ErrCorrupt) {
			t.Errorf("1000 of at most %d: %d, %v", limit, v, r.err)
		}
	}
	for u := uint32(1); u < 999; u++ {
		r := newBitReader(f, from, to)
		r.gamma(1000)
		for _, v := range readAscending(&r, 1, u) {
			if v >= u {
				t.Errorf("game %d of %d", v, u)
			}
		}
	}
}
