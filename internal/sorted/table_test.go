package sorted_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// model is what a table has to hold: of each key the payloads in the order in which they were added.
type model map[sorted.Key][][]byte

func (m model) keys() []sorted.Key { return slices.SortedFunc(maps.Keys(m), sorted.Key.Compare) }

// joined is the payload that join makes.
func (m model) joined(k sorted.Key) []byte { return bytes.Join(m[k], []byte{'|'}) }

// join is a [sorted.Combine] that keeps all payloads.
func join(dst []byte, _ sorted.Key, payloads iter.Seq[[]byte]) ([]byte, bool, error) {
	first := true
	for p := range payloads {
		if !first {
			dst = append(dst, '|')
		}
		dst, first = append(dst, p...), false
	}
	return dst, true, nil
}

// A shape says how random records are made.
type shape struct {
	name    string
	records int
	key     func(*rand.Rand) sorted.Key
	length  func(*rand.Rand) int
}

func uniform(rng *rand.Rand) sorted.Key {
	return sorted.Key{Lo: rng.Uint64(), Hi: uint16(rng.Uint32())}
}

var shapes = []shape{
	{"none", 0, uniform, nil},
	{"one", 1, uniform, func(*rand.Rand) int { return 0 }},
	{"short", 100_000, uniform, func(*rand.Rand) int { return 5 }},
	{"lines", 60_000, uniform, func(rng *rand.Rand) int { return 8 + rng.IntN(10) }},
	{"long", 3000, uniform, func(rng *rand.Rand) int { return rng.IntN(5) * rng.IntN(5000) }},
	{"half empty", 20_000, uniform, func(rng *rand.Rand) int { return rng.IntN(2) * 300 }},
	{"few keys", 40_000, func(rng *rand.Rand) sorted.Key {
		return sorted.Key{Lo: rng.Uint64N(30) * 0x0765_4321_fedc_ba98, Hi: uint16(rng.IntN(3))}
	}, func(rng *rand.Rand) int { return rng.IntN(9) }},
	{"one low word", 20_000, func(rng *rand.Rand) sorted.Key {
		return sorted.Key{Lo: 7 << 60, Hi: uint16(rng.Uint32())}
	}, func(rng *rand.Rand) int { return rng.IntN(20) }},
	{"neighbours", 20_000, func(rng *rand.Rand) sorted.Key {
		return sorted.Key{Lo: 7<<60 + rng.Uint64N(50_000), Hi: uint16(rng.IntN(2))}
	}, func(rng *rand.Rand) int { return rng.IntN(20) }},
	{"ends", 2000, func(rng *rand.Rand) sorted.Key {
		return sorted.Key{Lo: -rng.Uint64N(2) ^ rng.Uint64N(3), Hi: -uint16(rng.IntN(2))}
	}, func(rng *rand.Rand) int { return rng.IntN(40) }},
}

// fill adds the records of a shape to a spill and to a model.
func (s *shape) fill(t *testing.T, rng *rand.Rand, to *sorted.Spill) model {
	t.Helper()
	m := make(model)
	a := to.Adder()
	for i := range s.records {
		k, payload := s.key(rng), make([]byte, s.length(rng))
		for j := range payload {
			payload[j] = byte(rng.Uint32())
		}
		if len(payload) >= 4 {
			binary.LittleEndian.PutUint32(payload, uint32(i))
		}
		m[k] = append(m[k], payload)
		if err := a.Add(0, k, payload); err != nil {
			t.Fatal(err)
		}
	}
	to.End()
	return m
}

// build makes a table of a spill.
func build(t *testing.T, s *sorted.Spill, path string, memory int64) *sorted.Table {
	t.Helper()
	w, err := family.CreateTable(path, sorted.TableOptions{Settings: []byte("settings"), Bytes: s.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Sort(t.Context(), s, 0, sorted.WorkOptions{Memory: memory, Workers: 2}, join); err != nil {
		t.Fatal(err)
	}
	info, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	table, err := family.OpenTable(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	if got, err := table.Info(); got != info || err != nil {
		t.Errorf("the file says %+v, error %v; written was %+v", got, err, info)
	}
	return table
}

// compare compares a table with a model.
func compare(t *testing.T, table *sorted.Table, m model) {
	t.Helper()
	if err := table.Verify(t.Context(), nil, nil); err != nil {
		t.Fatal(err)
	}
	keys := m.keys()
	if string(table.Settings()) != "settings" || table.Records() != int64(len(keys)) {
		t.Errorf("%d records, settings %q; want %d", table.Records(), table.Settings(), len(keys))
	}
	i := 0
	for e, err := range table.All(sorted.Key{}) {
		if err != nil || i >= len(keys) || e.Key != keys[i] || !bytes.Equal(e.Payload, m.joined(e.Key)) {
			t.Fatalf("record %d of %d is %v, error %v", i, len(keys), e, err)
		}
		i++
	}
	if i != len(keys) {
		t.Fatalf("%d records of %d", i, len(keys))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range min(300, 3*len(keys)) {
		k := keys[rng.IntN(len(keys))]
		got, ok, err := table.Find([]byte("x"), k)
		if !ok || err != nil || !bytes.Equal(got[1:], m.joined(k)) {
			t.Fatalf("key %v: %q %t, error %v; want %q", k, got, ok, err, m.joined(k))
		}
		for _, near := range []sorted.Key{{Lo: k.Lo, Hi: k.Hi + 1}, {Lo: k.Lo + 1, Hi: k.Hi}, {Lo: k.Lo - 1, Hi: k.Hi},
			{Lo: rng.Uint64(), Hi: k.Hi}} {
			if err := table.Ahead(near); err != nil {
				t.Fatal(err)
			}
			if _, ok, err := table.Find(nil, near); ok != (m[near] != nil) || err != nil {
				t.Fatalf("key %v: found %t, error %v", near, ok, err)
			}
			place, _ := slices.BinarySearchFunc(keys, near, sorted.Key.Compare)
			for e, err := range table.All(near) {
				if err != nil || place == len(keys) || e.Key != keys[place] {
					t.Fatalf("from key %v on: first %v, error %v", near, e.Key, err)
				}
				place = -1
				break
			}
			if place >= 0 && place < len(keys) {
				t.Fatalf("from key %v on: nothing", near)
			}
		}
	}
}

// TestTable sorts random records into a table, with little memory and with much, and compares it with a map.
func TestTable(t *testing.T) {
	for i, s := range shapes {
		for _, memory := range []int64{64 << 20, 300 << 10, 20 << 10} {
			t.Run(fmt.Sprintf("%s, %d KiB", s.name, memory>>10), func(t *testing.T) {
				dir := t.TempDir()
				spill := family.NewSpill(sorted.SpillOptions{Path: filepath.Join(dir, "spill"), Size: sorted.Variable,
					Memory: memory})
				defer spill.Close()
				m := s.fill(t, rand.New(rand.NewPCG(uint64(i), 1)), spill)
				compare(t, build(t, spill, filepath.Join(dir, "table"), memory), m)
			})
		}
	}
}

// TestMerge merges tables.
func TestMerge(t *testing.T) {
	for i, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			dir, all := t.TempDir(), make(model)
			var tables []*sorted.Table
			for n := range 3 {
				spill := family.NewSpill(sorted.SpillOptions{Size: sorted.Variable, Memory: 1 << 30})
				part := s
				part.records = s.records * n / 2
				m := part.fill(t, rand.New(rand.NewPCG(uint64(i), uint64(n))), spill)
				for k := range m {
					all[k] = append(all[k], m.joined(k))
				}
				tables = append(tables, build(t, spill, filepath.Join(dir, fmt.Sprint(n)), 1<<30))
			}
			path := filepath.Join(dir, "merged")
			w, err := family.CreateTable(path, sorted.TableOptions{Settings: []byte("settings"), Bytes: 2 << 20})
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Merge(t.Context(), tables, sorted.WorkOptions{Workers: 2}, join); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Close(); err != nil {
				t.Fatal(err)
			}
			table, err := family.OpenTable(path)
			if err != nil {
				t.Fatal(err)
			}
			defer table.Close()
			compare(t, table, all)
		})
	}
}

// TestAdders adds from several goroutines. The order of each is kept.
func TestAdders(t *testing.T) {
	dir := t.TempDir()
	s := family.NewSpill(sorted.SpillOptions{Path: filepath.Join(dir, "spill"), Size: sorted.Variable,
		Memory: 100 << 10, Adders: 4})
	defer s.Close()
	var wg sync.WaitGroup
	for goroutine := range 4 {
		wg.Go(func() {
			a := s.Adder()
			for i := range 20_000 {
				payload := []byte{byte(goroutine), byte(i >> 8), byte(i)}
				if err := a.Add(0, sorted.Key{Lo: uint64(i%1000) << 50}, payload); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	s.End()
	n, last := 0, [4]int{}
	var sorter = sorted.PayloadSorter{Limit: 1 << 20}
	for part := range 256 {
		err := sorter.Part(s, 0, byte(part), func(k sorted.Key, payloads iter.Seq[[]byte]) error {
			last = [4]int{-1, -1, -1, -1}
			for p := range payloads {
				i := int(p[1])<<8 | int(p[2])
				if i <= last[p[0]] || uint64(i%1000)<<50 != k.Lo {
					t.Fatalf("record %d of goroutine %d after %d", i, p[0], last[p[0]])
				}
				last[p[0]] = i
				n++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n != 80_000 {
		t.Errorf("%d records of 80,000", n)
	}
}
