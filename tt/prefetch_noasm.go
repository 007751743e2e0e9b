//go:build !(amd64 || arm64) || (amd64 && race) || purego

package tt

import "unsafe"

// prefetchLine does nothing: Go has no prefetch, and a load would wait.
func prefetchLine(unsafe.Pointer) {}
