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

	head header
}

// Tag returns the value of the first tag of that name as the file has it, nil
// if there is none; see [Text].
func (m *Mainline) Tag(name string) []byte {
	for i := range m.head.Pairs {
		if string(m.head.Pairs[i].Name) == name {
			return m.head.Pairs[i].Value
		}
	}
	return nil
}

// FEN returns the start position that the game gives, nil for the usual one.
func (m *Mainline) FEN() []byte {
	if m.head.fen == nil {
		return nil
	}
	return m.head.fen.Value
}

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

// Mainline reads game i of the chunk into m. It passes over comments,
// variations, NAGs and move numbers. The error is nil, or an [*Error] that wraps
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
	m.head.read(&t)
	if m.head.start(p) {
		m.Hashes = append(m.Hashes, p.pos.Hash128())
		m.head.Broken = p.moves(&t, m)
	}
	m.Result = m.head.result
	return report(c, i, m.head.Worst(c.text, i))
}

// moves reads the movetext, and returns what breaks it.
func (p *Parser) moves(t *gametext.Tokenizer, m *Mainline) *gametext.Fault {
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
			if !t.Leave(1) {
				return gametext.NotClosed(tok, t.Rest(tok))
			}
		case gametext.Result:
			m.head.end(t.Text(tok))
			return nil
		case gametext.End:
			if len(m.Moves) > 0 {
				m.head.Forgive(gametext.NoMarker(t.At))
			}
			return nil
		default:
			if _, ok := remark(t.Text(tok)); !ok {
				return gametext.Misplaced(tok, t.Text(tok))
			}
		}
	}
}
