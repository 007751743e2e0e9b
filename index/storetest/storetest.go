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
package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// Options say how to get at the store.
type Options struct {
	// Open opens the store that belongs to a directory: an empty one the
	// first time, later the one with what was committed before.
	Open func(tb testing.TB, dir string) index.Store

	// Volatile says that nothing outlives Close, so that opening again is
	// left out.
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
		{"Tables", (*suite).tables},
		{"Replace", (*suite).replace},
		{"Merge", (*suite).merge},
		{"ManyLoads", (*suite).manyLoads},
		{"Discard", (*suite).discard},
		{"Invisible", (*suite).invisible},
		{"OneLoad", (*suite).oneLoad},
		{"Scratch", (*suite).scratch},
		{"Errors", (*suite).errors},
		{"OpenRun", (*suite).openRun},
		{"Nested", (*suite).nested},
		{"Concurrent", (*suite).concurrent},
		{"LargeValues", (*suite).largeValues},
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

type table map[string]string

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

// write writes the content to one run, in batches.
func (s *suite) write(l index.Load, t index.Table, content table) {
	s.Helper()
	run, err := l.Run(t)
	s.noError(err)
	var batch []index.Entry
	for _, k := range slices.Sorted(maps.Keys(content)) {
		batch = append(batch, index.Entry{Key: []byte(k), Value: []byte(content[k])})
		if len(batch) == 7 {
			s.noError(run.Append(batch))
			for _, e := range batch { // the run must not keep them
				clear(e.Key)
				clear(e.Value)
			}
			batch = batch[:0]
		}
	}
	s.noError(run.Append(batch))
	s.noError(run.Close())
}

func (s *suite) load(t index.Table, content table) {
	s.Helper()
	l, err := s.store.Begin(s.Context())
	s.noError(err)
	s.write(l, t, content)
	s.noError(l.Commit(s.Context()))
	s.noError(l.Discard()) // does nothing after a commit
}

// random returns n entries with keys of one to twelve bytes.
func (s *suite) random(n int) table {
	content := make(table, n)
	for len(content) < n {
		key := make([]byte, 1+s.rng.IntN(12))
		for i := range key {
			key[i] = byte([]int{0, 1, 127, 255, s.rng.IntN(256)}[s.rng.IntN(5)])
		}
		content[string(key)] = fmt.Sprint(s.rng.Uint32())
	}
	return content
}

// check compares a table with what it ought to be, by Get and by Scan.
func (s *suite) check(t index.Table, want table) {
	s.Helper()
	sorted := slices.Sorted(maps.Keys(want))
	var keys [][]byte
	for _, k := range sorted {
		keys = append(keys, []byte(k), []byte(k+"absent"))
	}
	seen := make(map[int]bool)
	s.noError(s.store.Get(s.Context(), t, keys, func(i int, value []byte) error {
		if seen[i] {
			s.Errorf("Get %v: place %d twice", t, i)
		}
		seen[i] = true
		if k := string(keys[i]); want[k] != string(value) {
			s.Errorf("Get %v: key %x has value %.40q, want %.40q", t, k, value, want[k])
		}
		return nil
	}))
	for i, k := range keys {
		if _, ok := want[string(k)]; ok != seen[i] {
			s.Errorf("Get %v: key %x found: %v, want %v", t, k, seen[i], ok)
		}
	}
	s.checkScan(t, nil, nil, want, sorted)
	for range 10 {
		if len(sorted) < 2 {
			break
		}
		i := s.rng.IntN(len(sorted))
		j := i + s.rng.IntN(len(sorted)-i)
		s.checkScan(t, []byte(sorted[i]), []byte(sorted[j]), want, sorted[i:j])
		s.checkScan(t, []byte(sorted[i]+"\x00"), nil, want, sorted[i+1:])
	}
}

func (s *suite) checkScan(t index.Table, from, to []byte, want table, sorted []string) {
	s.Helper()
	i := 0
	for e, err := range s.store.Scan(s.Context(), t, from, to) {
		s.noError(err)
		if i == len(sorted) {
			s.Fatalf("Scan %v from %x to %x: more than %d entries", t, from, to, len(sorted))
		}
		if k := sorted[i]; string(e.Key) != k || string(e.Value) != want[k] {
			s.Fatalf("Scan %v from %x to %x: entry %d is %x %.40q, want %x %.40q", t, from, to, i, e.Key, e.Value, k, want[k])
		}
		i++
	}
	if i != len(sorted) {
		s.Fatalf("Scan %v from %x to %x: %d entries, want %d", t, from, to, i, len(sorted))
	}
}

func (s *suite) empty() {
	for _, t := range index.Tables() {
		s.check(t, table{})
	}
	l, err := s.store.Begin(s.Context())
	s.noError(err)
	s.noError(l.Commit(s.Context())) // of nothing
	s.load(index.Meta, table{})      // of an empty run
	s.reopen()
	s.check(index.Meta, table{})
}

func (s *suite) getAndScan() {
	n := 3000
	if testing.Short() {
		n = 300
	}
	content := s.random(n)
	s.load(index.Games, content)
	s.check(index.Games, content)
	s.reopen()
	s.check(index.Games, content)
	sizes, err := s.store.Size(s.Context())
	s.noError(err)
	if sizes[index.Games] <= 0 {
		s.Errorf("size %d of a table with entries", sizes[index.Games])
	}
}

func (s *suite) tables() {
	l, err := s.store.Begin(s.Context())
	s.noError(err)
	contents := make(map[index.Table]table)
	for _, t := range index.Tables() {
		if t != index.Positions {
			contents[t] = s.random(200)
			s.write(l, t, contents[t])
		}
	}
	s.noError(l.Commit(s.Context()))
	for t, content := range contents {
		s.check(t, content)
	}
}

func (s *suite) replace() {
	want := make(table)
	for range 5 {
		content := s.random(100)
		s.load(index.Facts, content)
		maps.Copy(want, content)
		s.check(index.Facts, want)
	}
	s.reopen()
	s.check(index.Facts, want)
}

// single is the record of one game: uvarint(game·2 + 1), then the move.
func single(game, move byte) string {
	if game >= 64 || move == 0 {
		panic("storetest: more than a byte")
	}
	return string([]byte{game<<1 | 1, move})
}

func (s *suite) merge() {
	want := make(table)
	for game := range byte(20) {
		content := make(table)
		for range 50 {
			key := fmt.Sprintf("%010d", s.rng.IntN(100))
			content[key] = single(game, 1+byte(s.rng.IntN(3)))
		}
		s.load(index.Positions, content)
		for k, v := range content {
			if old, ok := want[k]; ok {
				merged, err := index.MergeRecords(nil, []byte(v), []byte(old))
				s.noError(err)
				v = string(merged)
			}
			want[k] = v
		}
		if game%5 == 0 {
			s.reopen()
		}
		s.check(index.Positions, want)
	}
}

func (s *suite) manyLoads() {
	want := make(table)
	for i := range 60 {
		content := table{fmt.Sprint("new", i): "x", "same": fmt.Sprint(i)}
		s.load(index.Meta, content)
		maps.Copy(want, content)
	}
	s.reopen()
	s.check(index.Meta, want)
}

func (s *suite) discard() {
	s.load(index.Meta, table{"kept": "1"})
	for _, closed := range []bool{true, false} {
		l, err := s.store.Begin(s.Context())
		s.noError(err)
		run, err := l.Run(index.Meta)
		s.noError(err)
		s.noError(run.Append([]index.Entry{{Key: []byte("dropped"), Value: []byte("2")}}))
		if closed {
			s.noError(run.Close())
		}
		s.noError(l.Discard())
	}
	s.check(index.Meta, table{"kept": "1"})
	s.reopen()
	s.check(index.Meta, table{"kept": "1"})
	s.load(index.Meta, table{"later": "3"})
	s.check(index.Meta, table{"kept": "1", "later": "3"})
}

func (s *suite) invisible() {
	l, err := s.store.Begin(s.Context())
	s.noError(err)
	s.write(l, index.Games, table{"a": "1"})
	s.write(l, index.Meta, table{"b": "2"})
	s.check(index.Games, table{})
	s.check(index.Meta, table{})
	s.noError(l.Commit(s.Context()))
	s.check(index.Games, table{"a": "1"})
	s.check(index.Meta, table{"b": "2"})
}

func (s *suite) oneLoad() {
	l, err := s.store.Begin(s.Context())
	s.noError(err)
	if _, err := s.store.Begin(s.Context()); err == nil {
		s.Error("two loads at a time")
	}
	s.noError(l.Discard())
	s.load(index.Meta, table{"a": "1"})
}

func (s *suite) scratch() {
	l, err := s.store.Begin(s.Context())
	s.noError(err)
	dir, err := l.Scratch()
	s.noError(err)
	again, err := l.Scratch()
	s.noError(err)
	if dir != again {
		s.Errorf("two scratch directories, %s and %s", dir, again)
	}
	s.noError(os.WriteFile(dir+"/file", []byte("x"), 0o666))
	if !s.o.Volatile { // what is there outlives a load that was given up
		s.noError(l.Discard())
		s.reopen()
		l, err = s.store.Begin(s.Context())
		s.noError(err)
		dir, err = l.Scratch()
		s.noError(err)
		if _, err := os.Stat(dir + "/file"); err != nil {
			s.Errorf("a file in the scratch directory is gone after Discard: %v", err)
		}
	}
	s.noError(l.Commit(s.Context()))
	if _, err := os.Stat(dir); err == nil {
		s.Errorf("scratch directory is left after commit")
	}
}

func (s *suite) errors() {
	s.load(index.Meta, table{"a": "1", "b": "2"})
	sentinel := errors.New("stop")
	err := s.store.Get(s.Context(), index.Meta, [][]byte{[]byte("a"), []byte("b")}, func(int, []byte) error { return sentinel })
	if !errors.Is(err, sentinel) {
		s.Errorf("Get returned %v, not the error of found", err)
	}
	for range s.store.Scan(s.Context(), index.Meta, nil, nil) {
		break // must not go on
	}
	l, err := s.store.Begin(s.Context())
	s.noError(err)
	run, err := l.Run(index.Meta)
	s.noError(err)
	out := []index.Entry{{Key: []byte("z")}, {Key: []byte("y")}}
	if err := errors.Join(run.Append(out), run.Close(), l.Commit(s.Context())); err == nil {
		s.Error("keys in descending order were taken")
	}
	s.noError(l.Discard())
	s.check(index.Meta, table{"a": "1", "b": "2"})
}

// openRun commits while a run is not closed.
func (s *suite) openRun() {
	l, err := s.store.Begin(s.Context())
	s.noError(err)
	run, err := l.Run(index.Meta)
	s.noError(err)
	s.noError(run.Append([]index.Entry{{Key: []byte("a"), Value: []byte("1")}}))
	if err := l.Commit(s.Context()); err == nil {
		s.Error("a load was committed with an open run")
	}
	s.noError(l.Discard())
	s.check(index.Meta, table{})
}

// nested reads the store from within a look-up, while a load is committed, and
// looks one key up twice.
func (s *suite) nested() {
	s.load(index.Meta, table{"a": "1", "b": "2"})
	keys := [][]byte{[]byte("a"), []byte("b"), []byte("a")}
	got := make([]string, len(keys))
	var wg sync.WaitGroup
	s.noError(s.store.Get(s.Context(), index.Meta, keys, func(i int, value []byte) error {
		if i == 0 {
			l, err := s.store.Begin(s.Context())
			s.noError(err)
			s.write(l, index.Facts, table{"c": "3"})
			wg.Go(func() {
				if err := l.Commit(s.Context()); err != nil {
					s.Error(err)
				}
			})
		}
		got[i] += string(value)
		return s.store.Get(s.Context(), index.Meta, keys[i:i+1], func(_ int, value []byte) error {
			got[i] += string(value)
			return nil
		})
	}))
	if !slices.Equal(got, []string{"11", "22", "11"}) {
		s.Errorf("nested look-ups found %q", got)
	}
	wg.Wait()
	s.check(index.Facts, table{"c": "3"})
}

// concurrent reads while loads go on: a reader sees the same number in all
// entries, and never a smaller one than before.
func (s *suite) concurrent() {
	keys := [][]byte{[]byte("p"), []byte("q"), []byte("r")}
	write := func(n int) {
		l, err := s.store.Begin(s.Context())
		s.noError(err)
		for _, t := range []index.Table{index.Facts, index.Games} {
			content := make(table)
			for _, k := range keys {
				content[string(k)] = fmt.Sprintf("%06d", n)
			}
			s.write(l, t, content)
		}
		s.noError(l.Commit(s.Context()))
	}
	write(0)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			last := ""
			for {
				select {
				case <-done:
					return
				default:
				}
				var first string
				for e, err := range s.store.Scan(s.Context(), index.Facts, nil, nil) {
					if err != nil {
						s.Error(err)
						return
					}
					if first == "" {
						first = string(e.Value)
					}
					if string(e.Value) != first || first < last {
						s.Errorf("scan saw %q after %q, and %q before that", e.Value, first, last)
						return
					}
				}
				last = first
				err := s.store.Get(s.Context(), index.Games, keys, func(_ int, v []byte) error {
					if string(v) < last {
						return fmt.Errorf("table games has %q after facts has %q", v, last)
					}
					return nil
				})
				if err != nil {
					s.Error(err)
					return
				}
			}
		})
	}
	for n := range 20 {
		write(n + 1)
	}
	close(done)
	wg.Wait()
}

func (s *suite) largeValues() {
	content := make(table)
	for i := range 20 {
		content[fmt.Sprint(i)] = string(bytes.Repeat([]byte{byte(i)}, 1<<(i%18)))
	}
	s.load(index.Postings, content)
	s.reopen()
	s.check(index.Postings, content)
}
