package sgf

import (
	"fmt"
	"io"

	"github.com/zobrist-go/zobrist/game"
)

// space skips white space and returns the next byte without taking it.
func (r *Reader) space() (byte, error) {
	for {
		c, err := r.peek()
		if err != nil || c > ' ' {
			return c, err
		}
		r.take()
	}
}

// peek returns the next byte without taking it.
func (r *Reader) peek() (byte, error) {
	if r.failed != nil || r.offset-r.begin >= maxBytes {
		return 0, r.stop(nil)
	}
	b, err := r.r.Peek(1)
	if err != nil {
		return 0, r.stop(err)
	}
	return b[0], nil
}

// stop returns the error that ends reading: that of the reader below, or that
// a game is too long. The end of the file may come again.
func (r *Reader) stop(err error) error {
	switch {
	case r.failed != nil:
	case err == io.EOF:
		return err
	case err != nil:
		r.failed = fmt.Errorf("sgf: read at byte %d: %w", r.offset, err)
	default:
		r.failed = fmt.Errorf("sgf: byte %d: %w: no end of a game in 16 MiB", r.offset, game.ErrTooLong)
	}
	return r.failed
}

// take returns the next byte and goes on after it.
func (r *Reader) take() (byte, error) {
	if r.failed != nil || r.offset-r.begin >= maxBytes {
		return 0, r.stop(nil)
	}
	c, err := r.r.ReadByte()
	if err != nil {
		return 0, r.stop(err)
	}
	if c == '\n' && r.last != '\r' || c == '\r' {
		r.line++
	}
	r.offset++
	r.last = c
	return c, nil
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// pair takes the second byte of a line break of two bytes.
func (r *Reader) pair(c byte) {
	if next, err := r.peek(); err == nil && next != c && (next == '\r' || next == '\n') {
		r.take()
	}
}
