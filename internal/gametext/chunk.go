package gametext

// A Chunk is a run of whole games.
type Chunk struct {
	First int // number of its first game in the stream, from 1

	data    []byte
	starts  []int
	line    int    // of data[0] in the stream, from 1
	offset  int64  // of data[0] in the stream
	tooLong bool   // the last game goes on after data
	failed  error  // what interrupted the last game
	buf     []byte // that data begins
	owner   *Scanner
	counted struct{ lines, at int } // line ends in data[:at]
}

// One returns a chunk with one game, whose text it keeps.
func One(text []byte) *Chunk {
	return &Chunk{First: 1, data: text, starts: []int{0}, line: 1}
}

// Len returns the number of games.
func (c *Chunk) Len() int { return len(c.starts) }

// Game returns the text of game i, 0 ≤ i < Len(), with the blanks and the
// comments around it. It is valid until Release.
func (c *Chunk) Game(i int) []byte {
	end := len(c.data)
	if i+1 < len(c.starts) {
		end = c.starts[i+1]
	}
	return c.data[c.starts[i]:end:end]
}

// Place returns where byte at of game i is in the stream: its line, from 1,
// and its offset. It takes linear time if the places asked for ascend.
func (c *Chunk) Place(i, at int) (line int, offset int64) {
	at += c.starts[i]
	if at < c.counted.at {
		c.counted.lines, c.counted.at = 0, 0
	}
	c.counted.lines += CountLines(c.data[c.counted.at:at])
	c.counted.at = at
	return c.line + c.counted.lines, c.offset + int64(at)
}

// Release gives the memory of the chunk back to its scanner. Neither the chunk
// nor the text of its games may be used afterwards. A chunk that is not
// released is left to the garbage collector.
func (c *Chunk) Release() {
	if c.owner != nil && cap(c.buf) <= 4*c.owner.size {
		buf := c.buf[:0]
		c.owner.pool.Put(&buf)
	}
	*c = Chunk{}
}
