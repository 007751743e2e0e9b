package tt

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
	if n := len(hashes) &^ 3; n > 0 && kernels >= avx2 && (t.layout == Full || t.layout == Compact) && len(t.watches) < len(t.lines) {
		hits = t.probeBatch(hashes[:n], entries[:n])
		hashes, entries = hashes[n:], entries[n:]
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

// batchNotes is how many watched hashes a kernel finds before an account is
// made of them: soon, as long as what they need is in the nearest caches.
const batchNotes = 16

// batchMixed, in what a kernel says of old entries, means that it saw a hash in
// two slots, and got something of both.
const batchMixed = 1 << 8

// findBatch is a batch in Go that refreshes nothing.
func (t *Table) findBatch(hashes []uint64, entries []Entry) (hits uint64) {
	for k, h := range hashes {
		e, _ := t.find(t.index(h), h, 0)
		if e.Generation == 0 {
			e = Entry{}
		} else {
			hits++
		}
		entries[k] = e
	}
	return hits
}

// probeBatch is ProbeBatch in the layouts Full and Compact for a multiple of 4
// hashes.
func (t *Table) probeBatch(hashes []uint64, entries []Entry) int {
	var list [batchNotes + 4]uint32
	var hits, found, noted, stale, old, confirmed, absent uint64
	g, count := t.generation(), uint64(len(hashes))
	for next := uint64(0); next < count; {
		from := next
		next, found, noted, old = lookupBatch(t, &hashes[0], &entries[0], &list[0], count, next, noted, g)
		if old >= batchMixed {
			found = t.findBatch(hashes[from:next], entries[from:next])
		}
		hits += found
		stale |= old
		ready := noted
		if next < count {
			ready -= min(ready, 2) // whose shadows may not have come yet
		}
		var left, c, a uint64
		if t.layout == Compact { // a variable for the function would put the list on the heap
			left, c, a = accountCompact(t, &hashes[0], &entries[0], &list[0], ready)
		} else {
			left, c, a = accountBatch(t, &hashes[0], &entries[0], &list[0], ready)
		}
		confirmed += c
		for _, k := range list[:left] { // what is not as usual
			if h := hashes[k]; entries[k].Generation == 0 {
				a += t.absence(t.index(h), shorten(h))
			} else {
				t.probeWatched(t.index(h), h, 0, h)
			}
		}
		if absent += a; absent >= 1<<63 {
			t.settle(absent)
			absent = 0
		}
		noted = uint64(copy(list[:], list[ready:noted]))
	}
	if confirmed|absent != 0 {
		t.settled.hits.Add(confirmed)
		t.settle(absent)
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
			t.probe(t.index(hashes[k]), hashes[k], 0)
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
