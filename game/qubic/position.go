package qubic

import (
	"fmt"
	"math/bits"
	"strconv"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/canon"
	"github.com/zobrist-go/zobrist/game/qubic/internal/threat"
)

// A Move is the cell that receives a stone, column + 4·row + 16·level, each
// from 0.
type Move uint8

// Options say what positions hash with. The zero value means default keys.
type Options struct {
	// Canonical gives positions that an automorphism of the game maps to each
	// other one hash.
	Canonical bool

	Set  zobrist.Set // keys of the features; see [zobrist.Set.Complete]
	Wide bool        // keep both words of the hash of 128 bits up to date in Make
}

// Space returns the 129 features of the game.
func Space() *zobrist.Space { return space() }

var space = sync.OnceValue(func() *zobrist.Space {
	names := make([]string, cells)
	for c := range names {
		names[c] = cellName(Move(c))
	}
	return zobrist.MustSpace("qubic",
		zobrist.Grid("stone", []string{"X", "O"}, names),
		zobrist.Flags("turn", "O to move"))
})

// turn is the feature of O being to move, after the grid.
const turn = zobrist.Feature(2 * cells)

// imageKeys returns the keys and, for a canonical hash, 500 kB of their images.
func (o Options) imageKeys() (*canon.ImageKeys, error) {
	co := canon.Options{Set: o.Set, Wide: o.Wide}
	if o.Canonical {
		co.Symmetries = symmetries()
	}
	return canon.New(Space(), co)
}

// Those under the default keys.
var (
	plain     = sync.OnceValues(Options{}.imageKeys)
	canonical = sync.OnceValues(Options{Canonical: true}.imageKeys)
)

// A Position is a state of play with the moves that led to it. Make one with
// [New] or [Parse]; it belongs to one goroutine at a time.
type Position struct {
	lines     *cubeLines
	imageKeys *canon.ImageKeys
	stones    [3]uint64 // cells of each side; none of NoSide
	next      game.Side // whose turn it is
	won       bool      // by the side that moved last
	moves     []Move    // made, and not taken back
	hash      canon.Hash

	threats *threat.Search // of AppendReplies, which makes it
}

// New returns the empty cube. The error wraps [game.ErrOptions].
func New(o Options) (*Position, error) {
	keysOf := o.imageKeys
	if o.Set.Keys == nil && o.Set.Second == nil && !o.Wide {
		keysOf = plain
		if o.Canonical {
			keysOf = canonical
		}
	}
	keys, err := keysOf()
	if err != nil {
		return nil, fmt.Errorf("qubic: %w: Options.Set: %w", game.ErrOptions, err)
	}
	return &Position{lines: lines(), imageKeys: keys, next: game.FirstSide, hash: keys.New()}, nil
}

// Parse returns the position that [Position.String] writes. The error wraps
// [game.ErrOptions] or is a [*game.TextError].
func Parse(text string, o Options) (*Position, error) {
	p, err := New(o)
	if err != nil {
		return nil, err
	}
	if err := p.Set(text); err != nil {
		return nil, err
	}
	return p, nil
}

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	c := *p
	c.moves = append([]Move(nil), p.moves...)
	c.hash = p.hash.Clone()
	c.threats = nil
	return &c
}

// Turn returns the side to move; X is [game.FirstSide].
func (p *Position) Turn() game.Side { return p.next }

// Stone returns whose stone is in the cell of a move, [game.NoSide] if none is.
func (p *Position) Stone(m Move) game.Side {
	for _, side := range [...]game.Side{game.FirstSide, game.SecondSide} {
		if p.stones[side]>>m&1 == 1 {
			return side
		}
	}
	return game.NoSide
}

// AppendMoves appends the empty cells in order; none when the game is over.
func (p *Position) AppendMoves(dst []Move) []Move {
	if p.won {
		return dst
	}
	own, other := p.sets()
	for free := ^(own | other); free != 0; free &= free - 1 {
		dst = append(dst, Move(bits.TrailingZeros64(free)))
	}
	return dst
}

// Make places a stone of the side to move.
func (p *Position) Make(m Move) {
	stones := &p.stones[p.next]
	*stones |= 1 << m
	p.hash.Toggle(feature(m, p.next))
	p.hash.Toggle(turn)
	p.won = wins(*stones, p.lines.through[m&(cells-1)])
	p.next = p.next.Opponent()
	p.moves = append(p.moves, m)
}

// wins reports whether the stones fill one of the lines.
func wins(stones uint64, lines []uint64) bool {
	for _, line := range lines {
		if stones&line == line {
			return true
		}
	}
	return false
}

// Unmake takes back the last move. It panics if there is none.
func (p *Position) Unmake() {
	if len(p.moves) == 0 {
		panic("qubic: no move to take back")
	}
	m := p.moves[len(p.moves)-1]
	p.moves = p.moves[:len(p.moves)-1]
	p.next = p.next.Opponent()
	p.won = false
	p.stones[p.next] &^= 1 << m
	p.hash.Toggle(turn)
	p.hash.Toggle(feature(m, p.next))
}

// feature returns the number of a side's stone in a cell; the grid comes first.
func feature(m Move, stone game.Side) zobrist.Feature {
	return zobrist.Feature(int(stone-1)*cells + int(m))
}

// sets returns the cells of the side to move and of the other.
func (p *Position) sets() (own, other uint64) {
	return p.stones[p.next], p.stones[p.next.Opponent()]
}

// Space returns the features of the game.
func (p *Position) Space() *zobrist.Space { return Space() }

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
	for stone := game.FirstSide; stone <= game.SecondSide; stone++ {
		for set := p.stones[stone]; set != 0; set &= set - 1 {
			dst = append(dst, feature(Move(bits.TrailingZeros64(set)), stone))
		}
	}
	if p.next == game.SecondSide {
		dst = append(dst, turn)
	}
	return p.imageKeys.Canonical(dst, begin)
}

// Score returns −1 and true if the side that moved last has a line, 0 and true
// if the cube is full.
func (p *Position) Score() (score int, over bool) {
	if p.won {
		return -1, true
	}
	own, other := p.sets()
	return 0, own|other == 1<<cells-1
}

// Ply returns the number of moves that can be taken back.
func (p *Position) Ply() int { return len(p.moves) }

// cellName returns the column, row and level of a cell, each from 1.
func cellName(m Move) string {
	return strconv.Itoa(100*(int(m)%side+1) + 10*(int(m)/side%side+1) + int(m)/side/side + 1)
}
