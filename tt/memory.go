package tt

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist/internal/mmap"
)

// Memory says what a table's memory is.
type Memory struct {
	Bytes  int64 `json:"bytes"`  // of slots
	Mapped bool  `json:"mapped"` // outside the heap, unseen by the garbage collector

	// HugeBytes of it lie in huge pages; −1 where the system does not tell.
	HugeBytes int64 `json:"hugeBytes"`

	// WatchBytes are used beside it by Options.Sample.
	WatchBytes int64 `json:"watchBytes"`
}

// String is a line for a person: "1024 MiB mapped, 1024 MiB in huge pages".
func (m Memory) String() string {
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
func (t *Table) Memory() Memory {
	m := Memory{Bytes: t.Bytes(), Mapped: t.region.Mapped(), HugeBytes: -1, WatchBytes: int64(len(t.shadow.Words())) * 8}
	if n, ok := t.region.Huge(); ok {
		m.HugeBytes = n
	}
	return m
}

// Bytes returns the size of the table, in bytes.
func (t *Table) Bytes() int64 { return int64(len(t.lines)) * lineBytes }

// Len returns the number of slots.
func (t *Table) Len() int { return len(t.lines) * layouts[t.layout].ways }

// Layout returns the layout, never Auto.
func (t *Table) Layout() Layout { return t.layout }

// Sample returns in how many lines one is watched; 0: none is.
func (t *Table) Sample() int { return t.options.Sample }

// TagBits returns how many bits of the hash a slot keeps beside its address:
// 64, 8 to 48, 51 or 128.
func (t *Table) TagBits() int {
	switch t.layout {
	case Compact:
		return t.options.TagBits
	case Payload:
		return 64 - metaBits
	case Wide:
		return 128
	}
	return 64
}

// PayloadBits returns how many low bits of an [Entry]'s payload are kept.
func (t *Table) PayloadBits() int {
	switch t.layout {
	case Compact:
		return 64 - metaBits - t.options.TagBits
	case Full:
		return 64 - metaBits
	}
	return 64
}

// Clear empties the table, on all processors, and begins at generation 1.
func (t *Table) Clear() {
	t.region.Clear()
	t.stamp.Store(1 << genShift)
	t.forget()
	t.shadow.Clear()
}

// Resize changes the size and empties the table. Where it returns an error
// the table is empty and has its old size.
func (t *Table) Resize(bytes int64) error {
	o := t.options
	o.Bytes = bytes
	o, err := o.plan()
	if err != nil {
		t.Clear()
		return err
	}
	// The old memory goes first: there may not be enough for both.
	old := t.options
	if err := t.Close(); err != nil {
		return err
	}
	t.options = o
	if err = t.obtain(); err == nil {
		return nil
	}
	t.options = old
	if again := t.obtain(); again != nil {
		return fmt.Errorf("%w, and the old size is gone too: %w", err, again)
	}
	return err
}

// Close gives the memory back. The table stays usable, as one of a single
// line; so a forgotten goroutine does no harm, if Close does not run beside it.
func (t *Table) Close() error {
	err := t.region.Free()
	spare, failed := mmap.New(lineBytes)
	if failed != nil {
		return failed
	}
	t.use(spare)
	return errors.Join(err, t.watch(0))
}

// Hashfull returns how much of the table entries of the current search fill,
// in permille, judged by up to 1000 lines spread over it.
func (t *Table) Hashfull() int { return int(1000*t.fill(true) + 0.5) }

// fill returns the part of the slots in use, or in use by this search.
func (t *Table) fill(current bool) float64 {
	n, used, seen := min(1000, len(t.lines)), 0, 0
	generation := t.generation()
	var m [8]uint64
	for k := range n {
		i := int(uint64(k) * uint64(len(t.lines)) / uint64(n))
		for _, w := range m[:t.management(&t.lines[i], &m)] {
			seen++
			if gen := genOf(w); gen == generation || gen != 0 && !current {
				used++
			}
		}
	}
	return float64(used) / float64(seen)
}
