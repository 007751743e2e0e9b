package tt

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// A watch is the shadow of one line: what position each slot really holds, by
// a second code, and which positions were thrown out of it lately. Work on a
// watched line happens under its lock, so that line and shadow agree.
type watch struct {
	lock     atomic.Uint32
	probes   uint32
	hits     uint32
	wrong    uint32 // hits on another position: type 1 errors
	missed   uint32 // misses of a position thrown out: type 2 errors
	stores   uint32
	exposure uint64     // slots in use, summed over probes of absent positions
	codes    [8]uint32  // second codes of what the slots hold
	lost     [15]uint32 // second codes of what was thrown out, 0 for none
	next     uint32     // place in lost for the next
}

const watchBytes = int64(unsafe.Sizeof(watch{}))

// Two cache lines.
var _ [128 - unsafe.Sizeof(watch{})]byte
var _ [unsafe.Sizeof(watch{}) - 128]byte

// enter locks the watch of line i.
func (t *Table) enter(i uint64) *watch {
	w := &t.watches[i/(t.watchMask+1)]
	for spin := 0; !w.lock.CompareAndSwap(0, 1); spin++ {
		if spin%64 == 63 {
			runtime.Gosched()
		}
	}
	return w
}

func (w *watch) leave() { w.lock.Store(0) }

// fold reduces a second code to 32 bits, never 0. Codes that differ anywhere
// fold to different words but for one pair in 2^32.
func fold(code uint64) uint32 {
	code = (code ^ code>>32) * 0x9e3779b97f4a7c15
	return max(1, uint32(code>>32))
}

// probeWatched is probe with an account of it.
func (t *Table) probeWatched(i, low, high, code uint64) (Entry, Slot, bool) {
	w := t.enter(i)
	defer w.leave()
	c := fold(code)
	e, s, ok := t.probe(i, low, high)
	w.probes++
	if ok {
		w.hits++
		if w.codes[s.at&7] == c {
			return e, s, ok
		}
		w.wrong++
	}
	// The position is absent, whatever the table said.
	var m [8]uint64
	for _, x := range m[:t.management(&t.lines[i], &m)] {
		if x&genMask != 0 {
			w.exposure++
		}
	}
	for k := range w.lost {
		if w.lost[k] == c {
			w.missed++
			break
		}
	}
	return e, s, ok
}

// storeWatched is store with an account of it.
func (t *Table) storeWatched(i, low, high, code uint64, e Entry) {
	if e.Payload > t.limit {
		return
	}
	w := t.enter(i)
	defer w.leave()
	c := fold(code)
	w.stores++
	for k := range w.lost {
		if w.lost[k] == c {
			w.lost[k] = 0
		}
	}
	way := t.store(i, low, high, e)
	if way < 0 {
		w.lose(c)
		return
	}
	if old := w.codes[way&7]; old != 0 && old != c {
		w.lose(old)
	}
	w.codes[way&7] = c
}

// lose remembers a position thrown out, in place of the oldest.
func (w *watch) lose(code uint32) {
	w.lost[w.next%uint32(len(w.lost))] = code
	w.next++
}
