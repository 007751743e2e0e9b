package tt

import (
	"fmt"
	"math"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/zobrist-go/zobrist/internal/mmap"
)

// A watch is the shadow of one line: what position each slot holds, by a second
// code, and which positions were thrown out of it lately. It takes one cache
// line and no lock.
//
// A slot and its note are written one after the other, so that goroutines that
// store in one slot at the same moment, or read meanwhile, may see the note of
// another position. They can tell: half of a note is a check of the slot's own
// words. A probe that finds a note of something else is left out of the
// account, and of two counts at the same moment one may be lost. An error where
// there was none takes such a note with the same check, one in 2^16: one was
// seen in 250 million probes of sixteen slots that four goroutines fought for.
//
//	byte  0  hits, 48 bits | marks, 16 bits: which places of strays have been used
//	      8  misses, 20 bits | misses of positions thrown out, 20 | exposure, 24
//	     16  second codes of positions thrown out, 16 bits each, 16 places;
//	         8 in the layout Compact
//	     48  notes, 32 bits each, for the 4 or 2 slots; from byte 32 in Compact
//	         the 8 ones
//	         note  check of the slot, 16 bits | second code of its position, 16 bits; 0 for none
//
// A code has two places among those thrown out, told by its low bits. It stays
// in one of them until it is stored again, or another one needs the place.
type watch struct {
	hits   atomic.Uint64
	absent atomic.Uint64
	words  [12]atomic.Uint32
}

const (
	watchBytes = int64(unsafe.Sizeof(watch{}))
	markShift  = 48
	lostShift  = 24
	miss       = 1 << 44
)

var _ [lineBytes - watchBytes]byte // the kernels count on equal sizes
var _ [watchBytes - lineBytes]byte

// strays are the codes of absent positions that a line took for others, each in
// its place. Table.doubt guards them.
type strays [16]uint16

// An account counts probes of watched lines.
type account struct {
	hits     atomic.Uint64 // right or wrong
	misses   atomic.Uint64
	lost     atomic.Uint64 // misses of positions thrown out: type 2 errors
	exposure atomic.Uint64 // slots in use, summed over probes of absent positions
}

// watch begins to watch the first n lines, as good a sample as any, and one
// that a hash tells by being small. Their shadow is memory like the table's.
func (t *Table) watch(n int) error {
	t.watchBelow, t.watches, t.strays = 0, nil, nil
	t.forget()
	if err := t.shadow.Free(); err != nil {
		return err
	}
	if n > 0 {
		rest := (int64(n)*int64(unsafe.Sizeof(strays{})) + lineBytes - 1) &^ (lineBytes - 1)
		shadow, err := mmap.New(int64(n)*watchBytes + rest)
		if err != nil {
			return fmt.Errorf("tt: watch one line in %d: %w", t.options.Sample, err)
		}
		t.shadow, t.watchBelow = *shadow, math.MaxUint64
		words := shadow.Words()
		t.watches = unsafe.Slice((*watch)(unsafe.Pointer(unsafe.SliceData(words))), n)
		t.strays = unsafe.Slice((*strays)(unsafe.Pointer(&words[int64(n)*watchBytes/8])), n)
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

// forget clears all counts but those in the shadow.
func (t *Table) forget() {
	t.settled = account{}
	t.wrong, t.again = 0, 0
}

// A kind of kernels.
type kind uint8

const (
	portable kind = iota // in Go, for other processors
	plain                // for amd64, which leave everything to Go
	avx2
	avx512
)

// direct says which hashes the kernels may handle.
func (t *Table) direct() {
	t.careful, t.careful2 = math.MaxUint64, math.MaxUint64
	t.carefulStore, t.carefulStore2 = math.MaxUint64, math.MaxUint64
	t.compact, t.compactStore = 0, 0
	if t.layout == Compact && kernels >= avx2 {
		t.compact = uint64(t.shift)
		if !t.slow {
			t.compactStore = t.compact
		}
	}
	if t.layout != Full {
		return
	}
	watched := max(t.watchBelow, 1) - 1
	if kernels == avx512 || kernels == portable {
		t.careful = watched
	}
	if kernels >= avx2 {
		t.careful2 = 0
	}
	if t.slow {
		return
	}
	if kernels == avx512 {
		t.carefulStore = watched
	}
	if kernels >= avx2 {
		t.carefulStore2 = 0
	}
}

// shorten reduces a second code to 16 bits, never 0. Codes that differ anywhere
// become equal for one pair in 2^16.
func shorten(code uint64) uint32 {
	return max(1, uint32(code*shortener>>48))
}

const shortener = 0x9e3779b97f4a7c15

// note returns what the shadow says of a slot with this payload and the part of
// the hash that the layout verifies, if the code is that of its position.
func (t *Table) note(low, payload uint64, code uint32) uint32 {
	return checkOf(low<<(t.shift&63)^payload)<<16 | code
}

func checkOf(slot uint64) uint32 { return uint32(slot * shortener >> 48) }

// noteOf is the note of a way of a watched line.
func (t *Table) noteOf(w *watch, way int) *atomic.Uint32 {
	if t.layout == Compact {
		return &w.words[4+way&7]
	}
	return &w.words[8+way&3]
}

// A place among the codes thrown out is half a word.
type place struct {
	word  *atomic.Uint32
	shift uint32
}

func (p place) load() uint32      { return p.word.Load() >> p.shift & 0xffff }
func (p place) store(code uint32) { p.word.Store(p.word.Load()&^(0xffff<<p.shift) | code<<p.shift) }

// places returns the two places that a code thrown out may be in.
func (t *Table) places(w *watch, code uint32) (p, q place) {
	words := uint32(7)
	if t.layout == Compact {
		words = 3
	}
	return place{&w.words[code>>1&words], code & 1 * 16}, place{&w.words[code>>5&words], code >> 4 & 1 * 16}
}

// lose enters a code among those thrown out.
func (t *Table) lose(w *watch, code uint32) {
	p, q := t.places(w, code)
	if p.load() != 0 && q.load() == 0 {
		p = q
	}
	p.store(code)
}

// lost reports whether a code is among those thrown out.
func (t *Table) lost(w *watch, code uint32) bool {
	p, q := t.places(w, code)
	// Both are read at once, as neither is likely to hold it.
	return min(p.load()^code, q.load()^code) == 0
}

// regain takes a code from those thrown out and from the strays.
func (t *Table) regain(i uint64, code uint32) {
	w := &t.watches[i]
	p, q := t.places(w, code)
	switch code {
	case p.load():
		p.store(0)
	case q.load():
		q.store(0)
	}
	if w.marked(code) {
		t.doubt.Lock()
		if s := &t.strays[i][code&15]; uint32(*s) == code {
			*s = 0
		}
		t.doubt.Unlock()
	}
}

// marked reports whether the code's place among the strays was ever used: it
// spares another cache line.
func (w *watch) marked(code uint32) bool { return w.hits.Load()>>(markShift+code&15)&1 != 0 }

// probeWatched is probe with an account of it. Where the layout verifies all that
// the code is made of, a hit is right: it needs no look at its note.
func (t *Table) probeWatched(i, low, high, code uint64) (Entry, Slot, bool) {
	w, c := &t.watches[i], shorten(code)
	e, way := t.find(i, low, high)
	if e.Generation == 0 {
		if v := w.absent.Add(t.absence(i, c)); v >= 1<<63 && w.absent.CompareAndSwap(v, 0) {
			t.settle(v)
		}
		return Entry{}, slotOf(none), false
	}
	switch note, want := t.noteOf(w, way).Load(), t.note(low, e.Payload, c); {
	case note == want, t.layout == Wide, t.layout == Full && code == low:
		w.hits.Add(1)
	case note>>16 == want>>16:
		w.hits.Add(1)
		t.betray(i, c)
	}
	if g := t.generation(); uint64(e.Generation) != g {
		t.refresh(i, way, low, high, e, g)
	}
	return t.copied(e), slotOf(way), true
}

// absence is what the miss of a code in line i adds to watch.absent.
func (t *Table) absence(i uint64, c uint32) uint64 {
	w := &t.watches[i]
	// Where the position was taken for another before, it would be so again with
	// certainty, as it was not stored for that; and one thrown out has been
	// compared with most of the line. Neither is a trial of chance.
	switch {
	case t.lost(w, c):
		return miss | 1<<lostShift
	case w.marked(c) && t.stray(i, c):
		return miss
	}
	return miss | t.used(w)
}

// settle moves counts as watch.absent has them into the table's own.
func (t *Table) settle(absent uint64) {
	misses, lost, exposure := absences(absent)
	t.settled.misses.Add(misses)
	t.settled.lost.Add(lost)
	t.settled.exposure.Add(exposure)
}

// absences takes the counts of watch.absent apart.
func absences(v uint64) (misses, lost, exposure uint64) {
	return v / miss, v % miss >> lostShift, v % (1 << lostShift)
}

func (t *Table) stray(i uint64, c uint32) bool {
	t.doubt.Lock()
	defer t.doubt.Unlock()
	return uint32(t.strays[i][c&15]) == c
}

// betray counts a hit on another position, with the second code c of the one
// that was asked for.
func (t *Table) betray(i uint64, c uint32) {
	w := &t.watches[i]
	t.doubt.Lock()
	defer t.doubt.Unlock()
	if uint32(t.strays[i][c&15]) == c || t.lost(w, c) {
		t.again++
		return
	}
	t.wrong++
	t.settled.exposure.Add(t.used(w))
	t.strays[i][c&15] = uint16(c)
	w.hits.Or(1 << (markShift + c&15))
}

// used returns how many slots of a watched line are in use: that were written
// since it is watched, as only these can be taken for others and be noticed.
func (t *Table) used(w *watch) (n uint64) {
	notes := w.words[8:]
	if t.layout == Compact {
		notes = w.words[4:]
	}
	for k := range notes {
		n += uint64(min(1, notes[k].Load()))
	}
	return n
}

// storeWatched is store with a note of it.
func (t *Table) storeWatched(i, low, high, code uint64, e Entry) {
	if e.Payload > t.limit {
		return
	}
	c := shorten(code)
	way := t.store(i, low, high, e)
	if way < 0 {
		t.regain(i, c)
		t.lose(&t.watches[i], c)
		return
	}
	t.noteStore(i, way, low, c, e)
}

// noteStore enters a position that was just written into the shadow.
func (t *Table) noteStore(i uint64, way int, low uint64, c uint32, e Entry) {
	w := &t.watches[i]
	p := t.noteOf(w, way)
	old := p.Load() & 0xffff
	p.Store(t.note(low, e.Payload, c))
	if old == c {
		return
	}
	t.regain(i, c)
	if old != 0 {
		t.lose(w, old)
	}
}
