package storetest

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/zobrist-go/zobrist/index"
)

// The checks in this file are about how loads begin, end and fail.

func (s *suite) discard() {
	s.load(index.Meta, content{"kept": "1"})
	for _, closed := range []bool{true, false} {
		l := s.begin()
		run, err := l.Run(index.Meta)
		s.noError(err)
		s.noError(run.Append([]index.Entry{{Key: []byte("dropped"), Value: []byte("2")}}))
		if closed {
			s.noError(run.Close())
		}
		s.noError(l.Discard())
	}
	s.check(index.Meta, content{"kept": "1"})
	s.reopen()
	s.check(index.Meta, content{"kept": "1"})
	s.load(index.Meta, content{"later": "3"})
	s.check(index.Meta, content{"kept": "1", "later": "3"})
}

// invisible reads before and after a commit.
func (s *suite) invisible() {
	l := s.begin()
	s.write(l, index.Games, content{"a": "1"})
	s.write(l, index.Meta, content{"b": "2"})
	s.check(index.Games, content{})
	s.check(index.Meta, content{})
	s.noError(l.Commit(s.Context()))
	s.check(index.Games, content{"a": "1"})
	s.check(index.Meta, content{"b": "2"})
}

func (s *suite) oneLoad() {
	l := s.begin()
	if _, err := s.store.Begin(s.Context()); err == nil {
		s.Error("a second load began before the first had ended")
	}
	s.noError(l.Discard())
	s.load(index.Meta, content{"a": "1"})
}

func (s *suite) scratch() {
	l := s.begin()
	dir, err := l.Scratch()
	s.noError(err)
	again, err := l.Scratch()
	s.noError(err)
	if dir != again {
		s.Errorf("two scratch directories, %s and %s", dir, again)
	}
	s.noError(os.WriteFile(filepath.Join(dir, "file"), []byte("1234567"), 0o666))
	if !s.o.Volatile { // the directory outlives a load that is discarded
		s.noError(l.Discard())
		s.reopen()
		if _, left, err := s.store.Size(s.Context()); err != nil || left < 7 {
			s.Errorf("Size: %d bytes left by an interrupted load, error %v; want at least 7", left, err)
		}
		l = s.begin()
		dir, err = l.Scratch()
		s.noError(err)
		if _, err := os.Stat(filepath.Join(dir, "file")); err != nil {
			s.Errorf("a file in the scratch directory is gone after Discard: %v", err)
		}
	}
	s.noError(l.Commit(s.Context()))
	if _, err := os.Stat(dir); err == nil {
		s.Error("the scratch directory is still there after Commit")
	}
	if _, left, err := s.store.Size(s.Context()); err != nil || left != 0 {
		s.Errorf("Size: %d bytes left after Commit, error %v", left, err)
	}
}

func (s *suite) errors() {
	s.load(index.Meta, content{"a": "1", "b": "2"})
	stop := errors.New("stop")
	keys := [][]byte{[]byte("a"), []byte("b")}
	err := s.store.Get(s.Context(), index.Meta, keys, func(int, []byte) error { return stop })
	if !errors.Is(err, stop) {
		s.Errorf("Get returned %v, not the error of found", err)
	}
	for range s.store.Scan(s.Context(), index.Meta, nil, nil) {
		break // the store must stop as well
	}
	l := s.begin()
	run, err := l.Run(index.Meta)
	s.noError(err)
	descending := []index.Entry{{Key: []byte("z")}, {Key: []byte("y")}}
	if err := errors.Join(run.Append(descending), run.Close(), l.Commit(s.Context())); err == nil {
		s.Error("a run accepted keys in descending order")
	}
	s.noError(l.Discard())
	s.check(index.Meta, content{"a": "1", "b": "2"})
}

// openRun commits while a run is not closed.
func (s *suite) openRun() {
	l := s.begin()
	run, err := l.Run(index.Meta)
	s.noError(err)
	s.noError(run.Append([]index.Entry{{Key: []byte("a"), Value: []byte("1")}}))
	if err := l.Commit(s.Context()); err == nil {
		s.Error("a load was committed with an open run")
	}
	s.noError(l.Discard())
	s.check(index.Meta, content{})
}
