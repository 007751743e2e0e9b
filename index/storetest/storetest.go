// Package storetest checks that an implementation of [index.Store] keeps its
// promises:
//
//	func TestStore(t *testing.T) {
//		storetest.Test(t, storetest.Options{Open: func(tb testing.TB, dir string) index.Store {
//			store, err := mystore.Open(dir)
//			if err != nil {
//				tb.Fatal(err)
//			}
//			return store
//		}})
//	}
//
// It takes a few seconds. Run it under the race detector as well.
//
// [Memory] is a store in memory, for tests of other packages.
package storetest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// Options say how to open the store.
type Options struct {
	// Open opens the store in a directory: at first an empty one, later the one
	// with what was committed before.
	Open func(tb testing.TB, dir string) index.Store

	// Volatile says that nothing outlives Close. Tests then do not open the store
	// again.
	Volatile bool
}

// Test runs all checks as subtests.
func Test(t *testing.T, o Options) {
	for _, c := range []struct {
		name string
		test func(*suite)
	}{
		{"Empty", (*suite).empty},
		{"GetAndScan", (*suite).getAndScan},
		{"Sections", (*suite).sections},
		{"Replace", (*suite).replace},
		{"Merge", (*suite).merge},
		{"ManyLoads", (*suite).manyLoads},
		{"LargeValues", (*suite).largeValues},
		{"Discard", (*suite).discard},
		{"Invisible", (*suite).invisible},
		{"OneLoad", (*suite).oneLoad},
		{"Scratch", (*suite).scratch},
		{"Errors", (*suite).errors},
		{"OpenRun", (*suite).openRun},
		{"Nested", (*suite).nested},
		{"Concurrent", (*suite).concurrent},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &suite{T: t, o: o, dir: t.TempDir(), rng: rand.New(rand.NewPCG(1, 2))}
			s.store = o.Open(t, s.dir)
			defer func() { s.noError(s.store.Close()) }()
			c.test(s)
		})
	}
}

type suite struct {
	*testing.T
	o     Options
	dir   string
	store index.Store
	rng   *rand.Rand
}

// content is what a section holds.
type content map[string]string

func (s *suite) noError(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// reopen closes the store and opens it again.
func (s *suite) reopen() {
	if s.o.Volatile {
		return
	}
	s.Helper()
	s.noError(s.store.Close())
	s.store = s.o.Open(s.T, s.dir)
}

// begin starts a load.
func (s *suite) begin() index.Load {
	s.Helper()
	l, err := s.store.Begin(s.Context())
	s.noError(err)
	return l
}

// write writes the content to one run, in batches.
func (s *suite) write(l index.Load, to index.Section, c content) {
	s.Helper()
	run, err := l.Run(to)
	s.noError(err)
	for keys := range slices.Chunk(slices.Sorted(maps.Keys(c)), 7) {
		var batch []index.Entry
		for _, k := range keys {
			batch = append(batch, index.Entry{Key: []byte(k), Value: []byte(c[k])})
		}
		s.noError(run.Append(batch))
		for _, e := range batch { // the run must not keep them
			clear(e.Key)
			clear(e.Value)
		}
	}
	s.noError(run.Close())
}

// load commits the content in a load of its own.
func (s *suite) load(to index.Section, c content) {
	s.Helper()
	l := s.begin()
	s.write(l, to, c)
	s.noError(l.Commit(s.Context()))
	s.noError(l.Discard()) // does nothing after a commit
}

// check compares a section with what it should hold, by Get and by Scan.
func (s *suite) check(in index.Section, want content) {
	s.Helper()
	sorted := slices.Sorted(maps.Keys(want))
	var keys [][]byte
	for _, k := range sorted {
		keys = append(keys, []byte(k), []byte(k+"absent"))
	}
	seen := make(map[int]bool)
	s.noError(s.store.Get(s.Context(), in, keys, func(i int, value []byte) error {
		if seen[i] {
			s.Errorf("Get %v: key %d of the batch is found twice", in, i)
		}
		seen[i] = true
		if k := string(keys[i]); want[k] != string(value) {
			s.Errorf("Get %v: key %x has value %.40q, want %.40q", in, k, value, want[k])
		}
		return nil
	}))
	for i, k := range keys {
		if _, ok := want[string(k)]; ok != seen[i] {
			s.Errorf("Get %v: key %x found: %v, want %v", in, k, seen[i], ok)
		}
	}
	s.checkScan(in, nil, nil, want, sorted)
	for range 10 {
		if len(sorted) < 2 {
			break
		}
		i := s.rng.IntN(len(sorted))
		j := i + s.rng.IntN(len(sorted)-i)
		s.checkScan(in, []byte(sorted[i]), []byte(sorted[j]), want, sorted[i:j])
		s.checkScan(in, []byte(sorted[i]+"\x00"), nil, want, sorted[i+1:])
	}
}

// checkScan scans a range, which must hold the sorted keys.
func (s *suite) checkScan(in index.Section, from, to []byte, want content, sorted []string) {
	s.Helper()
	i := 0
	for e, err := range s.store.Scan(s.Context(), in, from, to) {
		s.noError(err)
		if i == len(sorted) {
			s.Fatalf("Scan %v from %x to %x: more than %d entries", in, from, to, len(sorted))
		}
		if k := sorted[i]; string(e.Key) != k || string(e.Value) != want[k] {
			s.Fatalf("Scan %v from %x to %x: entry %d is %x %.40q, want %x %.40q",
				in, from, to, i, e.Key, e.Value, k, want[k])
		}
		i++
	}
	if i != len(sorted) {
		s.Fatalf("Scan %v from %x to %x: %d entries, want %d", in, from, to, i, len(sorted))
	}
}
