//go:build !purego && !race

package tt

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKernels: with AVX-512, with AVX2 and in Go a table holds the same
// words and answers the same after any stores, probes and searches.
func TestKernels(t *testing.T) {
	have := kernels
	defer func() { kernels = have }()
	if have != avx512 {
		t.Log("this processor has no AVX-512: its kernels are left out")
	}
	if have < avx2 {
		t.Log("this processor has no AVX2 either: Go is compared with itself")
	}
	for _, o := range []Options{
		{}, {Sample: 1}, {Sample: 3}, {Policy: TwoTier, Sample: 3},
		{TagBits: 8}, {TagBits: 8, Sample: 1}, {TagBits: 16, Sample: 3}, {TagBits: 48, Sample: 1}, {TagBits: 40, Sample: 3}, {TagBits: 16, Policy: TwoTier, Sample: 3},
		{Layout: Payload, Bytes: minPayloadBytes, Sample: 1}, {Layout: Wide, Sample: 1},
	} {
		const lines = 21
		o.Bytes = max(o.Bytes, lines*lineBytes)
		var tables [3]*Table // by kind
		kinds := [3]kind{have, min(have, avx2), plain}
		for k := range tables {
			kernels = kinds[k]
			var err error
			if tables[k], err = New(o); err != nil {
				t.Fatal(err)
			}
			defer tables[k].Close()
		}
		src := rand.New(rand.NewPCG(21, uint64(o.Sample)))
		hashes := make([]uint64, 450) // some loops of the kernels begin at 100
		for i := range hashes {
			hashes[i] = src.Uint64() / uint64(o.Bytes/(lines*lineBytes))
			if o.TagBits != 40 { // whose tags all differ, so that no line gets marks
				hashes[i] = hashes[i] << (src.Uint64() & 63 >> (i & 3))
			}
		}
		hashes[0] = 0
		width := tables[0].PayloadBits()
		// Twice in a batch, an entry of an older search is refreshed for the
		// second time or not yet.
		slices.Sort(hashes)
		hashes = slices.Compact(hashes)
		for step := range 50_000 {
			h := hashes[src.IntN(len(hashes))]
			e := Entry{Payload: src.Uint64() >> max(0, 64-width-src.IntN(20)/19), Depth: int8(src.Uint64())}
			n := src.IntN(len(hashes) + 1)
			op := src.IntN(100)
			type answer struct {
				e    Entry
				s    Slot
				ok   bool
				hits int
			}
			var answers [3]answer
			var batches [3][]Entry
			for k, table := range tables {
				kernels = kinds[k]
				a := &answers[k]
				switch {
				case op < 50:
					table.Store(h, e)
				case op < 90:
					a.e, a.s, a.ok = table.Probe(h)
				case op < 95:
					_, s, _ := table.Probe(h)
					table.StoreAt(s, h, e)
				case op < 99:
					batches[k] = make([]Entry, n)
					a.hits = table.ProbeBatch(hashes[:n], batches[k])
					if table.layout == Compact {
						// Two positions with one tag share an entry: the second one may
						// see it refreshed or not.
						for i := range batches[k] {
							batches[k][i].Generation = min(1, batches[k][i].Generation)
						}
					}
				default:
					table.NewSearch()
				}
			}
			for k := 1; k < 3; k++ {
				if answers[k] != answers[0] || !slices.Equal(batches[k], batches[0]) {
					t.Fatalf("step %d, operation %d, hash %x: kernel %d answers %+v, kernel 0 %+v", step, op, h, k, answers[k], answers[0])
				}
			}
		}
		for k := 1; k < 3; k++ {
			if !slices.Equal(tables[k].region.Words(), tables[0].region.Words()) {
				t.Errorf("kernel %d left other words than kernel 0", k)
			}
			for i := range tables[k].watches { // whose counts may stand elsewhere after a batch
				for j := range tables[k].watches[i].words {
					if got, want := tables[k].watches[i].words[j].Load(), tables[0].watches[i].words[j].Load(); got != want {
						t.Errorf("kernel %d, watch %d, word %d: %x, kernel 0 %x", k, i, j, got, want)
					}
				}
			}
			if got, want := tables[k].Stats(), tables[0].Stats(); got != want {
				t.Errorf("kernel %d: %+v, kernel 0 %+v", k, got, want)
			}
		}
	}
}

// TestTwice: of a position that is in two slots, as two goroutines may leave it,
// every kernel finds the first one.
func TestTwice(t *testing.T) {
	have := kernels
	defer func() { kernels = have }()
	for k := plain; k <= have; k++ {
		kernels = k
		for _, o := range []Options{{}, {TagBits: 16}} {
			o.Bytes = 64
			table, err := New(o)
			if err != nil {
				t.Fatal(err)
			}
			const h = 0x123456789abcdef1
			for way := 1; way < 3; way++ {
				table.write(&table.lines[0], way, h, 0, uint64(way), meta(5, 1))
			}
			want := Entry{Payload: 1, Depth: 5, Generation: 1}
			if e, s, ok := table.Probe(h); e != want || !ok || s.way() != 1 {
				t.Errorf("kernel %d, layout %v: Probe is %+v, way %d", k, table.Layout(), e, s.way())
			}
			hashes := []uint64{h, ^uint64(h), 0, h, h, 0, h, ^uint64(h), h}
			entries := make([]Entry, len(hashes))
			if n := table.ProbeBatch(hashes, entries); n != 5 {
				t.Errorf("kernel %d, layout %v: ProbeBatch finds %d", k, table.Layout(), n)
			}
			for i, e := range entries {
				if hit := hashes[i] == h; hit && e != want || !hit && e != (Entry{}) {
					t.Errorf("kernel %d, layout %v: entry %d is %+v", k, table.Layout(), i, e)
				}
			}
			if err := table.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestAfterEmpty: an empty slot before the one of a position does not hide it, not
// even where the tag is 0 and both look alike.
func TestAfterEmpty(t *testing.T) {
	have := kernels
	defer func() { kernels = have }()
	for k := plain; k <= have; k++ {
		kernels = k
		for _, o := range []Options{{}, {TagBits: 8}} {
			o.Bytes = 64
			table, err := New(o)
			if err != nil {
				t.Fatal(err)
			}
			hashes := []uint64{1 << 20, 1<<20 | 1, 0, 5}
			for way, h := range hashes[:2] {
				table.write(&table.lines[0], 3-way, h, 0, uint64(way), meta(5, 1))
			}
			entries := make([]Entry, len(hashes))
			n := table.ProbeBatch(hashes, entries)
			for i, h := range hashes {
				e, _, ok := table.Probe(h)
				if entries[i] != e {
					t.Errorf("kernel %d, layout %v: Probe of %#x is %+v, ProbeBatch %+v", k, table.Layout(), h, e, entries[i])
				}
				if ok {
					n--
				}
				if want := (Entry{Payload: uint64(i), Depth: 5, Generation: 1}); i < 2 && e != want {
					t.Errorf("kernel %d, layout %v: Probe of %#x is %+v, want %+v", k, table.Layout(), h, e, want)
				}
			}
			if n != 0 {
				t.Errorf("kernel %d, layout %v: ProbeBatch finds %d more than Probe", k, table.Layout(), n)
			}
			if err := table.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestMixed: the kernel of batches with AVX2 says that it mixed what is in two
// slots, and only then, or each batch would be made again in Go.
func TestMixed(t *testing.T) {
	if kernels < avx2 {
		t.Log("this processor has no AVX2, and no such kernel")
		return
	}
	have := kernels
	defer func() { kernels = have }()
	kernels = avx2
	for _, o := range []Options{{}, {TagBits: 16}} {
		o.Bytes = 64
		table, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		hashes := []uint64{1, 2, 3, 4}
		entries := make([]Entry, 4)
		for way := range 2 {
			table.write(&table.lines[0], way, 3, 0, uint64(way), meta(5, 1))
			var list [batchList]uint32
			_, _, _, old := lookupBatchAVX2(table, &hashes[0], &entries[0], &list[0], 4, 0, 1)
			if mixed := old >= batchMixed; mixed != (way > 0) {
				t.Errorf("layout %v, %d slots: mixed is %t", table.Layout(), way+1, mixed)
			}
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLeft: of positions that are in the table, and of some that are not, the
// kernels leave no account to Go.
func TestLeft(t *testing.T) {
	if kernels < avx2 {
		t.Log("this processor has no AVX2, and no such kernel")
		return
	}
	for _, o := range []Options{{Sample: 2}, {Sample: 2, TagBits: 40}} {
		o.Bytes = 1 << 16
		table, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		src := rand.NewPCG(7, 8)
		hashes := make([]uint64, 400)
		for i := range hashes {
			hashes[i] = src.Uint64()
			if i%3 > 0 {
				table.Store(hashes[i], Entry{Payload: uint64(i)})
			}
		}
		entries := make([]Entry, len(hashes))
		var list [batchList]uint32
		if kernels == avx512 {
			next, _, noted, left, _, _ := lookupBatch(table, &hashes[0], &entries[0], &list[0], 400, 0, 1)
			if next != 400 || noted < 150 || noted > 250 || left != 0 {
				t.Errorf("layout %v: AVX-512 went to %d, noted %d, left %d", table.Layout(), next, noted, left)
			}
		}
		next, _, noted, _ := lookupBatchAVX2(table, &hashes[0], &entries[0], &list[0], 400, 0, 1)
		account := accountBatch
		if table.Layout() == Compact {
			account = accountCompact
		}
		if left, _ := account(table, &hashes[0], &entries[0], &list[0], noted); next == 0 || noted < batchNotes2 || left != 0 {
			t.Errorf("layout %v: AVX2 went to %d, noted %d, left %d", table.Layout(), next, noted, left)
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestStrays: a position that was taken for another one and is stored then is
// no stray any more, with every kernel.
func TestStrays(t *testing.T) {
	have := kernels
	defer func() { kernels = have }()
	for k := plain; k <= have; k++ {
		kernels = k
		table, err := New(Options{Bytes: 64, TagBits: 8, Sample: 1})
		if err != nil {
			t.Fatal(err)
		}
		const taken, stray = 0x1ff, 0x2ff // of one tag
		table.Store(taken, Entry{})
		for _, store := range []func(s Slot){
			func(Slot) { table.Store(stray, Entry{}) },
			func(s Slot) { table.StoreAt(s, stray, Entry{}) },
		} {
			_, s, ok := table.Probe(stray)
			code := shorten(stray)
			if was := table.strays[0][code&15]; !ok || uint32(was) != code {
				t.Fatalf("kernel %d: the stray is %#x, want %#x", k, was, code)
			}
			store(s)
			if left := table.strays[0][code&15]; left != 0 {
				t.Errorf("kernel %d: the stray %#x is still one", k, left)
			}
			table.Clear()
			table.Store(taken, Entry{})
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
