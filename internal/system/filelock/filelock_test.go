package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

func TestDir(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" || runtime.GOOS == "plan9" {
		t.Skip("does not apply: this system has no such locks")
	}
	dir := t.TempDir()
	first, err := filelock.Dir(dir, "LOCK", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := filelock.Dir(dir, "LOCK", nil); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("locked twice: %v, want ErrLocked", err)
	}
	reader, err := os.Open(filepath.Join(dir, "LOCK"))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := filelock.Try(reader, true); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("locked for reading as well: %v, want ErrLocked", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := filelock.Try(reader, true); err != nil {
		t.Errorf("after it was freed: %v", err)
	}
	if _, err := filelock.Dir(filepath.Join(dir, "none"), "LOCK", nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v, want ErrNotExist", err)
	}
}

// TestMade: another process that removes the folder just after it is made costs another try, and one that always
// does an error.
func TestMade(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	calls, kept := 0, 2
	make := func() error {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		if calls++; calls == kept {
			return nil
		}
		return os.Remove(dir)
	}
	f, err := filelock.Dir(dir, "LOCK", make)
	if err != nil || calls != 2 {
		t.Fatalf("%v after %d calls; want none after 2", err, calls)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	kept = 0
	if _, err := filelock.Dir(dir, "LOCK", make); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is always removed: %v, want ErrNotExist", err)
	}
}
