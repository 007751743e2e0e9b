package maps

import (
	"iter"

	"github.com/zobrist-go/zobrist/tabulation"
)

// Linear is a map with linear probing: a key is in the first slot from its address on that was free. Deleting moves
// keys back, so that there are no tombstones.
type Linear[K tabulation.Integer, V any] struct {
	hash    tabulation.Function[K]
	slots   []slot[K, V]
	shift   uint
	used    int // slots in use
	zero    zero[V]
	changes uint // made, for All
}

// NewLinear returns an empty map.
func NewLinear[K tabulation.Integer, V any](o Options) *Linear[K, V] {
	m := new(Linear[K, V])
	m.init(o)
	return m
}

func (m *Linear[K, V]) init(o Options) {
	o = o.withDefaults()
	m.hash = tabulation.New[K](o.Family, o.Source)
	m.allocate(slotsFor(o.Capacity, 1, 2))
}

func (m *Linear[K, V]) allocate(slots int) {
	m.slots, m.shift, m.used = make([]slot[K, V], slots), shiftFor(slots), 0
}

// Len returns the number of keys.
func (m *Linear[K, V]) Len() int {
	if m.zero.is {
		return m.used + 1
	}
	return m.used
}

// find returns the index of the slot of k, or of the free one for it. The map has slots, and k is not 0.
func (m *Linear[K, V]) find(k K) (i int, found bool) {
	i = int(m.hash.Hash(k) >> m.shift)
	for {
		switch m.slots[i].key {
		case k:
			return i, true
		case 0:
			return i, false
		}
		i = (i + 1) & (len(m.slots) - 1)
	}
}

// Get returns the value of k.
func (m *Linear[K, V]) Get(k K) (V, bool) {
	if k == 0 || m.used == 0 {
		if k == 0 && m.zero.is {
			return m.zero.val, true
		}
		var none V
		return none, false
	}
	if i, found := m.find(k); found {
		return m.slots[i].val, true
	}
	var none V
	return none, false
}

// Probes returns the number of slots that Get(k) looks at, for measuring. It is 0 for key 0, which has a place of its
// own.
func (m *Linear[K, V]) Probes(k K) int {
	if k == 0 || m.used == 0 {
		return 0
	}
	i, _ := m.find(k)
	return (i-int(m.hash.Hash(k)>>m.shift))&(len(m.slots)-1) + 1
}

// Set sets the value of k to v.
func (m *Linear[K, V]) Set(k K, v V) {
	m.changes++
	if k == 0 {
		m.zero = zero[V]{v, true}
		return
	}
	if m.slots == nil {
		m.init(Options{})
	}
	i, found := m.find(k)
	if found {
		m.slots[i].val = v
		return
	}
	if 2*(m.used+1) > len(m.slots) {
		m.rehash(2 * len(m.slots))
		i, _ = m.find(k)
	}
	m.slots[i] = slot[K, V]{k, v}
	m.used++
}

// Delete removes k and reports whether it was there.
func (m *Linear[K, V]) Delete(k K) bool {
	m.changes++
	if k == 0 {
		was := m.zero.is
		m.zero = zero[V]{}
		return was
	}
	if m.used == 0 {
		return false
	}
	hole, found := m.find(k)
	if !found {
		return false
	}
	// Knuth's algorithm R: a key whose probing passes the hole moves into it.
	mask := len(m.slots) - 1
	for i := (hole + 1) & mask; m.slots[i].key != 0; i = (i + 1) & mask {
		home := int(m.hash.Hash(m.slots[i].key) >> m.shift)
		if (i-home)&mask >= (i-hole)&mask {
			m.slots[hole] = m.slots[i]
			hole = i
		}
	}
	m.slots[hole] = slot[K, V]{}
	m.used--
	return true
}

// rehash moves the keys to as many new slots.
func (m *Linear[K, V]) rehash(slots int) {
	old := m.slots
	m.allocate(slots)
	for _, s := range old {
		if s.key != 0 {
			i, _ := m.find(s.key)
			m.slots[i] = s
			m.used++
		}
	}
}

// Clear removes all keys and keeps the slots.
func (m *Linear[K, V]) Clear() {
	m.changes++
	clear(m.slots)
	m.used, m.zero = 0, zero[V]{}
}

// All returns the keys and values, in no particular order. It panics if the map is changed while the loop runs.
func (m *Linear[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { all(yield, m.zero, &m.changes, m.slots) }
}
