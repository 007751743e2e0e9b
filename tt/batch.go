package tt

const (
	// ahead is how many hashes before its use a cluster is prefetched.
	// Measured: 64 to 128 are equal, 32 is slower.
	ahead = 96

	// batchChunk is how many hashes a kernel gets at a time, so that those it
	// leaves to Go are still in the caches.
	batchChunk = 4096
)

// ProbeBatch looks len(hashes) positions up, with their memory accesses
// overlapped, and returns how many it found. entries[i] becomes the entry of
// hashes[i], the zero Entry if there is none. It panics if entries is shorter
// than hashes.
func (t *Table) ProbeBatch(hashes []uint64, entries []Entry) (hits int) {
	entries = entries[:len(hashes)]
	for _, h := range hashes[:min(ahead, len(hashes))] {
		t.Prefetch(h)
	}
	for len(hashes) > 0 {
		// The last hashes have none ahead: the kernel prefetches them again.
		n, next := min(ahead, len(hashes)), hashes
		if len(hashes) > ahead {
			n, next = min(batchChunk, len(hashes)-ahead), hashes[ahead:]
		}
		found, left := batch(t, hashes[:n], next[:n], entries[:n])
		hits += found
		for left != 0 {
			k := left - 1
			left = int(entries[k].Payload)
			entries[k] = probeGo(t, hashes[k])
			if entries[k].Generation != 0 {
				hits++
			}
		}
		hashes, entries = hashes[n:], entries[n:]
	}
	return hits
}

// StoreBatch stores entries[i] under hashes[i], in order, with the memory
// accesses overlapped. It panics if entries is shorter than hashes.
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
