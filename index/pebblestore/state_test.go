package pebblestore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// TestState: of what the engine took over, readers see nothing before they are
// shown all of it, whatever it compacts in the meantime.
func TestState(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tables := []index.Table{index.Facts, index.Games, index.Meta}
	write := func(value string) *load {
		t.Helper()
		begun, err := s.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		l := begun.(*load)
		for _, table := range tables {
			r, err := l.Run(table)
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
		for _, table := range tables {
			var got strings.Builder
			err := s.Get(t.Context(), table, [][]byte{[]byte("k")}, func(_ int, value []byte) error {
				got.Write(value)
				return nil
			})
			for e, err := range s.Scan(t.Context(), table, nil, nil) {
				fmt.Fprintf(&got, " %s=%s,%v", e.Key, e.Value, err)
			}
			if both := fmt.Sprintf("%s k=%s,<nil>", want, want); err != nil || got.String() != both {
				t.Errorf("table %v: found %q, %v; want %q", table, got.String(), err, both)
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
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("before")
	s.advance()
	check("after")
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("after")
	if err := l.Discard(); err != nil {
		t.Fatal(err)
	}
}
