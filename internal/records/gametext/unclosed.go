package gametext

import "bytes"

// maxQuoted is the length of the longest game that a comment may quote. If a comment continues for
// longer after a game begins in it, it was not closed.
const maxQuoted = 1 << 20

// gameIn returns the offset where a game begins in the token, if it is a comment that was not closed, and otherwise -1.
//
// It reads the lines of the comment. A game seems to begin with a line that begins with a tag pair,
// or with "1." after a line that ends with a termination marker. A comment may quote one game, but
// it was not closed if
//
//   - a game seems to begin, and before the closing brace another one does, or
//     there is an opening brace, or the stream ends, or a mebibyte of text.
//
// A tag pair begins another game if it has the name of the first one of its
// section or if movetext comes before it.
func (c *cutter) gameIn(tok Token, ended bool) int {
	b := c.tokens.text[:tok.To]
	if tok.Kind != Comment && tok.Kind != Unclosed || b[tok.From] != '{' {
		return -1
	}
	end := lineEnd(b, tok.From)
	q := quote{game: -1, ended: endsGame(b[tok.From+1 : end])}
	for end < len(b) {
		from := skipSpaces(b, end+1)
		end = lineEnd(b, from)
		c.tokens.work += end - from
		if q.line(b, from, end) {
			return q.game
		}
	}
	if q.game >= 0 && tok.Kind == Unclosed && (ended || len(b)-q.game > maxQuoted) {
		return q.game
	}
	return -1
}

// A quote is a game that a comment seems to hold.
type quote struct {
	game   int    // where it begins, -1 if there is none
	name   []byte // of its first tag pair
	inTags bool   // only tag pairs and blank lines have come since
	ended  bool   // the last line that is not blank ends with a termination marker
}

// line reads the line b[from:end]. It reports whether the comment was not closed before game.
func (q *quote) line(b []byte, from, end int) bool {
	text := b[from:end]
	switch {
	case len(text) == 0:
		return false
	case text[0] == '[' && looksLikeTag(b, from):
		pair, after, ok := pairAt(b[:end], from)
		if !ok {
			break
		}
		if q.game >= 0 && (!q.inTags || bytes.Equal(pair.Name, q.name)) {
			return true
		}
		if q.game < 0 {
			q.game, q.name, q.inTags = from, pair.Name, true
		}
		return bytes.IndexByte(b[after:end], '{') >= 0
	case q.ended && len(text) > 1 && text[0] == '1' && text[1] == '.':
		if q.game >= 0 {
			return true
		}
		q.game = from
	}
	q.inTags = false
	q.ended = endsGame(text)
	return q.game >= 0 && bytes.IndexByte(text, '{') >= 0
}

// endsGame reports whether a line ends with a termination marker.
func endsGame(line []byte) bool { return lastResult(line) != nil }

// lastResult returns the termination marker that ends a text, or nil.
func lastResult(text []byte) []byte {
	text = bytes.TrimRight(text, blanks)
	word := text[bytes.LastIndexAny(text, blanks+"{")+1:]
	if string(word) == "*" || isResult(Plain(word), Chess) {
		return word
	}
	return nil
}
