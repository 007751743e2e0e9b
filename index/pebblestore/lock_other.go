//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package pebblestore

import (
	"fmt"
	"io"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/zobrist-go/zobrist/index"
)

// lockFS uses the engine's lock on systems without flock. There, readers exclude
// one another.
type lockFS struct {
	vfs.FS
	shared bool
}

// Lock implements [vfs.FS].
func (l lockFS) Lock(name string) (io.Closer, error) {
	c, err := l.FS.Lock(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", index.ErrLocked, err)
	}
	return c, nil
}
