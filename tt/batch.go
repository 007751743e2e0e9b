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
	if kernels >= avx2 && (t.layout == Full || t.layout == Compact) && len(t.watches) < len(t.lines) {
		for len(hashes) >= 4 {
			n := min(len(hashes)&^3, maxBatch)
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

// batchNotes is how many watched hashes the kernel with AVX-512 finds before it
// asks for their shadows, and judges those it asked for before: few, so that what
// it found is still in the first cache. 2 cost 0.5 % of a batch more, 8 and 12 as
// much in calm and nothing beside a neighbour.
const batchNotes = 4

// batchLeft is of how many watched hashes it leaves the judgement to Go.
const batchLeft = 64

// batchNotes2 is how many watched hashes the kernel with AVX2 finds before it
// returns, which halts the flow of lines.
const batchNotes2 = 92

// batchList is how long the list of watched hashes may become: those left to Go,
// those asked for, new ones, and what is written after them; with AVX2, a few more
// than batchNotes2.
const batchList = max(batchLeft+2*(batchNotes+3)+4, batchNotes2+4)

var _ [16 - (batchNotes + 3)]byte // the kernel has room for so many

// maxBatch is how many hashes a kernel takes at most, as the list has them in 32
// bits.
const maxBatch = 1 << 30

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
	var list [batchList]uint32
	var hits, stale uint64
	g, count := t.generation(), uint64(len(hashes))
	for next := uint64(0); next < count; {
		var found, noted, left, absent, old uint64
		if kernels == avx512 {
			next, found, noted, left, absent, old = lookupBatch(t, &hashes[0], &entries[0], &list[0], count, next, g)
		} else {
			from := next
			next, found, noted, old = lookupBatchAVX2(t, &hashes[0], &entries[0], &list[0], count, next, g)
			if old >= batchMixed {
				found = t.findBatch(hashes[from:next], entries[from:next])
			}
			if t.layout == Compact { // a variable for the function would put the list on the heap
				left, absent = accountCompact(t, &hashes[0], &entries[0], &list[0], noted)
			} else {
				left, absent = accountBatch(t, &hashes[0], &entries[0], &list[0], noted)
			}
		}
		hits, stale = hits+found, stale|old
		if noted > 0 {
			t.settled.hits.Add(noted - left - absent/miss)
			for _, twice := range list[:left] {
				k := twice / 2
				if h := hashes[k]; entries[k].Generation == 0 {
					absent += t.absence(t.index(h), shorten(h))
				} else {
					t.probeWatched(t.index(h), h, 0, h)
				}
			}
			t.settle(absent)
		}
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
