package storetest

import (
	"bytes"
	"fmt"
	"maps"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// The checks in this file load content and read it back.

// random returns n entries with keys of one to twelve bytes.
func (s *suite) random(n int) content {
	c := make(content, n)
	for len(c) < n {
		key := make([]byte, 1+s.rng.IntN(12))
		for i := range key {
			key[i] = byte([]int{0, 1, 127, 255, s.rng.IntN(256)}[s.rng.IntN(5)])
		}
		c[string(key)] = fmt.Sprint(s.rng.Uint32())
	}
	return c
}

func (s *suite) empty() {
	for _, in := range index.Sections() {
		s.check(in, content{})
	}
	s.noError(s.begin().Commit(s.Context())) // of no run
	s.load(index.Meta, content{})            // of an empty run
	s.reopen()
	s.check(index.Meta, content{})
}

func (s *suite) getAndScan() {
	n := 3000
	if testing.Short() {
		n = 300
	}
	c := s.random(n)
	s.load(index.Games, c)
	s.check(index.Games, c)
	s.reopen()
	s.check(index.Games, c)
	sizes, left, err := s.store.Size(s.Context())
	s.noError(err)
	if sizes[index.Games] <= 0 || left != 0 {
		s.Errorf("size %d of a section with entries, %d bytes left by interrupted loads", sizes[index.Games], left)
	}
}

func (s *suite) sections() {
	l := s.begin()
	contents := make(map[index.Section]content)
	for _, in := range index.Sections() {
		if in != index.Positions {
			contents[in] = s.random(200)
			s.write(l, in, contents[in])
		}
	}
	s.noError(l.Commit(s.Context()))
	for in, c := range contents {
		s.check(in, c)
	}
}

func (s *suite) replace() {
	want := make(content)
	for range 5 {
		c := s.random(100)
		s.load(index.Facts, c)
		maps.Copy(want, c)
		s.check(index.Facts, want)
	}
	s.reopen()
	s.check(index.Facts, want)
}

// single returns the record of one game: uvarint(game·2 + 1), then the move.
func single(game, move byte) string {
	if game >= 64 || move == 0 {
		panic("storetest: the record of one game must have two bytes")
	}
	return string([]byte{game<<1 | 1, move})
}

func (s *suite) merge() {
	want := make(content)
	for game := range byte(20) {
		c := make(content)
		for range 50 {
			key := fmt.Sprintf("%010d", s.rng.IntN(100))
			c[key] = single(game, 1+byte(s.rng.IntN(3)))
		}
		s.load(index.Positions, c)
		for k, v := range c {
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
	want := make(content)
	for i := range 60 {
		c := content{fmt.Sprint("new", i): "x", "same": fmt.Sprint(i)}
		s.load(index.Meta, c)
		maps.Copy(want, c)
	}
	s.reopen()
	s.check(index.Meta, want)
}

func (s *suite) largeValues() {
	c := make(content)
	for i := range 20 {
		c[fmt.Sprint(i)] = string(bytes.Repeat([]byte{byte(i)}, 1<<(i%18)))
	}
	s.load(index.Postings, c)
	s.reopen()
	s.check(index.Postings, c)
}
