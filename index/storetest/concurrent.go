package storetest

import (
	"fmt"
	"slices"
	"sync"

	"github.com/zobrist-go/zobrist/index"
)

// The checks in this file read while something else goes on.

// nested reads the store from within a look-up while a load is committed. It looks
// up one key twice.
func (s *suite) nested() {
	s.load(index.Meta, content{"a": "1", "b": "2"})
	keys := [][]byte{[]byte("a"), []byte("b"), []byte("a")}
	got := make([]string, len(keys))
	var wg sync.WaitGroup
	s.noError(s.store.Get(s.Context(), index.Meta, keys, func(i int, value []byte) error {
		if i == 0 {
			l := s.begin()
			s.write(l, index.Facts, content{"c": "3"})
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
	s.check(index.Facts, content{"c": "3"})
}

// concurrent reads during loads that write the same number to all entries of two
// sections, each load a greater one than before.
func (s *suite) concurrent() {
	keys := [][]byte{[]byte("p"), []byte("q"), []byte("r")}
	write := func(n int) {
		c := make(content)
		for _, k := range keys {
			c[string(k)] = fmt.Sprintf("%06d", n)
		}
		l := s.begin()
		s.write(l, index.Facts, c)
		s.write(l, index.Games, c)
		s.noError(l.Commit(s.Context()))
	}
	write(0)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for last := ""; ; {
				select {
				case <-done:
					return
				default:
				}
				var err error
				if last, err = s.readNumber(keys, last); err != nil {
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

// readNumber returns the number in the section Facts. It fails if the entries
// have several, or if either section has a smaller one than last.
func (s *suite) readNumber(keys [][]byte, last string) (number string, err error) {
	for e, err := range s.store.Scan(s.Context(), index.Facts, nil, nil) {
		if err != nil {
			return "", err
		}
		if number == "" {
			number = string(e.Value)
		}
		if string(e.Value) != number || number < last {
			return "", fmt.Errorf("a scan saw %q after %q, and %q before that", e.Value, number, last)
		}
	}
	err = s.store.Get(s.Context(), index.Games, keys, func(_ int, v []byte) error {
		if string(v) < number {
			return fmt.Errorf("section games has %q after facts has %q", v, number)
		}
		return nil
	})
	return number, err
}
