//go:build !windows

package main

import "syscall"

// Errors of the system about a disk.
var (
	diskFull     = []error{syscall.ENOSPC, syscall.EDQUOT}
	diskReadOnly = syscall.EROFS
)
