package tt

import (
	"sync"
	"unsafe"
)

// ahead is how many hashes before its use a line is asked for. Measured, with
// prefetches into the second cache: 64 to 128 are equal, 32 is slower; so is a
// block of prefetches before a block of probes.
const ahead = 96

// Prefetch asks for the memory of a hash and returns at once. Call it as soon
// as the hash is known, some 50 to 300 ns before Probe or Store.
func (t *Table) Prefetch(hash uint64) { ask(t, hash) }

// askCareful asks for the watch of a line too.
func askCareful(t *Table, hash uint64) {
	i := t.index(hash)
	prefetch(unsafe.Pointer(&t.lines[i]))
	if hash < t.watchBelow && i < uint64(len(t.watches)) {
		prefetch(unsafe.Pointer(&t.watches[i]))
	}
}

// ProbeBatch looks len(hashes) positions up, with the memory accesses
// overlapped, and returns how many it found. entries[i] becomes the entry of
// hashes[i], the zero Entry where there is none. It panics where entries is
// shorter than hashes.
func (t *Table) ProbeBatch(hashes []uint64, entries []Entry) int {
	entries = entries[:len(hashes)]
	hits := 0
	if vectors && t.layout == Full && len(t.watches) < len(t.lines) {
		for n := len(hashes) &^ 3; n > 0; n = len(hashes) &^ 3 {
			n = min(n, batchMost)
			hits += t.probeBatch(hashes[:n], entries[:n])
			hashes, entries = hashes[n:], entries[n:]
		}
	}
	for _, h := range hashes[:min(ahead, len(hashes))] {
		t.Prefetch(h)
	}
	for k, h := range hashes {
		if k+ahead < len(hashes) {
			t.Prefetch(hashes[k+ahead])
		}
		e, _, ok := t.Probe(h)
		entries[k] = e
		if ok {
			hits++
		}
	}
	return hits
}

// batchMost is how many hashes a kernel gets at once where lines are watched.
const batchMost = 4096

// lists have room for the places of watched hashes in a batch.
var lists = sync.Pool{New: func() any { return new([batchMost + 4]uint32) }}

// probeBatch is ProbeBatch in the layout Full for a multiple of 4 hashes, at
// most batchMost.
func (t *Table) probeBatch(hashes []uint64, entries []Entry) int {
	list := lists.Get().(*[batchMost + 4]uint32)
	defer lists.Put(list)
	g := t.generation()
	hits, watched, stale := lookupBatch(t, &hashes[0], &entries[0], &list[0], uint64(len(hashes)), g)
	for _, k := range list[:watched] {
		prefetch(unsafe.Pointer(&t.watches[t.index(hashes[k])]))
	}
	right := uint64(0)
	for _, k := range list[:watched] {
		h := hashes[k]
		i := t.index(h)
		if uint64(entries[k].Generation) == g && t.watches[i].confirms(fold(h)) {
			right++
		} else {
			t.probeWatched(i, h, 0, h)
		}
	}
	if watched != 0 {
		t.batchHits.Add(right)
	}
	if stale != 0 {
		t.refreshBatch(hashes, entries, g)
	}
	return int(hits)
}

// refreshBatch makes the entries found those of the current search.
func (t *Table) refreshBatch(hashes []uint64, entries []Entry, generation uint64) {
	for k := range entries {
		if g := uint64(entries[k].Generation); g != 0 && g != generation {
			if i := t.index(hashes[k]); i >= uint64(len(t.watches)) {
				t.probe(i, hashes[k], 0)
			}
		}
	}
}

// StoreBatch stores entries[i] under hashes[i], in order, with the memory
// accesses overlapped. It panics where entries is shorter than hashes.
func (t *Table) StoreBatch(hashes []uint64, entries []Entry) {
	entries = entries[:len(hashes)]
	for _, h := range hashes[:min(ahead, len(hashes))] {
		t.Prefetch(h)
	}
	for k, h := range hashes {
		if k+ahead < len(hashes) {
			t.Prefetch(hashes[k+ahead])
		}
		t.Store(h, entries[k])
	}
}
