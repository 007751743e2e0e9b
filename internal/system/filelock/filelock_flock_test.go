//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// TestInterrupted: a system that says for ever that a signal came costs an error, and one signal
// nothing.
func TestInterrupted(t *testing.T) {
	calls := 0
	defer filelock.Flock(func(int, int) error { calls++; return syscall.EINTR })()
	if f, err := filelock.Dir(t.TempDir(), "LOCK", nil); !errors.Is(err, syscall.EINTR) {
		t.Errorf("%v, %v after %d calls; want EINTR", f, err, calls)
	}
	calls = 0
	defer filelock.Flock(func(int, int) error {
		if calls++; calls == 1 {
			return syscall.EINTR
		}
		return nil
	})()
	f, err := filelock.Dir(t.TempDir(), "LOCK", nil)
	if err != nil || calls != 2 {
		t.Fatalf("%v after %d calls; want none after 2", err, calls)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestRemoved: a process that has opened the file before another one removes it must not take its lock for the
// folder's.
func TestRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "LOCK")
	calls := 0
	defer filelock.Flock(func(fd, how int) error {
		if calls++; calls == 1 {
			if err := os.Remove(path); err != nil {
				t.Error(err)
			}
		}
		return syscall.Flock(fd, how)
	})()
	f, err := filelock.Dir(filepath.Dir(path), "LOCK", nil)
	if err != nil || calls != 2 {
		t.Fatalf("%v after %d calls; want none after 2", err, calls)
	}
	defer f.Close()
	if _, err := filelock.Dir(filepath.Dir(path), "LOCK", nil); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("locked twice: %v, want ErrLocked", err)
	}
}
