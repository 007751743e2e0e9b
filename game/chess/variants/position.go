package variants

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// Options choose the variant, and the keys of the hashes. The zero value means crazyhouse and default keys.
type Options struct {
	Variant Variant
	Set     zobrist.Set // keys of the features of [Variant.Space]; see [zobrist.Set.Complete]

	// Chess960 makes every position one of Chess960, which decides how UCI writes castling. Otherwise a position is
	// one if a king or a rook may castle from another square than in standard chess.
	Chess960 bool
}

// A setting is made of Options. Positions share it.
type setting struct {
	rules    Variant
	set      zobrist.Set // complete
	chess960 bool
}

// A state is a board with its hash.
type state struct {
	board
	hash zobrist.Uint128
}

// A Position is a state of play with the moves that led to it. Make one with [New] or [Parse]; it belongs to one
// goroutine at a time.
type Position struct {
	line     []state // the position set up and those after each move
	setting  *setting
	chess960 bool

	number int         // of the first move after Set
	begun  chess.Color // the side that plays it
}

// New returns the start position of the variant. The error wraps [game.ErrOptions].
func New(o Options) (*Position, error) {
	if o.Variant >= count {
		return nil, fmt.Errorf("variants: %w: Options.Variant: no variant %d; see the constants of Variant",
			game.ErrOptions, o.Variant)
	}
	return Parse(info[o.Variant].start, o)
}

// Parse returns the position of a FEN, in any of the dialects of [Position.Set]. The error wraps [game.ErrOptions]
// or is a [*game.TextError].
func Parse(fen string, o Options) (*Position, error) {
	bitboard.Prepare()
	if o.Variant >= count {
		return New(o)
	}
	set, err := o.Set.Complete(o.Variant.Space().Len())
	if err != nil {
		return nil, fmt.Errorf("variants: %w: Options.Set: %w", game.ErrOptions, err)
	}
	p := &Position{setting: &setting{o.Variant, set, o.Chess960}}
	if err := p.Set(fen); err != nil {
		return nil, err
	}
	return p, nil
}

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	c := *p
	c.line = slices.Clone(p.line)
	return &c
}

// last returns the board of the position.
func (p *Position) last() *board { return &p.line[len(p.line)-1].board }

// AppendMoves appends the legal moves to dst and returns it. There are none after checkmate, stalemate and the end
// that the variant defines; other draws do not empty the list.
func (p *Position) AppendMoves(dst []chess.Move) []chess.Move { return p.last().appendMoves(dst) }

// IsLegal reports whether a move is legal. It costs as much as [Position.AppendMoves].
func (p *Position) IsLegal(m chess.Move) bool {
	var buffer [256]chess.Move
	return slices.Contains(p.AppendMoves(buffer[:0]), m)
}

// Make plays a legal move; any other is undefined.
func (p *Position) Make(m chess.Move) {
	p.line = append(p.line, p.line[len(p.line)-1])
	old, next := &p.line[len(p.line)-2], &p.line[len(p.line)-1]
	next.make(m)
	d := p.setting.change(&old.board, &next.board)
	next.hash.Lo ^= d.Lo
	next.hash.Hi ^= d.Hi
}

// MakeNull passes the turn, as [chess.Position.MakeNull] does. It is undefined if the side to move is in check.
func (p *Position) MakeNull() {
	p.line = append(p.line, p.line[len(p.line)-1])
	old, next := &p.line[len(p.line)-2], &p.line[len(p.line)-1]
	next.turn ^= 1
	next.ep = 0
	next.clock++
	d := p.setting.change(&old.board, &next.board)
	next.hash.Lo ^= d.Lo
	next.hash.Hi ^= d.Hi
}

// Unmake takes back the last move. It panics if there is none.
func (p *Position) Unmake() {
	if len(p.line) < 2 {
		panic("variants: Unmake without a move to take back")
	}
	p.line = p.line[:len(p.line)-1]
}

// Options returns the options that the position was made with, its Set complete.
func (p *Position) Options() Options {
	return Options{Variant: p.setting.rules, Set: p.setting.set, Chess960: p.setting.chess960}
}

// Variant returns the variant that is played.
func (p *Position) Variant() Variant { return p.setting.rules }

// Space returns the features of the variant.
func (p *Position) Space() *zobrist.Space { return p.setting.rules.Space() }

// Hash returns the hash of 64 bits.
func (p *Position) Hash() uint64 { return p.line[len(p.line)-1].hash.Lo }

// Hash128 returns the hash of 128 bits, whose low half is Hash.
func (p *Position) Hash128() zobrist.Uint128 { return p.line[len(p.line)-1].hash }

// Turn returns the side to move.
func (p *Position) Turn() chess.Color { return p.last().turn }

// PieceAt returns the piece on a square, or NoPiece; also for NoSquare.
func (p *Position) PieceAt(s chess.Square) chess.Piece {
	if s >= chess.NoSquare {
		return chess.NoPiece
	}
	return p.last().at(s)
}

// Promoted reports whether the piece on a square was a pawn. It is known in crazyhouse alone.
func (p *Position) Promoted(s chess.Square) bool {
	return s < chess.NoSquare && p.last().promoted&bit(s) != 0
}

// Pocket returns how many pieces of a type a side can drop.
func (p *Position) Pocket(c chess.Color, t chess.PieceType) int {
	if h := &p.last().pocket[c&1]; int(t) < len(h) {
		return int(h[t])
	}
	return 0
}

// ChecksGiven returns how many checks a side has given in three-check.
func (p *Position) ChecksGiven(c chess.Color) int { return int(p.last().checks[c&1]) }

// InCheck reports whether the king of the side to move is attacked. In antichess it never is.
func (p *Position) InCheck() bool { return p.last().inCheck(p.Turn()) }

// Chess960 reports whether castling is written as Chess960 does; see [Options].
func (p *Position) Chess960() bool { return p.chess960 }

// HalfmoveClock returns the plies since the last capture, pawn move or drop of a pawn.
func (p *Position) HalfmoveClock() int { return int(p.last().clock) }

// FullmoveNumber returns the number of the move to be played: 1 at the start, one more after each move by Black.
func (p *Position) FullmoveNumber() int { return p.number + (p.Ply()+int(p.begun))/2 }

// Ply returns the number of moves that can be taken back.
func (p *Position) Ply() int { return len(p.line) - 1 }

// String returns [Position.FEN].
func (p *Position) String() string { return p.FEN() }
