package pgn

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
)

// A board is a position of chess or of a variant.
type board interface {
	Reset()
	Set(fen string) error
	SetLenient(fen string) (ignored []error, err error)
	FEN() string
	Turn() chess.Color
	InCheck() bool
	FullmoveNumber() int
	Hash128() zobrist.Uint128

	AppendMoves(dst []chess.Move) []chess.Move
	IsLegal(m chess.Move) bool
	ParseSANBytes(san []byte) (chess.Move, error)
	AppendSAN(dst []byte, m chess.Move) []byte
	Make(m chess.Move)
	MakeNull()
	Unmake()
}

// newBoard returns the usual start of the game that the tag Variant names: of a variant that package variants has, and
// otherwise of chess.
func newBoard(tags game.Tags) (board, error) {
	if v, ok := variants.ParseVariant(tags.Get("Variant")); ok {
		return variants.New(variants.Options{Variant: v})
	}
	return chess.New(chess.Options{})
}

// find returns the move that a word names. san is the word taken apart, nil if it is not known yet. Calls for chess
// cost less without the interface.
func (p *Parser) find(word []byte, san *chess.SAN) (chess.Move, error) {
	switch {
	case p.chess == nil:
		return p.pos.ParseSANBytes(word)
	case san == nil:
		if cut, ok := chess.CutSAN(word); ok {
			p.words.Learn(word, cut)
		}
	default:
		if m := p.chess.FindSAN(*san); m != chess.NoMove {
			return m, nil
		}
	}
	return p.chess.ParseSANBytes(word)
}

// play makes a move and returns the hash of the position after it.
func (p *Parser) play(m chess.Move) zobrist.Uint128 {
	if p.chess != nil {
		p.chess.Make(m)
		return p.chess.Hash128()
	}
	p.pos.Make(m)
	return p.pos.Hash128()
}

// plays reports whether the parser reads the game of a header, by its tag Variant.
func (p *Parser) plays(h *header) bool {
	if p.chess != nil {
		return !h.foreign
	}
	if h.variant == nil {
		return false
	}
	v, ok := variants.ParseVariant(Text(h.variant.Value))
	return ok && v == p.variant
}
