//go:build !amd64 || purego || race

package tt

import "unsafe"

// There are no kernels but these.
const kernels = portable

func lookup(t *Table, hash uint64) (e Entry, s Slot) {
	if hash <= t.careful {
		return lookupCareful(t, hash)
	}
	// findFull, written out: the call costs a tenth of a probe.
	i := t.index(hash)
	l := &t.lines[i]
	d0, d1, d2, d3 := l[4].Load(), l[5].Load(), l[6].Load(), l[7].Load()
	m0, m1, m2, m3 := l[0].Load()^d0, l[1].Load()^d1, l[2].Load()^d2, l[3].Load()^d3
	data, way := uint64(0), none
	if m3 == hash {
		way = 3
	}
	if m3 == hash {
		data = d3
	}
	if m2 == hash {
		way = 2
	}
	if m2 == hash {
		data = d2
	}
	if m1 == hash {
		way = 1
	}
	if m1 == hash {
		data = d1
	}
	if m0 == hash {
		way = 0
	}
	if m0 == hash {
		data = d0
	}
	if data == 0 {
		return Entry{}, Slot{}
	}
	if genOf(data) != t.generation() {
		return lookupCareful(t, hash)
	}
	return unpack(data), Slot{1 << way}
}

func keep(t *Table, hash, payload, depth uint64) { keepCareful(t, hash, payload, depth) }

func keepAt(t *Table, hash, payload, depth uint64, s Slot) { keepAtCareful(t, hash, payload, depth, s) }

func ask(t *Table, hash uint64) {
	i := t.index(hash)
	prefetch(unsafe.Pointer(&t.lines[i]))
	if hash < t.watchBelow {
		prefetch(unsafe.Pointer(&t.watches[i]))
	}
}

func lookupBatch(*Table, *uint64, *Entry, *uint32, uint64, uint64, uint64) (next, hits, noted, left, absent, stale uint64) {
	panic("tt: no kernel")
}

func lookupBatchAVX2(*Table, *uint64, *Entry, *uint32, uint64, uint64, uint64) (next, hits, noted, stale uint64) {
	panic("tt: no kernel")
}

func accountBatch(*Table, *uint64, *Entry, *uint32, uint64) (left, absent uint64) {
	panic("tt: no kernel")
}

func accountCompact(*Table, *uint64, *Entry, *uint32, uint64) (left, absent uint64) {
	panic("tt: no kernel")
}
