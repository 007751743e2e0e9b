package tt

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/zobrist-go/zobrist/internal/mmap"
)

// A watch is the shadow of one line: what position each slot really holds, by
// a second code, and which positions were thrown out of it lately. Stores to a
// watched line happen under its lock, and so does everything in doubt; a probe
// that finds what the code confirms, or misses a code that has never been in a
// ring, needs no lock.
type watch struct {
	lock  atomic.Uint32
	marks atomic.Uint32    // bit c mod 32 for each code c ever in lost or bad
	codes [8]atomic.Uint32 // second codes of what the slots hold
	account

	// Under the lock.
	wrong  uint32 // hits on another position: type 1 errors, each position once
	again  uint32 // further ones of positions among bad
	missed uint64 // misses of a position thrown out: type 2 errors
	lost   ring   // what was thrown out
	bad    ring   // what was taken for another position
}

// An account counts probes.
type account struct {
	hits     atomic.Uint64 // right or wrong
	misses   atomic.Uint64
	exposure atomic.Uint64 // slots in use, summed over probes of absent positions
}

// mark puts a code into a ring. Its mark stays: it only spares the look at
// rings, two more cache lines, where they have never held the code.
func (w *watch) mark(r *ring, code uint32) {
	r.put(code)
	w.marks.Store(w.marks.Load() | 1<<(code&31))
}

func (w *watch) marked(code uint32) bool { return w.marks.Load()>>(code&31)&1 != 0 }

// confirms reports whether the code is that of a slot of a line of the layout
// Full.
func (w *watch) confirms(code uint32) bool {
	// Which of them it is cannot be predicted: no branch.
	return min(w.codes[0].Load()^code, w.codes[1].Load()^code, w.codes[2].Load()^code, w.codes[3].Load()^code) == 0
}

// A ring remembers the last 13 second codes put into it.
type ring struct {
	codes [13]uint32 // 0 for none
	next  uint32
}

func (r *ring) put(code uint32) {
	r.codes[r.next%uint32(len(r.codes))] = code
	r.next++
}

// at returns the place of a code, or −1.
func (r *ring) at(code uint32) int {
	for k := range r.codes {
		if r.codes[k] == code {
			return k
		}
	}
	return -1
}

func (r *ring) drop(code uint32) {
	if k := r.at(code); k >= 0 {
		r.codes[k] = 0
	}
}

const watchBytes = int64(unsafe.Sizeof(watch{}))

// Cache lines, the first of which is all that most work on a watch needs.
var _ [unsafe.Offsetof(watch{}.wrong) - 64]byte
var _ [64 - unsafe.Offsetof(watch{}.wrong)]byte
var _ [192 - unsafe.Sizeof(watch{})]byte
var _ [unsafe.Sizeof(watch{}) - 192]byte // the kernel counts on three

// watch begins to watch the first n lines, as good a sample as any, and one
// that a hash tells by being small. Their shadow is memory like the table's.
func (t *Table) watch(n int) error {
	t.watchBelow, t.watches = 0, nil
	t.batched = account{}
	if err := t.shadow.Free(); err != nil {
		return err
	}
	if n > 0 {
		shadow, err := mmap.New(int64(n) * watchBytes)
		if err != nil {
			return fmt.Errorf("tt: watch one line in %d: %w", t.options.Sample, err)
		}
		t.shadow, t.watchBelow = *shadow, math.MaxUint64
		t.watches = unsafe.Slice((*watch)(unsafe.Pointer(unsafe.SliceData(shadow.Words()))), n)
	}
	if n > 0 && n < len(t.lines) {
		// index(h) < n where h·lines < n·2^64.
		limit, rest := bits.Div64(uint64(n), 0, uint64(len(t.lines)))
		if rest > 0 {
			limit++
		}
		t.watchBelow = limit
	}
	t.direct()
	return nil
}

// direct says which hashes the kernels may handle.
func (t *Table) direct() {
	t.careful = max(t.watchBelow, 1) - 1
	if t.layout != Full {
		t.careful = math.MaxUint64
	}
	t.carefulScalar, t.carefulStore = t.careful, t.careful
	if t.slow {
		t.carefulStore = math.MaxUint64
	}
	if haveKernels && !vectors {
		t.careful = math.MaxUint64
	}
}

// enter locks the watch of line i.
func (t *Table) enter(i uint64) *watch {
	w := &t.watches[i]
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
	return max(1, uint32((code^code>>32)*folder>>32))
}

const folder = 0x9e3779b97f4a7c15

// probeWatched is probe with an account of it.
func (t *Table) probeWatched(i, low, high, code uint64) (Entry, Slot, bool) {
	w, c := &t.watches[i], fold(code)
	e, way := t.find(i, low, high)
	switch {
	case e.Generation == 0 && !w.marked(c):
		w.misses.Add(1)
		w.exposure.Add(t.used(i))
		return Entry{}, slotOf(i, none), false
	case uint64(e.Generation) == t.generation() && w.codes[way&7].Load() == c:
		w.hits.Add(1)
		return t.copied(e), slotOf(i, way), true
	}
	return t.probeDoubtful(i, low, high, c)
}

// probeDoubtful is probeWatched under the lock, where table and shadow agree.
func (t *Table) probeDoubtful(i, low, high uint64, c uint32) (Entry, Slot, bool) {
	w := t.enter(i)
	defer w.leave()
	e, s, ok := t.probe(i, low, high)
	if !ok {
		w.misses.Add(1)
	} else {
		w.hits.Add(1)
		if w.codes[s.way()&7].Load() == c {
			return e, s, ok
		}
	}
	// The position is absent, whatever the table said. Where it was wrong
	// before, it is so again with certainty, as it was not stored for that;
	// and one thrown out has been compared with most of the line. Neither is
	// a trial of chance.
	lost, bad := false, false
	if w.marked(c) {
		lost, bad = w.lost.at(c) >= 0, w.bad.at(c) >= 0
	}
	if lost {
		w.missed++
	}
	switch {
	case (lost || bad) && ok:
		w.again++
	case lost || bad:
	case ok:
		w.wrong++
		w.mark(&w.bad, c)
		fallthrough
	default:
		w.exposure.Add(t.used(i))
	}
	return e, s, ok
}

// used returns how many slots of a line are in use.
func (t *Table) used(i uint64) (n uint64) {
	var m [8]uint64
	for _, x := range m[:t.management(&t.lines[i], &m)] {
		if genOf(x) != 0 {
			n++
		}
	}
	return n
}

// storeWatched is store with an account of it.
func (t *Table) storeWatched(i, low, high, code uint64, e Entry) {
	if e.Payload > t.limit {
		return
	}
	w := t.enter(i)
	if t.slow { // the caller's policy may panic
		defer w.leave()
		t.storeNoted(w, i, low, high, code, e)
		return
	}
	t.storeNoted(w, i, low, high, code, e)
	w.leave()
}

// storeNoted is store with a note in the shadow.
func (t *Table) storeNoted(w *watch, i, low, high, code uint64, e Entry) {
	c := fold(code)
	if w.marked(c) {
		w.lost.drop(c)
		w.bad.drop(c)
	}
	way := t.store(i, low, high, e)
	if way < 0 {
		w.mark(&w.lost, c)
		return
	}
	if old := w.codes[way&7].Load(); old != c {
		w.codes[way&7].Store(c)
		if old != 0 {
			w.mark(&w.lost, old)
		}
	}
}
