//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package sorted_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// TestTruncated cuts a table off while it is open.
func TestTruncated(t *testing.T) {
	data, m := damageTable(t)
	path := filepath.Join(t.TempDir(), "table")
	for _, n := range []int{0, sorted.PageSize, len(data) / 2 &^ (sorted.PageSize - 1), len(data) - sorted.PageSize} {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		table, err := family.OpenTable(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, int64(n)); err != nil {
			t.Fatal(err)
		}
		if failed := m.ask(t, table, "cut off", false); failed == 0 && n < len(data)/2 {
			t.Errorf("cut off at byte %d: every question was answered", n)
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
