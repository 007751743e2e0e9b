package tt

import (
	"errors"
	"math"
	"math/bits"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/internal/system/mmap"
)

// A Table is a transposition table. Make one with [New] or [Load]; the zero
// Table is not usable. All methods but Clear and Close may be called by any
// number of goroutines at the same time.
type Table struct {
	// The kernels in assembly know the offsets of these: see kernel_amd64.go.
	clusters   []cluster
	goUpTo     uint64        // kernels leave hashes up to this to Go: 0, those in watched clusters, or all
	generation atomic.Uint64 // of the current search, 1 to 31, in its place in a data word
	tagShift   uint64        // 64 − tag bits: 0 in the full layout
	maxPayload uint64
	watching   watching

	recency recency       // for the functions in Go
	dropped atomic.Uint64 // entries too wide to be stored
	options Options
	region  mmap.Region
}

// New makes an empty table. Its memory has been touched, on all processors:
// about a second a gigabyte, and nothing to wait for later. It is outside Go's heap:
// [Table.Close] gives it back, the garbage collector does not. The error wraps
// [ErrOptions] or [ErrMemory].
func New(o Options) (*Table, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	clusters, region, err := allocate[cluster](o.Bytes / clusterBytes)
	if err != nil {
		return nil, err
	}
	t := &Table{
		clusters:   clusters,
		tagShift:   uint64(wholeHash - o.TagBits),
		maxPayload: 1<<o.payloadBits() - 1,
		options:    o,
		region:     region,
	}
	if !kernelAvailable {
		t.goUpTo = math.MaxUint64
	}
	t.recency.fill()
	t.generation.Store(1 << generationShift)
	if o.Sample != 0 {
		if err := t.watch(); err != nil {
			return nil, errors.Join(err, t.Close())
		}
	}
	return t, nil
}

// index returns the number of a hash's cluster: hash·clusters / 2^64, so that
// any number of clusters will do.
func (t *Table) index(hash uint64) uint64 {
	i, _ := bits.Mul64(hash, uint64(len(t.clusters)))
	return i
}

// Probe looks a position up. It returns a copy of its entry, or the zero Entry
// and false. An entry of an older search that is found belongs to this search
// from then on.
func (t *Table) Probe(hash uint64) (Entry, bool) {
	e := probe(t, hash)
	return e, e.Generation != 0
}

func probeGo(t *Table, hash uint64) Entry {
	i := t.index(hash)
	c := &t.clusters[i]
	data, slot := t.find(c, hash)
	if i < uint64(len(t.watching.watches)) {
		t.probed(&t.watching.watches[i], hash, data != 0, slot)
	}
	if data == 0 {
		return Entry{}
	}
	if generation := t.generation.Load(); data&generationMask != generation {
		data = data&^generationMask | generation
		t.write(c, slot, hash, data)
	}
	return unpack(data)
}

// Store keeps an entry. It replaces the position's own entry, or the one with
// the least depth − 8·age; age counts the searches since an entry was stored or
// found. An empty slot is taken before any entry is replaced. An entry whose payload is
// wider than PayloadBits is not stored, and counted by [Stats].Dropped. e.Generation does
// not matter.
func (t *Table) Store(hash uint64, e Entry) { store(t, hash, e) }

func storeGo(t *Table, hash uint64, e Entry) {
	if e.Payload > t.maxPayload {
		t.dropped.Add(1)
		return
	}
	i, generation := t.index(hash), t.generation.Load()
	c := &t.clusters[i]
	slot := t.place(c, hash, generation)
	t.write(c, slot, hash, pack(e, generation))
	if i < uint64(len(t.watching.watches)) {
		t.watching.watches[i].stored(hash, slot)
	}
}

// Prefetch starts to load the memory of a hash and returns at once. Call it as soon
// as the hash is known, some 50 to 300 ns before Probe or Store.
func (t *Table) Prefetch(hash uint64) { prefetch(t, hash) }

// NewSearch begins a new generation: entries that it neither stores nor finds
// count as older from now on. After 31 searches ages start again from 0.
func (t *Table) NewSearch() {
	for {
		g := t.generation.Load()
		if t.generation.CompareAndSwap(g, (g>>generationShift%lastGeneration+1)<<generationShift) {
			return
		}
	}
}

// Clear empties the table, on all processors, and begins at generation 1.
// Nothing else may use the table meanwhile.
func (t *Table) Clear() {
	t.region.Clear()
	t.generation.Store(1 << generationShift)
	t.dropped.Store(0)
	if t.options.Sample != 0 {
		t.watching.region.Clear()
		t.watching.errorCounts = new(errorCounts)
	}
}

// Close gives the memory back. The table must not be used afterwards, but for
// Close, which does nothing then.
func (t *Table) Close() error {
	t.clusters, t.watching.watches = nil, nil
	return errors.Join(t.region.Free(), t.watching.region.Free())
}
