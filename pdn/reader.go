package pdn

import (
	"bufio"
	"bytes"
	"fmt"
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
	broken bool // reading failed in the last of the games
	parser parser
}

// A place is a byte of the stream and the line it is on.
type place struct {
	offset int64
	line   int
}

// NewReader returns a Reader of decompressed text.
func NewReader(r io.Reader) *Reader {
	start, err := checkers.New(checkers.Options{})
	if err != nil {
		panic(err) // not reached: these options are good
	}
	return &Reader{
		in:     bufio.NewReaderSize(r, 1<<16),
		at:     place{line: 1},
		parser: parser{position: start},
	}
}

// Next returns the next game, and io.EOF after the last. Where a game is
// broken it returns both what could be read of it and an [*Error]; the next
// call goes on with the game after it. Any other error is one of reading,
// without a game; it says where, and comes again. The game that reading broke
// off comes before it, with an [*Error] that wraps the same error, and has
// what was certainly whole: not the word at which the text ends.
func (r *Reader) Next() (*Game, error) {
	for {
		if game, err := r.parser.next(); game != nil {
			r.games++
			game.Number = r.games
			if err != nil {
				err.Game = r.games
				r.broken = r.parser.cut != nil && !r.parser.ended
				return game, err
			}
			return game, nil
		}
		text, at, long, err := r.section()
		if len(text) == 0 {
			return nil, r.failed(err)
		}
		if long {
			r.games++
			r.broken = err != nil
			return &Game{Number: r.games, Line: at.line, Offset: at.offset}, &Error{
				Game: r.games, Line: at.line, Offset: at.offset, Text: shorten(text),
				Remedy: "begin each game with its tags on lines of their own", Err: ErrTooLong,
			}
		}
		r.parser.start(text, at)
		if err != nil {
			r.parser.text = whole(text)
			r.parser.cut = &Error{Line: r.at.line, Offset: r.at.offset, Remedy: "the game is cut off here", Err: err}
		}
	}
}

// failed adds the place to an error of reading.
func (r *Reader) failed(err error) error {
	if err == io.EOF {
		return err
	}
	game := r.games
	if !r.broken {
		game++
	}
	return fmt.Errorf("pdn: read game %d, line %d, byte %d: %w", game, r.at.line, r.at.offset, err)
}

// whole returns a text that was cut off without its last word, or sign of
// strength, where more of it may have been to come.
func whole(text []byte) []byte {
	if end := bytes.TrimRight(text, "!?"); len(end) < len(text) {
		return end
	}
	return bytes.TrimRight(text, "0123456789-xX:/$")
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
// The error is that of reading where it cut the text off, or where there is
// none, and io.EOF only where there is none.
func (r *Reader) section() (text []byte, at place, long bool, err error) {
	var s splitter
	for {
		line, err := r.peek()
		if text == nil {
			at = r.at
		}
		switch {
		case len(line) == 0 && (err != io.EOF || len(text) == 0):
			return text, at, long, err
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
	if rest, ok := bytes.CutPrefix(line, []byte("\xef\xbb\xbf")); ok && r.at.offset == 0 {
		line, r.at.offset = rest, 3 // a byte order mark
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
		_, s.ended = parseResult(string(words[len(words)-1]))
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
