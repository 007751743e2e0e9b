package flat

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// building reports whether a process has the folder of an index locked.
func building(dir string) bool {
	f, err := openRegular(filepath.Join(dir, lockName), os.O_RDONLY)
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(filelock.Try(f, true), index.ErrLocked)
}
