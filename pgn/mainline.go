package pgn

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/gametext"
)

// A Mainline is the main line of a game with the hash of each position in it:
// what an index or a book is made from. Keep one and let [Parser.Mainline]
// overwrite it: its slices are reused, and what its methods return is valid
// until the chunk is released.
type Mainline struct {
	Result game.Result       // as the tag Result says, or else the termination marker
	Moves  []chess.Move      // of both sides, in order
	Hashes []zobrist.Uint128 // len(Moves)+1: before each move, and at the end; Lo is the hash of 64 bits

	header
}

// Tag returns the value of the first tag of that name as the file has it, nil
// if there is none; see [Text].
func (m *Mainline) Tag(name string) []byte {
	for i := range m.tags {
		if string(m.tags[i].Name) == name {
			return m.tags[i].Value
		}
	}
	return nil
}

// FEN returns the start position that the game gives, nil for the usual one.
func (m *Mainline) FEN() []byte { return m.fen }

// Text returns the value of a tag as UTF-8: \" and \\ become the character
// alone, and bytes that are not valid UTF-8 are read as Latin-1.
func Text(value []byte) string { return gametext.Decode(value) }

// A Parser reads games out of chunks. It belongs to one goroutine at a time.
type Parser struct {
	pos   *chess.Position
	names map[string]string // tag names and moves seen, so that games share them
	san   []byte
}

// NewParser returns a parser whose positions have these options, and both
// halves of the hash.
func NewParser(o chess.Options) (*Parser, error) {
	o.Wide = true
	return newParser(o)
}

func newParser(o chess.Options) (*Parser, error) {
	pos, err := chess.New(o)
	if err != nil {
		return nil, err
	}
	return &Parser{pos: pos, names: make(map[string]string)}, nil
}

// Mainline reads game i of the chunk into m. Comments and variations are
// passed over, NAGs and move numbers are not looked at. The error is nil, or
// an [*Error] that wraps
//
//   - [ErrVariant] for another game than chess: m has the tags;
//   - another error for a broken game: m has the tags and all moves before
//     the place where it breaks. What breaks the main line is reported rather
//     than what does not; see [Error.Whole].
//
// It allocates only for errors, for start positions, and for slices that must
// grow.
func (p *Parser) Mainline(c *Chunk, i int, m *Mainline) error {
	t := gametext.NewTokenizer(c.Game(i), gametext.Chess)
	m.Moves, m.Hashes = m.Moves[:0], m.Hashes[:0]
	m.read(&t)
	m.Result = m.result
	if m.variant != nil {
		return variantError(c, i, m.variant)
	}
	broken := p.start(c.Game(i), &m.header)
	if broken == nil {
		m.Hashes = append(m.Hashes, p.pos.Hash128())
		broken = p.moves(&t, m)
	}
	return judge(c, i, broken, m.minor)
}

// moves reads the movetext.
func (p *Parser) moves(t *gametext.Tokenizer, m *Mainline) *fault {
	for {
		tok := t.Next()
		switch tok.Kind {
		case gametext.Word:
			move, err := p.pos.ParseSANBytes(t.Text(tok))
			if err != nil {
				if _, ok := remark(t.Text(tok)); ok {
					continue
				}
				return moveFault(tok, t.Text(tok), err)
			}
			p.pos.Make(move)
			m.Moves = append(m.Moves, move)
			m.Hashes = append(m.Hashes, p.pos.Hash128())
		case gametext.NAG, gametext.Comment:
		case gametext.Open:
			if rest := t.Rest(tok); !t.Leave(1) {
				return newFault(tok, rest, ErrUnclosed, unclosedVariation)
			}
		case gametext.Result:
			m.end(t.Text(tok))
			m.Result = m.result
			return nil
		case gametext.End:
			if len(m.Moves) > 0 {
				m.forgive(noMarker(tok))
			}
			return nil
		default:
			if _, ok := remark(t.Text(tok)); !ok {
				return tokenFault(tok, t.Text(tok))
			}
		}
	}
}
