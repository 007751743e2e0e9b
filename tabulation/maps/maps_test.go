package maps_test

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/tabulation"
	"github.com/zobrist-go/zobrist/tabulation/maps"
)

// table is what both maps do.
type table[K tabulation.Integer, V any] interface {
	Get(K) (V, bool)
	Set(K, V)
	Delete(K) bool
	Len() int
	Clear()
	All() iter.Seq2[K, V]
}

// weak is a source of words with six random bits, the top ones, so that probing is long.
type weak struct{ rand.Source }

func (w weak) Uint64() uint64 { return w.Source.Uint64() &^ (1<<58 - 1) }

func both[K tabulation.Integer](o maps.Options) map[string]table[K, int] {
	return map[string]table[K, int]{"linear": maps.NewLinear[K, int](o), "cuckoo": maps.NewCuckoo[K, int](o)}
}

// play applies operations read from data to m and to the built-in map.
func play(t *testing.T, name string, m table[uint64, int], data []byte) {
	t.Helper()
	model := make(map[uint64]int)
	for step := 0; len(data) >= 3; step++ {
		op, k := data[0], uint64(binary.LittleEndian.Uint16(data[1:]))
		data = data[3:]
		if op&0x80 != 0 {
			k = k<<48 | k // keys of all widths
		}
		switch op % 8 {
		case 0, 1, 2, 3:
			m.Set(k, step)
			model[k] = step
		case 4, 5:
			_, want := model[k]
			delete(model, k)
			if got := m.Delete(k); got != want {
				t.Fatalf("%s: step %d: Delete(%d) = %v, want %v", name, step, k, got, want)
			}
		case 6, 7:
			if op>>3&31 == 0 {
				m.Clear()
				clear(model)
			}
		}
		want, ok := model[k]
		if got, found := m.Get(k); got != want || found != ok || m.Len() != len(model) {
			t.Fatalf("%s: step %d: Get(%d) = %v, %v with %d keys, want %v, %v with %d",
				name, step, k, got, found, m.Len(), want, ok, len(model))
		}
	}
	same(t, name, m, model)
}

func same[K tabulation.Integer](t *testing.T, name string, m table[K, int], model map[K]int) {
	t.Helper()
	seen := make(map[K]int)
	for k, v := range m.All() {
		if _, twice := seen[k]; twice {
			t.Fatalf("%s: All yields %d twice", name, k)
		}
		seen[k] = v
	}
	if len(seen) != len(model) || m.Len() != len(model) {
		t.Fatalf("%s: All yields %d keys, Len is %d, want %d", name, len(seen), m.Len(), len(model))
	}
	for k, v := range model {
		if got, ok := m.Get(k); seen[k] != v || got != v || !ok {
			t.Fatalf("%s: key %d has %d in All, %d, %v in Get, want %d", name, k, seen[k], got, ok, v)
		}
	}
}

func TestAgainstBuiltIn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 60000)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	for _, f := range tabulation.Families() {
		for name, m := range both[uint64](maps.Options{Family: f, Source: tabulation.NewSource(3)}) {
			play(t, fmt.Sprint(name, " ", f), m, data)
		}
	}
	var linear maps.Linear[uint64, int]
	var cuckoo maps.Cuckoo[uint64, int]
	play(t, "zero linear", &linear, data)
	play(t, "zero cuckoo", &cuckoo, data)
	play(t, "weak linear", maps.NewLinear[uint64, int](maps.Options{Source: weak{tabulation.NewSource(3)}}), data)
}

func FuzzMaps(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 1, 0, 4, 1, 0, 128, 7, 7, 132, 7, 7, 6, 1, 0, 7, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		for name, m := range both[uint64](maps.Options{Source: tabulation.NewSource(1)}) {
			play(t, name, m, data)
		}
		m := maps.NewLinear[uint64, int](maps.Options{Source: weak{tabulation.NewSource(1)}})
		play(t, "weak linear", m, data[:min(len(data), 600)])
	})
}

// Test32 fills both maps with 32-bit keys, dense and far past their first size, and deletes half of them.
func Test32(t *testing.T) {
	for name, m := range both[uint32](maps.Options{Source: tabulation.NewSource(5)}) {
		model := make(map[uint32]int)
		for k := range uint32(100000) {
			m.Set(k, int(k)*3)
			model[k] = int(k) * 3
		}
		same(t, name, m, model)
		for k := uint32(0); k < 100000; k += 2 {
			m.Delete(k)
			delete(model, k)
		}
		same(t, name, m, model)
	}
}

// TestCuckooRebuilds inserts the keys on which simple tabulation fails most often, [16]³, into tables of 8192 slots
// until it fails. The map must be right all the same. A failure has probability .017 (internal/lab's cuckoo hashing),
// so that there is none in 600 with probability 4e-5; the seed is fixed.
func TestCuckooRebuilds(t *testing.T) {
	src := tabulation.NewSource(9)
	for range 600 {
		m := maps.NewCuckoo[uint32, int](maps.Options{Source: src, Capacity: 5000})
		model := make(map[uint32]int)
		for i := range 1 << 12 {
			k := uint32(i&15 | i>>4&15<<8 | i>>8&15<<16)
			m.Set(k, i)
			model[k] = i
		}
		if maps.Rebuilds(m) > 0 {
			same(t, "cuckoo", m, model)
			return
		}
	}
	t.Error("no rebuild")
}

// constant is no random source.
type constant struct{}

func (constant) Uint64() uint64 { return 1 << 63 }

func TestCuckooBadSource(t *testing.T) {
	m := maps.NewCuckoo[uint64, int](maps.Options{Source: constant{}})
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	for k := range uint64(10) {
		m.Set(k, 0)
	}
}

func TestChangeDuringAll(t *testing.T) {
	for name, m := range both[uint64](maps.Options{}) {
		for k := range uint64(100) {
			m.Set(k, 0)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			for k := range m.All() {
				m.Delete(k)
			}
		}()
		for range m.All() {
			break // must not go on
		}
	}
}

func TestProbes(t *testing.T) {
	var m maps.Linear[uint64, int]
	if m.Probes(5) != 0 {
		t.Error("probes in an empty map")
	}
	total := 0
	for k := range uint64(1000) {
		m.Set(k+1, 0)
	}
	for k := range uint64(1000) {
		total += m.Probes(k + 1)
	}
	if total < 1000 || total > 4000 {
		t.Errorf("%d probes for 1000 keys", total)
	}
}

func Example() {
	m := maps.NewLinear[uint64, string](maps.Options{})
	m.Set(7, "seven")
	m.Set(8, "eight")
	m.Delete(8)
	for k, v := range m.All() {
		fmt.Println(k, v)
	}
	// Output: 7 seven
}

// Keys may be of a named or a signed type.
func TestNamedKeys(t *testing.T) {
	type userID int64
	for name, m := range both[userID](maps.Options{}) {
		model := make(map[userID]int)
		for i := range 1000 {
			k := userID(i-500) << (i % 40)
			model[k] = i
			m.Set(k, i)
		}
		same(t, name, m, model)
	}
}
