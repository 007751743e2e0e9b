package checkers

import (
	"fmt"
	"math/bits"
	"strconv"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/canon"
)

// A Color is a side. Black moves first.
type Color uint8

// The sides.
const (
	Black Color = iota
	White
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// Side returns [game.FirstSide] for Black, and [game.SecondSide] for White.
func (c Color) Side() game.Side { return game.FirstSide + game.Side(c) }

// String returns "black" or "white".
func (c Color) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// Options say what positions hash with. The zero value means default keys.
type Options struct {
	// Canonical gives a position and its image one hash: the board turned, the
	// colours exchanged, and the other side to move.
	Canonical bool

	Set  zobrist.Set // keys of the features; see [zobrist.Set.Complete]
	Wide bool        // keep both words of the hash of 128 bits up to date in Make
}

// Space returns the 129 features of the game.
func Space() *zobrist.Space { return space() }

var space = sync.OnceValue(func() *zobrist.Space {
	squares := make([]string, 32)
	for i := range squares {
		squares[i] = strconv.Itoa(i + 1)
	}
	return zobrist.MustSpace("checkers",
		zobrist.Grid("piece", []string{"black man", "black king", "white man", "white king"}, squares),
		zobrist.Flags("turn", "white to move"))
})

// turn is the feature "white to move", after the grid.
const turn = 4 * 32

// DrawAfter is the number of plies without a capture or a move of a man after
// which a game is drawn: 40 moves of each side.
const DrawAfter = 80

// A Position is a state of play with the moves that led to it. Make one with
// [New] or [Parse]; it belongs to one goroutine at a time.
type Position struct {
	state
	keys   zobrist.Keys // of set
	set    zobrist.Set
	wide   bool    // second is kept up to date
	before []state // the state before each move made

	imageKeys *canon.ImageKeys // of images; nil unless Options.Canonical
	images    canon.Hash
}

// state is what a move changes.
type state struct {
	board
	next   Color
	quiet  uint16 // plies since a capture or a move of a man, capped
	hash   uint64 // of the position as it stands
	second uint64 // the secondary code
}

// New returns the start position. The error wraps [game.ErrOptions].
func New(o Options) (*Position, error) {
	set, err := o.Set.Complete(Space().Len())
	if err != nil {
		return nil, fmt.Errorf("checkers: %w: Options.Set: %w", game.ErrOptions, err)
	}
	p := &Position{keys: set.Keys, set: set, wide: o.Wide}
	if o.Canonical {
		co := canon.Options{Set: set, Wide: o.Wide, Symmetries: []canon.Symmetry{turned()}}
		if p.imageKeys, err = canon.New(Space(), co); err != nil {
			return nil, fmt.Errorf("checkers: %w", err)
		}
		p.images = p.imageKeys.New()
	}
	p.Reset()
	return p, nil
}

// Parse returns the position of a FEN; see [Position.Set]. The error wraps
// [game.ErrOptions] or is a [*game.TextError].
func Parse(fen string, o Options) (*Position, error) {
	p, err := New(o)
	if err != nil {
		return nil, err
	}
	if err := p.Set(fen); err != nil {
		return nil, err
	}
	return p, nil
}

// Reset returns to the start position, with no moves to take back.
func (p *Position) Reset() {
	p.place(board{pieces: [2]uint32{startOfBlack, startOfWhite}}, Black, 0)
}

// place sets up a position.
func (p *Position) place(b board, next Color, quiet uint16) {
	p.state = state{board: b, next: next, quiet: quiet, hash: p.set.Start, second: p.set.SecondStart}
	p.before = p.before[:0]
	var room [25]zobrist.Feature
	if p.imageKeys != nil {
		p.images.Reset()
	}
	for _, f := range p.appendFeatures(room[:0]) {
		p.toggle(int(f))
		if p.imageKeys != nil {
			p.images.Toggle(f)
		}
	}
}

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	c := *p
	c.before = append([]state(nil), p.before...)
	if p.imageKeys != nil {
		c.images = p.images.Clone()
	}
	return &c
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.next }

// Quiet returns the number of plies since the last capture or move of a man, at
// most 65535.
func (p *Position) Quiet() int { return int(p.quiet) }

// Ply returns the number of moves that can be taken back.
func (p *Position) Ply() int { return len(p.before) }

// AppendMoves appends the legal moves: only captures if there are any.
func (p *Position) AppendMoves(dst []Move) []Move { return p.appendMoves(dst, p.next) }

// Make plays a move.
func (p *Position) Make(m Move) {
	p.before = append(p.before, p.state)
	side := int(p.next & 1)
	from, to := int(m&31), int(m>>5&31)
	here, there := uint32(1)<<from, uint32(1)<<to
	king := int(p.kings >> from & 1)
	row := 64*side + 32*king

	p.pieces[side] = p.pieces[side]&^here | there
	p.toggle(row + from)
	p.quiet++
	switch {
	case king == 1:
		p.kings = p.kings&^here | there
		if p.quiet == 0 {
			p.quiet-- // stay at 65535
		}
	default:
		p.quiet = 0
		if there&[2]uint32{lastRow, firstRow}[side] != 0 {
			p.kings |= there
			row += 32
		}
	}
	p.toggle(row + to)
	if m.Captures() > 0 {
		p.quiet = 0
		taken := m.captured()
		enemies := 64 * (side ^ 1)
		for rest := taken; rest != 0; rest &= rest - 1 {
			at := bits.TrailingZeros32(rest)
			p.toggle(enemies + 32*int(p.kings>>at&1) + at)
		}
		p.pieces[side^1] &^= taken
		p.kings &^= taken
	}
	p.next = p.next.Opponent()
	p.toggle(turn)
	if p.imageKeys != nil {
		p.toggleImages(&p.before[len(p.before)-1].board)
	}
}

// Unmake takes back the last move. It panics if there is none.
func (p *Position) Unmake() {
	if len(p.before) == 0 {
		panic("checkers: no move to take back")
	}
	last := len(p.before) - 1
	if p.imageKeys != nil {
		p.toggleImages(&p.before[last].board)
	}
	p.state = p.before[last]
	p.before = p.before[:last]
}

// toggle adds or removes a feature.
func (p *Position) toggle(f int) {
	p.hash ^= p.keys[f]
	if p.wide {
		p.second ^= p.set.Second[f]
	}
}

// Space returns the features of the game.
func (p *Position) Space() *zobrist.Space { return Space() }

// Hash returns the hash of 64 bits.
func (p *Position) Hash() uint64 {
	if p.imageKeys != nil {
		return p.images.Sum()
	}
	return p.hash
}

// Hash128 returns the hash of 128 bits, whose low half is Hash. Without
// [Options].Wide it takes time in proportion to the pieces.
func (p *Position) Hash128() zobrist.Uint128 {
	switch {
	case p.imageKeys != nil:
		return p.images.Sum128(p)
	case p.wide:
		return zobrist.Uint128{Hi: p.second, Lo: p.hash}
	}
	return p.set.Hash128(p.AppendFeatures(nil)...)
}

// AppendFeatures appends the features that hold. If the hash is canonical, they
// are the features of the image with the lesser hash.
func (p *Position) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	begin := len(dst)
	dst = p.appendFeatures(dst)
	if p.imageKeys != nil {
		dst = p.imageKeys.Canonical(dst, begin)
	}
	return dst
}

// appendFeatures appends the features of the position as it stands.
func (p *Position) appendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	for row, set := range p.rows() {
		for ; set != 0; set &= set - 1 {
			dst = append(dst, zobrist.Feature(32*row+bits.TrailingZeros32(set)))
		}
	}
	if p.next == White {
		dst = append(dst, turn)
	}
	return dst
}

// Repetitions returns how often the position occurred before, as far as moves can
// be taken back. It compares boards, not hashes, in time proportional to
// [Position.Quiet].
func (p *Position) Repetitions() (n int) {
	for back := p.earlier(4); back > 0; back = p.earlier(back + 2) {
		n++
	}
	return n
}

// earlier returns how many plies ago the position occurred last, at least so many and an even number, or 0 if it
// did not.
func (p *Position) earlier(least int) int {
	for back := least; back <= min(len(p.before), int(p.quiet)); back += 2 {
		if p.before[len(p.before)-back].board == p.board {
			return back
		}
	}
	return 0
}

// Score returns −1 and true if the side to move has no move, and 0 and true if
// the game is drawn: by a third occurrence of the position, or by
// [DrawAfter] plies without a capture or a move of a man.
func (p *Position) Score() (score int, over bool) {
	if p.jumpers(p.next)|p.steppers(p.next) == 0 {
		return -1, true
	}
	return 0, p.quiet >= DrawAfter || p.Repetitions() >= 2
}
