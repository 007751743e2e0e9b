// Package mmap obtains large zeroed memory that the garbage collector does
// not see, in huge pages if the system grants them.
package mmap

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"unsafe"
)

// Line is the size and alignment of a cache line, in bytes.
const Line = 64

// ErrMemory is wrapped by the errors of [New] and [Check].
var ErrMemory = errors.New("no memory")

// A Region is memory that its owner may use until [Region.Free]. The zero Region is empty.
type Region struct {
	words  []uint64 // the owner's memory, aligned to Line
	raw    []byte   // the whole mapping; nil on the heap
	mapped bool
}

// New returns zeroed memory of that many bytes, a multiple of [Line] above 0. It is mapped with
// huge pages if possible. On platforms without mappings and under the race detector, which does not
// see mapped memory, it is on the heap. Every page has been touched, on all processors.
func New(bytes int64) (*Region, error) {
	if bytes <= 0 || bytes%Line != 0 {
		return nil, fmt.Errorf("%w: %d bytes are not a positive multiple of %d", ErrMemory, bytes, Line)
	}
	if err := Check(bytes); err != nil {
		return nil, err
	}
	r := &Region{}
	if err := r.obtain(int(bytes)); err != nil {
		return nil, err
	}
	r.Clear()
	return r, nil
}

// Check returns an error if so many bytes are not available. Without it the Go runtime would end
// the process that allocates them.
func Check(bytes int64) error {
	if bytes > math.MaxInt-2*hugePage {
		return fmt.Errorf("%w: %d bytes exceed the address space of %s", ErrMemory, bytes, runtime.GOARCH)
	}
	if free, ok := Available(); ok && bytes > free {
		return fmt.Errorf("%w: %d MiB wanted, %d MiB available; ask for less or end other programs",
			ErrMemory, bytes>>20, free>>20)
	}
	return nil
}

// heap allocates the memory on the garbage collector's heap.
func (r *Region) heap(bytes int) {
	words := make([]uint64, bytes/8+Line/8-1)
	skip := 0
	if off := int(uintptr(unsafe.Pointer(&words[0])) % Line); off != 0 {
		skip = (Line - off) / 8
	}
	r.words = words[skip : skip+bytes/8 : skip+bytes/8]
}

// Words returns the memory. It must not be used after [Region.Free].
func (r *Region) Words() []uint64 { return r.words }

// Mapped reports whether the memory lies outside the heap.
func (r *Region) Mapped() bool { return r.mapped }

// Clear zeroes the memory, on all processors. No other goroutine may use it meanwhile.
func (r *Region) Clear() {
	const chunk = 4 << 20 / 8 // two huge pages: no page is shared
	var wg sync.WaitGroup
	workers := max(1, min(runtime.GOMAXPROCS(0), len(r.words)/chunk))
	for w := range workers {
		wg.Go(func() {
			for i := w * chunk; i < len(r.words); i += workers * chunk {
				clear(r.words[i:min(i+chunk, len(r.words))])
			}
		})
	}
	wg.Wait()
}

// Free returns the memory to the system. The region is empty afterwards.
func (r *Region) Free() error {
	raw := r.raw
	*r = Region{}
	return unmap(raw)
}
