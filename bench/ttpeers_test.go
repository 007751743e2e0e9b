package bench

import (
	"encoding/binary"
	"math/rand/v2"
	"runtime"
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

// peer is a store of words under words, as most engines in Go have one.
type peer struct {
	name string
	get  func(k uint64) (uint64, bool)
	set  func(k, v uint64)
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
	m, locked := make(map[uint64]uint64, peerEntries), make(map[uint64]uint64, peerEntries)
	var lock sync.RWMutex
	var syncMap sync.Map
	xs := xsync.NewMap[uint64, uint64](xsync.WithPresize(peerEntries))
	ot := otter.Must(&otter.Options[uint64, uint64]{MaximumSize: 2 * peerEntries, InitialCapacity: peerEntries})
	ri, err := ristretto.NewCache(&ristretto.Config[uint64, uint64]{NumCounters: 10 * peerEntries, MaxCost: 2 * peerEntries, BufferItems: 64})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(ri.Close)
	fc := freecache.NewCache(peerEntries * 80)
	return []peer{
		{"tt", func(k uint64) (uint64, bool) { e, _, ok := table.Probe(k); return e.Payload, ok },
			func(k, v uint64) { table.Store(k, tt.Entry{Payload: v, Depth: 1}) }},
		{"map*", func(k uint64) (uint64, bool) { v, ok := m[k]; return v, ok }, func(k, v uint64) { m[k] = v }},
		{"map+RWMutex", func(k uint64) (uint64, bool) { lock.RLock(); v, ok := locked[k]; lock.RUnlock(); return v, ok },
			func(k, v uint64) { lock.Lock(); locked[k] = v; lock.Unlock() }},
		{"sync.Map", func(k uint64) (uint64, bool) {
			v, ok := syncMap.Load(k)
			if !ok {
				return 0, false
			}
			return v.(uint64), true
		}, func(k, v uint64) { syncMap.Store(k, v) }},
		{"xsync", func(k uint64) (uint64, bool) { return xs.Load(k) }, func(k, v uint64) { xs.Store(k, v) }},
		{"otter", func(k uint64) (uint64, bool) { return ot.GetIfPresent(k) }, func(k, v uint64) { ot.Set(k, v) }},
		{"ristretto", func(k uint64) (uint64, bool) { return ri.Get(k) }, func(k, v uint64) { ri.Set(k, v, 1) }},
		{"freecache", func(k uint64) (v uint64, ok bool) {
			var b [8]byte
			err := fc.GetFn(binary.LittleEndian.AppendUint64(b[:0], k), func(value []byte) error { v = binary.LittleEndian.Uint64(value); return nil })
			return v, err == nil
		}, func(k, v uint64) {
			var key, value [8]byte
			binary.LittleEndian.PutUint64(key[:], k)
			binary.LittleEndian.PutUint64(value[:], v)
			_ = fc.Set(key[:], value[:], 0)
		}},
	}
}

// BenchmarkTablePeers gets positions that are there, one after the other and
// without prefetching, on one thread: nanoseconds of processor time, medians
// over the rounds, and ours against the best of the thread-safe ones.
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
			p.set(k*0x9e3779b97f4a7c15, k)
		}
	}
	rand.New(src).Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	runtime.GC()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m := medians{}
	for b.Loop() {
		best, ours := 0.0, 0.0
		for _, p := range stores {
			hits := 0
			begin := threadTime()
			for _, k := range keys[:1<<19] {
				if _, ok := p.get(k * 0x9e3779b97f4a7c15); ok {
					hits++
				}
			}
			ns := float64((threadTime() - begin).Nanoseconds()) / (1 << 19)
			m.add(p.name+"-ns", ns)
			switch {
			case p.name == "tt":
				ours = ns
			case !strings.HasSuffix(p.name, "*") && (best == 0 || ns < best):
				best = ns
			}
			m.add(p.name+"-hits", float64(hits)/(1<<19))
		}
		m.add("best/ours", best/ours)
	}
	m.report(b)
}
