// Package lines reads lines of limited length, and continues after a line that is longer.
package lines

import (
	"bufio"
	"bytes"
	"io"
)

// A Scanner is a [bufio.Scanner] of lines. Make one with [New].
type Scanner struct {
	*bufio.Scanner
	limit int
	rest  bool // the beginning of a long line was left out
	long  bool
}

// New returns a scanner of the lines of r, of at most limit bytes each.
func New(r io.Reader, limit int) *Scanner {
	s := &Scanner{Scanner: bufio.NewScanner(r), limit: limit}
	s.Buffer(make([]byte, min(limit+2, 1<<12)), limit+2)
	s.Split(s.split)
	return s
}

// TooLong reports whether the last line was longer than the limit. Its bytes are left out.
func (s *Scanner) TooLong() bool { return s.long }

func (s *Scanner) split(data []byte, atEOF bool) (advance int, line []byte, err error) {
	n := bytes.IndexByte(data, '\n')
	switch {
	case n >= 0:
		advance = n + 1
	case len(data) > s.limit:
		s.rest = true
		if !atEOF {
			return len(data), nil, nil
		}
		fallthrough
	case atEOF && (len(data) > 0 || s.rest):
		n, advance = len(data), len(data)
	default:
		return 0, nil, nil
	}
	s.long, s.rest = s.rest || n > s.limit, false
	if s.long {
		return advance, []byte{}, nil
	}
	return advance, bytes.TrimSuffix(data[:n], []byte("\r")), nil
}
