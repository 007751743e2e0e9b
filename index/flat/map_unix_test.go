//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package flat

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// TestTruncated cuts a file off while it is open.
func TestTruncated(t *testing.T) {
	m, data, answers := damageModel(t)
	path := filepath.Join(t.TempDir(), "1.run")
	for _, n := range []int{0, sorted.PageSize, len(data) / 2 &^ (sorted.PageSize - 1), len(data) - sorted.PageSize} {
		s, err := openBytes(t, path, data, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, int64(n)); err != nil {
			t.Fatal(err)
		}
		failed := 0
		for i, q := range m.questions() {
			answer, err := q.ask(t, s)
			if err != nil && !errors.Is(err, index.ErrCorrupt) || err == nil && answer != answers[i] {
				t.Fatalf("cut off at byte %d: %s: %v, another answer", n, q.name, err)
			}
			if err != nil {
				failed++
			}
		}
		if failed == 0 && n < len(data)/2 {
			t.Errorf("cut off at byte %d: every question was answered", n)
		}
		if err := s.runs[0].Close(); err != nil {
			t.Fatal(err)
		}
	}
}
