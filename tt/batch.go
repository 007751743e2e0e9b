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

// ProbeBatch looks len(hashes) positions up, with the memory accesses
// overlapped, and returns how many it found. entries[i] becomes the entry of
// hashes[i], the zero Entry where there is none. It panics where entries is
// shorter than hashes.
func (t *Table) ProbeBatch(hashes []uint64, entries []Entry) int {
	entries = entries[:len(hashes)]
	hits := 0
	if haveKernels && t.layout == Full && len(t.watches) < len(t.lines) {
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
	if watched > 0 {
		t.account(hashes, entries, list[:watched], g)
	}
	if stale != 0 {
		t.refreshBatch(hashes, entries, g)
	}
	return int(hits)
}

// account enters into the shadow what a batch found in watched lines, whose
// hashes the list tells. Most of it needs no write to any watch. What is in
// doubt takes the lock, once its rings have come from memory.
func (t *Table) account(hashes []uint64, entries []Entry, list []uint32, generation uint64) {
	var hits, misses, exposure uint64
	doubtful := list[:0]
	for _, k := range list {
		h := hashes[k]
		i := t.index(h)
		w, c, found := &t.watches[i], fold(h), uint64(entries[k].Generation)
		switch {
		case found == generation && w.confirms(c):
			hits++
		case found == 0 && !w.marked(c):
			misses++
			exposure += t.used(i)
		default:
			prefetch(unsafe.Pointer(&w.lost))
			prefetch(unsafe.Pointer(&w.bad))
			doubtful = append(doubtful, k)
		}
	}
	for _, k := range doubtful {
		h := hashes[k]
		t.probeDoubtful(t.index(h), h, 0, fold(h))
	}
	t.batched.hits.Add(hits)
	t.batched.misses.Add(misses)
	t.batched.exposure.Add(exposure)
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
