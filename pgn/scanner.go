package pgn

import (
	"fmt"
	"io"

	"github.com/zobrist-go/zobrist/internal/records/charset"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// A Scanner cuts a stream into chunks of whole games. It only looks for the
// places where games begin, several times faster than moves can be read, so
// that one goroutine can feed many that each run a [Parser]. A Scanner belongs
// to one goroutine at a time; chunks may be used and released by any.
//
// A game begins with a tag pair after movetext, or after the termination marker of the game
// before, or with the number 1 and a move after a blank line in movetext. Among tags it begins with a pair that has the
// name of the first one, if a blank line is before it or other names come again after it. In
// movetext a tag pair counts only at the start of a line. In a
// comment it does not count, unless the comment lacks its closing brace. A
// comment may quote one game. It is taken to lack its brace
//
//   - if a second game begins in it, with a tag pair, or with "1." after a
//     termination marker;
//   - if, after the beginning of a game in it, an opening brace, the end of the
//     stream or a mebibyte of text comes first.
//
// The game then ends before that line, broken, and the next one is whole.
//
// Text after a termination marker that looks like neither a tag pair nor a move
// is no game. It is given out like one, up to the next game, and a [Parser]
// returns an error that wraps [game.ErrNoGame] for it.
type Scanner struct{ text *gametext.Scanner }

// NewScanner returns a scanner that reads r to its end. The text must be
// decompressed; see [Open] and [Decompress].
func NewScanner(r io.Reader) *Scanner { return newScanner(r, 0) }

// newScanner returns a scanner with chunks of size bytes, 0 for the default.
func newScanner(r io.Reader, size int) *Scanner {
	return &Scanner{gametext.NewScanner(r, gametext.Chess, size)}
}

// SetEncoding sets the encoding of bytes that are not UTF-8, by its name in HTML, such as "windows-1251" or "gbk".
// Without it the beginning of the text, 16 KiB at least, decides: the encoding is guessed by the pairs of letters that
// are usual in names of some languages, and is Windows-1252 if no guess is certain. The error says which names are
// usual. Call it before Next.
func (s *Scanner) SetEncoding(name string) error {
	e, err := charset.Named(name)
	if err != nil {
		return fmt.Errorf("pgn: %w", err)
	}
	s.text.SetEncoding(e)
	return nil
}

// Next returns the next chunk, or io.EOF after the last. A chunk has up to 256 KiB, or more if a game is longer. Any
// other error is a read error, or wraps [game.ErrNoGame] if 64 MiB hold nothing that looks like a game. Later calls
// return it again. The games before the error have been returned, the interrupted game last: a [Parser] reads the part
// of it that is certainly complete, and returns a [*game.RecordError] that wraps the read error.
func (s *Scanner) Next() (*Chunk, error) {
	c, err := s.text.Next()
	if err != nil {
		return nil, err
	}
	return &Chunk{*c}, nil
}

// A Chunk is a run of whole games, and of stretches of text that are none. It belongs to one goroutine at a time. A
// chunk that is not released is left to the garbage collector.
type Chunk struct{ text gametext.Chunk }

// NewChunk returns a chunk with one game, such as one whose text came from
// [Chunk.Game]. It keeps the text.
func NewChunk(text []byte) *Chunk { return &Chunk{*gametext.One(text)} }

// First returns the number of the first game in the stream, from 1.
func (c *Chunk) First() int { return c.text.First() }

// Encoding returns the name of the encoding in which bytes that are not UTF-8 are read. It is the scanner's,
// windows-1252 for a chunk from [NewChunk].
func (c *Chunk) Encoding() string { return c.text.Encoding().String() }

// Text returns the value of a tag in the chunk as [Text] does, but in its encoding.
func (c *Chunk) Text(value []byte) string { return Text(c.text.Encoding().Text(value)) }

// Len returns the number of games.
func (c *Chunk) Len() int { return c.text.Len() }

// Game returns the text of game i, 0 ≤ i < Len(), with the blanks and comments around it. It is a part of the chunk,
// not to be changed, and valid until [Chunk.Release]. It panics if there is no game i.
func (c *Chunk) Game(i int) []byte { return c.text.Game(i) }

// Place returns the line of byte at of game i, from 1, and the byte's offset in the decompressed stream, from 0. Calls
// with ascending places take linear time together.
func (c *Chunk) Place(i, at int) (line int, offset int64) { return c.text.Place(i, at) }

// Release returns the memory of the chunk to its scanner. Neither the chunk nor the text of its games may be used
// afterwards.
func (c *Chunk) Release() { c.text.Release() }
