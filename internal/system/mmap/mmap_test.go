package mmap_test

import (
	"errors"
	"math"
	"testing"
	"unsafe"

	"github.com/zobrist-go/zobrist/internal/system/mmap"
)

func TestRegion(t *testing.T) {
	for _, bytes := range []int64{64, 128, 4096 + 64, 2 << 20, 5<<20 + 64, 33 << 20} {
		r, err := mmap.New(bytes)
		if err != nil {
			t.Fatal(err)
		}
		words := r.Words()
		if int64(len(words))*8 != bytes {
			t.Errorf("%d bytes: %d words", bytes, len(words))
		}
		if uintptr(unsafe.Pointer(&words[0]))%mmap.Line != 0 {
			t.Errorf("%d bytes: not aligned to a line", bytes)
		}
		for i := range words {
			if words[i] != 0 {
				t.Fatalf("%d bytes: word %d is not zero", bytes, i)
			}
			words[i] = uint64(i) + 1
		}
		if n, ok := r.Huge(); ok && (n < 0 || n > bytes) {
			t.Errorf("%d bytes: %d of them in huge pages", bytes, n)
		}
		r.Clear()
		for i := range words {
			if words[i] != 0 {
				t.Fatalf("%d bytes: word %d is not cleared", bytes, i)
			}
		}
		if err := r.Free(); err != nil {
			t.Error(err)
		}
		if err := r.Free(); err != nil {
			t.Errorf("free twice: %v", err)
		}
	}
}

func TestRefused(t *testing.T) {
	sizes := []int64{0, -64, 63, 65, math.MaxInt64 &^ 63}
	if _, ok := mmap.Available(); ok {
		sizes = append(sizes, 1<<50)
	}
	for _, bytes := range sizes {
		if r, err := mmap.New(bytes); !errors.Is(err, mmap.ErrMemory) {
			t.Errorf("New(%d) = %v, %v; want ErrMemory", bytes, r, err)
		}
	}
}
