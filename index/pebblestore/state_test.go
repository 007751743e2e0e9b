package pebblestore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// TestState lets the engine take over a load and compact it. Readers must see
// nothing of the load before the store shows them all of it.
func TestState(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sections := []index.Section{index.Facts, index.Games, index.Meta}
	write := func(value string) *load {
		t.Helper()
		begun, err := s.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		l := begun.(*load)
		for _, in := range sections {
			r, err := l.Run(in)
			if err == nil {
				err = r.Append([]index.Entry{{Key: []byte("k"), Value: []byte(value)}})
			}
			if err == nil {
				err = r.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return l
	}
	check := func(want string) {
		t.Helper()
		for _, in := range sections {
			var got strings.Builder
			err := s.Get(t.Context(), in, [][]byte{[]byte("k")}, func(_ int, value []byte) error {
				got.Write(value)
				return nil
			})
			for e, err := range s.Scan(t.Context(), in, nil, nil) {
				fmt.Fprintf(&got, " %s=%s,%v", e.Key, e.Value, err)
			}
			if both := fmt.Sprintf("%s k=%s,<nil>", want, want); err != nil || got.String() != both {
				t.Errorf("section %v: found %q, %v; want %q", in, got.String(), err, both)
			}
		}
	}
	if err := write("before").Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	l := write("after")
	if err := s.db.Ingest(t.Context(), l.files); err != nil {
		t.Fatal(err)
	}
	check("before")
	if err := s.db.Compact(t.Context(), []byte{0}, []byte{0xff}, true); err != nil {
		t.Fatal(err)
	}
	check("before")
	s.advance()
	check("after")
	if err := s.db.Compact(t.Context(), []byte{0}, []byte{0xff}, true); err != nil {
		t.Fatal(err)
	}
	check("after")
	if err := l.Discard(); err != nil {
		t.Fatal(err)
	}
}
