//go:build !amd64 || purego || race

package tt

import "unsafe"

const kernelAvailable = false

func probe(t *Table, hash uint64) Entry { return probeGo(t, hash) }

func store(t *Table, hash uint64, e Entry) { storeGo(t, hash, e) }

func batch(t *Table, hashes, ahead []uint64, entries []Entry) (hits, left int) {
	for k, h := range hashes {
		prefetch(t, ahead[k])
		entries[k] = probeGo(t, h)
		if entries[k].Generation != 0 {
			hits++
		}
	}
	return hits, 0
}

func prefetch(t *Table, hash uint64) {
	i := t.index(hash)
	prefetchLine(unsafe.Pointer(&t.clusters[i]))
	if i < uint64(len(t.watching.watches)) {
		w := unsafe.Pointer(&t.watching.watches[i])
		prefetchLine(w)
		prefetchLine(unsafe.Add(w, watchBytes/2)) // a watch is two cache lines
	}
}
