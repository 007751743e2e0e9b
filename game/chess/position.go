package chess

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// EnPassant is a rule for the square behind a pawn that has just moved two squares:
// when it belongs to the hash, the features and the FEN of a position. It does not
// change which moves are legal.
type EnPassant uint8

const (
	LegalEnPassant       EnPassant = iota // if a pawn may capture there
	PseudoLegalEnPassant                  // if a pawn attacks it, pinned or not: Polyglot's rule
	AlwaysEnPassant                       // always: the rule of FEN in the PGN standard
)

// String returns "legal", "pseudo-legal" or "always".
func (e EnPassant) String() string {
	if e > AlwaysEnPassant {
		return "rule " + strconv.Itoa(int(e))
	}
	return [...]string{"legal", "pseudo-legal", "always"}[e]
}

// Options say what positions hash with and how they are written. The zero value
// means default keys and LegalEnPassant: positions that the rules call the same
// have equal hashes.
type Options struct {
	Set zobrist.Set // keys of the features; see [Position.Space] and [zobrist.Set.Complete]

	// Canonical gives a position and its images one hash: the colours exchanged and
	// the ranks mirrored, with the other side to move; and, if nobody may castle, the
	// files mirrored.
	Canonical bool

	// History makes facts about the past of a position part of it: features of [Position.Space] after the
	// 781 of [Space]. Two say that it occurred once or at least twice before, as
	// [Position.Repetitions] counts; twelve count the plies since the last capture or
	// pawn move, in steps from 52 to 100.
	History History

	// Wide keeps both words of the hash of 128 bits up to date in Make.
	// Otherwise Hash128 computes the second word from the board each time.
	Wide bool

	// Views are kept up to date in Make, as with Wide, which they include. ViewHash computes
	// others from the board each time.
	Views View

	EnPassant EnPassant // the zero value is LegalEnPassant

	// Chess960 makes every position one of Chess960, which decides how UCI
	// writes castling. Otherwise a position is one if a king or a rook may castle
	// from another square than in standard chess.
	Chess960 bool

	// Editor accepts what board editors allow and no game can reach: more than 8 pawns or 16 pieces a side, and more
	// than two checking pieces.
	Editor bool
}

// A setting is made of Options. Positions share it.
type setting struct {
	set       zobrist.Set // complete; for hashes from scratch
	keys      *table      // the same keys as make looks them up
	second    *table      // likewise; nil unless Options.Wide or Options.Views
	images    *images     // nil unless Options.Canonical
	history   History
	more      bool // something beside keys is kept: second or extra
	extra     bool // images or history
	views     View
	enPassant EnPassant
	chess960  bool
	editor    bool
	start     board // the start position
}

// defaults is the setting of the zero Options.
var defaults = sync.OnceValue(func() *setting {
	set := zobrist.Default(features)
	s := &setting{set: set, keys: newTable(set.Keys, LegalEnPassant)}
	s.setStart()
	return s
})

func (o Options) setting() (*setting, error) {
	bitboard.Prepare()
	if o.EnPassant > AlwaysEnPassant {
		return nil, fmt.Errorf("chess: %w: Options.EnPassant: no rule %d; see the constants of EnPassant",
			game.ErrOptions, o.EnPassant)
	}
	if o.Views&^allViews != 0 {
		return nil, fmt.Errorf("chess: %w: Options.Views: no view %d; see the constants of View", game.ErrOptions,
			o.Views)
	}
	if o.History&^allHistory != 0 {
		return nil, fmt.Errorf("chess: %w: Options.History: no history %d; see the constants of History",
			game.ErrOptions, o.History)
	}
	usual := o.Set.Keys == nil && o.Set.Second == nil && o.History == 0
	if usual && !o.Wide && o.Views == 0 && !o.Canonical && o.EnPassant == LegalEnPassant && !o.Chess960 &&
		!o.Editor {
		return defaults(), nil
	}
	s := *defaults()
	s.enPassant, s.chess960, s.editor = o.EnPassant, o.Chess960, o.Editor
	if !usual {
		set, err := o.Set.Complete(o.space().Len())
		if err != nil {
			return nil, fmt.Errorf("chess: %w: Options.Set: %w", game.ErrOptions, err)
		}
		s.set = set
	}
	if !usual || o.EnPassant == PseudoLegalEnPassant {
		s.keys = newTable(s.set.Keys, o.EnPassant)
	}
	if o.Wide || o.Views != 0 {
		s.second, s.views = newTable(s.set.Second, o.EnPassant), o.Views
	}
	if o.Canonical {
		s.images = newImages(s.set, o.EnPassant)
	}
	s.history = o.History
	s.extra = s.images != nil || s.history != 0
	s.more = s.extra || s.second != nil
	s.setStart()
	return &s, nil
}

// setStart derives the start position, for Reset.
func (s *setting) setStart() {
	p := Position{setting: s}
	if err := p.Set(startFEN); err != nil {
		panic(err) // not reached
	}
	s.start = *p.board
}

// A Position is a state of play with the moves that led to it. Make one with
// [New] or [Parse]; it belongs to one goroutine at a time.
type Position struct {
	*board                // the last of line
	line     []board      // the position set up and those after each move
	views    []viewHashes // of each board of line, if they are kept
	extras   []extra      // of each board of line, if there is something
	setting  *setting
	chess960 bool

	number int   // of the first move after Set
	begun  Color // the side that plays it
}

// New returns the start position. The error wraps [game.ErrOptions].
func New(o Options) (*Position, error) {
	s, err := o.setting()
	if err != nil {
		return nil, err
	}
	p := &Position{setting: s}
	p.Reset()
	return p, nil
}

// Parse returns the position of a FEN, in any of the dialects of
// [Position.Set]. Options with keys cost a copy of the keys each time;
// [Position.Set] reuses them. The error wraps [game.ErrOptions] or is a
// [*game.TextError].
func Parse(fen string, o Options) (*Position, error) {
	s, err := o.setting()
	if err != nil {
		return nil, err
	}
	p := &Position{setting: s}
	if err := p.Set(fen); err != nil {
		return nil, err
	}
	return p, nil
}

// Reset sets up the start position of standard chess and forgets the moves.
func (p *Position) Reset() {
	p.setUp(p.setting.start)
	p.number, p.begun, p.chess960 = 1, White, p.setting.chess960
	if p.setting.extra {
		p.setExtra()
	}
}

// setUp begins the line with a board.
func (p *Position) setUp(b board) {
	p.line = append(p.line[:0], b)
	p.board = &p.line[0]
	if p.setting.views != 0 {
		p.setViews()
	}
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	c := *p
	c.line, c.views, c.extras = slices.Clone(p.line), slices.Clone(p.views), slices.Clone(p.extras)
	c.board = &c.line[len(c.line)-1]
	return &c
}

// AppendMoves appends the legal moves to dst and returns it. No position that a
// game can reach has more than 218. There are none only at checkmate and
// stalemate: other draws do not empty the list.
func (p *Position) AppendMoves(dst []Move) []Move { return p.appendMoves(dst) }

// IsLegal reports whether a move is legal. It looks at that move alone, and is cheaper than [Position.AppendMoves].
func (p *Position) IsLegal(m Move) bool {
	from := m.From()
	if m == NoMove || p.of(p.turn)&bit(from) == 0 {
		return false
	}
	if m.IsCastling() {
		return p.findCastling(sideOf(from, m.To())) == m
	}
	t := p.textOf(from, m.To(), m.Promotion())
	return p.find(&t) == m
}

// Make plays a legal move; any other is undefined.
func (p *Position) Make(m Move) {
	k := len(p.line)
	if k == cap(p.line) {
		p.line = slices.Grow(p.line, k)
		p.board = &p.line[k-1]
	}
	p.line = p.line[:k+1]
	next := &p.line[k]
	p.make(next, m, p.setting.keys, p.setting.enPassant)
	if p.setting.more {
		if p.setting.second != nil {
			next.second = p.second ^ p.changeBy(m, next, p.setting.second)
			if p.setting.views != 0 {
				p.makeViews(m, next)
			}
		}
		if p.setting.extra {
			p.makeExtra(m)
		}
	}
	p.board = next
}

// MakeNull passes the turn: the side to move changes, and a capture en passant
// is no longer possible. This is not a legal move; analyses use it to show a
// threat. It is undefined if the side to move is in check. [Position.Unmake] takes
// it back.
func (p *Position) MakeNull() {
	p.line = append(p.line, *p.board)
	k := len(p.line) - 1
	before, next := &p.line[k-1], &p.line[k]
	next.turn ^= 1
	next.ep = 0
	next.clock++
	keys := p.setting.keys
	next.hash ^= keys.turn ^ keys.ep[before.ep&63]
	if p.setting.second != nil {
		next.second = before.second ^ change(before, next, p.setting.second)
	}
	if p.setting.extra {
		p.makeExtra(NoMove)
	}
	p.board = next
	if p.setting.views != 0 {
		p.setViews()
	}
}

// Unmake takes back the last move. It panics if there is none.
func (p *Position) Unmake() {
	last := len(p.line) - 1
	if last < 1 {
		panic("chess: Unmake without a move to take back")
	}
	p.line = p.line[:last]
	p.board = &p.line[last-1]
}

// Options returns the options that the position was made with, its Set complete.
func (p *Position) Options() Options {
	s := p.setting
	return Options{Set: s.set, Canonical: s.images != nil, History: s.history, Wide: s.second != nil, Views: s.views,
		EnPassant: s.enPassant, Chess960: s.chess960, Editor: s.editor}
}

// SharesOptions reports whether one of two positions was cloned from the other, or
// both from a third one: they have the same keys and the same rules.
func (p *Position) SharesOptions(q *Position) bool { return p.setting == q.setting }

// Space returns the features of the position: the features of [Space], and 14 more
// with [Options].History.
func (p *Position) Space() *zobrist.Space { return Options{History: p.setting.history}.space() }

// Hash returns the hash of 64 bits.
func (p *Position) Hash() uint64 { return p.hash }

// Hash128 returns the hash of 128 bits, whose low half is Hash. Without
// [Options].Wide it takes some 30 ns.
func (p *Position) Hash128() zobrist.Uint128 {
	if p.setting.second != nil {
		return zobrist.Uint128{Hi: p.second, Lo: p.hash}
	}
	var buffer [maxFeatures]zobrist.Feature
	set := &p.setting.set
	return zobrist.Uint128{Hi: set.Second.Hash(set.SecondStart, p.AppendFeatures(buffer[:0])...), Lo: p.hash}
}

// AppendFeatures appends the features that hold. If the hash is canonical, they are
// the features of the image with the least hash.
func (p *Position) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	begin := len(dst)
	dst = p.appendFeatures(dst)
	if p.setting.extra {
		dst = p.appendExtra(dst, begin)
	}
	return dst
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// PieceAt returns the piece on a square, or NoPiece; also for NoSquare.
func (p *Position) PieceAt(s Square) Piece {
	if s >= NoSquare {
		return NoPiece
	}
	return p.at(s)
}

// InCheck reports whether the king of the side to move is attacked.
func (p *Position) InCheck() bool { return p.checkers() != 0 }

// Chess960 reports whether castling is written as Chess960 does; see
// [Options].
func (p *Position) Chess960() bool { return p.chess960 }

// EnPassantSquare returns the square behind a pawn that has just moved two
// squares if the rule of the options counts it, otherwise NoSquare.
func (p *Position) EnPassantSquare() Square {
	if p.ep == 0 {
		return NoSquare
	}
	return p.ep
}

// HalfmoveClock returns the plies since the last capture or pawn move.
func (p *Position) HalfmoveClock() int { return int(p.clock) }

// FullmoveNumber returns the number of the move to be played: 1 at the start,
// one more after each move by Black.
func (p *Position) FullmoveNumber() int { return p.number + (p.Ply()+int(p.begun))/2 }

// Ply returns the number of moves that can be taken back.
func (p *Position) Ply() int { return len(p.line) - 1 }

// String returns [Position.FEN].
func (p *Position) String() string { return p.FEN() }

// Bitboard returns the board as it was back plies ago, 0 for now, as sets of squares. It is for the engine
// of this module, whose package is internal; the caller must not change it, and the next Make may move it. It
// panics if so many moves cannot be taken back.
func (p *Position) Bitboard(back int) *bitboard.Board { return &p.line[len(p.line)-1-back].sets }
