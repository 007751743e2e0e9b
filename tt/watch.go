package tt

import (
	"fmt"
	"math"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/zobrist-go/zobrist/internal/system/mmap"
)

// A watch verifies the probes of one cluster: it has the whole hash of each
// entry, of which the cluster keeps a tag. Only functions in Go access watched
// clusters, without a lock. If two goroutines store in one slot at the same
// time, held may be the hash whose entry was lost. Then its tag differs from that
// of the slot and a hit is no error, but for one in 2^TagBits of such races.
type watch struct {
	held         [compactSlots]atomic.Uint64 // by slot; 0: not known
	hits, misses atomic.Uint64               // hits are right or wrong
	replaced     [12]atomic.Uint32           // folded hashes of entries that gave way to others
}

const watchBytes = 128 // two cache lines

var _ [watchBytes]byte = [unsafe.Sizeof(watch{})]byte{}

// watching counts the errors of a table.
type watching struct {
	watches []watch // of the first clusters
	region  mmap.Region
	*errorCounts
}

type errorCounts struct {
	wrong atomic.Uint64 // hits that gave the entry of another position
	lost  atomic.Uint64 // misses of positions in replaced: type 2 errors

	// Differences between a position that was probed and one in its cluster:
	// all that a probe of an absent position compared, and all of wrong hits.
	compared, mistaken distinct
}

// watch starts to watch one cluster in Options.Sample: the first ones. Any
// would do; these are found by one comparison, hash ≤ goUpTo.
func (t *Table) watch() (err error) {
	clusters, w := uint64(len(t.clusters)), &t.watching
	n := (clusters-1)/uint64(t.options.Sample) + 1
	if w.watches, w.region, err = allocate[watch](int64(n)); err != nil {
		return fmt.Errorf("tt: watch one cluster in %d: %w", t.options.Sample, err)
	}
	w.errorCounts = new(errorCounts)
	t.goUpTo = math.MaxUint64
	if n < clusters && kernelAvailable {
		t.goUpTo, _ = bits.Div64(n, 0, clusters) // hash·clusters / 2^64 ≥ n above this
	}
	return nil
}

// probed counts a probe of a watched cluster, and the error if it is one. The
// position was found in the slot, or nowhere.
func (t *Table) probed(w *watch, hash uint64, found bool, slot int) {
	if found {
		w.hits.Add(1)
		held := w.held[slot].Load()
		difference := held ^ hash
		if held == 0 || difference == 0 || difference<<t.tagShift != 0 {
			return
		}
		t.watching.wrong.Add(1)
		t.watching.mistaken.add(fold(difference))
	} else {
		w.misses.Add(1)
		if folded, place := w.replacedAt(hash); place.Load() == folded {
			t.watching.lost.Add(1)
		}
	}
	if t.tagShift == 0 {
		return // whole hashes are never mistaken
	}
	for s := range w.held {
		// Another goroutine may just have stored this hash.
		if held := w.held[s].Load(); held != 0 && held != hash {
			t.watching.compared.add(fold(hash ^ held))
		}
	}
}

// stored notes that a slot of a watched cluster has the entry of a hash.
func (w *watch) stored(hash uint64, slot int) {
	old := w.held[slot].Load()
	if old == hash {
		return
	}
	if old != 0 {
		folded, place := w.replacedAt(old)
		place.Store(folded)
	}
	w.held[slot].Store(hash)
}

// replacedAt returns a folded hash and its place in replaced.
func (w *watch) replacedAt(hash uint64) (folded uint32, place *atomic.Uint32) {
	folded = fold(hash)
	return folded, &w.replaced[folded%uint32(len(w.replaced))]
}

// fold reduces a hash to 32 bits; two hashes collide with probability 2^−32.
func fold(hash uint64) uint32 { return uint32(hash>>32 ^ hash) }
