//go:build !linux

package lab

import (
	"sync"
	"time"
)

// timed returns the time that f takes. Only Linux gives the processor time of a thread.
func timed(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}

// processTime is the time since the first call.
func processTime() time.Duration { return time.Since(started()) }

var started = sync.OnceValue(time.Now)
