package tt

import (
	"fmt"
	"unsafe"

	"github.com/zobrist-go/zobrist/internal/system/mmap"
)

// allocate returns n zeroed values, outside the heap if possible.
func allocate[T cluster | watch](n int64) ([]T, mmap.Region, error) {
	region, err := mmap.New(n * int64(unsafe.Sizeof(*new(T))))
	if err != nil {
		return nil, mmap.Region{}, err
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(region.Words()))), n), *region, nil
}

// MemoryUse says what a table's memory is.
type MemoryUse struct {
	Bytes  int64 `json:"bytes"`  // of clusters
	Mapped bool  `json:"mapped"` // outside the heap, unseen by the garbage collector

	// HugeBytes of it lie in huge pages; −1 if the system does not tell.
	HugeBytes int64 `json:"hugeBytes"`

	// WatchBytes are used besides for Options.Sample.
	WatchBytes int64 `json:"watchBytes"`
}

// String is a line for a person: "1024 MiB mapped, 1024 MiB in huge pages".
func (m MemoryUse) String() string {
	where := "on the heap"
	if m.Mapped {
		where = "mapped"
	}
	s := fmt.Sprintf("%d KiB %s", m.Bytes>>10, where)
	if m.Bytes >= 1<<24 {
		s = fmt.Sprintf("%d MiB %s", m.Bytes>>20, where)
	}
	if m.HugeBytes >= 0 {
		s += fmt.Sprintf(", %d MiB in huge pages", m.HugeBytes>>20)
	}
	return s
}

// Memory reports what memory was obtained. On Linux it reads the kernel's
// account of the process, which takes about a millisecond.
func (t *Table) Memory() MemoryUse {
	m := MemoryUse{Bytes: t.options.Bytes, Mapped: t.region.Mapped(), HugeBytes: -1,
		WatchBytes: int64(len(t.watching.watches)) * watchBytes}
	if n, ok := t.region.Huge(); ok {
		m.HugeBytes = n
	}
	return m
}

// String describes the table in a line: "131072 slots in 2048 KiB".
func (t *Table) String() string {
	return fmt.Sprintf("%d slots in %d KiB", t.Len(), t.options.Bytes>>10)
}

// Len returns the number of slots.
func (t *Table) Len() int { return len(t.clusters) * t.options.slots() }

// TagBits returns how many bits of the hash an entry keeps: 8 to 48, or 64.
func (t *Table) TagBits() int { return t.options.TagBits }

// PayloadBits returns how many low bits of an [Entry]'s payload are kept.
func (t *Table) PayloadBits() int { return t.options.payloadBits() }

// Hashfull returns the share of slots with entries of the current search, in
// permille, estimated from up to 1000 clusters spread over the table.
func (t *Table) Hashfull() int {
	_, current, slots := t.countSlots(1000)
	return (2000*current + slots) / (2 * slots)
}

// countSlots looks at that many clusters spread over the table, or at all if there are
// fewer. It returns how many of their slots are used, how many of these by the current
// search, and the number of slots.
func (t *Table) countSlots(clusters int) (used, current, slots int) {
	n := min(clusters, len(t.clusters))
	generation := t.generation.Load()
	for k := range n {
		words := t.dataWords(&t.clusters[int(int64(k)*int64(len(t.clusters))/int64(n))])
		slots += len(words)
		for i := range words {
			if g := words[i].Load() & generationMask; g != 0 {
				used++
				if g == generation {
					current++
				}
			}
		}
	}
	return used, current, slots
}
