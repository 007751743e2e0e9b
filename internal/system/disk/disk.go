// Package disk says how much room a file system has.
package disk

import (
	"os"
	"path/filepath"
)

// Free returns the bytes that this process can write to the file system on which a path is or would be made. It reports
// false if the system does not say.
func Free(path string) (bytes int64, ok bool) {
	path, err := filepath.Abs(path)
	if err != nil {
		return 0, false
	}
	for {
		if _, err := os.Stat(path); err == nil {
			return free(path)
		}
		above := filepath.Dir(path)
		if above == path {
			return 0, false
		}
		path = above
	}
}
