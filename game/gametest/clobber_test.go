package gametest_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/gametest"
)

// clobber is Clobber (Albert, Grossman, Nowakowski and Wolfe 2005) on one row:
// a stone takes an enemy stone beside it; who cannot move has lost. It also
// remembers the place of the last capture, to have a one-of group. A fault
// makes it break one promise.
type clobber struct {
	cells   []byte // 'x', 'o' or '.'
	o       bool   // O to move
	last    int    // place of the last capture, or -1
	hash    uint64
	wide    zobrist.Uint128
	history []undo
	fault   string
	calls   int
	waste   []byte
	ply     int  // observed only
	odd     bool // made by every second call
}

type step struct{ from, to int }

type undo struct {
	step
	last int
	hash uint64
	wide zobrist.Uint128
}

const row = "xoxoxo"

var (
	places = zobrist.Squares(len(row), 1)
	space  = zobrist.MustSpace("clobber", zobrist.Grid("stone", []string{"X", "O"}, places),
		zobrist.Flags("turn", "O to move"), zobrist.OneOf("last", "captured on", places...))
	set   = clobberSet()
	stone = space.Group("stone")
	turn  = space.Group("turn")
	last  = space.Group("last")
)

func clobberSet() zobrist.Set {
	set := zobrist.Random(space.Len(), rand.NewPCG(1, 1))
	set.Start = 7
	return set
}

func newClobber(fault string) *clobber {
	p := &clobber{cells: []byte(row), last: -1}
	if fault == "positions share their cells" {
		p.cells = shared
	}
	p.wide = set.Hash128(p.AppendFeatures(nil)...)
	p.hash = p.wide.Lo
	p.calls, p.fault = 0, fault
	made++
	p.odd = made%2 == 1
	return p
}

var (
	shared = []byte(row)
	made   int
)

// clobberGame describes the game, with the fault, to the kit.
func clobberGame(fault string) gametest.Game[step] {
	g := gametest.Game[step]{
		New:   func() game.Position[step] { return newClobber(fault) },
		Space: space,
		Set:   set,
		Observe: func(p game.Position[step]) string {
			if p.(*clobber).ply > 3 {
				return "late"
			}
			return "early"
		},
		Identity: func(p game.Position[step]) string { return p.(*clobber).String() },
		Parse: func(text string) (game.Position[step], error) {
			if fault == "parse fails" {
				return nil, errors.New("no")
			}
			p := newClobber("")
			cells, rest, _ := strings.Cut(text, " ")
			turn, place, _ := strings.Cut(rest, " ")
			p.cells, p.o = []byte(cells), turn == "o"
			p.last = strings.Index("abcdef", place)
			if fault == "parse forgets the turn" {
				p.o = false
			}
			p.wide = set.Hash128(p.AppendFeatures(nil)...)
			p.hash = p.wide.Lo
			return p, nil
		},
		// By hand: a takes b, c takes b or d, e takes d or f; then O has 3, 2,
		// 2, 2 and 3 captures, no two of which lead to the same position.
		Perft:     []uint64{5, 12},
		Positions: []uint64{5, 12},
		NoAllocs:  true,
	}
	return g
}

// Clone returns a copy.
func (p *clobber) Clone() *clobber {
	c := *p
	if p.fault != "copies share their cells" {
		c.cells = slices.Clone(p.cells)
	}
	if p.fault != "copies share their history" {
		c.history = slices.Clone(p.history)
	}
	if p.fault == "a copy forgets the last place" {
		c.last = -1
	}
	return &c
}

func (p *clobber) colour() byte {
	if p.o {
		return 'o'
	}
	return 'x'
}

func (p *clobber) AppendMoves(dst []step) []step {
	p.calls++
	begin := len(dst)
	if p.fault == "moves overwrite dst" {
		dst, begin = dst[:0], 0
	}
	for from, c := range p.cells {
		for _, to := range []int{from - 1, from + 1} {
			if c == p.colour() && to >= 0 && to < len(p.cells) && p.cells[to] != c && p.cells[to] != '.' {
				dst = append(dst, step{from, to})
			}
		}
	}
	moves := dst[begin:]
	switch {
	case p.fault == "moves in changing order" && p.calls%2 == 0:
		slices.Reverse(moves)
	case p.fault == "a move twice" && len(moves) == 3:
		dst = append(dst, moves[1])
	case p.fault == "a move is missing" && len(moves) == 3:
		dst = dst[:len(dst)-1]
	case p.fault == "moves disturb dst" && begin > 0:
		dst[0] = step{-1, -1}
	case p.fault == "looking at moves changes the hash":
		p.hash ^= 1
	}
	return dst
}

func (p *clobber) Make(m step) {
	p.history = append(p.history, undo{m, p.last, p.hash, p.wide})
	toggle := func(f zobrist.Feature) {
		p.hash ^= set.Keys[f]
		p.wide = p.wide.Xor(zobrist.Uint128{Hi: set.Second[f], Lo: set.Keys[f]})
	}
	mine := 0
	if p.o {
		mine = 1
	}
	toggle(stone.At(mine, m.from))
	toggle(stone.At(mine, m.to))
	if p.fault != "hash forgets the captured stone" || len(p.history) < 3 {
		toggle(stone.At(1-mine, m.to))
	}
	if p.last >= 0 {
		toggle(last.Flag(p.last))
	}
	toggle(last.Flag(m.to))
	if p.fault != "hash forgets the turn" {
		toggle(turn.Flag(0))
	}
	if p.fault == "wide hash is wrong" {
		p.wide.Hi ^= 1
	}
	p.cells[m.to], p.cells[m.from] = p.cells[m.from], '.'
	p.last = m.to
	p.o = !p.o
	p.ply++
	if p.fault == "make allocates" {
		p.waste = make([]byte, 1<<10)
	}
}

func (p *clobber) Unmake() {
	if len(p.history) == 0 {
		if p.fault == "unmake does not panic" {
			return
		}
		panic("clobber: no move to take back")
	}
	u := p.history[len(p.history)-1]
	p.history = p.history[:len(p.history)-1]
	if p.fault != "unmake forgets the turn" {
		p.o = !p.o
	}
	enemy := byte('x')
	if !p.o {
		enemy = 'o'
	}
	p.cells[u.from] = p.cells[u.to]
	if p.fault != "unmake forgets the captured stone" {
		p.cells[u.to] = enemy
	}
	if p.fault != "unmake forgets the last place" {
		p.last = u.last
	}
	if p.fault != "unmake forgets the hash" {
		p.hash = u.hash
	}
	if p.fault != "unmake forgets the wide hash" {
		p.wide = u.wide
	}
	if p.fault != "unmake forgets a fact to observe" {
		p.ply--
	}
	if p.fault == "unmake spoils the next make" && len(p.history) == 1 {
		p.last = -1
	}
}

func (p *clobber) Hash() uint64 {
	if p.fault == "hash is one for all" {
		return set.Start
	}
	return p.hash
}

func (p *clobber) Hash128() zobrist.Uint128 {
	h := zobrist.Uint128{Hi: p.wide.Hi, Lo: p.Hash()}
	if p.fault == "low half is another hash" {
		h.Lo++
	}
	return h
}

func (p *clobber) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	p.calls++
	if p.fault == "features overwrite dst" {
		dst = dst[:0]
	}
	for i, c := range p.cells {
		switch c {
		case 'x':
			dst = append(dst, stone.At(0, i))
		case 'o':
			dst = append(dst, stone.At(1, i))
		}
	}
	if p.o {
		dst = append(dst, turn.Flag(0))
	}
	if p.last >= 0 {
		dst = append(dst, last.Flag(p.last))
	}
	switch p.fault {
	case "a feature twice":
		dst = append(dst, dst[0])
	case "a feature outside the space":
		dst = append(dst, zobrist.Feature(space.Len()))
	case "two classes at a place":
		dst = append(dst, stone.At(1, 0))
	case "two of a one-of group":
		dst = append(dst, last.Flag(0), last.Flag(3))
	case "features differ between calls":
		if p.calls%3 == 0 {
			dst = append(dst, last.Flag(3))
		}
	case "turn is no feature":
		dst = slices.DeleteFunc(dst, turn.Contains)
	}
	return dst
}

// Clobber has one symmetry here, the identity, so that moves are their own images. The fault
// exchanges two of them in every second game.
func (p *clobber) Symmetry() game.Symmetry { return game.BoardSymmetry }

func (p *clobber) Image(m step) step {
	if p.fault != "image is another move's" || !p.odd {
		return m
	}
	moves := p.AppendMoves(nil)
	switch m {
	case moves[0]:
		return moves[len(moves)-1]
	case moves[len(moves)-1]:
		return moves[0]
	}
	return m
}

func (p *clobber) Preimage(m step) step {
	if p.fault == "image is not undone" && len(p.history) == 2 {
		return step{m.to, m.from}
	}
	return p.Image(m)
}

func (p *clobber) Score() (score int, over bool) {
	if p.fault == "a score while play goes on" {
		return 1, false
	}
	over = len(p.AppendMoves(nil)) == 0
	if p.fault == "the end is not seen" {
		over = false
	}
	if over {
		score = -1
	}
	return score, over
}

func (p *clobber) String() string {
	text := string(p.cells) + " " + string(p.colour())
	if p.last >= 0 {
		text += " " + places[p.last][:1]
	} else {
		text += " -"
	}
	return text
}
