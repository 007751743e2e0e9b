package disk_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/zobrist-go/zobrist/internal/system/disk"
)

// TestFree: a folder that is not there yet has the room of the one in which it would be made.
func TestFree(t *testing.T) {
	dir := t.TempDir()
	bytes, ok := disk.Free(dir)
	if runtime.GOOS == "linux" && (!ok || bytes <= 0) {
		t.Fatalf("Free: %d, %v", bytes, ok)
	}
	if _, below := disk.Free(filepath.Join(dir, "a", "b")); below != ok {
		t.Errorf("Free of a folder that is not there: %v, want %v", below, ok)
	}
}
