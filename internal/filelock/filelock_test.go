package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/filelock"
)

func TestDir(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" || runtime.GOOS == "plan9" {
		t.Skip("does not apply: this system has no such locks")
	}
	dir := t.TempDir()
	first, err := filelock.Dir(dir, "LOCK")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := filelock.Dir(dir, "LOCK"); !errors.Is(err, index.ErrLocked) {
		t.Errorf("locked twice: %v, want ErrLocked", err)
	}
	reader, err := os.Open(filepath.Join(dir, "LOCK"))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := filelock.Try(reader, true); !errors.Is(err, index.ErrLocked) {
		t.Errorf("locked for reading as well: %v, want ErrLocked", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := filelock.Try(reader, true); err != nil {
		t.Errorf("after it was freed: %v", err)
	}
	if _, err := filelock.Dir(filepath.Join(dir, "none"), "LOCK"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v, want ErrNotExist", err)
	}
}
