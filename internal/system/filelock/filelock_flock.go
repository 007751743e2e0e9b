//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Try locks a file until it is closed or the process ends in any way. The error wraps
// [ErrLocked] if another process holds the lock.
func Try(f *os.File, shared bool) error {
	mode := syscall.LOCK_EX
	if shared {
		mode = syscall.LOCK_SH
	}
	var err error
	for range 100 { // signals may interrupt it, but not for ever
		err = flock(int(f.Fd()), mode|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return ErrLocked
	}
	return fmt.Errorf("lock %s: %w", f.Name(), err)
}

// flock is [syscall.Flock], except in a test.
var flock = syscall.Flock
