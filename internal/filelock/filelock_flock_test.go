//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock_test

import (
	"errors"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/internal/filelock"
)

// TestInterrupted: a system that says for ever that a signal came costs an error, and one signal
// nothing.
func TestInterrupted(t *testing.T) {
	calls := 0
	defer filelock.Flock(func(int, int) error { calls++; return syscall.EINTR })()
	if f, err := filelock.Dir(t.TempDir(), "LOCK"); !errors.Is(err, syscall.EINTR) {
		t.Errorf("%v, %v after %d calls; want EINTR", f, err, calls)
	}
	calls = 0
	defer filelock.Flock(func(int, int) error {
		if calls++; calls == 1 {
			return syscall.EINTR
		}
		return nil
	})()
	f, err := filelock.Dir(t.TempDir(), "LOCK")
	if err != nil || calls != 2 {
		t.Fatalf("%v after %d calls; want none after 2", err, calls)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
