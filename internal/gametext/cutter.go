package gametext

import "bytes"

// A cutter finds where the games of a text begin. A game begins
//
//   - with the tag pair that follows a termination marker or movetext, in
//     movetext only at the start of a line;
//   - with a tag pair that has the name of the first one of its section: then
//     the game before it had no movetext;
//   - with anything else but a comment that follows a termination marker: it
//     has no tags.
//
// Nothing in a comment begins a game, unless the comment is not closed; see
// [cutter.gameIn].
type cutter struct {
	tokens Tokenizer
	first  []byte // name of the first tag pair of the section, a copy
}

// maxQuoted is the length of the longest game that a comment may quote. A
// comment that goes on for longer after a tag pair was not closed.
const maxQuoted = 1 << 20

// scan reads on from b[i] and appends to starts where games begin. It returns
// how far it came. If the stream goes on after b, that may be less than
// len(b): the last token may be incomplete.
func (c *cutter) scan(b []byte, i int, ended bool, starts []int) (int, []int) {
	t := &c.tokens
	t.text, t.At, t.seen, t.brace = b, i, 0, 0
	for {
		place, depth := t.Place, t.Depth
		tok := t.Skim()
		if (tok.Kind == Comment || tok.Kind == Unclosed) && b[tok.From] == '{' {
			if at := c.gameIn(tok, ended); at >= 0 {
				t.At, t.Place, t.Depth = at, Outside, 0
				continue
			}
		}
		if max(tok.To, t.seen) == len(b) && !ended {
			t.Place, t.Depth = place, depth
			return tok.From, starts
		}
		switch tok.Kind {
		case End:
			return len(b), starts
		case Comment, Unclosed:
		case Tag, BadTag:
			if place != InTags || bytes.Equal(t.Pair.Name, c.first) {
				starts = append(starts, tok.From)
				c.first = append(c.first[:0], t.Pair.Name...)
			}
		default:
			if place == Outside && tok.Kind != Result { // a marker alone is no game
				starts = append(starts, tok.From)
			}
		}
	}
}

// gameIn returns the offset in a comment where the next game begins, because
// the comment was not closed before it, or -1. A comment may quote one game
// with its tag pairs. After the first line that begins with a tag pair, it was
// not closed if any of these comes before its closing brace: an opening brace,
// a second tag pair of that name, the end of the stream, or a mebibyte of text.
func (c *cutter) gameIn(tok Token, ended bool) int {
	b := c.tokens.text[:tok.To]
	game, name := -1, []byte(nil)
	for i := tok.From + 1; i < len(b); i++ {
		n := bytes.IndexByte(b[i:], '[')
		if n < 0 {
			n = len(b) - i
		}
		c.tokens.work += n
		if game >= 0 && bytes.IndexByte(b[i:i+n], '{') >= 0 {
			return game
		}
		if i += n; i == len(b) || !atLineStart(b, i) || !looksLikeTag(b, i) {
			continue
		}
		pair, end, ok := pairAt(b, i)
		switch {
		case !ok:
			continue
		case game < 0:
			game, name = i, pair.Name
		case bytes.Equal(pair.Name, name):
			return game
		}
		i = end - 1
	}
	if game >= 0 && tok.Kind == Unclosed && (ended || len(b)-game > maxQuoted) {
		return game
	}
	return -1
}
