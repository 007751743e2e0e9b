package hex

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/canon"
)

// A Move is the cell that receives a stone, rank·Size + file, both from 0; or
// [Swap].
type Move uint16

// Swap is the move by which blue takes over red's first stone.
const Swap Move = 1<<16 - 1

// Contents of a cell. The features of a side's stones are row side − 1.
const (
	empty   = game.NoSide
	red     = game.FirstSide
	blue    = game.SecondSide
	outside = blue + 1
)

// rules is what positions of one game share. Around the board is a border of
// one cell: red above and below, blue left and right.
type rules struct {
	Options
	space     *zobrist.Space
	imageKeys *canon.ImageKeys
	turn      zobrist.Feature
	cells     int
	at        []int32   // padded index of a cell
	steps     [6]int    // to the neighbours
	edges     [3][2]int // the cells that stand for each player's sides
}

// A Position is a state of play with the moves that led to it. Make one with
// [New] or [Parse]; it belongs to one goroutine at a time.
type Position struct {
	*rules
	board  []game.Side
	chains chains
	marks  []int32 // number of joins before each stone was placed
	moves  []Move  // made, and not taken back
	stones int
	next   game.Side // whose turn it is
	won    bool      // by the side that moved last
	hash   canon.Hash

	promise []int8 // Order of each empty cell, if ordered
	ordered bool
	links   *links // of AppendReplies, which makes it
}

func newRules(o Options, space *zobrist.Space, keys *canon.ImageKeys) *rules {
	n, pitch := o.Size, o.Size+2
	r := &rules{
		Options: o, space: space, imageKeys: keys,
		turn:  space.Group("turn").Flag(0),
		cells: n * n,
		steps: [6]int{1, -1, pitch, -pitch, pitch - 1, 1 - pitch},
		edges: [3][2]int{red: {1, (n+1)*pitch + 1}, blue: {pitch, 2*pitch - 1}},
	}
	for rank := range n {
		for file := range n {
			r.at = append(r.at, int32((rank+1)*pitch+1+file))
		}
	}
	return r
}

// newPosition returns the empty board.
func newPosition(r *rules) *Position {
	n, pitch := r.Size, r.Size+2
	p := &Position{rules: r, board: make([]game.Side, pitch*pitch), next: red, hash: r.imageKeys.New()}
	p.chains.parent = make([]int16, pitch*pitch)
	p.chains.size = make([]int16, pitch*pitch)
	for i := range p.board {
		p.chains.parent[i], p.chains.size[i] = int16(i), 1
	}
	for i := range n {
		// Each side is one chain, under the cell that edges names.
		for side := range 2 {
			p.edge(red, side, 1+i+side*(n+1)*pitch)
			p.edge(blue, side, (i+1)*pitch+side*(n+1))
		}
	}
	for _, corner := range []int{0, n + 1, (n + 1) * pitch, (n+1)*pitch + n + 1} {
		p.board[corner] = outside
	}
	return p
}

// edge makes a cell of the padding part of a side.
func (p *Position) edge(stone game.Side, side, cell int) {
	first := p.edges[stone][side]
	p.board[cell] = stone
	p.chains.parent[cell], p.chains.size[first] = int16(first), int16(p.Size)
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
	c.chains.parent = append([]int16(nil), p.chains.parent...)
	c.chains.size = append([]int16(nil), p.chains.size...)
	c.chains.joined = append([]int16(nil), p.chains.joined...)
	c.marks = append([]int32(nil), p.marks...)
	c.moves = append([]Move(nil), p.moves...)
	c.promise = append([]int8(nil), p.promise...)
	c.hash = p.hash.Clone()
	c.links = nil
	return &c
}

// Turn returns the side to move; red is [game.FirstSide].
func (p *Position) Turn() game.Side { return p.next }

// Stone returns whose stone is in the cell of a move, which is not [Swap];
// [game.NoSide] if none is.
func (p *Position) Stone(m Move) game.Side { return p.board[p.at[m]] }

// AppendMoves appends the empty cells, in order, and then [Swap] if it is
// allowed; none when the game is over.
func (p *Position) AppendMoves(dst []Move) []Move {
	if p.won {
		return dst
	}
	for cell, at := range p.at {
		if p.board[at] == empty {
			dst = append(dst, Move(cell))
		}
	}
	if p.canSwap() {
		dst = append(dst, Swap)
	}
	return dst
}

func (p *Position) canSwap() bool { return p.Swap && p.stones == 1 && p.next == blue }

// Make places a stone of the side to move, or swaps.
func (p *Position) Make(m Move) {
	if m == Swap {
		stone := p.only()
		p.remove(stone, red)
		p.put(p.mirror(stone), blue)
	} else {
		p.put(m, p.next)
	}
	p.won = p.connected(p.next)
	p.pass()
	p.moves = append(p.moves, m)
}

// connected reports whether a player has connected its sides.
func (p *Position) connected(stone game.Side) bool {
	ends := &p.edges[stone]
	return p.chains.root(ends[0]) == p.chains.root(ends[1])
}

// Unmake takes back the last move. It panics if there is none.
func (p *Position) Unmake() {
	if len(p.moves) == 0 {
		panic("hex: no move to take back")
	}
	m := p.moves[len(p.moves)-1]
	p.moves = p.moves[:len(p.moves)-1]
	p.pass()
	p.won = false
	if m == Swap {
		stone := p.only()
		p.remove(stone, blue)
		p.put(p.mirror(stone), red)
		return
	}
	p.remove(m, p.next)
}

// pass gives the turn to the other side.
func (p *Position) pass() {
	p.next = p.next.Opponent()
	p.hash.Toggle(p.turn)
	p.ordered = false
}

// put places a stone and joins it with its neighbours.
func (p *Position) put(m Move, stone game.Side) {
	at := int(p.at[m])
	p.marks = append(p.marks, int32(len(p.chains.joined)))
	p.board[at] = stone
	p.stones++
	for _, step := range p.steps {
		if p.board[at+step] == stone {
			p.chains.join(at, at+step)
		}
	}
	p.hash.Toggle(p.feature(m, stone))
}

// remove takes the stone that was placed last from the board.
func (p *Position) remove(m Move, stone game.Side) {
	p.chains.undo(int(p.marks[len(p.marks)-1]))
	p.marks = p.marks[:len(p.marks)-1]
	p.board[p.at[m]] = empty
	p.stones--
	p.hash.Toggle(p.feature(m, stone))
}

// only returns the cell of the one stone on the board.
func (p *Position) only() Move {
	for cell, at := range p.at {
		if p.board[at] != empty {
			return Move(cell)
		}
	}
	panic("hex: no stone to swap")
}

// mirror returns the mirror image of a cell in the diagonal from a1, which
// exchanges the sides of the players.
func (p *Position) mirror(m Move) Move {
	n := Move(p.Size)
	return m%n*n + m/n
}

// feature returns the number of a stone at a cell; the grid comes first.
func (p *Position) feature(m Move, stone game.Side) zobrist.Feature {
	return zobrist.Feature(int(stone-red)*p.cells + int(m))
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
func (p *Position) Image(m Move) Move {
	if m == Swap {
		return m
	}
	return Move(p.hash.Image(zobrist.Feature(m)))
}

// Preimage undoes Image. A half turn undoes itself.
func (p *Position) Preimage(m Move) Move { return p.Image(m) }

// AppendFeatures appends the features that hold. If the hash is canonical, they
// are the features of the image with the lesser hash.
func (p *Position) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	begin := len(dst)
	for cell, at := range p.at {
		if stone := p.board[at]; stone != empty {
			dst = append(dst, p.feature(Move(cell), stone))
		}
	}
	if p.next == blue {
		dst = append(dst, p.turn)
	}
	return p.imageKeys.Canonical(dst, begin)
}

// Score returns −1 and true if the side that moved last has connected its
// sides. There are no draws.
func (p *Position) Score() (score int, over bool) {
	if p.won {
		return -1, true
	}
	return 0, false
}

// Ply returns the number of moves that can be taken back.
func (p *Position) Ply() int { return len(p.moves) }
