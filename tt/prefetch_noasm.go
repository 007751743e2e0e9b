//go:build !(amd64 || arm64) || purego

package tt

import "unsafe"

// prefetch has no equivalent in Go: a load would wait for the line.
func prefetch(unsafe.Pointer) {}
