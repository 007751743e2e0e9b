package pgn

import "bytes"

// A cutter finds where the games of a text begin, without reading their
// moves. A game begins
//
//   - with the tag pair that follows a termination marker or movetext, in
//     movetext only at the start of a line;
//   - with a tag pair that has the name of the first one of its section: then
//     the game before it had no movetext;
//   - with whatever else but a comment follows a termination marker: a game
//     without tags.
//
// Nothing inside a comment counts, unless the comment is never closed; see
// [cutter.comment].
type cutter struct {
	state cutState
	depth int    // open variations
	first []byte // name of the first tag of the section, a copy
}

type cutState uint8

const (
	beforeFirst cutState = iota // nothing but blanks and comments so far
	inTags                      // after a tag pair
	inMoves                     // in movetext
	afterResult                 // after a termination marker
)

const (
	lookahead  = 8       // bytes that a termination marker and its surroundings need
	maxComment = 1 << 20 // a comment this long after what looks like a tag pair is not closed
)

// scan reads on from b[i] and appends to starts where games begin. It returns
// how far it came: less than len(b) where more bytes are needed to decide,
// unless b ends the stream.
func (c *cutter) scan(b []byte, i int, last bool, starts []int) (int, []int) {
	// Where the line and the comment end was found before, it is not looked
	// for again: what stands there may be far away for all that comes first.
	eol, brace := -1, -1
	lineEnd := func(i int) int {
		if i > eol {
			eol = lineEnd(b, i)
		}
		return eol
	}
	for i < len(b) {
		if c.state == inMoves {
			for i < len(b) && classes[b[i]]&special == 0 {
				i++
			}
		} else {
			for i < len(b) && classes[b[i]]&blank != 0 {
				i++
			}
		}
		if len(b)-i < lookahead && !last || i == len(b) {
			// The marker may have begun before its hyphen, but what was read
			// stays in the buffer.
			return i, starts
		}
		switch b[i] {
		case '{':
			if i > brace {
				if brace = bytes.IndexByte(b[i:], '}'); brace < 0 {
					brace = len(b) // there is none
				} else {
					brace += i
				}
			}
			end, found := c.comment(b, i, brace, last)
			if !found {
				return i, starts
			}
			if end < len(b) && b[end] != '}' { // a comment that was not closed
				starts = append(starts, end)
				c.state, c.depth, c.first = inTags, 0, c.first[:0]
				i = end
			} else {
				i = min(end+1, len(b))
			}
			continue
		case ';':
			end := lineEnd(i)
			if end == len(b) && !last {
				return i, starts
			}
			i = end
			continue
		case '%':
			if !atLineStart(b, i) && (c.state == inTags || c.state == inMoves) {
				break
			}
			end := lineEnd(i)
			if end == len(b) && !last {
				return i, starts
			}
			i = end
			continue
		case '[':
			if c.state == inMoves && !atLineStart(b, i) {
				break
			}
			if lineEnd(i) == len(b) && !last {
				return i, starts
			}
			if looksLikeTag(b, i) {
				tag, after, _ := tagAt(b, i)
				if c.state != inTags || string(tag.Name) == string(c.first) {
					starts = append(starts, i)
					c.first = c.first[:0]
				}
				if len(c.first) == 0 {
					c.first = append(c.first, tag.Name...)
				}
				c.state, c.depth = inTags, 0
				i = after
				continue
			}
		}
		switch c.state {
		case inMoves:
			i = c.moves(b, i)
		case beforeFirst, afterResult:
			if _, n := resultAt(b, i); n > 0 {
				i += n // a marker alone, or once more, is no game
				continue
			}
			starts = append(starts, i)
			c.state, c.first = inMoves, c.first[:0]
		case inTags:
			c.state = inMoves
		}
	}
	return i, starts
}

// moves takes the special byte b[i] of movetext and returns what follows it.
func (c *cutter) moves(b []byte, i int) int {
	switch b[i] {
	case '(':
		c.depth++
	case ')':
		c.depth = max(0, c.depth-1)
	case '*', '-', '/':
		if c.depth > 0 {
			break
		}
		start := i
		switch {
		case b[i] == '-' && i >= 1:
			start = i - 1 // 1-0, 0-1
		case b[i] == '/' && i >= 1:
			start = i - 1 // 1/2-1/2, 1/2
		}
		if start > 0 && classes[b[start-1]]&inWord != 0 {
			break
		}
		if _, n := resultAt(b, start); n > 0 {
			c.state = afterResult
			return start + n
		}
	}
	return i + 1
}

// comment returns where the comment opened at b[i] ends: at end, the offset
// of the next closing brace, len(b) where there is none. found is false where
// more bytes are needed.
//
// A comment may hold anything but that brace, lines that look like tag pairs
// included. But where such a line is followed by another opening brace, by
// the end of the stream or by a mebibyte of text before any closing one, then
// the comment was never closed, and the offset of the first such line is
// returned: it begins the next game.
func (c *cutter) comment(b []byte, i, end int, last bool) (_ int, found bool) {
	closed := end < len(b)
	tag := -1
	for j := i; j < end; {
		n := bytes.IndexByte(b[j:end], '[')
		if n < 0 {
			break
		}
		j += n
		if atLineStart(b, j) && looksLikeTag(b, j) {
			if _, _, ok := tagAt(b, j); ok {
				tag = j
				break
			}
		}
		j++
	}
	if tag >= 0 && (bytes.IndexByte(b[tag:end], '{') >= 0 || !closed && (last || len(b)-tag > maxComment)) {
		return tag, true
	}
	return end, closed || last
}
