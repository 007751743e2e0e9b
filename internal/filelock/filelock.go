// Package filelock locks files against other processes, and other openings of the file in
// this one, until they are closed or the process ends.
package filelock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// wait is how long Dir retries: another process may hold the lock briefly to see whether
// it is held.
const wait = 200 * time.Millisecond

// Dir locks a folder by a file of that name in it, which stays there. Closing the file
// frees the folder. The error wraps [index.ErrLocked] if another process has it.
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
