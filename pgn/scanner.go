package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

// MaxGameBytes is the length of the longest game that is read whole, 16 MiB.
// What a longer one has beyond it is passed over.
const MaxGameBytes = 16 << 20

// ScannerOptions are the options of a [Scanner].
type ScannerOptions struct {
	ChunkBytes int // bytes read at a time; 0 means 256 KiB, less than 64 means 64
}

// A Scanner cuts a stream into chunks of whole games. It only looks for the
// places where games begin, at several times the speed of reading moves, so
// that one goroutine can feed many that each run a [Parser]. A Scanner belongs
// to one goroutine at a time; chunks may be used and released by any.
//
// A game begins with a tag pair, or after the termination marker of the game
// before. In movetext a tag pair counts only at the start of a line, and in a
// comment never, unless the comment is not closed: that is so where, after a
// line that looks like a tag pair, another opening brace, the end of the
// stream or a mebibyte of text comes before any closing brace. The game then
// ends at that line, broken, and the next one is whole.
type Scanner struct {
	r       io.Reader
	size    int
	pool    sync.Pool // of *[]byte
	buf     []byte    // what is read and not yet in a chunk
	scanned int       // how far into buf the cutter came
	starts  []int     // where games begin in buf
	cut     cutter
	skip    bool // passing over the rest of a game that is too long
	err     error
	number  int // games given out
	line    int // of buf[0], from 1
	offset  int64
}

// NewScanner returns a scanner that reads r to its end. The text must be
// decompressed; see [Open] and [Decompress].
func NewScanner(r io.Reader, o ScannerOptions) *Scanner {
	size := o.ChunkBytes
	if size == 0 {
		size = 256 << 10
	}
	return &Scanner{r: r, size: max(size, 64), line: 1}
}

// A Chunk is a run of whole games.
type Chunk struct {
	First  int    // number of its first game in the stream, from 1
	Line   int    // line of Data[0] in the stream, from 1
	Offset int64  // byte of Data[0] in the decompressed stream, from 0
	Data   []byte // the text of the games

	starts  []int
	tooLong bool   // the last game goes on after Data
	cut     error  // what reading failed with in the last game
	buf     []byte // that Data begins
	owner   *Scanner
}

// Len returns the number of games.
func (c *Chunk) Len() int { return len(c.starts) }

// Game returns the text of game i, 0 ≤ i < Len(), with the blanks and the
// comments around it. It is a view of Data.
func (c *Chunk) Game(i int) []byte {
	end := len(c.Data)
	if i+1 < len(c.starts) {
		end = c.starts[i+1]
	}
	return c.Data[c.starts[i]:end:end]
}

// Release gives the memory of the chunk back to its scanner. Neither the
// chunk nor any view of its data may be used afterwards. A chunk that is not
// released is left to the garbage collector.
func (c *Chunk) Release() {
	if c.owner != nil && cap(c.buf) <= 4*c.owner.size {
		buf := c.buf[:0]
		c.owner.pool.Put(&buf)
	}
	*c = Chunk{}
}

// buffer returns an empty buffer of at least n bytes.
func (s *Scanner) buffer(n int) []byte {
	if b, _ := s.pool.Get().(*[]byte); b != nil && cap(*b) >= n {
		return (*b)[:0]
	}
	return make([]byte, 0, n)
}

// Next returns the next chunk, or io.EOF after the last. Any other error is
// one of reading, and the last: the games read before it have been given out,
// the one that it interrupted last. A [Parser] reads what is certainly whole of
// that, and returns an [*Error] that wraps the one of reading.
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
		if len(s.buf) > MaxGameBytes && len(s.starts) <= 1 {
			s.starts = append(s.starts, 0)[:1] // or a comment before the first game
			c := s.chunk(whole(s.buf), 1)
			c.tooLong, s.skip = true, true
			return c, nil
		}
		s.fill()
	}
}

// fill reads on and looks for the games in what it has read.
func (s *Scanner) fill() {
	want := s.size
	if s.buf == nil { // a short text costs little
		want = min(want, 16<<10)
	} else if len(s.buf) >= s.size { // a game longer than a chunk
		want = min(2*len(s.buf), max(s.size, MaxGameBytes)+1)
	}
	if cap(s.buf) < want {
		bigger := s.buffer(want)
		s.buf = append(bigger, s.buf...)
	}
	fresh := len(s.buf) == 0 && s.offset == 0
	for empty := 0; len(s.buf) < want && s.err == nil; {
		n, err := s.r.Read(s.buf[len(s.buf):want])
		s.buf = s.buf[:len(s.buf)+n]
		if empty++; n > 0 {
			empty = 0
		}
		switch {
		case err == io.EOF:
			s.err = err
		case err == nil && empty > 100:
			err = io.ErrNoProgress
			fallthrough
		case err != nil:
			s.err = fmt.Errorf("pgn: read byte %d: %w", s.offset+int64(len(s.buf)), err)
		}
	}
	if fresh {
		s.mark()
	}
	if s.skip {
		if s.pass(); s.skip {
			return
		}
	}
	s.scanned, s.starts = s.cut.scan(s.buf, s.scanned, s.err != nil, s.starts)
	if s.number == 0 && len(s.starts) > 0 && s.offset == 0 {
		s.starts[0] = s.begin() // the comments before the first game are its own
	}
}

// begin returns where the text begins: after a byte order mark.
func (s *Scanner) begin() int {
	if len(s.buf) >= 3 && string(s.buf[:3]) == "\xef\xbb\xbf" {
		return 3
	}
	return 0
}

// errUTF16 is for a byte order mark of a text that is not made of bytes.
var errUTF16 = errors.New("pgn: the text is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8")

// mark looks at the byte order mark that the stream may begin with.
func (s *Scanner) mark() {
	s.scanned = s.begin()
	if len(s.buf) >= 2 && (string(s.buf[:2]) == "\xff\xfe" || string(s.buf[:2]) == "\xfe\xff") {
		s.err, s.buf = errUTF16, nil
	}
}

// pass drops what is left of a game that is too long: all up to a line that
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
		end = lastLine(s.buf) // its end is yet to come
	}
	s.advance(end)
	s.cut = cutter{}
}

// whole returns the length of b without a carriage return at its end, to which
// a line feed may belong that is yet to come.
func whole(b []byte) int {
	if n := len(b); n > 0 && b[n-1] == '\r' {
		return n - 1
	}
	return len(b)
}

// lastLine returns where the last line of b begins; of text without a line
// end, where it ends.
func lastLine(b []byte) int {
	b = b[:whole(b)]
	if i := bytes.LastIndexAny(b, "\r\n"); i >= 0 {
		return i + 1
	}
	return len(b)
}

// chunk gives out the first n games, which are s.buf[:end].
func (s *Scanner) chunk(end, n int) *Chunk {
	c := &Chunk{
		First:  s.number + 1,
		Line:   s.line,
		Offset: s.offset,
		Data:   s.buf[:end:end],
		starts: append([]int(nil), s.starts[:n]...),
		buf:    s.buf,
		owner:  s,
	}
	rest := s.buf[end:]
	s.line += countLines(c.Data)
	s.offset += int64(end)
	s.number += n
	s.buf = nil
	if s.err == nil {
		s.buf = s.buffer(max(s.size, len(rest)))
	}
	s.buf = append(s.buf, rest...)
	s.scanned = max(0, s.scanned-end)
	s.starts = append(s.starts[:0], s.starts[n:]...)
	for i := range s.starts {
		s.starts[i] -= end
	}
	return c
}

// last gives out the games that are left. Where reading failed in the last one,
// that goes without the word at which the text ends, which may be half a word:
// O-O of O-O-O.
func (s *Scanner) last() *Chunk {
	end, n := len(s.buf), len(s.starts)
	if s.err == io.EOF || s.cut.state == afterResult {
		return s.chunk(end, n)
	}
	for end > s.starts[n-1] && classes[s.buf[end-1]]&blank == 0 {
		end--
	}
	c := s.chunk(end, n)
	c.cut = errors.Unwrap(s.err)
	return c
}

// advance drops s.buf[:end].
func (s *Scanner) advance(end int) {
	s.line += countLines(s.buf[:end])
	s.offset += int64(end)
	s.buf = append(s.buf[:0], s.buf[end:]...)
	s.scanned, s.starts = 0, s.starts[:0]
}
