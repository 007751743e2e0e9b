package polyglot

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"sync"
)

// Runs are sorted lists of tallies, in memory and in a temporary file. Workers add
// runs concurrently; afterwards one goroutine merges them.
type runs struct {
	folder string // of the file; "" for the system's
	noFile bool   // there must be none

	mu     sync.Mutex
	memory [][]tally
	file   *os.File
	end    int64
	stored []extent
}

// An extent is a run in the file: its first byte, and its length in bytes.
type extent struct{ offset, length int64 }

// addInMemory adds a run that stays in memory.
func (r *runs) addInMemory(sorted []tally) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.memory = append(r.memory, sorted)
}

// store writes a run to the file, which is made when it is first needed. Where the
// system allows it the file has no name, so that nothing is left of it even if the
// process is killed.
func (r *runs) store(sorted []tally) error {
	if r.noFile {
		return fmt.Errorf("polyglot: %w", ErrMemory)
	}
	at, err := r.reserve(int64(len(sorted)) * tallySize)
	if err != nil {
		return fmt.Errorf("polyglot: temporary file: %w", err)
	}
	w := bufio.NewWriterSize(io.NewOffsetWriter(r.file, at), 256<<10)
	var raw [tallySize]byte
	for _, t := range sorted {
		binary.LittleEndian.PutUint64(raw[:], t.key)
		binary.LittleEndian.PutUint64(raw[8:], t.word)
		_, _ = w.Write(raw[:]) // Flush has the error
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("polyglot: temporary file: %w", err)
	}
	return nil
}

// reserve gives a run its place in the file.
func (r *runs) reserve(length int64) (offset int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		if r.file, err = os.CreateTemp(r.folder, "zobrist-book-*"); err != nil {
			return 0, err
		}
		_ = os.Remove(r.file.Name()) // fails on Windows while the file is open
	}
	offset = r.end
	r.end += length
	r.stored = append(r.stored, extent{offset, length})
	return offset, nil
}

// close removes the file.
func (r *runs) close() {
	if r.file != nil {
		r.file.Close()
		_ = os.Remove(r.file.Name()) // usually it is gone already
	}
}

// merge calls visit with the tallies of all runs in order; memory is for reading,
// in bytes.
func (r *runs) merge(memory int64, visit func(tally) error) error {
	var h runHeap
	for _, sorted := range r.memory {
		if len(sorted) > 0 {
			h = append(h, &cursor{now: sorted[0], rest: sorted[1:]})
		}
	}
	size := int(min(max(memory/int64(len(r.stored)+1), 4<<10), 1<<20))
	for _, e := range r.stored {
		section := io.NewSectionReader(r.file, e.offset, e.length)
		c := &cursor{r: bufio.NewReaderSize(section, size), left: e.length / tallySize}
		if ok, err := c.next(); err != nil {
			return err
		} else if ok {
			h = append(h, c)
		}
	}
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.down(i)
	}
	for len(h) > 0 {
		c := h[0]
		if err := visit(c.now); err != nil {
			return err
		}
		if ok, err := c.next(); err != nil {
			return err
		} else if !ok {
			last := len(h) - 1
			h[0], h = h[last], h[:last]
		}
		h.down(0)
	}
	return nil
}

// A cursor is a place in a run, in memory or in the file.
type cursor struct {
	now  tally
	rest []tally
	r    *bufio.Reader
	left int64 // tallies in r
}

// next goes on to the next tally; it reports false at the end.
func (c *cursor) next() (bool, error) {
	if len(c.rest) > 0 {
		c.now, c.rest = c.rest[0], c.rest[1:]
		return true, nil
	}
	if c.left == 0 {
		return false, nil
	}
	raw, err := c.r.Peek(tallySize)
	if err != nil {
		return false, fmt.Errorf("polyglot: read the temporary file: %w", err)
	}
	c.now = tally{binary.LittleEndian.Uint64(raw), binary.LittleEndian.Uint64(raw[8:])}
	_, _ = c.r.Discard(tallySize) // what Peek has returned
	c.left--
	return true, nil
}

// A runHeap is a binary heap with the first tally on top.
type runHeap []*cursor

// down moves the cursor at i down until none below it comes before it.
func (h runHeap) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if right := child + 1; right < len(h) && h[right].now.before(h[child].now) {
			child = right
		}
		if !h[child].now.before(h[i].now) {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}
