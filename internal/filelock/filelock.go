// Package filelock locks files until they are closed or the process ends, against other processes
// and against other openings in the same process.
package filelock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// wait is how long Dir retries, because another process may hold the lock briefly to check it.
const wait = 200 * time.Millisecond

// Dir locks a folder by a file of that name in it. Closing the file unlocks the folder; the file
// stays. The error wraps [index.ErrLocked] if another process holds the lock.
func Dir(dir, name string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		err := Try(f, false)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, index.ErrLocked) || time.Since(start) > wait {
			f.Close()
			return nil, fmt.Errorf("build in %s: %w", dir, err)
		}
	}
}
