package pgn

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// A Mainline is the main line of a game with the hash of each position in it:
// what an index or a book is made from. Keep one and let [Parser.Mainline]
// overwrite it: its slices are reused, and what its methods return is valid
// until the chunk is released.
type Mainline struct {
	// Limit, set by the caller, is the number of moves to read; 0 means all. What
	// is wrong with a game after them need not be seen.
	Limit int

	Result game.Result       // as the tag Result says, or else the termination marker
	Moves  []chess.Move      // of both sides, in order
	Hashes []zobrist.Uint128 // len(Moves)+1: before each move, and at the end; Lo is the hash of 64 bits

	// The hashes of the same positions in views, as [chess.Position.ViewHash] returns
	// them. They are empty unless the parser's options name the view.
	Pawns, Material []zobrist.Uint128

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

// FEN returns the start position that the game gives, "" for the usual one. It is the tag FEN
// as [chess.Position.Set] reads it, without blanks around it and without what was ignored.
func (m *Mainline) FEN() string { return m.head.begin }

// Text returns the value of a tag as UTF-8: \" and \\ become the character
// alone, and bytes that are not valid UTF-8 are read as Windows-1252.
func Text(value []byte) string { return gametext.Decode(value) }

// A Parser reads games out of chunks. It belongs to one goroutine at a time.
type Parser struct {
	pos     board
	chess   *chess.Position  // the same, unless the parser reads a variant
	variant variants.Variant // otherwise

	views chess.View
	names map[string]string // tag names and moves seen, so that games share them
	words gametext.Words[chess.SAN]
	san   []byte
	tree  tree // of the last game, for its slices
}

// NewParser returns a parser whose positions have these options, and both
// halves of the hash. The error wraps [game.ErrOptions].
func NewParser(o chess.Options) (*Parser, error) {
	o.Wide = true
	return newParser(o)
}

func newParser(o chess.Options) (*Parser, error) {
	pos, err := chess.New(o)
	if err != nil {
		return nil, err
	}
	return &Parser{pos: pos, chess: pos, views: o.Views, names: make(map[string]string)}, nil
}

// NewVariantParser returns a parser of games of a variant of chess, which their tag Variant names in any way that
// [variants.ParseVariant] reads. To it, chess is another game. The error wraps [game.ErrOptions].
func NewVariantParser(o variants.Options) (*Parser, error) {
	pos, err := variants.New(o)
	if err != nil {
		return nil, err
	}
	return &Parser{pos: pos, variant: o.Variant, names: make(map[string]string)}, nil
}

// Mainline reads game i of the chunk into m. It passes over comments,
// variations, NAGs and move numbers. The error is nil, or a [*game.RecordError] that wraps
//
//   - [game.ErrNoGame] for text that is no game;
//   - [game.ErrVariant] for another game than the parser reads: m has the tags;
//   - another error for a broken game: m has the tags, all moves before the place where it
//     breaks, and the result. What breaks the main line is reported rather than what does
//     not; see [game.RecordError.Whole] and Cut.
//
// It allocates only for errors, for start positions, and for slices that must
// grow.
func (p *Parser) Mainline(c *Chunk, i int, m *Mainline) error {
	text := c.Game(i)
	t := gametext.NewTokenizer(text, gametext.Chess)
	m.Moves, m.Hashes, m.Pawns, m.Material = m.Moves[:0], m.Hashes[:0], m.Pawns[:0], m.Material[:0]
	m.head.read(&t)
	if m.head.start(p) {
		m.Hashes = append(m.Hashes, p.pos.Hash128())
		if p.views != 0 {
			p.note(m)
		}
		p.moves(&t, m)
		m.head.check(text, len(m.Moves))
	}
	m.Result = m.head.result
	return report(c, i, m.head.Worst(&c.text, i))
}

// note appends the hashes of the position in views.
func (p *Parser) note(m *Mainline) {
	if p.views&chess.PawnView != 0 {
		m.Pawns = append(m.Pawns, p.chess.ViewHash(chess.PawnView))
	}
	if p.views&chess.MaterialView != 0 {
		m.Material = append(m.Material, p.chess.ViewHash(chess.MaterialView))
	}
}

// moves reads the movetext. A fault that breaks it ends the moves; what follows is read up to the termination
// marker, unless the result is known.
func (p *Parser) moves(t *gametext.Tokenizer, m *Mainline) {
	ended := false // no more moves are wanted
	for {
		tok, known := p.words.Next(t)
		switch tok.Kind {
		case gametext.Word:
			if ended || m.Limit > 0 && len(m.Moves) >= m.Limit {
				if m.head.result != game.Unknown {
					return
				}
				continue // to the termination marker
			}
			move, err := p.find(t.Text(tok), known)
			if err != nil {
				if move, _, err = p.oddMove(&m.head, t, tok, err); err != nil {
					f := m.head.other(tok, t.Text(tok), moveFault(tok, t.Text(tok), err))
					m.head.Break(f, len(m.Moves))
					ended = f != nil || isNull(t.Text(tok))
				}
				if move == chess.NoMove {
					continue
				}
			}
			if len(m.Moves) == gametext.MaxPlies {
				m.head.Break(gametext.TooManyMoves(tok, t.Text(tok)), len(m.Moves))
				ended = true
				continue
			}
			m.Moves = append(m.Moves, move)
			m.Hashes = append(m.Hashes, p.play(move))
			if p.views != 0 {
				p.note(m)
			}
		case gametext.NAG, gametext.Comment:
		case gametext.Open:
			if !t.Leave(1) {
				m.head.cutOff(t, gametext.NotClosed(tok, t.Rest(tok)))
			}
		case gametext.Unclosed:
			m.head.cutOff(t, gametext.Misplaced(tok, t.Text(tok)))
		case gametext.Result:
			m.head.end(tok.From, t.Text(tok))
			for tok = t.Next(); tok.Kind != gametext.End; tok = t.Next() {
				m.head.after(tok, t.Text(tok))
			}
			return
		case gametext.End:
			if len(m.Moves) > 0 {
				m.head.Forgive(gametext.NoMarker(t.At))
			}
			return
		default:
			if ended {
				continue
			}
			f := m.head.other(tok, t.Text(tok), gametext.Misplaced(tok, t.Text(tok)))
			m.head.Break(f, len(m.Moves))
			ended = f != nil || tok.Kind == gametext.Junk && isNull(t.Text(tok))
		}
	}
}
