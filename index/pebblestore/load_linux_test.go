package pebblestore_test

import (
	"os"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// TestDiscardCloses discards loads with open runs. No file may stay open.
func TestDiscardCloses(t *testing.T) {
	s := open(t, t.TempDir())
	defer s.Close()
	count := func() int {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	before := count()
	for range 10 {
		l, err := s.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range index.Sections() {
			run, err := l.Run(s)
			if err == nil {
				err = run.Append([]index.Entry{{Key: []byte("k"), Value: []byte{3, 1}}})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Discard(); err != nil {
			t.Fatal(err)
		}
	}
	if after := count(); after > before+5 { // the engine opens some of its own
		t.Errorf("%d files are open, and %d before", after, before)
	}
}
