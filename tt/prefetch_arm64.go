//go:build !purego

package tt

import "unsafe"

// prefetchLine prefetches the cache line at p and does not wait for it.
//
//go:noescape
func prefetchLine(p unsafe.Pointer)
