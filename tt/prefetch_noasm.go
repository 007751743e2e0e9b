//go:build !(amd64 || arm64) || (amd64 && race) || purego

package tt

import "unsafe"

// prefetch has no equivalent in Go: a load would wait for the line.
func prefetch(unsafe.Pointer) {}
