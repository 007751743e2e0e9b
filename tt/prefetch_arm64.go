//go:build !purego

package tt

import "unsafe"

// prefetchLine asks for the cache line at p without waiting for it.
//
//go:noescape
func prefetchLine(p unsafe.Pointer)
