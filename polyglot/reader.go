package polyglot

import (
	"bufio"
	"io"
	"iter"
)

// A Reader reads a book from its beginning to its end, and checks that it is whole
// and that its keys ascend. It belongs to one goroutine at a time.
type Reader struct {
	r    *bufio.Reader
	n    int64 // entries read
	last uint64
	err  error // returned by every later call
}

// NewReader returns a reader of a book.
func NewReader(r io.Reader) *Reader { return &Reader{r: bufio.NewReaderSize(r, 64<<10)} }

// next returns the next entry, or io.EOF after the last. Any other error is an
// [*Error], which later calls return again.
func (r *Reader) next() (Entry, error) {
	if r.err != nil {
		return Entry{}, r.err
	}
	e, err := r.read()
	if err != nil {
		r.err = err
	}
	return e, err
}

func (r *Reader) read() (Entry, error) {
	b, err := r.r.Peek(entrySize)
	switch {
	case err == io.EOF && len(b) > 0:
		return Entry{}, failed(r.n, ErrTruncated)
	case err == io.EOF && r.n == 0:
		return Entry{}, failed(0, ErrEmpty)
	case err == io.EOF:
		return Entry{}, io.EOF
	case err != nil:
		return Entry{}, failed(r.n, err)
	}
	e := decode(b)
	if e.Key < r.last {
		return Entry{}, failed(r.n, ErrOrder)
	}
	_, _ = r.r.Discard(entrySize) // what Peek has returned
	r.n++
	r.last = e.Key
	return e, nil
}

// All returns the remaining entries. An error comes last, with a zero entry; it is an
// [*Error].
func (r *Reader) All() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for {
			e, err := r.next()
			if err == io.EOF || !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// position reads the entries of the next position into dst[:0].
func (r *Reader) position(dst []Entry) ([]Entry, error) {
	dst = dst[:0]
	for {
		switch b, err := r.r.Peek(8); {
		case len(dst) == 0:
		case err != nil && len(b) == 0: // next says it the next time
			return dst, nil
		case err == nil && decodeKey(b) != dst[0].Key:
			return dst, nil
		}
		e, err := r.next()
		if err != nil {
			return dst, err
		}
		if len(dst) == maxMoves {
			r.err = failed(r.n-1, ErrCrowded)
			return dst, r.err
		}
		dst = append(dst, e)
	}
}
