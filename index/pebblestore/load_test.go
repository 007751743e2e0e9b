package pebblestore_test

import (
	"os"
	"runtime"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// TestDiscardCloses: a load that is given up with open runs leaves no file
// open.
func TestDiscardCloses(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("open files are not counted on " + runtime.GOOS)
		return
	}
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
		for _, table := range index.Tables() {
			run, err := l.Run(table)
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
	if after := count(); after > before+5 { // the engine has some of its own
		t.Errorf("%d files are open, and %d before", after, before)
	}
}
