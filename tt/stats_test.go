package tt_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// TestType1 probes for absent positions in full tables: with tags of 8 to 24
// bits the predicted number of wrong hits lies within the 99 % limits of the
// measured one, and near the number of hits there really are. The seeds are
// fixed; at others one case in a hundred would fail.
func TestType1(t *testing.T) {
	probes := 1 << 20
	if testing.Short() {
		probes = 1 << 16
	}
	for _, sample := range []int{1, 3} {
		for tag := 8; tag <= 24; tag += 4 {
			table := newTable(t, tt.Options{Bytes: 64 << 10, TagBits: tag, Sample: sample})
			src := rand.NewPCG(uint64(tag), uint64(sample))
			for range 4 * table.Len() {
				table.Store(src.Uint64(), tt.Entry{Payload: 1})
			}
			before := table.Stats()
			hits := uint64(0)
			for range probes {
				if _, _, ok := table.Probe(src.Uint64()); ok {
					hits++
				}
			}
			s := table.Stats()
			if s.Bits != tag || s.Sample != sample || !s.Agrees() || s.Low > float64(s.Type1) || s.High < float64(s.Type1) {
				t.Errorf("tag %d: %+v", tag, s)
			}
			if got := s.Probes - before.Probes; math.Abs(float64(got)-float64(probes)/float64(sample)) > 6*math.Sqrt(float64(probes)) {
				t.Errorf("tag %d: %d probes in a sample of one in %d of %d", tag, got, sample, probes)
			}
			if seen := s.Type1 + s.Again; sample == 1 && (seen > hits || seen < hits-hits>>13) { // one in 2^16 goes unseen
				t.Errorf("tag %d: %d + %d wrong hits, %d hits of absent positions", tag, s.Type1, s.Again, hits)
			}
		}
	}
}

// TestSecondCode: in a table that verifies the whole hash, only a second code
// can tell two positions with one hash apart.
func TestSecondCode(t *testing.T) {
	table := newTable(t, tt.Options{Sample: 1})
	table.Store128(zobrist.Uint128{Hi: 1, Lo: 5}, tt.Entry{Payload: 1})
	if _, _, ok := table.Probe128(zobrist.Uint128{Hi: 1, Lo: 5}); !ok || table.Stats().Type1 != 0 {
		t.Errorf("found %v, %+v", ok, table.Stats())
	}
	for range 3 { // the same position: one error, and twice again
		if _, _, ok := table.Probe128(zobrist.Uint128{Hi: 2, Lo: 5}); !ok {
			t.Error("the hash is not found")
		}
	}
	if _, _, ok := table.Probe(5); !ok { // the hash is all there is to it: it is found rightly
		t.Error("the hash is not found")
	}
	if s := table.Stats(); s.Type1 != 1 || s.Again != 2 || s.Hits != 5 || s.Probes != 5 {
		t.Errorf("%+v", s)
	}
	table.Clear()
	if s := table.Stats(); s.Probes != 0 || s.Type1 != 0 {
		t.Errorf("after Clear: %+v", s)
	}
}

// TestType2: a position thrown out and asked for again is a useful entry lost.
func TestType2(t *testing.T) {
	for _, o := range []tt.Options{{}, {TagBits: 16}, {Layout: tt.Wide}, {Policy: tt.DepthPreferred}} {
		o.Bytes, o.Sample = 64, 1
		table := newTable(t, o)
		n := table.Len()
		for h := range uint64(n + 3) { // three too many, of less and less depth
			table.Store(h+1, tt.Entry{Depth: int8(100 - h)})
		}
		missed := 0
		for h := range uint64(n + 3) {
			if _, _, ok := table.Probe(h + 1); !ok {
				missed++
			}
		}
		table.Probe(1 << 13) // never stored: no error
		if s := table.Stats(); s.Type2 != uint64(missed) || missed != 3 || s.Type1 != 0 {
			t.Errorf("%s: %d missed, %+v", name(o), missed, s)
		}
	}
}

// TestStatsBesideWork: counts are whole while others probe.
func TestStatsBesideWork(t *testing.T) {
	table := newTable(t, tt.Options{Bytes: 4096, Sample: 4})
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			src := rand.NewPCG(uint64(w), 1)
			for range 20000 {
				h := src.Uint64()
				table.Store(h, tt.Entry{})
				table.Probe(h)
			}
		})
	}
	for range 100 {
		if s := table.Stats(); s.Hits > s.Probes {
			t.Errorf("%+v", s)
		}
	}
	wg.Wait()
	if s := table.Stats(); s.Probes < 13000 || s.Probes > 17000 || s.Type1 != 0 {
		t.Errorf("%+v", s)
	}
}

// TestManyMisses: counts of a line outgrow their bits and stay exact.
func TestManyMisses(t *testing.T) {
	for _, o := range []tt.Options{{Bytes: 2 * 64}, {Bytes: 64, Sample: 1}, {Bytes: 64, Sample: 1, TagBits: 40}, {Bytes: 64, Sample: 1, Layout: tt.Wide}} {
		const singles, batches = 600_000, 4000
		hashes := make([]uint64, 300)
		if o.Sample == 0 {
			o.Sample = 2
		}
		table := newTable(t, o)
		for i := range hashes {
			hashes[i] = uint64(i + 7)
		}
		for i := range singles {
			table.Probe(uint64(i%1000 + 7))
		}
		entries := make([]tt.Entry, len(hashes))
		for range batches {
			table.ProbeBatch(hashes, entries)
		}
		table.Store(7, tt.Entry{})
		table.Probe(7)
		table.Probe(8)
		if s := table.Stats(); s.Probes != singles+batches*300+2 || s.Hits != 1 || s.Type1 != 0 || s.Type2 != 0 || s.Predicted != math.Ldexp(1, -s.Bits) {
			t.Errorf("%s: %+v", name(o), s)
		}
	}
}

// TestBatchCounts: a batch of any length counts what its probes would, where the
// counts outgrow a kernel's sum, and where nobody knows whose the entries are.
func TestBatchCounts(t *testing.T) {
	for _, o := range []tt.Options{{}, {TagBits: 16}} {
		o.Bytes = 1 << 20
		table := newTable(t, o)
		src := rand.NewPCG(5, 6)
		hashes := make([]uint64, 5<<19)
		for i := range hashes {
			hashes[i] = src.Uint64()
		}
		for _, h := range hashes[:1<<14] {
			table.Store(h, tt.Entry{Payload: h >> 40})
		}
		var file bytes.Buffer
		if err := table.Save(&file); err != nil {
			t.Fatal(err)
		}
		for _, present := range []int{0, 1 << 14} {
			var counts [2]tt.Stats
			var found [2]int
			for k := range counts {
				loaded, err := tt.Load(bytes.NewReader(file.Bytes()), tt.Options{Sample: 2})
				if err != nil {
					t.Fatal(err)
				}
				some := hashes[1<<14:]
				if present > 0 {
					some = hashes[:present]
				}
				entries := make([]tt.Entry, len(some))
				if k == 0 {
					found[k] = loaded.ProbeBatch(some, entries)
				} else {
					for _, h := range some {
						if _, _, ok := loaded.Probe(h); ok {
							found[k]++
						}
					}
				}
				counts[k] = loaded.Stats()
				if err := loaded.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if counts[0] != counts[1] || found[0] != found[1] || present > 0 && found[0] < present/2 {
				t.Errorf("%s: a batch finds %d, %+v, probes %d, %+v", name(o), found[0], counts[0], found[1], counts[1])
			}
		}
	}
}

// TestLoadedIsUnknown: whose the entries of a file are, nobody knows; so hits on
// them are neither right nor wrong until they are stored again, unless the table
// verifies the whole hash.
func TestLoadedIsUnknown(t *testing.T) {
	for _, o := range []tt.Options{{Bytes: 64}, {Bytes: 64, TagBits: 16}, {Bytes: 1 << 19, Layout: tt.Payload}, {Bytes: 64, Layout: tt.Wide}} {
		table := newTable(t, o)
		table.Store(5, tt.Entry{Payload: 3})
		var file bytes.Buffer
		if err := table.Save(&file); err != nil {
			t.Fatal(err)
		}
		loaded, err := tt.Load(&file, tt.Options{Sample: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer loaded.Close()
		for range 2 {
			if e, _, ok := loaded.Probe(5); !ok || e.Payload != 3 {
				t.Errorf("%s: %+v, %v", name(o), e, ok)
			}
		}
		sure := uint64(0)
		if l := loaded.Layout(); l == tt.Full || l == tt.Wide {
			sure = 2
		}
		if s := loaded.Stats(); s.Probes != sure || s.Hits != sure || s.Type1 != 0 {
			t.Errorf("%s: %+v", name(o), s)
		}
		sure += sure / 2 // the probe to follow
		_, slot, _ := loaded.Probe(5)
		loaded.StoreAt(slot, 5, tt.Entry{Payload: 4})
		loaded.Probe(5)
		if s := loaded.Stats(); s.Probes != sure+1 || s.Hits != sure+1 || s.Type1 != 0 {
			t.Errorf("%s: %+v", name(o), s)
		}
	}
}

func TestErrorLimits(t *testing.T) {
	// From tables of exact Poisson limits at 99 % (Pearson and Hartley).
	for _, c := range []struct {
		n         uint64
		low, high float64
	}{{0, 0, 5.298}, {1, 0.00501, 7.430}, {5, 1.08, 14.15}, {10, 3.72, 21.40}, {50, 33.66, 71.27}} {
		low, high := tt.ErrorLimits(c.n)
		if math.Abs(low-c.low) > 0.006 || math.Abs(high-c.high) > 0.006 {
			t.Errorf("%d: %.4f to %.4f, want %.3f to %.3f", c.n, low, high, c.low, c.high)
		}
	}
}
