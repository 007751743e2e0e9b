package mnk

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/canon"
)

// A Move is the cell that receives a stone: rank·Width + file, both from 0.
type Move uint16

// Contents of a cell. The features of a side's stones are row side − 1.
const (
	empty  = game.NoSide
	stoneX = game.FirstSide
	stoneO = game.SecondSide
	border = stoneO + 1
)

// rules is what positions of one game share.
type rules struct {
	Options
	space     *zobrist.Space
	imageKeys *canon.ImageKeys
	turn      zobrist.Feature
	cells     int
	pitch     int     // padded cells from one rank to the next
	at        []int32 // padded index of a cell
	file      []uint8 // file of a cell
	steps     [4]int  // to the neighbours east, north-east, north, north-west

	// Sets of cells in one word. With Exact these are nil.
	small  *small   // if (Width+1)·Height ≤ 64: a column of border beside the board
	word   []uint64 // if Width·Height ≤ 64: bit of a cell
	lines  lines    // the same, but not with gravity: in which pairs of cells are found
	all    uint64   // bits of all cells, if there is word
	cellOf [64]Move // cell of a bit
}

// A Position is a state of play with the moves that led to it. Make one with
// [New] or [Parse]; it belongs to one goroutine at a time.
type Position struct {
	*rules
	board  []game.Side // ranks with a border around them
	fill   []uint8     // stones in each file
	moves  []Move      // made, and not taken back
	stones int
	bits   [2]uint64 // X's and O's stones, if there is word
	next   game.Side // whose turn it is
	won    bool      // by the side that moved last
	hash   canon.Hash
}

func newRules(o Options, space *zobrist.Space, imageKeys *canon.ImageKeys) *rules {
	pitch := o.Width + 1
	r := &rules{
		Options: o, space: space, imageKeys: imageKeys,
		turn:  space.Group("turn").Flag(0),
		cells: o.Width * o.Height,
		pitch: pitch,
		steps: [4]int{1, pitch + 1, pitch, pitch - 1},
	}
	if pitch*o.Height <= 64 && !o.Exact {
		r.small = newSmall(o, r.steps)
	}
	for rank := range o.Height {
		for file := range o.Width {
			r.at, r.file = append(r.at, int32((rank+1)*pitch+1+file)), append(r.file, uint8(file))
		}
	}
	if o.Exact || r.cells > 64 {
		return r
	}
	for m, at := range r.at {
		if r.small != nil {
			r.word = append(r.word, r.small.bit(at))
		} else {
			r.word = append(r.word, 1<<m)
		}
		r.all |= r.word[m]
		r.cellOf[bits.TrailingZeros64(r.word[m])] = Move(m)
	}
	if !o.Gravity {
		r.lines = newLines(o, r.word)
	}
	return r
}

// newPosition returns the empty board.
func newPosition(r *rules) *Position {
	p := &Position{
		rules: r,
		board: make([]game.Side, r.pitch*(r.Height+2)+1),
		fill:  make([]uint8, r.Width),
		next:  stoneX,
		hash:  r.imageKeys.New(),
	}
	for i := range p.board {
		p.board[i] = border
	}
	for _, at := range r.at {
		p.board[at] = empty
	}
	return p
}

// Options returns the options of the game, with defaults filled in except
// for keys.
func (p *Position) Options() Options { return p.rules.Options }

// Space returns the features of the game.
func (p *Position) Space() *zobrist.Space { return p.space }

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	c := *p
	c.board = append([]game.Side(nil), p.board...)
	c.fill = append([]uint8(nil), p.fill...)
	c.moves = append([]Move(nil), p.moves...)
	c.hash = p.hash.Clone()
	return &c
}

// Turn returns the side to move; X is [game.FirstSide].
func (p *Position) Turn() game.Side { return p.next }

// Stone returns whose stone is in the cell of a move, [game.NoSide] if none is.
func (p *Position) Stone(m Move) game.Side { return p.board[p.at[m]] }

// AppendMoves appends the empty cells, in order, or with gravity the lowest
// empty cell of each file; none when the game is over.
func (p *Position) AppendMoves(dst []Move) []Move {
	if p.won {
		return dst
	}
	if p.Gravity {
		for file, height := range p.fill {
			if int(height) < p.Height {
				dst = append(dst, Move(int(height)*p.Width+file))
			}
		}
		return dst
	}
	if p.word != nil {
		for _, _, free := p.sets(); free != 0; free &= free - 1 {
			dst = append(dst, p.cellOf[bits.TrailingZeros64(free)])
		}
		return dst
	}
	for cell, at := range p.at {
		if p.board[at] == empty {
			dst = append(dst, Move(cell))
		}
	}
	return dst
}

// Make places a stone of the side to move.
func (p *Position) Make(m Move) {
	p.put(m, p.next)
	p.won = p.wins(m)
	p.pass()
	p.moves = append(p.moves, m)
}

// Unmake takes back the last move. It panics if there is none.
func (p *Position) Unmake() {
	if len(p.moves) == 0 {
		panic("mnk: no move to take back")
	}
	m := p.moves[len(p.moves)-1]
	p.moves = p.moves[:len(p.moves)-1]
	p.pass()
	p.won = false
	at := p.at[m]
	p.board[at] = empty
	p.fill[p.file[m]]--
	p.stones--
	if p.word != nil {
		p.bits[p.next-stoneX] &^= p.word[m]
	}
	p.hash.Toggle(p.feature(m, p.next))
}

// pass gives the turn to the other side.
func (p *Position) pass() {
	p.next = p.next.Opponent()
	p.hash.Toggle(p.turn)
}

// put places a stone.
func (p *Position) put(m Move, stone game.Side) {
	at := p.at[m]
	p.board[at] = stone
	p.fill[p.file[m]]++
	p.stones++
	if p.word != nil {
		p.bits[stone-stoneX] |= p.word[m]
	}
	p.hash.Toggle(p.feature(m, stone))
}

// feature returns the number of a stone at a cell; the grid comes first.
func (p *Position) feature(m Move, stone game.Side) zobrist.Feature {
	return zobrist.Feature(int(stone-stoneX)*p.cells + int(m))
}

// wins reports whether the stone at m is in a winning row.
func (p *Position) wins(m Move) bool {
	at := int(p.at[m])
	stone := p.board[at]
	if p.small != nil {
		return p.small.wins(p.bits[stone-stoneX])
	}
	for _, step := range p.steps {
		n := 1
		for i := at + step; p.board[i] == stone; i += step {
			n++
		}
		for i := at - step; p.board[i] == stone; i -= step {
			n++
		}
		if n == p.InRow || n > p.InRow && !p.Exact {
			return true
		}
	}
	return false
}

// Hash returns the hash of 64 bits.
func (p *Position) Hash() uint64 { return p.hash.Sum() }

// Hash128 returns the hash of 128 bits, whose low half is Hash. Without
// [Options].Wide it takes time in proportion to the stones.
func (p *Position) Hash128() zobrist.Uint128 { return p.hash.Sum128(p) }

// Symmetry returns [game.BoardSymmetry] with [Options].Canonical, otherwise
// [game.NoSymmetry].
func (p *Position) Symmetry() game.Symmetry {
	if p.imageKeys.Images() > 1 {
		return game.BoardSymmetry
	}
	return game.NoSymmetry
}

// Image returns what becomes of a move in the image that the hash belongs to,
// the move itself unless the hash is canonical; see [game.Symmetric].
func (p *Position) Image(m Move) Move { return Move(p.hash.Image(zobrist.Feature(m))) }

// Preimage undoes Image.
func (p *Position) Preimage(m Move) Move { return Move(p.hash.Preimage(zobrist.Feature(m))) }

// AppendFeatures appends the features that hold. If the hash is canonical, they
// are the features of the image with the least hash.
func (p *Position) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	begin := len(dst)
	for cell, at := range p.at {
		if stone := p.board[at]; stone != empty {
			dst = append(dst, p.feature(Move(cell), stone))
		}
	}
	if p.next == stoneO {
		dst = append(dst, p.turn)
	}
	return p.imageKeys.Canonical(dst, begin)
}

// Score returns −1 and true if the side that moved last has a row, 0 and true
// if the board is full.
func (p *Position) Score() (score int, over bool) {
	if p.won {
		return -1, true
	}
	return 0, p.stones == p.cells
}

// Ply returns the number of moves that can be taken back.
func (p *Position) Ply() int { return len(p.moves) }
