package tt_test

import (
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/system/mmap"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/tt"
)

// TestLarge builds, fills, probes and clears a table of 16 GiB, and compares
// the garbage collector's pauses and work with those before it was there.
func TestLarge(t *testing.T) {
	oracle.Long(t, "a table of 16 GiB, some minutes")
	const bytes = 16 << 30
	if free, ok := mmap.Available(); ok && free < bytes+2<<30 {
		t.Fatalf("%d MiB are available: too few for 16 GiB and the rest", free>>20)
	}
	collect := func() (pause, took time.Duration) {
		runtime.GC()
		var s debug.GCStats
		begin := time.Now()
		runtime.GC()
		took = time.Since(begin)
		debug.ReadGCStats(&s)
		return s.Pause[0], took
	}
	pauseBefore, tookBefore := collect()
	begin := time.Now()
	lap := func(what string) {
		t.Logf("%s: %.1f s", what, time.Since(begin).Seconds())
		begin = time.Now()
	}
	table := newTable(t, tt.Options{Bytes: bytes})
	lap("built")
	t.Log(table.Memory())
	if m := table.Memory(); m.Bytes != bytes || m.Mapped && m.HugeBytes >= 0 && m.HugeBytes > bytes {
		t.Errorf("memory %+v", m)
	}
	workers := runtime.GOMAXPROCS(0)
	each := func(f func(w int, hashes []uint64, entries []tt.Entry)) {
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				src := rand.NewPCG(uint64(w), 16)
				hashes, entries := make([]uint64, 1<<14), make([]tt.Entry, 1<<14)
				for n := 0; n < table.Len()*7/10/workers; n += len(hashes) {
					for i := range hashes {
						hashes[i] = src.Uint64()
						entries[i] = tt.Entry{Payload: hashes[i] & 0xffff, Depth: 1}
					}
					f(w, hashes, entries)
				}
			})
		}
		wg.Wait()
	}
	each(func(_ int, hashes []uint64, entries []tt.Entry) { table.StoreBatch(hashes, entries) })
	lap("filled with 0.7 entries a slot")
	pause, took := collect()
	t.Logf("garbage collection: pause %v, %v in all; before the table %v and %v", pause, took, pauseBefore, tookBefore)
	if took > 20*tookBefore+200*time.Millisecond {
		t.Errorf("the collector takes %v, %v before", took, tookBefore)
	}
	begin = time.Now()
	hits, wrong := make([]int, workers), make([]int, workers)
	each(func(w int, hashes []uint64, entries []tt.Entry) {
		hits[w] += table.ProbeBatch(hashes, entries)
		for i, e := range entries {
			if e.Generation != 0 && e.Payload != hashes[i]&0xffff {
				wrong[w]++
			}
		}
	})
	lap("probed as often")
	total := 0
	for w := range workers {
		total += hits[w]
		if wrong[w] != 0 {
			t.Errorf("%d wrong entries", wrong[w])
		}
	}
	if full := table.Hashfull(); full < 600 || full > 720 || total < table.Len()*6/10 {
		t.Errorf("%d permille in use, %d hits in %d slots", full, total, table.Len())
	}
	begin = time.Now()
	table.Clear()
	lap("cleared")
	if full := table.Hashfull(); full != 0 {
		t.Errorf("%d permille in use after Clear", full)
	}
}
