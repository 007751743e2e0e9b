package gametext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/records/charset"
)

// A Scanner cuts a stream into chunks of whole games. It belongs to one
// goroutine at a time; chunks may be used and released by any.
type Scanner struct {
	r       io.Reader
	size    int       // bytes of a chunk
	pool    sync.Pool // of *[]byte
	buf     []byte    // bytes that are read and not yet in a chunk
	scanned int       // how far the cutter has read in buf
	starts  []int     // where games begin in buf
	cut     cutter
	skip    bool // passing over the rest of a game that is too long
	err     error
	number  int // games returned
	line    int // of buf[0], from 1
	offset  int64
	shown   int64 // the offset after the last game

	encoding charset.Encoding
	chosen   bool // it is not to be guessed
}

// NewScanner returns a scanner that reads r to its end, in chunks of size
// bytes; 0 means 256 KiB, and the least is 4, by which a text in UTF-16 is told.
func NewScanner(r io.Reader, n Notation, size int) *Scanner {
	if size == 0 {
		size = 256 << 10
	}
	return &Scanner{r: r, size: max(size, utf16Bytes), line: 1, cut: cutter{tokens: NewTokenizer(nil, n)}}
}

// SetEncoding sets the encoding of bytes that are not UTF-8. Without it the encoding is guessed from the first bytes
// read, 16 KiB at least. Call it before Next.
func (s *Scanner) SetEncoding(e charset.Encoding) { s.encoding, s.chosen = e, true }

// guess guesses the encoding from the beginning of the stream.
func (s *Scanner) guess() {
	if s.chosen {
		return
	}
	var seen charset.Tally
	seen.Add(s.buf)
	s.encoding, _ = seen.Guess()
}

// HasGame reports whether a text holds the beginning of a game: a tag pair, or moves.
func HasGame(text []byte, n Notation) bool {
	c := cutter{tokens: NewTokenizer(nil, n)}
	c.scan(bytes.TrimPrefix(FromUTF16(text), []byte(mark)), 0, true, nil)
	return c.found > 0
}

// buffer returns an empty buffer of at least n bytes.
func (s *Scanner) buffer(n int) []byte {
	if b, _ := s.pool.Get().(*[]byte); b != nil && cap(*b) >= n {
		return (*b)[:0]
	}
	return make([]byte, 0, n)
}

// Next returns the next chunk, or io.EOF after the last. Any other error comes from reading, or
// wraps game.ErrNoGame after MaxSilence bytes without a game. Further calls return it again; the
// game that it interrupted is the last of the chunk before.
func (s *Scanner) Next() (*Chunk, error) {
	for {
		if len(s.starts) > 1 && len(s.buf) >= s.size {
			return s.chunk(s.starts[len(s.starts)-1], len(s.starts)-1), nil
		}
		if s.err != nil {
			if len(s.starts) > 0 {
				return s.last(), nil
			}
			return nil, s.err
		}
		if len(s.buf) > MaxGame && len(s.starts) <= 1 {
			if c := s.long(); c != nil {
				return c, nil
			}
		}
		s.fill()
	}
}

// long returns the only game of a buffer that exceeds the limit. If the game has ended, only blanks
// and comments follow, and it is whole. If there is no game at all, the buffer is dropped and the
// result is nil.
func (s *Scanner) long() *Chunk {
	if s.cut.tokens.Place == Outside && s.scanned > 0 {
		s.cut.noGame = false
		if len(s.starts) == 1 {
			return s.chunk(s.scanned, 1)
		}
		s.drop(s.scanned)
		s.scanned = 0
		return nil
	}
	s.starts = append(s.starts, 0)[:1] // there may be only a comment before the first game
	c := s.chunk(whole(s.buf), 1)
	c.tooLong, s.skip = true, true
	return c
}

// drop drops the first bytes of the buffer.
func (s *Scanner) drop(n int) {
	s.line += CountLines(s.buf[:n])
	s.offset += int64(n)
	s.buf = append(s.buf[:0], s.buf[n:]...)
	s.cut.section.move(n)
}

// fill reads more and finds the games in it.
func (s *Scanner) fill() {
	want := s.size
	if s.buf == nil { // a short text costs little
		want = min(want, 16<<10)
	} else if len(s.buf) >= s.size { // a game longer than a chunk
		want = min(2*len(s.buf), max(s.size, MaxGame)+1)
	}
	if cap(s.buf) < want {
		bigger := s.buffer(want)
		s.buf = append(bigger, s.buf...)
	}
	fresh := len(s.buf) == 0 && s.offset == 0
	if read := s.offset + int64(len(s.buf)); read-s.shown > MaxSilence {
		s.err = fmt.Errorf("%v: bytes %d to %d: %w; name a file of games", s.cut.tokens.notation, s.shown, read,
			game.ErrNoGame)
		return
	}
	s.read(want)
	if fresh {
		s.fromUTF16(want)
		s.mark()
		s.guess()
	}
	if s.skip {
		if s.pass(); s.skip {
			return
		}
	}
	before := s.cut.found
	s.cut.failed = s.err != nil && s.err != io.EOF
	s.scanned, s.starts = s.cut.scan(s.buf, s.scanned, s.err == io.EOF, s.starts)
	if s.cut.found > before {
		s.shown = s.offset + int64(len(s.buf))
	}
	if s.number == 0 && len(s.starts) > 0 && s.offset == 0 {
		s.starts[0] = 0 // comments before the first game belong to it, and a byte order mark
	}
}

// read reads until the buffer has the wanted length, or reading ends.
func (s *Scanner) read(want int) {
	for empty := 0; len(s.buf) < want && s.err == nil; {
		n, err := s.r.Read(s.buf[len(s.buf):want])
		s.buf = s.buf[:len(s.buf)+n]
		if empty++; n > 0 {
			empty = 0
		}
		if err == nil && empty > 100 {
			err = io.ErrNoProgress
		}
		if err == io.EOF {
			s.err = err
		} else if err != nil {
			s.err = fmt.Errorf("%v: read byte %d: %w", s.cut.tokens.notation, s.offset+int64(len(s.buf)), err)
		}
	}
}

// mark passes over the byte order mark that the stream may begin with.
func (s *Scanner) mark() {
	if markAt(s.buf, 0) {
		s.scanned = len(mark)
	}
}

// pass drops the rest of a game that is too long: everything up to a line that
// begins with a tag pair.
func (s *Scanner) pass() {
	end := len(s.buf)
	for i := 0; i < len(s.buf); i = lineEnd(s.buf, i) + 1 {
		if s.buf[i] == '[' && looksLikeTag(s.buf, i) {
			end, s.skip = i, false
			break
		}
	}
	if s.skip && s.err == nil {
		end = lastLine(s.buf) // the rest of that line is not read yet
	}
	s.drop(end)
	s.scanned, s.starts = 0, s.starts[:0]
	s.cut.tokens.Place, s.cut.tokens.Depth, s.cut.noGame = Outside, 0, false
}

// whole returns the length of b without a carriage return at its end, because its line feed may not
// be read yet.
func whole(b []byte) int {
	if n := len(b); n > 0 && b[n-1] == '\r' {
		return n - 1
	}
	return len(b)
}

// lastLine returns where the last line of b begins, or, if b has no line end,
// where b ends.
func lastLine(b []byte) int {
	b = b[:whole(b)]
	for i := len(b); i > 0; i-- {
		if b[i-1] == '\n' || b[i-1] == '\r' {
			return i
		}
	}
	return len(b)
}

// chunk returns the first n games, which are s.buf[:end].
func (s *Scanner) chunk(end, n int) *Chunk {
	c := &Chunk{
		first:  s.number + 1,
		line:   s.line,
		offset: s.offset,
		data:   s.buf[:end:end],
		starts: append([]int(nil), s.starts[:n]...),
		buf:    s.buf,
		owner:  s,

		encoding: s.encoding,
	}
	rest := s.buf[end:]
	s.line += CountLines(c.data)
	s.offset += int64(end)
	s.number += n
	s.buf = nil
	if s.err == nil {
		s.buf = s.buffer(max(s.size, len(rest)))
	}
	s.buf = append(s.buf, rest...)
	s.scanned = max(0, s.scanned-end)
	s.cut.section.move(end)
	s.starts = append(s.starts[:0], s.starts[n:]...)
	for i := range s.starts {
		s.starts[i] -= end
	}
	return c
}

// last returns the games that are left. If reading failed in the last one, its last token is
// dropped, because it may be cut off: O-O from O-O-O.
func (s *Scanner) last() *Chunk {
	end := len(s.buf)
	if s.err != io.EOF {
		end = s.scanned
	}
	c := s.chunk(end, len(s.starts))
	if s.err != io.EOF && s.cut.tokens.Place != Outside {
		c.failed = errors.Unwrap(s.err)
	}
	return c
}
