package polyglot

import (
	"errors"
	"fmt"
	"strings"
)

// Reasons of an [Error].
var (
	ErrEmpty     = errors.New("polyglot: the book has no entries")
	ErrTruncated = errors.New("polyglot: the book ends within an entry")
	ErrOrder     = errors.New("polyglot: the keys are not in ascending order")
	ErrCrowded   = errors.New("polyglot: a position has more than 65,536 entries")
)

// ErrMemory is returned by [Make] if the moves exceed the memory and no temporary file
// may be made.
var ErrMemory = errors.New("polyglot: the moves of the games exceed the memory")

// An Error is a fault of a book and its place.
type Error struct {
	Book   int   // number of the book in the arguments of [Merge], from 1; otherwise 0
	Entry  int64 // number of the entry, from 0
	Offset int64 // of its first byte in the file, from 0
	Err    error // one of the errors above, or a read error
}

// Error returns one line with the place and the reason.
func (e *Error) Error() string {
	book := ""
	if e.Book > 0 {
		book = fmt.Sprintf("book %d, ", e.Book)
	}
	return fmt.Sprintf("polyglot: %sentry %d, byte %d: %s", book, e.Entry, e.Offset,
		strings.TrimPrefix(e.Err.Error(), "polyglot: "))
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

func failed(entry int64, err error) error {
	return &Error{Entry: entry, Offset: entry * entrySize, Err: err}
}

// maxMoves is the number of entries with one key: as many as there are words of
// 16 bits.
const maxMoves = 1 << 16
