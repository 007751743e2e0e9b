package pdn

import (
	"bufio"
	"bytes"
	"io"
	"iter"

	"github.com/zobrist-go/zobrist/game/checkers"
)

// maxGame is the largest number of bytes of a game.
const maxGame = 16 << 20

// A Reader reads games from a stream. It belongs to one goroutine at a time.
type Reader struct {
	in     *bufio.Reader
	at     place  // of the next line
	line   []byte // read ahead, not yet part of a section
	ahead  bool
	err    error // that ended the stream
	games  int
	parser parser
}

// A place is a byte of the stream and the line it is on.
type place struct {
	offset int64
	line   int
}

// NewReader returns a Reader of decompressed text.
func NewReader(r io.Reader) *Reader {
	in := bufio.NewReaderSize(r, 1<<16)
	at := place{line: 1}
	if bom, _ := in.Peek(3); string(bom) == "\xef\xbb\xbf" {
		n, _ := in.Discard(3)
		at.offset = int64(n)
	}
	return &Reader{in: in, at: at, parser: parser{position: checkers.MustNew(checkers.Options{})}}
}

// Next returns the next game, and io.EOF after the last. Where a game is
// broken it returns both what could be read of it and an [*Error]; the next
// call goes on with the game after it. Any other error ends the stream.
func (r *Reader) Next() (*Game, error) {
	for {
		if game, err := r.parser.next(); game != nil {
			r.games++
			game.Number = r.games
			if err != nil {
				err.Game = r.games
				return game, err
			}
			return game, nil
		}
		text, at, long, err := r.section()
		if err != nil {
			return nil, err
		}
		if long {
			r.games++
			return &Game{Number: r.games, Line: at.line, Offset: at.offset}, &Error{
				Game: r.games, Line: at.line, Offset: at.offset, Text: shorten(text),
				Remedy: "begin each game with its tags on lines of their own", Err: ErrTooLong,
			}
		}
		r.parser.start(text, at)
	}
}

// All returns the games as [Reader.Next] does, up to the end of the stream or
// an error that ends it, which comes last.
func (r *Reader) All() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			game, err := r.Next()
			if err == io.EOF {
				return
			}
			if !yield(game, err) || game == nil {
				return
			}
		}
	}
}

// section returns the text of one game, or of more where they share a line: up
// to a line that begins a tag section after movetext, or that ends with a
// result. long says that there is more than a game may have, which is dropped.
func (r *Reader) section() (text []byte, at place, long bool, err error) {
	at = r.at
	var s splitter
	for {
		line, err := r.peek()
		switch {
		case err != nil && err != io.EOF:
			return nil, at, false, err
		case len(line) == 0 && len(text) == 0:
			return nil, at, false, io.EOF
		case len(line) == 0 || s.starts(line):
			return text, at, long, nil
		}
		long = long || len(text)+len(line) > maxGame
		if !long {
			text = append(text, line...)
		}
		r.advance()
		if s.ended {
			return text, at, long, nil
		}
	}
}

// peek returns the next line with its end, or what there is at the end of the
// stream. A line may come in pieces of more than a thousand bytes.
func (r *Reader) peek() ([]byte, error) {
	if r.ahead {
		return r.line, r.err
	}
	line, err := r.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		err = nil
	}
	r.line, r.err, r.ahead = line, err, true
	return line, err
}

func (r *Reader) advance() {
	r.at.offset += int64(len(r.line))
	r.at.line += bytes.Count(r.line, []byte{'\n'})
	r.ahead = false
	if r.err != nil {
		r.line, r.ahead = nil, true // the end stays the end
	}
}

// A splitter finds where games end, without reading them: at a line that
// begins a tag section after movetext, and at a result that ends its line.
type splitter struct {
	movetext bool // has begun
	ended    bool // the line ends with a result
	brace    bool // a comment is open
	open     int  // variations
	inside   bool // the last piece of text did not end its line
	remark   bool // which is a comment from here on
}

// starts reports whether line belongs to the next section.
func (s *splitter) starts(line []byte) bool {
	inside := s.inside
	s.inside = len(line) > 0 && line[len(line)-1] != '\n'
	if inside && s.remark {
		return false
	}
	s.remark = false
	text := bytes.TrimLeft(line, " \t")
	if !inside {
		switch {
		case len(text) > 0 && text[0] == '[' && (!s.brace || bytes.HasPrefix(text, []byte(`[Event "`))):
			return s.movetext
		case len(line) > 0 && line[0] == '%' && !s.brace:
			s.remark = true
			return false
		}
	}
	for _, c := range text {
		switch {
		case s.brace:
			s.brace = c != '}'
		case c == '{':
			s.brace = true
		case c == ';':
			s.remark = true
			return false
		case c == '(':
			s.open++
		case c == ')':
			s.open--
		}
		s.movetext = s.movetext || !s.brace && c > ' '
	}
	if words := bytes.Fields(text); len(words) > 0 && !s.brace && s.open <= 0 && !s.inside {
		_, s.ended = ParseResult(string(words[len(words)-1]))
	}
	return false
}

// shown is the number of bytes of a text that errors show.
const shown = 40

// shorten returns the beginning of a text.
func shorten(text []byte) string {
	if len(text) > shown {
		text = text[:shown]
	}
	return toUTF8(text)
}
