//go:build !purego

package tt

import "unsafe"

// prefetch asks for the cache line at p without waiting for it. It does what
// its Go twin does, nothing that can be observed.
//
//go:noescape
func prefetch(p unsafe.Pointer)
