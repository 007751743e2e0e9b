package tt_test

import (
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/tt"
)

// seal returns a payload for a hash that tells whether it belongs to it: some
// free bits, and the rest a checksum of the hash, these bits and the depth.
func seal(hash, free uint64, depth int8, width int) uint64 {
	const freeBits = 3
	free &= 1<<freeBits - 1
	hi, lo := bits.Mul64(hash^0x9e3779b97f4a7c15, (free<<8|uint64(uint8(depth)))*2+0xd6e8feb86659fd93)
	return free | ((hi^lo)<<freeBits)<<(64-width)>>(64-width)
}

// stress has goroutines store and probe a few positions in a few clusters, so
// that they meet in every slot all the time. Each entry proves itself.
func stress(t *testing.T, o tt.Options, writers, rounds int) {
	o.Bytes = 4 * 64
	table := newTable(t, o)
	width := table.PayloadBits()
	// Positions that differ in their 8 low bits: no two have the same tag.
	hashes := make([]uint64, 48)
	src := rand.New(rand.NewPCG(13, uint64(table.TagBits())))
	for i := range hashes {
		hashes[i] = src.Uint64()&^0xff | uint64(i)*5
	}
	var hits, torn atomic.Uint64
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			src := rand.New(rand.NewPCG(14, uint64(w)))
			found, bad := uint64(0), uint64(0)
			entries := make([]tt.Entry, len(hashes))
			check := func(h uint64, e tt.Entry) {
				found++
				if e.Payload != seal(h, e.Payload, e.Depth, width) {
					bad++
				}
			}
			for n := range rounds {
				r := src.Uint64()
				h, depth := hashes[r%uint64(len(hashes))], int8(r>>20)
				if r>>63 == 0 {
					table.Store(h, tt.Entry{Payload: seal(h, r>>40, depth, width), Depth: depth})
				} else if e, ok := table.Probe(h); ok {
					check(h, e)
				}
				if n%4096 == 4095 {
					table.NewSearch()
					table.Hashfull()
					table.ProbeBatch(hashes, entries)
					for i, e := range entries {
						if e.Generation != 0 {
							check(hashes[i], e)
						}
					}
				}
			}
			hits.Add(found)
			torn.Add(bad)
		})
	}
	wg.Wait()
	if torn.Load() != 0 {
		t.Errorf("%d of %d hits were torn", torn.Load(), hits.Load())
	}
	if hits.Load() == 0 {
		t.Error("no hits: the test tests nothing")
	}
	if s := table.Stats(); s.WrongHits != 0 || s.Type1 != 0 { // no two positions have the same tag
		t.Errorf("type 1 errors were seen where there are none: %+v", s)
	}
	t.Logf("%d operations, %d hits, %d torn, %+v", writers*rounds, hits.Load(), torn.Load(), table.Stats())
}

func stressKinds() []tt.Options {
	return []tt.Options{{}, {Sample: 1}, {Sample: 2}, {TagBits: 8}, {TagBits: 16}, {TagBits: 16, Sample: 1},
		{TagBits: 40, Payload: 1, Sample: 2}}
}

func TestStress(t *testing.T) {
	rounds := 300_000
	if oracle.Short() {
		rounds = 20_000
	}
	for _, o := range stressKinds() {
		t.Run(name(o), func(t *testing.T) { stress(t, o, max(3, runtime.GOMAXPROCS(0)), rounds) })
	}
}

func TestStressLong(t *testing.T) {
	oracle.Long(t, "5 billion operations on shared slots, some 10 minutes")
	for _, o := range stressKinds() {
		t.Run(name(o), func(t *testing.T) { stress(t, o, max(4, runtime.GOMAXPROCS(0)), 100_000_000) })
	}
}
