package cli

import "golang.org/x/sys/windows"

// Errors of the system about a disk.
var (
	diskFull     = []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED}
	diskReadOnly = windows.ERROR_WRITE_PROTECT
)

// PeakMemory returns 0: unknown.
func PeakMemory() int64 { return 0 }
