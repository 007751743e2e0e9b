//go:build linux || darwin || freebsd

package disk

import "golang.org/x/sys/unix"

func free(path string) (int64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(path, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
