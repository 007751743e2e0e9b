//go:build !purego && !race

package tt

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// inGo makes a table leave everything to Go.
func inGo(t *Table) { t.goUpTo = math.MaxUint64 }

// twins returns a table and one that leaves everything to Go.
func twins(tb testing.TB, o Options) [2]*Table {
	if !kernelAvailable {
		tb.Log("this processor has no AVX2: Go is compared with itself")
	}
	var tables [2]*Table
	for k := range tables {
		t, err := New(o)
		if err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(func() { t.Close() })
		tables[k] = t
	}
	inGo(tables[1])
	return tables
}

// TestKernels: in assembly and in Go a table answers the same, counts the same,
// and holds the same words after any stores, probes, batches and searches.
func TestKernels(t *testing.T) {
	for _, o := range []Options{
		{}, {Sample: 3}, {TagBits: 8}, {TagBits: 16, Sample: 3}, {TagBits: 48, Payload: 1},
		{TagBits: 40, Payload: 1, Sample: 3},
	} {
		o.Bytes = 21 * clusterBytes
		tables := twins(t, o)
		src := rand.New(rand.NewPCG(21, uint64(o.Sample)))
		hashes := make([]uint64, 450)
		for i := range hashes {
			hashes[i] = src.Uint64() << (src.Uint64() & 63 >> (i & 3)) // some tags are equal, some 0
		}
		hashes[0] = 0
		for step := range 50_000 {
			h := hashes[src.IntN(len(hashes))]
			e := Entry{Payload: src.Uint64() >> max(0, 64-tables[0].PayloadBits()-src.IntN(20)/19),
				Depth: int8(src.Uint64())}
			n, operation := src.IntN(len(hashes)+1), src.IntN(100)
			var answers [2][]Entry
			var hits [2]int
			for k, table := range tables {
				switch {
				case operation < 50:
					table.Store(h, e)
				case operation < 95:
					e, ok := table.Probe(h)
					answers[k] = []Entry{e}
					if ok {
						hits[k] = 1
					}
				case operation < 99:
					answers[k] = make([]Entry, n)
					hits[k] = table.ProbeBatch(hashes[:n], answers[k])
					if table.TagBits() != wholeHash {
						// Of two positions with one tag, the first refreshes the entry of the second.
						for i := range answers[k] {
							answers[k][i].Generation = min(1, answers[k][i].Generation)
						}
					}
				default:
					table.NewSearch()
				}
			}
			if !slices.Equal(answers[0], answers[1]) || hits[0] != hits[1] {
				t.Fatalf("%+v, step %d, operation %d, hash %#x: %d hits, %+v, in Go %d, %+v", o, step, operation, h,
					hits[0],
					answers[0], hits[1], answers[1])
			}
		}
		if !slices.Equal(tables[0].region.Words(), tables[1].region.Words()) {
			t.Errorf("%+v: other words than in Go", o)
		}
		if got, want := tables[0].Stats(), tables[1].Stats(); got != want {
			t.Errorf("%+v: %+v, in Go %+v", o, got, want)
		}
	}
}

// TestTwice: if a position is in two slots, as two goroutines may leave it, the
// first one is found.
func TestTwice(t *testing.T) {
	for _, o := range []Options{{Bytes: 64}, {Bytes: 64, TagBits: 16}} {
		for _, table := range twins(t, o) {
			const h = 0x123456789abcdef1
			for slot := 1; slot < 3; slot++ {
				table.write(&table.clusters[0], slot, h,
					pack(Entry{Payload: uint64(slot), Depth: 5}, table.generation.Load()))
			}
			hashes := []uint64{h, ^uint64(h), 0, h}
			checkEntries(t, table, hashes, []Entry{{1, 5, 1}, {}, {}, {1, 5, 1}})
		}
	}
}

// TestAfterEmpty: an empty slot before a position's own does not hide it, not
// even if the tag is 0, with which both look alike.
func TestAfterEmpty(t *testing.T) {
	for _, o := range []Options{{Bytes: 64}, {Bytes: 64, TagBits: 8}} {
		for _, table := range twins(t, o) {
			hashes := []uint64{1 << 20, 1<<20 | 1, 5}
			for i, h := range hashes[:2] {
				table.write(&table.clusters[0], 3-i, h,
					pack(Entry{Payload: uint64(i), Depth: 5}, table.generation.Load()))
			}
			checkEntries(t, table, hashes, []Entry{{0, 5, 1}, {1, 5, 1}, {}})
			table.Store(hashes[0], Entry{Payload: 7})
			checkEntries(t, table, hashes, []Entry{{7, 0, 1}, {1, 5, 1}, {}})
		}
	}
}

func checkEntries(t *testing.T, table *Table, hashes []uint64, want []Entry) {
	t.Helper()
	entries, hits := make([]Entry, len(hashes)), 0
	found := table.ProbeBatch(hashes, entries)
	if !slices.Equal(entries, want) {
		t.Errorf("a batch gives %+v, want %+v", entries, want)
	}
	for i, h := range hashes {
		e, ok := table.Probe(h)
		if e != want[i] {
			t.Errorf("Probe(%#x) is %+v, want %+v", h, e, want[i])
		}
		if ok {
			hits++
		}
	}
	if found != hits {
		t.Errorf("a batch finds %d, probes %d", found, hits)
	}
}
