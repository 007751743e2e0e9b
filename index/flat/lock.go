package flat

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// lockWait is how long lockDir retries: another process may hold the lock briefly to
// see whether a build runs.
const lockWait = 200 * time.Millisecond

// lockDir locks the folder of an index for a build.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		err := tryLock(f, false)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, index.ErrLocked) || time.Since(start) > lockWait {
			f.Close()
			return nil, fmt.Errorf("build in %s: %w", dir, err)
		}
	}
}

// building reports whether a process has the folder of an index locked.
func building(dir string) bool {
	f, err := os.Open(filepath.Join(dir, lockName))
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(tryLock(f, true), index.ErrLocked)
}
