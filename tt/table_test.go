package tt_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// kinds are tables of every layout, of the given size.
func kinds(bytes int64) []tt.Options {
	kinds := []tt.Options{
		{Bytes: bytes}, {Bytes: bytes, TagBits: 8}, {Bytes: bytes, TagBits: 17}, {Bytes: bytes, TagBits: 48},
		{Bytes: bytes, Layout: tt.Wide},
	}
	if bytes >= 512<<10 {
		kinds = append(kinds, tt.Options{Bytes: bytes, Layout: tt.Payload})
	}
	return kinds
}

func newTable(tb testing.TB, o tt.Options) *tt.Table {
	tb.Helper()
	t, err := tt.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := t.Close(); err != nil {
			tb.Error(err)
		}
	})
	return t
}

func name(o tt.Options) string {
	return fmt.Sprintf("%v/tag=%d/bytes=%d/%v", o.Layout, o.TagBits, o.Bytes, o.Policy)
}

// narrow returns v without what the table's payload has no room for.
func narrow(t *tt.Table, v uint64) uint64 {
	return v << (64 - t.PayloadBits()) >> (64 - t.PayloadBits())
}

func TestProbeAfterStore(t *testing.T) {
	for _, bytes := range []int64{64, 200, 6400, 1<<20 + 77} {
		for _, o := range kinds(bytes) {
			t.Run(name(o), func(t *testing.T) {
				table := newTable(t, o)
				if got := table.Bytes(); got != bytes&^63 {
					t.Errorf("%d bytes, want %d", got, bytes&^63)
				}
				src := rand.New(rand.NewPCG(1, uint64(bytes)))
				for range 2000 {
					h := src.Uint64()
					e := tt.Entry{Payload: narrow(table, src.Uint64()), Depth: int8(src.Uint32())}
					table.Store(h, e)
					got, _, ok := table.Probe(h)
					e.Generation = 1
					if o.Layout == tt.Payload {
						e.Depth = 0
					}
					if !ok || got != e {
						t.Fatalf("stored %+v, found %+v, %v", e, got, ok)
					}
				}
			})
		}
	}
}

// TestEmpty: no hash matches an empty slot.
func TestEmpty(t *testing.T) {
	for _, o := range kinds(512 << 10) {
		table := newTable(t, o)
		for bit := range 65 {
			h := uint64(1) << bit // 1<<64 is 0
			if e, _, ok := table.Probe(h); ok || e != (tt.Entry{}) {
				t.Errorf("%s: an empty table has %+v for %#x", name(o), e, h)
			}
			if e, _, ok := table.Probe128(zobrist.Uint128{Hi: h}); ok {
				t.Errorf("%s: an empty table has %+v for %#x:0", name(o), e, h)
			}
		}
		// Nor does the zero entry of hash 0 look empty.
		table.Store(0, tt.Entry{})
		if _, _, ok := table.Probe(0); !ok {
			t.Errorf("%s: the zero entry of hash 0 is lost", name(o))
		}
	}
}

// TestVerification: every bit of the hash that the layout claims counts, even
// with one line, to which all hashes go.
func TestVerification(t *testing.T) {
	for _, o := range []tt.Options{{Bytes: 64}, {Bytes: 64, Layout: tt.Wide}, {Bytes: 64, TagBits: 13}, {Layout: tt.Payload, Bytes: 512 << 10}} {
		table := newTable(t, o)
		const h = 0x0123456789abcdef
		table.Store(h, tt.Entry{Payload: 5})
		for bit := range 64 {
			_, _, ok := table.Probe(h ^ 1<<bit)
			if want := o.TagBits != 0 && bit >= o.TagBits; ok != want {
				t.Errorf("%s: a hash that differs in bit %d: found %v, want %v", name(o), bit, ok, want)
			}
		}
	}
	wide := newTable(t, tt.Options{Layout: tt.Wide})
	h := zobrist.Uint128{Hi: 77, Lo: 99}
	wide.Store128(h, tt.Entry{Payload: math.MaxUint64})
	for bit := range 64 {
		if _, _, ok := wide.Probe128(h.Xor(zobrist.Uint128{Hi: 1 << bit})); ok {
			t.Errorf("wide: bit %d of the high half does not count", bit)
		}
	}
	e, s, ok := wide.Probe128(h)
	if !ok || e.Payload != math.MaxUint64 {
		t.Errorf("wide: %+v, %v", e, ok)
	}
	wide.StoreAt128(s, h, tt.Entry{Payload: 3, Depth: -9})
	if e, _, ok := wide.Probe128(h); !ok || e.Payload != 3 || e.Depth != -9 {
		t.Errorf("wide: %+v, %v", e, ok)
	}
	other := h.Xor(zobrist.Uint128{Lo: 1})
	_, s, _ = wide.Probe128(other)
	wide.StoreAt128(s, other, tt.Entry{Payload: 4})
	if e, _, ok := wide.Probe128(other); !ok || e.Payload != 4 {
		t.Errorf("wide: %+v, %v", e, ok)
	}
}

func TestScored(t *testing.T) {
	for _, b := range []tt.Bound{tt.NoBound, tt.Upper, tt.Lower, tt.Exact} {
		for _, v := range []int16{math.MinInt16, -1, 0, 1, math.MaxInt16} {
			e := tt.Scored(v, b, -3, 0xbeef)
			if e.Value() != v || e.Bound() != b || e.Depth != -3 || e.Move() != 0xbeef || e.Payload>>tt.ScoreBits != 0 {
				t.Errorf("Scored(%d, %v, …) = %+v", v, b, e)
			}
			low, high := e.Range()
			if b&tt.Lower != 0 && low != v || b&tt.Upper != 0 && high != v || b&tt.Lower == 0 && low != math.MinInt16 || b&tt.Upper == 0 && high != math.MaxInt16 {
				t.Errorf("%v %d: range %d to %d", b, v, low, high)
			}
		}
	}
}

func TestStoreAt(t *testing.T) {
	for _, o := range kinds(1 << 20) {
		table := newTable(t, o)
		src := rand.New(rand.NewPCG(3, 4))
		for range 1000 {
			h := src.Uint64()
			_, s, _ := table.Probe(h)
			table.StoreAt(s, h, tt.Entry{Payload: 1, Depth: 1})
			e, s, ok := table.Probe(h)
			if !ok || e.Payload != 1 {
				t.Fatalf("%s: %+v, %v after a store at the slot of a miss", name(o), e, ok)
			}
			table.StoreAt(s, h, tt.Entry{Payload: 2, Depth: 1})
			if e, again, ok := table.Probe(h); !ok || e.Payload != 2 || again != s {
				t.Fatalf("%s: %+v, %v after a store at the slot of a hit", name(o), e, ok)
			}
		}
	}
}

// TestTooWide: what does not fit is not stored, and changes nothing.
func TestTooWide(t *testing.T) {
	for _, o := range kinds(512 << 10) {
		table := newTable(t, o)
		if table.PayloadBits() == 64 {
			continue
		}
		table.Store(5, tt.Entry{Payload: 1})
		_, s, _ := table.Probe(5)
		table.Store(5, tt.Entry{Payload: 1 << table.PayloadBits()})
		table.StoreAt(s, 5, tt.Entry{Payload: math.MaxUint64})
		if e, _, ok := table.Probe(5); !ok || e.Payload != 1 {
			t.Errorf("%s: %+v, %v", name(o), e, ok)
		}
	}
}

func TestBatch(t *testing.T) {
	for _, o := range kinds(1 << 20) {
		single, batch := newTable(t, o), newTable(t, o)
		src := rand.New(rand.NewPCG(5, 6))
		for _, n := range []int{0, 1, 7, 31, 32, 33, 64, 1000} {
			hashes, entries := make([]uint64, n), make([]tt.Entry, n)
			for i := range hashes {
				hashes[i] = src.Uint64N(3000) * 0x9e3779b97f4a7c15
				entries[i] = tt.Entry{Payload: narrow(single, src.Uint64()), Depth: int8(i)}
				single.Store(hashes[i], entries[i])
			}
			batch.StoreBatch(hashes, entries)
			for i := range hashes {
				hashes[i] = src.Uint64N(3000) * 0x9e3779b97f4a7c15
			}
			got, hits := make([]tt.Entry, n), 0
			found := batch.ProbeBatch(hashes, got)
			for i, h := range hashes {
				want, _, ok := single.Probe(h)
				if ok {
					hits++
				}
				if got[i] != want {
					t.Fatalf("%s: hash %d of %d: %+v alone, %+v in the batch", name(o), i, n, want, got[i])
				}
			}
			if hits != found {
				t.Errorf("%s: %d hits alone, %d in the batch", name(o), hits, found)
			}
		}
	}
}

// TestGenerations: a hit makes an entry young again.
func TestGenerations(t *testing.T) {
	for _, o := range kinds(512 << 10) {
		table := newTable(t, o)
		table.Store(9, tt.Entry{Payload: 3})
		for n := 2; n < 100; n++ {
			table.NewSearch()
			want := uint8((n-1)%31 + 1)
			if e, _, ok := table.Probe(9); !ok || e.Payload != 3 {
				t.Fatalf("%s: lost in generation %d", name(o), n)
			}
			if e, _, _ := table.Probe(9); e.Generation != want {
				t.Fatalf("%s: generation %d after a hit, want %d", name(o), e.Generation, want)
			}
		}
	}
}

func TestHashfull(t *testing.T) {
	bytes := int64(512 << 10)
	if testing.Short() {
		bytes = 64 << 10 // Payload has none
	}
	for _, o := range kinds(bytes) {
		table := newTable(t, o)
		src := rand.New(rand.NewPCG(7, 8))
		for range table.Len() / 2 {
			table.Store(src.Uint64(), tt.Entry{Payload: 1})
		}
		if got := table.Hashfull(); got < 380 || got > 520 {
			t.Errorf("%s: hashfull %d, want somewhat below 500", name(o), got)
		}
		table.NewSearch()
		if got := table.Hashfull(); got != 0 {
			t.Errorf("%s: hashfull %d in a new search", name(o), got)
		}
		table.Clear()
		for range 12 * table.Len() {
			table.Store(src.Uint64(), tt.Entry{Payload: 1})
		}
		if got := table.Hashfull(); got < 999 {
			t.Errorf("%s: hashfull %d of a full table", name(o), got)
		}
		table.Clear()
		if got := table.Hashfull(); got != 0 {
			t.Errorf("%s: hashfull %d after Clear", name(o), got)
		}
	}
}

func TestResizeClose(t *testing.T) {
	table := newTable(t, tt.Options{Bytes: 1 << 20})
	table.Store(1, tt.Entry{Payload: 1})
	if err := table.Resize(3<<20 + 1); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := table.Probe(1); ok || table.Bytes() != 3<<20 {
		t.Errorf("after Resize: found %v, %d bytes", ok, table.Bytes())
	}
	if err := table.Resize(5); !errors.Is(err, tt.ErrOptions) {
		t.Errorf("Resize(5): %v", err)
	}
	if err := table.Resize(1 << 55); err == nil {
		t.Error("Resize(2^55) succeeds")
	}
	table.Store(2, tt.Entry{Payload: 2})
	if _, _, ok := table.Probe(2); !ok || table.Bytes() != 3<<20 {
		t.Errorf("after a refused Resize: found %v, %d bytes", ok, table.Bytes())
	}
	_, s, _ := table.Probe(2)
	for range 2 {
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// A closed table forgets, and does not crash.
	table.StoreAt(s, 3, tt.Entry{Payload: 3})
	table.Prefetch(4)
	table.Probe(^uint64(0))
	table.Clear()
}

func TestOptions(t *testing.T) {
	for _, o := range []tt.Options{
		{Bytes: 63}, {Bytes: -1}, {Layout: 9}, {Policy: 9}, {Sample: -1}, {TagBits: 7}, {TagBits: 49}, {TagBits: -1},
		{TagBits: 16, Layout: tt.Full}, {TagBits: 16, Chance: 0.1, Probes: 1}, {Chance: 1, Probes: 1}, {Chance: 0.5}, {Chance: -1, Probes: 1},
		{Chance: math.NaN(), Probes: 1}, {Chance: 0.1, Probes: math.Inf(1)}, {Layout: tt.Payload, Bytes: 1 << 18},
		{Chance: 1e-9, Probes: 1e15, Layout: tt.Compact}, {Chance: 1e-9, Probes: 1e15}, {Bytes: 1 << 60}, {Bytes: math.MaxInt64},
	} {
		table, err := tt.New(o)
		if err == nil {
			t.Errorf("New(%+v) succeeds", o)
			table.Close()
		} else {
			t.Log(err)
		}
	}
}

// TestChance: the layout chosen keeps what was asked for, and one tag bit
// less would not.
func TestChance(t *testing.T) {
	for _, c := range []struct {
		chance, probes float64
		layout         tt.Layout
		tag            int
	}{
		{0.01, 1e6, tt.Compact, 30}, // 8·10^6 / 2^30 = .0075
		{0.5, 10, tt.Compact, 8},    // 80/256 = .31
		{0.01, 1e12, tt.Full, 64},   // 8·10^12 / 2^48 is too many, 4·10^12/2^(64−14) = .0036
	} {
		table := newTable(t, tt.Options{Bytes: 1 << 20, Chance: c.chance, Probes: c.probes})
		if table.Layout() != c.layout || table.TagBits() != c.tag {
			t.Errorf("chance %g in %g probes: %v, %d bits; want %v, %d", c.chance, c.probes, table.Layout(), table.TagBits(), c.layout, c.tag)
		}
	}
}

func TestMemory(t *testing.T) {
	table := newTable(t, tt.Options{Bytes: 8 << 20, Sample: 64})
	m := table.Memory()
	if m.Bytes != 8<<20 || m.HugeBytes > m.Bytes || m.WatchBytes != 8<<20/64/64*96 || m.String() == "" {
		t.Errorf("%+v", m)
	}
	t.Log(m)
}

// TestNoAllocation: the garbage collector has nothing to do.
func TestNoAllocation(t *testing.T) {
	for _, o := range kinds(1 << 20) {
		table := newTable(t, o)
		hashes, entries := make([]uint64, 100), make([]tt.Entry, 100)
		if n := testing.AllocsPerRun(100, func() {
			table.Store(1, tt.Entry{Payload: 1})
			_, s, _ := table.Probe(1)
			table.StoreAt(s, 1, tt.Entry{Payload: 2})
			table.StoreBatch(hashes, entries)
			table.ProbeBatch(hashes, entries)
			table.NewSearch()
			table.Prefetch(3)
		}); n != 0 {
			t.Errorf("%s: %v allocations", name(o), n)
		}
	}
}
