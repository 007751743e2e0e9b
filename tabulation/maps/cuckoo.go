package maps

import (
	"iter"
	"math/bits"

	"github.com/zobrist-go/zobrist/tabulation"
)

// Cuckoo is a map in two tables with a function each. A key is in its slot in one of them, and nowhere else.
type Cuckoo[K tabulation.Integer, V any] struct {
	options  Options
	hash     [2]tabulation.Function[K]
	slots    [2][]slot[K, V]
	shift    uint
	used     int // slots in use
	rebuilds int
	zero     zero[V]
	changes  uint // made, for All
}

// NewCuckoo returns an empty map.
func NewCuckoo[K tabulation.Integer, V any](o Options) *Cuckoo[K, V] {
	m := new(Cuckoo[K, V])
	m.init(o)
	return m
}

func (m *Cuckoo[K, V]) init(o Options) {
	m.options = o.withDefaults()
	m.draw()
	m.allocate(tableFor(o.Capacity))
}

func (m *Cuckoo[K, V]) draw() {
	for i := range m.hash {
		m.hash[i] = tabulation.New[K](m.options.Family, m.options.Source)
	}
}

// tableFor returns the slots of each of the two tables for n keys: at least 5/4 of n, well above the threshold at 1
// below which placing fails.
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

// find returns the slot that k is in, or nil. k is not 0.
func (m *Cuckoo[K, V]) find(k K) *slot[K, V] {
	if m.used == 0 {
		return nil
	}
	for i := range m.slots {
		if s := &m.slots[i][m.hash[i].Hash(k)>>m.shift]; s.key == k {
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

// Set sets the value of k to v. It panics if a few keys cannot be placed in any number of slots, because the words of
// Source are not random.
func (m *Cuckoo[K, V]) Set(k K, v V) {
	m.changes++
	if k == 0 {
		m.zero = zero[V]{v, true}
		return
	}
	if m.slots[0] == nil {
		m.init(Options{})
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

// place puts s into its slot in the first table, the key that was there into its slot in the second, and so on. If
// that does not end, it returns the key that is left without a slot.
func (m *Cuckoo[K, V]) place(s slot[K, V]) (slot[K, V], bool) {
	for range 16 + 8*bits.Len(uint(len(m.slots[0]))) {
		for i := range m.slots {
			at := &m.slots[i][m.hash[i].Hash(s.key)>>m.shift]
			s, *at = *at, s
			if s.key == 0 {
				m.used++
				return s, true
			}
		}
	}
	return s, false
}

// rebuild places all keys, and extra unless it is nil, in tables of that many slots. If they cannot be placed it
// draws new functions, and doubles the slots when eight pairs of functions have failed.
func (m *Cuckoo[K, V]) rebuild(slots int, extra *slot[K, V]) {
	old := m.slots
	keys := m.used + 1
	for attempt := 1; ; attempt++ {
		m.allocate(slots)
		if m.placeAll(old, extra) {
			return
		}
		m.rebuilds++
		m.draw()
		if attempt%8 == 0 {
			if slots *= 2; slots/1024 > keys {
				panic("maps: the keys of a Cuckoo cannot be placed; its Source is not random")
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

// Clear removes all keys and keeps the slots.
func (m *Cuckoo[K, V]) Clear() {
	m.changes++
	for i := range m.slots {
		clear(m.slots[i])
	}
	m.used, m.zero = 0, zero[V]{}
}

// All returns the keys and values, in no particular order. It panics if the map is changed while the loop runs.
func (m *Cuckoo[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { all(yield, m.zero, &m.changes, m.slots[0], m.slots[1]) }
}
