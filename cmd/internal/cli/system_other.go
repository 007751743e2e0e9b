//go:build !windows

package cli

import (
	"runtime"
	"syscall"
)

// Errors of the system about a disk.
var (
	diskFull     = []error{syscall.ENOSPC, syscall.EDQUOT}
	diskReadOnly = syscall.EROFS
)

// PeakMemory returns the most bytes of memory that the process had so far.
func PeakMemory() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10 // other systems count kibibytes
}
