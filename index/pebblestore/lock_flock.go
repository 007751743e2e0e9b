//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package pebblestore

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/zobrist-go/zobrist/index"
)

// lockFS lets several readers open one store. The engine's own lock excludes even
// readers from one another.
type lockFS struct {
	vfs.FS
	shared bool
}

// patience is how long to wait for another process. Most questions take less.
const patience = time.Second

// Lock implements [vfs.FS].
func (l lockFS) Lock(name string) (io.Closer, error) {
	mode, flags := syscall.LOCK_EX, os.O_RDWR|os.O_CREATE
	if l.shared {
		mode, flags = syscall.LOCK_SH, os.O_RDONLY
	}
	f, err := os.OpenFile(name, flags, 0o666)
	if err != nil {
		return nil, err
	}
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), mode|syscall.LOCK_NB)
		switch {
		case err == nil:
			return f, nil
		case errors.Is(err, syscall.EINTR):
		case !errors.Is(err, syscall.EWOULDBLOCK):
			f.Close()
			return nil, fmt.Errorf("lock %s: %w", name, err)
		case time.Since(start) > patience:
			f.Close()
			return nil, index.ErrLocked
		}
	}
}
