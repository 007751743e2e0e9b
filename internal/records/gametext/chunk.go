package gametext

import "github.com/zobrist-go/zobrist/internal/records/charset"

// A Chunk is a run of whole games, and of stretches of text that are none.
type Chunk struct {
	first   int // number of its first game in the stream, from 1
	data    []byte
	starts  []int
	line    int    // of data[0] in the stream, from 1
	offset  int64  // of data[0] in the stream
	tooLong bool   // the last game continues after data
	failed  error  // the error that interrupted the last game
	buf     []byte // data is its beginning
	owner   *Scanner
	counted struct{ lines, at int } // line ends in data[:at]

	encoding charset.Encoding
}

// One returns a chunk with one game, whose text it keeps.
func One(text []byte) *Chunk {
	return &Chunk{first: 1, data: text, starts: []int{0}, line: 1}
}

// First returns the number of the first game in the stream, from 1.
func (c *Chunk) First() int { return c.first }

// Encoding returns how bytes that are not UTF-8 are read.
func (c *Chunk) Encoding() charset.Encoding { return c.encoding }

// Len returns the number of games.
func (c *Chunk) Len() int { return len(c.starts) }

// Game returns the text of game i, 0 ≤ i < Len(), with the blanks and comments around it. The text
// is valid until Release.
func (c *Chunk) Game(i int) []byte {
	end := len(c.data)
	if i+1 < len(c.starts) {
		end = c.starts[i+1]
	}
	return c.data[c.starts[i]:end:end]
}

// Place returns the line, from 1, and the offset in the stream of byte at of game i. Calls with
// ascending places take linear time together.
func (c *Chunk) Place(i, at int) (line int, offset int64) {
	at += c.starts[i]
	if at < c.counted.at {
		c.counted.lines, c.counted.at = 0, 0
	}
	c.counted.lines += CountLines(c.data[c.counted.at:at])
	c.counted.at = at
	return c.line + c.counted.lines, c.offset + int64(at)
}

// Release returns the memory of the chunk to its scanner. Neither the chunk nor the text of its
// games may be used afterwards. Releasing is optional: the garbage collector frees other chunks.
func (c *Chunk) Release() {
	if c.owner != nil && cap(c.buf) <= 4*c.owner.size {
		buf := c.buf[:0]
		c.owner.pool.Put(&buf)
	}
	*c = Chunk{}
}
