//go:build !amd64 || purego || race

package tt

import "unsafe"

const kernelAvailable = false

func probe(t *Table, hash uint64) Entry { return probeGo(t, hash) }

func store(t *Table, hash uint64, e Entry) { storeGo(t, hash, e) }

func batch(t *Table, hashes, ahead []uint64, entries []Entry) (hits, left int) {
	return batchGo(t, hashes, ahead, entries)
}

func prefetch(t *Table, hash uint64) {
	i := t.index(hash)
	prefetchLine(unsafe.Pointer(&t.clusters[i]))
	if i < uint64(len(t.watching.watches)) {
		prefetchLine(unsafe.Pointer(&t.watching.watches[i]))
	}
}
