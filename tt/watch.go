package tt

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/zobrist-go/zobrist/internal/mmap"
)

// A watch verifies the probes of one cluster: it keeps a second code of each
// entry, beside the tag that the cluster keeps. All access to a watched cluster
// is by functions in Go, under the lock of its watch.
type watch struct {
	mu     sync.Mutex
	hits   uint64 // right or wrong
	misses uint64
	next   uint64             // the place for the next code in replaced
	held   [compactSlots]code // of the entry in each slot; 0: not known

	replaced [16]code // of the last entries that gave way to others
}

const watchBytes = 128 // two cache lines; a hit needs the first

var _ [watchBytes]byte = [unsafe.Sizeof(watch{})]byte{}

// A code is the second code of a position: its whole hash, folded. It is linear
// as the hash is: codeOf(a) ⊕ codeOf(b) = codeOf(a ⊕ b). Two positions with one
// tag in one cluster have the same code by a chance of 2^−32.
type code uint32

func codeOf(hash uint64) code { return code(hash>>32 ^ hash) }

// watching is what a table knows about its errors.
type watching struct {
	watches []watch // of the first clusters
	region  mmap.Region
	*errorCounts
}

type errorCounts struct {
	wrong atomic.Uint64 // hits that gave the entry of another position
	lost  atomic.Uint64 // misses of positions in replaced: type 2 errors

	// Differences between a position that was probed and one in its cluster:
	// all that a probe of an absent position compared, and those of wrong hits.
	compared, mistaken distinct
}

// watch starts to watch one cluster in Options.Sample: the first ones. Any
// would do; these are found by one comparison, hash ≤ goUpTo.
func (t *Table) watch() error {
	clusters := uint64(len(t.clusters))
	n := (clusters-1)/uint64(t.options.Sample) + 1
	region, err := mmap.New(int64(n) * watchBytes)
	if err != nil {
		return fmt.Errorf("tt: watch one cluster in %d: %w", t.options.Sample, err)
	}
	w := &t.watching
	w.region = *region
	w.watches = unsafe.Slice((*watch)(unsafe.Pointer(unsafe.SliceData(region.Words()))), n)
	w.errorCounts = new(errorCounts)
	t.goUpTo = math.MaxUint64
	if n < clusters && kernelAvailable {
		t.goUpTo, _ = bits.Div64(n, 0, clusters) // hash·clusters / 2^64 ≥ n above this
	}
	return nil
}

// probeWatched is probeGo for the watched cluster i.
func (t *Table) probeWatched(i, hash uint64) Entry {
	c, w, own := &t.clusters[i], &t.watching.watches[i], codeOf(hash)
	w.mu.Lock()
	defer w.mu.Unlock()
	data, slot := t.find(c, hash)
	if data == 0 {
		w.misses++
		if slices.Contains(w.replaced[:], own) {
			t.watching.lost.Add(1)
		}
		t.compare(w, own)
		return Entry{}
	}
	w.hits++
	if held := w.held[slot]; held != 0 && held != own {
		t.watching.wrong.Add(1)
		t.watching.mistaken.add(own ^ held)
		t.compare(w, own)
	}
	return t.refresh(c, slot, hash, data)
}

// compare counts the differences between an absent position and the known ones
// of its cluster, unless these are verified by the whole hash.
func (t *Table) compare(w *watch, absent code) {
	if t.tagShift == 0 {
		return
	}
	for _, held := range w.held {
		if held != 0 {
			t.watching.compared.add(absent ^ held)
		}
	}
}

// storeWatched is storeGo for the watched cluster i and the data word of an
// entry.
func (t *Table) storeWatched(i, hash, data uint64) {
	c, w, own := &t.clusters[i], &t.watching.watches[i], codeOf(hash)
	w.mu.Lock()
	defer w.mu.Unlock()
	slot := t.place(c, hash, data&generationMask)
	t.write(c, slot, hash, data)
	if old := w.held[slot]; old != own && old != 0 {
		w.replaced[w.next%uint64(len(w.replaced))] = old
		w.next++
	}
	w.held[slot] = own
}
