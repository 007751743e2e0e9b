//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/zobrist-go/zobrist/index"
)

// Try locks a file until it is closed. The system frees it when the process
// ends, in whatever way. The error wraps [index.ErrLocked] if another process has it.
func Try(f *os.File, shared bool) error {
	mode := syscall.LOCK_EX
	if shared {
		mode = syscall.LOCK_SH
	}
	for {
		err := syscall.Flock(int(f.Fd()), mode|syscall.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return index.ErrLocked
		default:
			return fmt.Errorf("lock %s: %w", f.Name(), err)
		}
	}
}
