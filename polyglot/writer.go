package polyglot

import (
	"bufio"
	"fmt"
	"io"
	"slices"
)

// A Writer writes a book in the order of [Entry.Compare]. Call [Writer.Flush] at
// the end. It belongs to one goroutine at a time.
type Writer struct {
	w     *bufio.Writer
	group []Entry // of the incomplete position
	last  uint64  // key of the last entry, if any
	raw   []byte
	n     int64
	err   error
}

// NewWriter returns a writer of a book.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 64<<10)} }

// Write adds an entry. Keys must ascend, otherwise the error wraps [ErrOrder]. The
// entries of one key may come in any order, but not across a Flush. Later calls return
// the same error.
func (w *Writer) Write(e Entry) error {
	if w.err != nil {
		return w.err
	}
	n := len(w.group)
	switch {
	case w.n+int64(n) > 0 && (e.Key < w.last || e.Key == w.last && n == 0):
		w.err = failed(w.n+int64(n), ErrOrder)
	case e.Key != w.last:
		w.end()
	case n == maxMoves:
		w.err = failed(w.n+int64(n), ErrCrowded)
	}
	if w.err == nil {
		w.group, w.last = append(w.group, e), e.Key
	}
	return w.err
}

// Flush completes the last position and writes all buffered entries. Without any entry
// the error wraps [ErrEmpty], because programs reject an empty file.
func (w *Writer) Flush() error {
	w.end()
	if w.err == nil && w.n == 0 {
		w.err = failed(0, ErrEmpty)
	}
	if w.err == nil {
		w.check(w.w.Flush())
	}
	return w.err
}

// end writes the complete position.
func (w *Writer) end() {
	slices.SortFunc(w.group, Entry.Compare)
	for _, e := range w.group {
		w.raw = e.append(w.raw[:0])
		if _, err := w.w.Write(w.raw); err != nil {
			w.check(err)
			break
		}
		w.n++
	}
	w.group = w.group[:0]
}

func (w *Writer) check(err error) {
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("polyglot: write: %w", err)
	}
}
