package pgn

import (
	"bytes"
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
)

// A Mainline is the main line of a game with the hash of each position in it:
// what an index or a book is made from. Keep one and let [Parser.Mainline]
// overwrite it: its slices are reused, and views of bytes die with the chunk.
type Mainline struct {
	Number    int               // of the game in the stream, from 1
	Offset    int64             // of its first byte in the decompressed stream, from 0
	Tags      []RawTag          // in file order
	Result    game.Result       // as the tag Result says, or else the termination marker
	Variant   string            // name of the variant where it is another game, else ""
	Moves     []chess.Move      // of both sides, in order
	Hashes    []uint64          // len(Moves)+1: before each move, and at the end
	Hashes128 []zobrist.Uint128 // likewise; empty where chess.Options.Keys128 is nil

	fen      []byte
	hasFEN   bool
	prelude  [][]byte // what stands between the tag pairs, where it is not just a line end
	tagFault *fault
}

// Tag returns the raw value of the first tag of that name, nil where there is
// none; see [Text].
func (m *Mainline) Tag(name string) []byte {
	for i := range m.Tags {
		if string(m.Tags[i].Name) == name {
			return m.Tags[i].Value
		}
	}
	return nil
}

// FEN returns the start position that the game gives, nil for the usual one.
func (m *Mainline) FEN() []byte { return m.fen }

// A Parser reads games out of chunks. It belongs to one goroutine at a time.
type Parser struct {
	pos  *chess.Position
	wide bool // the position has a hash of 128 bits

	line  lineCount
	names map[string]string // tag names and moves seen, so that games share them
	san   []byte
}

// NewParser returns a parser whose positions have these options.
func NewParser(o chess.Options) (*Parser, error) {
	pos, err := chess.New(o)
	if err != nil {
		return nil, err
	}
	return &Parser{pos: pos, wide: o.Wide, names: make(map[string]string)}, nil
}

// Mainline reads game i of the chunk into m. Comments and variations are
// passed over, NAGs and move numbers are not looked at. The error is nil, or
// an [*Error] that wraps
//
//   - [ErrVariant] for another game than chess: m has its name and the tags;
//   - another error for a broken game: m has the tags and all moves before
//     the place where it breaks. What breaks the main line is reported rather
//     than what does not; see [Error.Whole].
//
// There is no allocation but for errors, for start positions, and for slices
// that must grow.
func (p *Parser) Mainline(c *Chunk, i int, m *Mainline) error {
	text := c.Game(i)
	m.Number = c.First + i
	m.Offset = c.Offset + int64(c.starts[i])
	m.Result, m.Variant, m.fen, m.hasFEN, m.tagFault = game.Unknown, "", nil, false, nil
	m.prelude = m.prelude[:0]
	m.Tags, m.Moves, m.Hashes, m.Hashes128 = m.Tags[:0], m.Moves[:0], m.Hashes[:0], m.Hashes128[:0]

	at := m.readTags(text)
	if m.Variant != "" {
		return p.locate(c, i, &fault{text: m.Variant, err: ErrVariant, remedy: "the game is passed over"})
	}
	f := p.start(text, m)
	if f == nil {
		f = p.moves(text, at, m)
	}
	f = c.cutOff(i, f)
	if f == nil {
		f = m.tagFault
	}
	if f == nil {
		return nil
	}
	return p.locate(c, i, f)
}

// cutOff returns what is wrong with game i, whose fault is f or nil: perhaps
// only that its end is missing.
func (c *Chunk) cutOff(i int, f *fault) *fault {
	switch {
	case i < c.Len()-1:
	case c.tooLong && f == nil:
		return &fault{at: len(c.Game(i)), err: ErrTooLong, remedy: "look for a missing closing brace"}
	case c.cut != nil && (f == nil || f.err == ErrUnclosed):
		return &fault{at: len(c.Game(i)), err: c.cut, remedy: "the game is cut off here"}
	}
	return f
}

// locate makes an error of what is wrong with game i.
func (p *Parser) locate(c *Chunk, i int, f *fault) *Error {
	at := c.starts[i] + f.at
	return &Error{
		Game:   c.First + i,
		Line:   p.line.at(c, at),
		Offset: c.Offset + int64(at),
		Text:   f.text,
		Remedy: f.remedy,
		Err:    f.err,
		Whole:  f.whole,
	}
}

// readTags reads the tag section of a game and returns where the movetext
// begins. Comments before the last tag pair are kept aside, those after it
// belong to the movetext.
func (m *Mainline) readTags(b []byte) int {
	for i := 0; ; {
		next := i
		for next < len(b) {
			c := b[next]
			if classes[c]&blank != 0 {
				next++
			} else if c == '{' || c == ';' || c == '%' && atLineStart(b, next) {
				next = skipRemark(b, next)
			} else {
				break
			}
		}
		if next == len(b) || b[next] != '[' || !looksLikeTag(b, next) {
			return i
		}
		if next > i+2 { // more than a line end
			m.prelude = append(m.prelude, b[i:next])
		}
		tag, end, ok := tagAt(b, next)
		if !ok && m.tagFault == nil {
			m.tagFault = newFault(b, next, end, ErrTag, `write it as [Name "value"]`)
			m.tagFault.whole = true
		}
		m.Tags = append(m.Tags, tag)
		m.note(tag)
		i = end
	}
}

// note keeps what the parser itself needs of the tags.
func (m *Mainline) note(tag RawTag) {
	switch len(tag.Name) {
	case 3:
		if string(tag.Name) == "FEN" && !m.hasFEN {
			m.hasFEN = true
			m.fen = bytes.TrimSpace(tag.Value)
		}
	case 6:
		if string(tag.Name) == "Result" && m.Result == game.Unknown {
			if r, n := resultAt(tag.Value, 0); n == len(tag.Value) {
				m.Result = r
			}
		}
	case 7:
		if string(tag.Name) == "Variant" && m.Variant == "" && !standard(tag.Value) {
			m.Variant = Text(tag.Value)
		}
	}
}

// skipRemark returns the offset after the comment or escaped line at b[i]; a
// brace that is not closed ends with the text.
func skipRemark(b []byte, i int) int {
	if b[i] != '{' {
		return lineEnd(b, i)
	}
	if n := bytes.IndexByte(b[i:], '}'); n >= 0 {
		return i + n + 1
	}
	return len(b)
}

// start sets the position up, and begins the lists of hashes.
func (p *Parser) start(b []byte, m *Mainline) *fault {
	if len(m.fen) == 0 {
		m.fen = nil
		p.pos.Reset()
	} else if err := p.pos.SetFEN(Text(m.fen)); err != nil {
		at := bytes.Index(b, m.fen)
		return newFault(b, at, at+len(m.fen), fmt.Errorf("%w: %w", ErrStart, err), "correct the tag FEN")
	}
	m.Hashes = append(m.Hashes, p.pos.Hash())
	if p.wide {
		m.Hashes128 = append(m.Hashes128, p.pos.Hash128())
	}
	return nil
}
