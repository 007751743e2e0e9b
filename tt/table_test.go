package tt_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/tt"
)

// kinds are tables of both layouts, of the given size.
func kinds(bytes int64) []tt.Options {
	return []tt.Options{{Bytes: bytes}, {Bytes: bytes, TagBits: 8}, {Bytes: bytes, TagBits: 17},
		{Bytes: bytes, TagBits: 48, Payload: 3}}
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
	return fmt.Sprintf("tag=%d/bytes=%d/sample=%d", o.TagBits, o.Bytes, o.Sample)
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
				if got := table.Memory().Bytes; got != bytes&^63 {
					t.Errorf("%d bytes, want %d", got, bytes&^63)
				}
				src := rand.New(rand.NewPCG(1, uint64(bytes)))
				for range 2000 {
					h := src.Uint64()
					e := tt.Entry{Payload: narrow(table, src.Uint64()), Depth: int8(src.Uint32())}
					table.Store(h, e)
					got, ok := table.Probe(h)
					e.Generation = 1
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
			if e, ok := table.Probe(h); ok || e != (tt.Entry{}) {
				t.Errorf("%s: an empty table has %+v for %#x", name(o), e, h)
			}
		}
		// Nor does the zero entry of hash 0 look empty.
		table.Store(0, tt.Entry{})
		if _, ok := table.Probe(0); !ok {
			t.Errorf("%s: the zero entry of hash 0 is lost", name(o))
		}
	}
}

// TestVerification: every bit of the hash that an entry keeps counts, even in
// one cluster, to which all hashes go.
func TestVerification(t *testing.T) {
	for _, o := range []tt.Options{{Bytes: 64}, {Bytes: 64, TagBits: 64}, {Bytes: 64, TagBits: 13}} {
		table := newTable(t, o)
		const h = 0x0123456789abcdef
		table.Store(h, tt.Entry{Payload: 5})
		for bit := range 64 {
			_, ok := table.Probe(h ^ 1<<bit)
			if want := bit >= table.TagBits(); ok != want {
				t.Errorf("%s: a hash that differs in bit %d: found %v, want %v", name(o), bit, ok, want)
			}
		}
	}
}

func TestNewEntry(t *testing.T) {
	for _, b := range []tt.Bound{tt.NoBound, tt.Upper, tt.Lower, tt.Exact} {
		for _, v := range []int16{math.MinInt16, -1, 0, 1, math.MaxInt16} {
			e := tt.NewEntry(v, b, -3, 0xbeef)
			if e.Value() != v || e.Bound() != b || e.Depth != -3 || e.Move() != 0xbeef || e.Payload>>tt.ScoreBits != 0 {
				t.Errorf("NewEntry(%d, %v, …) = %+v", v, b, e)
			}
		}
	}
}

// TestTooWide: what does not fit is not stored, and changes nothing.
func TestTooWide(t *testing.T) {
	for _, o := range kinds(512 << 10) {
		table := newTable(t, o)
		table.Store(5, tt.Entry{Payload: 1})
		table.Store(5, tt.Entry{Payload: 1 << table.PayloadBits()})
		table.Store(5, tt.Entry{Payload: math.MaxUint64})
		if e, ok := table.Probe(5); !ok || e.Payload != 1 {
			t.Errorf("%s: %+v, %v", name(o), e, ok)
		}
		if s := table.Stats(); s.Dropped != 2 {
			t.Errorf("%s: %d entries counted as dropped, want 2", name(o), s.Dropped)
		}
		if table.Clear(); table.Stats().Dropped != 0 {
			t.Errorf("%s: dropped entries after Clear", name(o))
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
				want, ok := single.Probe(h)
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
			if e, ok := table.Probe(9); !ok || e.Payload != 3 {
				t.Fatalf("%s: lost in generation %d", name(o), n)
			}
			if e, _ := table.Probe(9); e.Generation != want {
				t.Fatalf("%s: generation %d after a hit, want %d", name(o), e.Generation, want)
			}
		}
	}
}

func TestHashfull(t *testing.T) {
	bytes := int64(512 << 10)
	if oracle.Short() {
		bytes = 64 << 10
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

func TestClose(t *testing.T) {
	table := newTable(t, tt.Options{Bytes: 1 << 20, Sample: 3})
	for range 2 {
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []tt.Options{
		{Bytes: 63}, {Bytes: -1}, {Sample: -1}, {TagBits: 7}, {TagBits: 49}, {TagBits: -1}, {TagBits: 65},
		{TagBits: 16, Chance: 0.1, Probes: 1}, {Chance: 1, Probes: 1}, {Chance: 0.5}, {Chance: -1, Probes: 1},
		{TagBits: 18}, {TagBits: 16, Payload: 36}, {TagBits: 48, Payload: 4}, {Payload: 52}, {Payload: -1},
		{Chance: math.NaN(), Probes: 1}, {Chance: 0.1, Probes: math.Inf(1)}, {Chance: 1e-9, Probes: 1e15},
	} {
		if table, err := tt.New(o); !errors.Is(err, tt.ErrOptions) {
			t.Errorf("New(%+v): %v", o, err)
			if err == nil {
				table.Close()
			}
		}
	}
	for _, bytes := range []int64{1 << 60, math.MaxInt64} {
		if table, err := tt.New(tt.Options{Bytes: bytes}); !errors.Is(err, tt.ErrMemory) {
			t.Errorf("a table of %d bytes: %v, %v", bytes, table, err)
		}
	}
}

// TestChance: the tag chosen keeps what was wanted, and one bit less would not.
func TestChance(t *testing.T) {
	for _, c := range []struct {
		chance, probes float64
		tag            int
	}{
		{0.01, 1e6, 30},  // 8·10^6 / 2^30 = .0075
		{0.5, 10, 8},     // 80/256 = .31
		{0.01, 1e12, 64}, // 8·10^12 / 2^48 is too many, 4·10^12 / 2^(64−14) = .0036
	} {
		table := newTable(t, tt.Options{Bytes: 1 << 20, Payload: 1, Chance: c.chance, Probes: c.probes})
		if table.TagBits() != c.tag {
			t.Errorf("chance %g in %g probes: %d bits, want %d", c.chance, c.probes, table.TagBits(), c.tag)
		}
	}
}

// TestPlainSettings: with every plain setting and size, each entry stored is found, unless New refuses and says what
// would fit.
func TestPlainSettings(t *testing.T) {
	made := 0
	for _, bytes := range []int64{1 << 20, 16 << 20, 64 << 20} {
		for _, chance := range []float64{0.5, 0.1, 0.01, 1e-3, 1e-6, 1e-9} {
			for _, probes := range []float64{1e3, 1e6, 1e9, 1e12} {
				for _, payload := range []int{0, 8, 34, 40, 51} {
					o := tt.Options{Bytes: bytes, Chance: chance, Probes: probes, Payload: payload}
					if bytes > 1<<20 && payload != 0 {
						continue // to be quick
					}
					table, err := tt.New(o)
					if err != nil {
						if !errors.Is(err, tt.ErrOptions) || !strings.Contains(err.Error(), "give a larger chance") {
							t.Errorf("%+v: %v", o, err)
						}
						continue
					}
					made++
					if got := table.Chance(probes); got > chance {
						t.Errorf("%+v: a chance of %g when empty", o, got)
					}
					src := rand.New(rand.NewPCG(1, uint64(made)))
					hashes, entries := make([]uint64, 1000), make([]tt.Entry, 1000)
					for i := range hashes {
						hashes[i] = src.Uint64()
						entries[i] = tt.NewEntry(int16(i), tt.Exact, int8(i), uint16(src.Uint64()))
						if payload != 0 {
							entries[i].Payload = src.Uint64() >> (64 - payload)
						}
						table.Store(hashes[i], entries[i])
					}
					for i, h := range hashes {
						if e, ok := table.Probe(h); !ok || e.Payload != entries[i].Payload {
							t.Fatalf("%+v, tag %d: stored %+v, found %+v, %v", o, table.TagBits(), entries[i], e, ok)
						}
					}
					if s := table.Stats(); s.Dropped != 0 {
						t.Errorf("%+v: %d dropped", o, s.Dropped)
					}
					table.Close()
				}
			}
		}
	}
	t.Logf("%d tables", made)
	if made < 100 {
		t.Errorf("only %d settings make a table", made)
	}
}

func TestMemory(t *testing.T) {
	table := newTable(t, tt.Options{Bytes: 8 << 20, Sample: 64})
	m := table.Memory()
	if m.Bytes != 8<<20 || m.HugeBytes > m.Bytes || m.WatchBytes != 8<<20/64/64*128 || m.String() == "" {
		t.Errorf("%+v", m)
	}
	t.Log(m)
	if text := fmt.Sprint(table); text != "524288 slots in 8192 KiB" { // and not the clusters
		t.Errorf("%.100s", text)
	}
}

// TestNoAllocation: the garbage collector has nothing to do.
func TestNoAllocation(t *testing.T) {
	for _, o := range kinds(1 << 20) {
		table := newTable(t, o)
		hashes, entries := make([]uint64, 100), make([]tt.Entry, 100)
		if n := testing.AllocsPerRun(100, func() {
			table.Store(1, tt.Entry{Payload: 1})
			table.Probe(1)
			table.StoreBatch(hashes, entries)
			table.ProbeBatch(hashes, entries)
			table.NewSearch()
			table.Prefetch(3)
		}); n != 0 {
			t.Errorf("%s: %v allocations", name(o), n)
		}
	}
}

// TestReplacement stores entries of the given depths in one cluster of four
// slots, and asks which are kept.
func TestReplacement(t *testing.T) {
	const next = -128 // a new search
	for _, c := range []struct {
		depths []int8
		kept   string
	}{
		{[]int8{5, 4, 3, 2, 1}, "yyyny"},
		{[]int8{5, 4, 3, 9, 1}, "yynyy"},
		{[]int8{9, 8, 7, 3, next, 5, 5}, "yynn-yy"}, // 7 − 8 and 3 − 8 are least
		{[]int8{20, 8, 7, 9, next, 1, 1}, "ynny-yy"},
	} {
		table := newTable(t, tt.Options{Bytes: 64})
		for i, depth := range c.depths {
			if depth == next {
				table.NewSearch()
			} else {
				table.Store(uint64(i)+1, tt.Entry{Depth: depth})
			}
		}
		var kept strings.Builder
		for i, depth := range c.depths {
			switch _, ok := table.Probe(uint64(i) + 1); {
			case depth == next:
				kept.WriteString("-")
			case ok:
				kept.WriteString("y")
			default:
				kept.WriteString("n")
			}
		}
		if kept.String() != c.kept {
			t.Errorf("depths %v: kept %s, want %s", c.depths, kept.String(), c.kept)
		}
	}
}

// TestEmptySlotFirst: as long as a cluster has an empty slot, nothing is replaced, whatever the generations of the
// entries and of the search, before and after they begin again.
func TestEmptySlotFirst(t *testing.T) {
	for _, o := range []tt.Options{{Bytes: 64}, {Bytes: 64, TagBits: 16}} {
		for o.Sample = range 2 { // by the kernel, and in Go, which handles watched clusters
			table := newTable(t, o)
			for past := range 31 {
				for age := range 32 {
					for _, depth := range []int8{-128, -127, 0, 127} {
						table.Clear()
						for range past {
							table.NewSearch()
						}
						for h := range uint64(table.Len() - 1) {
							table.Store(h+1, tt.Entry{Depth: depth})
						}
						for range age {
							table.NewSearch()
						}
						table.Store(99, tt.Entry{Depth: -128})
						for _, h := range []uint64{1, 2, uint64(table.Len() - 1), 99} {
							if _, ok := table.Probe(h); !ok {
								t.Fatalf("%s: generation %d, %d searches later, depth %d: no %d, beside an empty slot",
									name(o), past+1, age, depth, h)
							}
						}
					}
				}
			}
		}
	}
}

// TestAges: an entry of any age yields to new ones exactly when its depth − 8·age is no more than theirs, in every
// generation. Where generations begin again, 1 after 31, ages were once too high by one: an entry of depth 12 in
// generation 31 yielded to entries of depth 0 in generation 1.
func TestAges(t *testing.T) {
	for _, o := range []tt.Options{{Bytes: 64}, {Bytes: 64, TagBits: 16}} {
		for o.Sample = range 2 { // by the kernel, and in Go, which handles watched clusters
			table := newTable(t, o)
			for past := range 31 {
				for age := range 31 {
					for more := range 2 {
						table.Clear()
						for range past {
							table.NewSearch()
						}
						table.Store(1, tt.Entry{Depth: int8(-128 + 8*age + more)})
						for range age {
							table.NewSearch()
						}
						for h := range uint64(table.Len()) {
							table.Store(h+2, tt.Entry{Depth: -128})
						}
						if _, ok := table.Probe(1); ok != (more > 0) {
							t.Errorf("%s: stored in generation %d, %d searches later worth %d more than others: kept %v",
								name(o), past+1, age, more, ok)
						}
					}
				}
			}
		}
	}
}

// TestOwnSlot: an entry stored again takes its own slot, even if all others are
// worth as little as can be.
func TestOwnSlot(t *testing.T) {
	for _, o := range kinds(64) {
		table := newTable(t, o)
		table.NewSearch() // 2
		for h := range uint64(table.Len()) {
			table.Store(h+1, tt.Entry{Depth: -128})
		}
		for range 30 { // to 31 and 1: none is older
			table.NewSearch()
		}
		for range table.Len() {
			table.Store(uint64(table.Len()), tt.Entry{Payload: 1, Depth: -128})
		}
		for h := range uint64(table.Len()) {
			if _, ok := table.Probe(h + 1); !ok {
				t.Errorf("%s: position %d of %d was replaced by the last one", name(o), h+1, table.Len())
			}
		}
	}
}
