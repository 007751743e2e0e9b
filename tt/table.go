package tt

import (
	"errors"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/mmap"
)

// A Table is a transposition table. Make one with [New] or [Load]; the zero
// Table is not usable. All methods but Clear, Resize and Close may be called
// by any number of goroutines at the same time.
type Table struct {
	lines      []line
	bytes      uint64        // of the lines, for a prefetch: any byte of a line will do
	stamp      atomic.Uint64 // the generation, 1 to 31, where data words have it
	layout     Layout
	shift      uint   // Compact: 64 − TagBits, else 64
	limit      uint64 // greatest payload
	slow       bool   // replacement is not DepthAge's
	watchBelow uint64 // hashes less than this belong to watched lines

	// Hashes up to these are none for the kernels, those of lookup and keep with
	// AVX-512 and with AVX2; 0 is the least, and no loss.
	careful, careful2           uint64
	carefulStore, carefulStore2 uint64

	// The shift where kernels serve probes and stores of the layout Compact, or 0.
	compact, compactStore uint64

	watches []watch // of the first lines
	settled account // counts of watched lines that are not in the shadow

	doubt        sync.Mutex
	strays       []strays // of the watched lines
	wrong, again uint64   // type 1 errors, each position once, and further ones of the same

	options Options
	region  *mmap.Region
	shadow  mmap.Region
}

// New makes an empty table. Its memory has been touched, on all processors:
// about a second a gigabyte, and nothing to wait for later. The error wraps
// [ErrOptions], or says what memory there is.
func New(o Options) (*Table, error) {
	o, err := o.plan()
	if err != nil {
		return nil, err
	}
	t := &Table{options: o, layout: o.Layout}
	t.shift = uint(64 - o.TagBits)
	t.limit = 1<<t.PayloadBits() - 1
	t.slow = o.Policy != DepthAge || o.Victim != nil
	if err := t.obtain(); err != nil {
		return nil, err
	}
	return t, nil
}

// obtain takes memory for the options and starts the first search.
func (t *Table) obtain() error {
	region, err := mmap.New(t.options.Bytes)
	if err != nil {
		return err
	}
	t.use(region)
	t.stamp.Store(1 << genShift)
	watched := 0
	if n := t.options.Sample; n != 0 {
		watched = (len(t.lines) + n - 1) / n
	}
	if err := t.watch(watched); err != nil {
		return errors.Join(err, t.Close())
	}
	return nil
}

func (t *Table) use(region *mmap.Region) {
	t.region = region
	words := region.Words()
	t.lines = unsafe.Slice((*line)(unsafe.Pointer(unsafe.SliceData(words))), len(words)/len(line{}))
	t.bytes = uint64(len(t.lines)) * lineBytes
}

// generation returns that of the current search.
func (t *Table) generation() uint64 { return t.stamp.Load() >> genShift }

// index returns the line of a hash: its high end, by multiplication.
func (t *Table) index(hash uint64) uint64 {
	i, _ := bits.Mul64(hash, uint64(len(t.lines)))
	return i
}

// Probe looks a position up. It returns a copy of the entry and where it
// lies, or a zero Entry, the place for [Table.StoreAt] and false. An entry of
// an older search that is found counts as one of this search from then on.
//
// In the layout [Wide] it is Probe128 of a hash whose high half is 0.
func (t *Table) Probe(hash uint64) (Entry, Slot, bool) {
	e, s := lookup(t, hash)
	return e, s, e.Generation != 0
}

// lookupCareful is what a kernel leaves to Go: any layout, watched lines, and
// entries of an older search.
func lookupCareful(t *Table, hash uint64) (e Entry, s Slot) {
	if i := t.index(hash); hash < t.watchBelow {
		e, s, _ = t.probeWatched(i, hash, 0, hash)
	} else {
		e, s, _ = t.probe(i, hash, 0)
	}
	return e, s
}

// Probe128 is [Table.Probe] for a hash of 128 bits, all of which the layout
// [Wide] verifies. In the others the low half is the hash; the high half is
// the second code by which watched lines tell positions apart.
func (t *Table) Probe128(hash zobrist.Uint128) (Entry, Slot, bool) {
	if hash.Lo >= t.watchBelow && t.layout != Wide {
		return t.Probe(hash.Lo)
	}
	i := t.index(hash.Lo)
	if hash.Lo < t.watchBelow {
		return t.probeWatched(i, hash.Lo, hash.Hi, hash.Hi)
	}
	return t.probe(i, hash.Lo, hash.Hi)
}

// probe looks into line i.
func (t *Table) probe(i, low, high uint64) (Entry, Slot, bool) {
	e, way := t.find(i, low, high)
	if e.Generation == 0 {
		return Entry{}, slotOf(none), false
	}
	if g := t.generation(); uint64(e.Generation) != g {
		t.refresh(i, way, low, high, e, g)
	}
	return t.copied(e), slotOf(way), true
}

// copied is what the caller gets to see of an entry.
func (t *Table) copied(e Entry) Entry {
	if t.layout == Payload {
		e.Depth = 0
	}
	return e
}

// find returns the entry of a hash in line i, or one without a generation.
func (t *Table) find(i, low, high uint64) (Entry, int) {
	l := &t.lines[i]
	var payload, m uint64
	var way int
	switch t.layout {
	case Compact:
		m, way = l.findCompact(low<<(t.shift&63), t.shift)
		return unpack(m), way
	case Payload:
		payload, m, way = l.findPayload(low)
	case Wide:
		payload, m, way = l.findWide(low, high)
	default:
		m, way = l.findFull(low)
		return unpack(m), way
	}
	e := unpack(m)
	e.Payload = payload
	return e, way
}

// refresh makes an entry one of the current search.
func (t *Table) refresh(i uint64, way int, low, high uint64, e Entry, generation uint64) {
	t.write(&t.lines[i], way, low, high, e.Payload, meta(e.Depth, generation))
}

// Store keeps an entry, or drops it where the policy says so, or its payload
// is wider than PayloadBits. e.Generation does not matter.
func (t *Table) Store(hash uint64, e Entry) {
	keep(t, hash, e.Payload, uint64(uint8(e.Depth)))
}

// StoreAt is [Table.Store] of a hash whose slot is known from a probe of it.
// After a hit it writes to that slot without a look at the others.
func (t *Table) StoreAt(s Slot, hash uint64, e Entry) {
	keepAt(t, hash, e.Payload, uint64(uint8(e.Depth)), s)
}

// keepCareful is what a kernel leaves to Go: any layout and policy, and watched
// lines.
func keepCareful(t *Table, hash, payload, depth uint64) {
	e := Entry{Payload: payload, Depth: int8(depth)}
	if i := t.index(hash); hash < t.watchBelow {
		t.storeWatched(i, hash, 0, hash, e)
	} else {
		t.store(i, hash, 0, e)
	}
}

// keepAtCareful is the same for a slot that a probe found.
func keepAtCareful(t *Table, hash, payload, depth uint64, s Slot) {
	e := Entry{Payload: payload, Depth: int8(depth)}
	if !t.storeAt(s, hash, 0, hash, e) {
		keepCareful(t, hash, payload, depth)
	}
}

// Store128 is [Table.Store] for a hash of 128 bits; see [Table.Probe128].
func (t *Table) Store128(hash zobrist.Uint128, e Entry) {
	t.StoreAt128(Slot{}, hash, e)
}

// StoreAt128 is [Table.StoreAt] for a hash of 128 bits.
func (t *Table) StoreAt128(s Slot, hash zobrist.Uint128, e Entry) {
	if hash.Lo >= t.watchBelow && t.layout != Wide {
		t.StoreAt(s, hash.Lo, e)
	} else if t.storeAt(s, hash.Lo, hash.Hi, hash.Hi, e) {
		return
	} else if i := t.index(hash.Lo); hash.Lo < t.watchBelow {
		t.storeWatched(i, hash.Lo, hash.Hi, hash.Hi, e)
	} else {
		t.store(i, hash.Lo, hash.Hi, e)
	}
}

// storeAt writes an entry to the slot of a probe, or reports false where the
// ordinary path has to decide.
func (t *Table) storeAt(s Slot, low, high, code uint64, e Entry) bool {
	i, way := t.index(low), s.way()
	if way >= layouts[t.layout].ways || e.Payload > t.limit {
		return false
	}
	t.write(&t.lines[i], way, low, high, e.Payload, meta(e.Depth, t.generation()))
	if low < t.watchBelow {
		t.noteStore(i, way, low, shorten(code), e)
	}
	return true
}

// store keeps an entry in line i and returns its way, or −1.
func (t *Table) store(i, low, high uint64, e Entry) int {
	if e.Payload > t.limit {
		return -1
	}
	l, generation := &t.lines[i], t.generation()
	var way int
	if t.layout == Full && !t.slow {
		way = l.placeFull(low, generation)
	} else if way = t.place(i, low, high, generation, e.Depth); way < 0 {
		return -1
	}
	t.write(l, way, low, high, e.Payload, meta(e.Depth, generation))
	return way
}

// place returns the way that a position goes to, or −1.
func (t *Table) place(i, low, high, generation uint64, depth int8) int {
	if e, way := t.find(i, low, high); e.Generation != 0 {
		return way
	}
	var m [8]uint64
	used := m[:t.management(&t.lines[i], &m)]
	if t.slow {
		return t.victim(used, generation, low, depth)
	}
	return leastWorth(used, generation)
}

// management reads the management words of a line and returns their number.
func (t *Table) management(l *line, m *[8]uint64) int {
	switch t.layout {
	case Compact:
		for w := range m {
			m[w] = l[w].Load() & metaMask
		}
	case Payload:
		for w := range 4 {
			m[w] = (l[w].Load() ^ l[w+4].Load()) & metaMask
		}
	case Wide:
		m[0], m[1] = l[3].Load(), l[7].Load()
	default:
		for w := range 4 {
			m[w] = l[w+4].Load() & metaMask
		}
	}
	return layouts[t.layout].ways
}

// write fills a slot. Its words are stored one by one, and agree only when
// they are of the same store: see the package comment.
func (t *Table) write(l *line, way int, low, high, payload, m uint64) {
	switch t.layout {
	case Compact:
		l[way&7].Store(low<<(t.shift&63) | payload<<metaBits | m)
	case Payload:
		l[way&3].Store((low<<metaBits | m) ^ payload)
		l[way&3+4].Store(payload)
	case Wide:
		l[4*way&7].Store(low ^ payload)
		l[(4*way+1)&7].Store(high ^ payload ^ spread(m))
		l[(4*way+2)&7].Store(payload)
		l[(4*way+3)&7].Store(m)
	default:
		data := payload<<metaBits | m
		l[way&3].Store(low ^ data)
		l[way&3+4].Store(data)
	}
}

// NewSearch begins a new generation: entries that it neither stores nor finds
// count as older from now on. After 31 searches ages start again from 0.
func (t *Table) NewSearch() {
	for {
		g := t.stamp.Load()
		if t.stamp.CompareAndSwap(g, (g>>genShift%genMask+1)<<genShift) {
			return
		}
	}
}
