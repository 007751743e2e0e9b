package baduk

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/canon"
)

// A Move is a play on a point, or [Pass]. Points are numbered row by row from
// the lower left corner: row·width + column.
type Move int16

// Pass is the move that plays no stone.
const Pass Move = -1

// stride is the distance between rows in the padded board. One column of border
// separates the end of one row from the start of the next.
const stride = MaxSide + 1

// padded is the length of the padded board, with a border row at each end.
const padded = stride*(MaxSide+2) + 1

// A Position is a board in play with all that came before. It belongs to one
// goroutine at a time. Make one with [New] or [Parse].
type Position struct {
	options Options
	layout  layout

	// board is the content of each point. Point (row, column) is at
	// (row+1)·stride + column + 1; all others are border.
	board [padded]Color

	// packed is the same with 2 bits per point, for the history of superko.
	packed [(MaxSide*MaxSide + 3) / 4]uint8

	turn   Color
	passes uint8 // consecutive passes at the end: 0, 1 or 2
	ko     int16 // padded point that SimpleKo forbids; 0 for none

	hash      uint64           // of the whole position as it stands
	second    uint64           // the secondary code, if Options.Wide
	stones    uint64           // primary code of the stones alone, from 0; for superko
	images    canon.Hash       // of all images, if Options.Canonical
	imageKeys *canon.ImageKeys // of images
	more      bool             // another hash than hash and stones is kept

	undo     []undo  // one for each move made
	captured []int16 // padded points captured, of all moves made
	history  history // the boards so far, under a superko rule

	// Working memory of walks along chains; mark[i] == epoch means visited.
	mark  [padded]uint32
	epoch uint32
	stack []int16
	chain []int16
	life  *life // of Bounds, which makes it
}

// undo is what Unmake needs and does not find on the board.
type undo struct {
	hash     uint64
	second   uint64
	stones   uint64
	point    int16 // padded; 0 for a pass
	ko       int16
	captured int32 // length of Position.captured before the move
	turn     Color
	passes   uint8
	suicide  bool // the captured stones are the mover's own, with the one played
}

// New returns the empty board with Black to move. The error wraps
// [game.ErrOptions].
func New(o Options) (*Position, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	p := &Position{options: o, layout: layoutOf(o.Width * o.Height), more: o.Wide || o.Canonical}
	if o.Canonical {
		if p.imageKeys, err = o.images(); err != nil {
			return nil, err
		}
		p.images = p.imageKeys.New()
	}
	p.reset()
	return p, nil
}

// Parse returns the position that [Position.String] writes. If o.Width and
// o.Height are 0 the board has the size of the text. The error wraps
// [game.ErrOptions] or is a [*game.TextError].
func Parse(text string, o Options) (*Position, error) {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = o.grid().Size(text)
	}
	p, err := New(o)
	if err != nil {
		return nil, err
	}
	if err := p.Set(text); err != nil {
		return nil, err
	}
	return p, nil
}

// reset empties the board and forgets all moves.
func (p *Position) reset() {
	for i := range p.board {
		p.board[i] = border
	}
	for m := range p.points() {
		p.board[p.at(Move(m))] = Empty
	}
	clear(p.packed[:])
	p.turn, p.passes, p.ko = Black, 0, 0
	p.hash, p.second, p.stones = p.options.Set.Start, p.options.Set.SecondStart, 0
	if p.options.Canonical {
		p.images.Reset()
	}
	p.undo, p.captured = p.undo[:0], p.captured[:0]
	p.history.reset(p)
}

// Options returns the options of the game, with defaults filled in.
func (p *Position) Options() Options { return p.options }

// Space returns the features of the game.
func (p *Position) Space() *zobrist.Space {
	s, err := Space(p.options)
	if err != nil {
		panic(err) // not reached: New has checked the options
	}
	return s
}

// SetKomi changes the komi to a number of half points, as a GTP client may. It
// panics if [Options].Exchange requires that there is none.
func (p *Position) SetKomi(halfPoints int) {
	if p.options.Exchange && halfPoints != 0 {
		panic("baduk: a komi, but hashes that do not tell the colours apart")
	}
	p.options.Komi = halfPoints
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// Stone returns the content of the point of a move that is not Pass.
func (p *Position) Stone(m Move) Color { return p.board[p.at(m)] }

// Passes returns the number of passes just made, 0 to 2; two end the game.
func (p *Position) Passes() int { return int(p.passes) }

// Ply returns the number of moves that can be taken back.
func (p *Position) Ply() int { return len(p.undo) }

// Hash returns the hash of 64 bits.
func (p *Position) Hash() uint64 {
	if p.options.Canonical {
		return p.images.Sum()
	}
	return p.hash
}

// Hash128 returns the hash of 128 bits, whose low half is Hash. Without
// [Options].Wide it takes time in proportion to the stones.
func (p *Position) Hash128() zobrist.Uint128 {
	switch {
	case p.options.Canonical:
		return p.images.Sum128(p)
	case p.options.Wide:
		return zobrist.Uint128{Hi: p.second, Lo: p.hash}
	}
	return p.options.Set.Hash128(p.AppendFeatures(nil)...)
}

// points returns the number of points.
func (p *Position) points() int { return p.layout.points }

// at returns the padded index of a point.
func (p *Position) at(m Move) int16 {
	w := p.options.Width
	return int16((int(m)/w+1)*stride + int(m)%w + 1)
}

// move returns the point of a padded index.
func (p *Position) move(i int16) Move {
	return Move((int(i)/stride-1)*p.options.Width + int(i)%stride - 1)
}

// set makes c the content of a padded point, without its hashes.
func (p *Position) set(i int16, c Color) {
	p.board[i] = c
	m := p.move(i)
	p.packed[m/4] = p.packed[m/4]&^(3<<(m%4*2)) | uint8(c)<<(m%4*2)
}

// toggle adds or removes a feature in the codes that are kept up to date.
func (p *Position) toggle(f int) {
	p.hash ^= p.options.Set.Keys[f]
	if p.more {
		p.toggleMore(f)
	}
}

func (p *Position) toggleMore(f int) {
	if p.options.Wide {
		p.second ^= p.options.Set.Second[f]
	}
	if p.options.Canonical {
		p.images.Toggle(zobrist.Feature(f))
	}
}

// stoneFeature returns the feature of a stone of colour c on a padded point.
func (p *Position) stoneFeature(c Color, i int16) int {
	return int(c-Black)*p.layout.points + int(p.move(i))
}

// toggleStone adds or removes a stone in all hashes.
func (p *Position) toggleStone(c Color, i int16) {
	f := p.stoneFeature(c, i)
	p.toggle(f)
	p.stones ^= p.options.Set.Keys[f]
}

// setTurn makes c the side to move.
func (p *Position) setTurn(c Color) {
	if p.turn != c {
		p.turn = c
		p.toggle(p.layout.white)
	}
}

// setKo makes i the forbidden point, or none for 0.
func (p *Position) setKo(i int16) {
	if p.ko != 0 {
		p.toggle(p.layout.ko + int(p.move(p.ko)))
	}
	p.ko = i
	if i != 0 {
		p.toggle(p.layout.ko + int(p.move(i)))
	}
}

// setPasses makes n the number of consecutive passes.
func (p *Position) setPasses(n uint8) {
	if p.passes != 0 {
		p.toggle(p.layout.pass + int(p.passes) - 1)
	}
	p.passes = n
	if n != 0 {
		p.toggle(p.layout.pass + int(n) - 1)
	}
}

// AppendFeatures appends the features that hold, stones first. If the hash is
// canonical, they are the features of the image with the least hash.
func (p *Position) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	begin := len(dst)
	dst = p.appendFeatures(dst)
	if p.options.Canonical {
		dst = p.imageKeys.Canonical(dst, begin)
	}
	return dst
}

// appendFeatures appends the features of the position as it stands.
func (p *Position) appendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	for m := range p.points() {
		i := p.at(Move(m))
		if c := p.board[i]; c != Empty {
			dst = append(dst, zobrist.Feature(p.stoneFeature(c, i)))
		}
	}
	if p.ko != 0 {
		dst = append(dst, zobrist.Feature(p.layout.ko+int(p.move(p.ko))))
	}
	if p.passes != 0 {
		dst = append(dst, zobrist.Feature(p.layout.pass+int(p.passes)-1))
	}
	if p.turn == White {
		dst = append(dst, zobrist.Feature(p.layout.white))
	}
	return dst
}

// SetTurn makes c the side to move, as a record or a GTP client may want. The
// passes just made no longer count, and no point is forbidden by ko. The moves
// made so far can no longer be taken back, but superko still remembers their
// boards.
func (p *Position) SetTurn(c Color) {
	if c != Black && c != White {
		panic(fmt.Sprintf("baduk: %v cannot move", c))
	}
	p.setTurn(c)
	p.setPasses(0)
	p.setKo(0)
	p.undo, p.captured = p.undo[:0], p.captured[:0]
	if n := len(p.history.boards); n > 0 {
		p.history.boards[n-1].turn = c
	}
}

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	c := *p
	c.undo = append([]undo(nil), p.undo...)
	c.captured = append([]int16(nil), p.captured...)
	c.stack, c.chain, c.life = nil, nil, nil
	c.history = p.history.clone()
	if p.options.Canonical {
		c.images = p.images.Clone()
	}
	return &c
}
