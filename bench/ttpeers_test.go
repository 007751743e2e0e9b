package bench

import (
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coocood/freecache"
	"github.com/dgraph-io/ristretto/v2"
	"github.com/maypok86/otter/v2"
	"github.com/puzpuzpuz/xsync/v4"

	"github.com/zobrist-go/zobrist/tt"
)

// peerEntries is how many positions each store holds, 70 % of what ours has
// slots for.
const peerEntries = 7 << 22 / 10

// hashOf spreads a key, as a hash of positions is spread. The key is what the
// stores hold under it.
func hashOf(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 }

// peer is a store of words under words, as most engines in Go have one. Its
// loop calls it directly, and counts what it finds.
type peer struct {
	name string
	set  func(hash, v uint64)
	find func(keys []uint64) (hits int)
}

// peers makes the stores; those that are not safe for concurrent use, as Go's
// map alone, are named with an asterisk.
func peers(b *testing.B) []peer {
	b.Helper()
	table, err := tt.New(tt.Options{Bytes: peerEntries * 16 / 7 * 10})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { table.Close() })
	b.Log(table.Memory())
	m, locked := make(map[uint64]uint64, peerEntries), make(map[uint64]uint64, peerEntries)
	var lock sync.RWMutex
	var syncMap sync.Map
	xs := xsync.NewMap[uint64, uint64](xsync.WithPresize(peerEntries))
	ot := otter.Must(&otter.Options[uint64, uint64]{MaximumSize: 2 * peerEntries, InitialCapacity: peerEntries})
	ri, err := ristretto.NewCache(&ristretto.Config[uint64, uint64]{NumCounters: 10 * peerEntries,
		MaxCost: 2 * peerEntries, BufferItems: 64})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(ri.Close)
	fc := freecache.NewCache(peerEntries * 80)
	return []peer{
		{"tt", func(h, v uint64) { table.Store(h, tt.Entry{Payload: v, Depth: 1}) }, func(keys []uint64) (hits int) {
			for _, k := range keys {
				if e, ok := table.Probe(hashOf(k)); ok && e.Payload == k {
					hits++
				}
			}
			return hits
		}},
		{"map*", func(h, v uint64) { m[h] = v }, func(keys []uint64) (hits int) {
			for _, k := range keys {
				if v, ok := m[hashOf(k)]; ok && v == k {
					hits++
				}
			}
			return hits
		}},
		{"map+RWMutex", func(h, v uint64) { locked[h] = v }, func(keys []uint64) (hits int) {
			for _, k := range keys {
				lock.RLock()
				v, ok := locked[hashOf(k)]
				lock.RUnlock()
				if ok && v == k {
					hits++
				}
			}
			return hits
		}},
		{"sync.Map", func(h, v uint64) { syncMap.Store(h, v) }, func(keys []uint64) (hits int) {
			for _, k := range keys {
				if v, ok := syncMap.Load(hashOf(k)); ok && v.(uint64) == k {
					hits++
				}
			}
			return hits
		}},
		{"xsync", func(h, v uint64) { xs.Store(h, v) }, func(keys []uint64) (hits int) {
			for _, k := range keys {
				if v, ok := xs.Load(hashOf(k)); ok && v == k {
					hits++
				}
			}
			return hits
		}},
		{"otter", func(h, v uint64) { ot.Set(h, v) }, func(keys []uint64) (hits int) {
			for _, k := range keys {
				if v, ok := ot.GetIfPresent(hashOf(k)); ok && v == k {
					hits++
				}
			}
			return hits
		}},
		{"ristretto", func(h, v uint64) { ri.Set(h, v, 1) }, func(keys []uint64) (hits int) {
			for _, k := range keys {
				if v, ok := ri.Get(hashOf(k)); ok && v == k {
					hits++
				}
			}
			return hits
		}},
		{"freecache", func(h, v uint64) {
			var key, value [8]byte
			binary.LittleEndian.PutUint64(key[:], h)
			binary.LittleEndian.PutUint64(value[:], v)
			_ = fc.Set(key[:], value[:], 0)
		}, func(keys []uint64) (hits int) {
			var key [8]byte
			for _, k := range keys {
				binary.LittleEndian.PutUint64(key[:], hashOf(k))
				_ = fc.GetFn(key[:], func(value []byte) error {
					if binary.LittleEndian.Uint64(value) == k {
						hits++
					}
					return nil
				})
			}
			return hits
		}},
	}
}

// BenchmarkTablePeers gets positions that are there, one after the other and
// without prefetching, on one thread: nanoseconds of processor time, and ours
// against the best of the thread-safe ones, which should take 2.5 times as long.
// A round asks each store for 131,072 positions, after half as many others.
// Figures are medians over the rounds.
//
//	go test -run '^$' -bench TablePeers -benchtime 5x
func BenchmarkTablePeers(b *testing.B) {
	src := rand.NewPCG(3, 4)
	keys := make([]uint64, peerEntries)
	for i := range keys {
		keys[i] = src.Uint64() >> 13 // fits our payload as well
	}
	stores := peers(b)
	for _, p := range stores {
		for _, k := range keys {
			p.set(hashOf(k), k)
		}
	}
	// A table may drop what it holds, as some of the peers do: ask for what it kept.
	keys = slices.DeleteFunc(keys, func(k uint64) bool { return stores[0].find([]uint64{k}) == 0 })
	b.Logf("kept by ours: %d of %d", len(keys), peerEntries)
	rand.New(src).Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	runtime.GC()
	const turn = 1 << 17
	r, first := rounds{}, 0
	round := func(cpu int) {
		best, ours := 0.0, 0.0
		for _, p := range stores {
			if first += turn; first+turn > len(keys) {
				first = turn
			}
			hits := 0
			took := timeOn(cpu, func() { p.find(keys[first-turn/2 : first]) },
				func() { hits = p.find(keys[first : first+turn]) })
			ns := float64(took.Nanoseconds()) / turn
			r.add(p.name+"-ns", ns)
			r.add(p.name+"-hits", float64(hits)/turn)
			switch {
			case p.name == "tt":
				ours = ns
			case !strings.HasSuffix(p.name, "*") && (best == 0 || ns < best):
				best = ns
			}
		}
		r.add("best-ns", best)
		r.add("best/ours", best/ours)
	}
	cpus := processors(b)
	for b.Loop() {
		for range 2 {
			for _, cpu := range cpus {
				round(cpu)
			}
		}
	}
	r.report(b)
	r.row("table of 64 MiB: a single probe", cell{"%.0f ns", "tt-ns"},
		cell{"best of six Go caches that are safe for concurrent use %.0f", "best-ns"}, "best/ours")
}
