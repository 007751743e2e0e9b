package maps

import (
	"iter"
	"math/bits"

	"github.com/zobrist-go/zobrist/tabulation"
)

// Cuckoo is a map in two tables with a function each: a key is in one of its
// two slots, and nowhere else.
type Cuckoo[K Key, V any] struct {
	options  Options[K]
	hash     [2]tabulation.Function[K]
	slots    [2][]slot[K, V]
	shift    uint
	used     int // slots in use
	rebuilds int
	zero     zero[V]
	changes  uint // what All looks at
}

// NewCuckoo returns an empty map. It panics where Capacity is negative.
func NewCuckoo[K Key, V any](o Options[K]) *Cuckoo[K, V] {
	m := new(Cuckoo[K, V])
	m.init(o)
	return m
}

func (m *Cuckoo[K, V]) init(o Options[K]) {
	if o.Capacity < 0 {
		panic("maps: negative capacity")
	}
	m.options = o.withDefaults()
	m.draw()
	m.allocate(tableFor(o.Capacity))
}

func (m *Cuckoo[K, V]) draw() {
	for i := range m.hash {
		m.hash[i] = m.options.Draw(m.options.Source)
	}
}

// tableFor returns the slots of each of the two tables for n keys: at least
// 5/4 of n, so that the chance of failure stays clear of the threshold at 1.
func tableFor(n int) int { return slotsFor(n, 4, 5) }

func (m *Cuckoo[K, V]) allocate(slots int) {
	for i := range m.slots {
		m.slots[i] = make([]slot[K, V], slots)
	}
	m.shift, m.used = shiftFor(slots), 0
}

// Len returns the number of keys.
func (m *Cuckoo[K, V]) Len() int {
	if m.zero.is {
		return m.used + 1
	}
	return m.used
}

// Rebuilds returns how often new tables were drawn because the keys could not
// be placed, for measuring.
func (m *Cuckoo[K, V]) Rebuilds() int { return m.rebuilds }

// at returns the slot of k in table i.
func (m *Cuckoo[K, V]) at(i int, k K) *slot[K, V] {
	return &m.slots[i][m.hash[i].Hash(k)>>m.shift]
}

// find returns the slot that k is in, or nil. k is not 0.
func (m *Cuckoo[K, V]) find(k K) *slot[K, V] {
	if m.used == 0 {
		return nil
	}
	for i := range m.slots {
		if s := m.at(i, k); s.key == k {
			return s
		}
	}
	return nil
}

// Get returns the value of k.
func (m *Cuckoo[K, V]) Get(k K) (V, bool) {
	if k == 0 {
		return m.zero.val, m.zero.is
	}
	if s := m.find(k); s != nil {
		return s.val, true
	}
	var none V
	return none, false
}

// Set gives k the value v, in place of one that it may have. It panics where
// Draw gives functions under which a few keys cannot be placed in any number
// of slots.
func (m *Cuckoo[K, V]) Set(k K, v V) {
	m.changes++
	if k == 0 {
		m.zero = zero[V]{v, true}
		return
	}
	if m.hash[0] == nil {
		m.init(Options[K]{})
	}
	if s := m.find(k); s != nil {
		s.val = v
		return
	}
	if slots := tableFor(m.used + 1); slots > len(m.slots[0]) {
		m.rebuild(slots, nil)
	}
	if homeless, ok := m.place(slot[K, V]{k, v}); !ok {
		m.rebuilds++
		m.draw()
		m.rebuild(len(m.slots[0]), &homeless)
	}
}

// place puts s into its slot in the first table, what was there into its slot
// in the second, and so on. When that does not end it returns what is left
// without a slot.
func (m *Cuckoo[K, V]) place(s slot[K, V]) (slot[K, V], bool) {
	for range 16 + 8*bits.Len(uint(len(m.slots[0]))) {
		for i := range m.slots {
			at := m.at(i, s.key)
			s, *at = *at, s
			if s.key == 0 {
				m.used++
				return s, true
			}
		}
	}
	return s, false
}

// rebuild places all keys, and extra where there is one, in tables of that many
// slots, with new functions when they cannot be placed, and in twice as many
// slots when eight pairs of functions have failed.
func (m *Cuckoo[K, V]) rebuild(slots int, extra *slot[K, V]) {
	old := m.slots
	keys := m.used
	if extra != nil {
		keys++
	}
	for attempt := 1; ; attempt++ {
		m.allocate(slots)
		if m.placeAll(old, extra) {
			return
		}
		m.rebuilds++
		m.draw()
		if attempt%8 == 0 {
			if slots *= 2; slots/1024 > keys {
				panic("maps: cuckoo: keys cannot be placed; the functions that Draw returns are not independent or not of 64 bits")
			}
		}
	}
}

func (m *Cuckoo[K, V]) placeAll(old [2][]slot[K, V], extra *slot[K, V]) bool {
	for _, table := range old {
		for _, s := range table {
			if s.key == 0 {
				continue
			}
			if _, ok := m.place(s); !ok {
				return false
			}
		}
	}
	if extra == nil {
		return true
	}
	_, ok := m.place(*extra)
	return ok
}

// Delete removes k and reports whether it was there.
func (m *Cuckoo[K, V]) Delete(k K) bool {
	m.changes++
	if k == 0 {
		was := m.zero.is
		m.zero = zero[V]{}
		return was
	}
	s := m.find(k)
	if s == nil {
		return false
	}
	*s = slot[K, V]{}
	m.used--
	return true
}

// Resize makes room for n keys, or for those in the map where they are more;
// it also gives back memory. O(n).
func (m *Cuckoo[K, V]) Resize(n int) {
	m.changes++
	if m.hash[0] == nil {
		m.init(Options[K]{Capacity: max(n, 0)})
		return
	}
	m.rebuild(tableFor(max(n, m.used)), nil)
}

// Clear removes all keys and keeps the slots.
func (m *Cuckoo[K, V]) Clear() {
	m.changes++
	for i := range m.slots {
		clear(m.slots[i])
	}
	m.used, m.zero = 0, zero[V]{}
}

// All returns the keys and values, in no particular order. It panics where the
// map is changed while the loop runs.
func (m *Cuckoo[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { all(yield, m.zero, &m.changes, m.slots[0], m.slots[1]) }
}
