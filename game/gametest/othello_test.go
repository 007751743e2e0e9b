package gametest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// othello is Othello on a square board of even size. A player without a move passes: by a move of its own, or, if skips
// is set, without one. If it forgets the turn, neither hash nor features have the side to move.
type othello struct {
	size           int
	skips, forgets bool
	cells          []byte // '.', 'x' or 'o'
	turn           byte
	set            zobrist.Set
	hash           uint64
	history        []othelloUndo
}

type othelloUndo struct {
	cells string
	turn  byte
	hash  uint64
}

const pass = -1

func newOthello(size int, skips, forgets bool, set zobrist.Set) *othello {
	p := &othello{size: size, skips: skips, forgets: forgets, set: set, turn: 'x',
		cells: []byte(strings.Repeat(".", size*size))}
	m := size / 2
	p.cells[m*size+m-1], p.cells[(m-1)*size+m] = 'x', 'x'
	p.cells[m*size+m], p.cells[(m-1)*size+m-1] = 'o', 'o'
	p.hash = set.Hash(p.AppendFeatures(nil)...)
	return p
}

// flips returns the stones that a move of a side turns.
func (p *othello) flips(at int, side byte) (list []int) {
	if p.cells[at] != '.' {
		return nil
	}
	for _, d := range [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}} {
		var row []int
		for x, y := at%p.size+d[0], at/p.size+d[1]; x >= 0 && y >= 0 && x < p.size && y < p.size; x, y = x+d[0], y+d[1] {
			c := p.cells[y*p.size+x]
			if c == side {
				list = append(list, row...)
			}
			if c == side || c == '.' {
				break
			}
			row = append(row, y*p.size+x)
		}
	}
	return list
}

func other(side byte) byte { return 'x' + 'o' - side }

func (p *othello) places(dst []int, side byte) []int {
	for at := range p.cells {
		if len(p.flips(at, side)) > 0 {
			dst = append(dst, at)
		}
	}
	return dst
}

func (p *othello) AppendMoves(dst []int) []int {
	begin := len(dst)
	dst = p.places(dst, p.turn)
	if len(dst) == begin && !p.skips && len(p.places(nil, other(p.turn))) > 0 {
		dst = append(dst, pass)
	}
	return dst
}

func (p *othello) Make(m int) {
	p.history = append(p.history, othelloUndo{string(p.cells), p.turn, p.hash})
	if m != pass {
		for _, at := range append(p.flips(m, p.turn), m) {
			p.cells[at] = p.turn
		}
	}
	if p.turn = other(p.turn); p.skips && len(p.places(nil, p.turn)) == 0 && len(p.places(nil, other(p.turn))) > 0 {
		p.turn = other(p.turn)
	}
	p.hash = p.set.Hash(p.AppendFeatures(nil)...)
}

func (p *othello) Unmake() {
	u := p.history[len(p.history)-1]
	p.history = p.history[:len(p.history)-1]
	p.cells, p.turn, p.hash = []byte(u.cells), u.turn, u.hash
}

func (p *othello) Hash() uint64 { return p.hash }

func (p *othello) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	n := zobrist.Feature(len(p.cells))
	for at, c := range p.cells {
		switch c {
		case 'x':
			dst = append(dst, zobrist.Feature(at))
		case 'o':
			dst = append(dst, n+zobrist.Feature(at))
		}
	}
	if p.turn == 'o' && !p.forgets {
		dst = append(dst, 2*n)
	}
	return dst
}

func (p *othello) MoveString(m int) string {
	if m == pass {
		return "pass"
	}
	return fmt.Sprintf("%c%d", 'a'+m%p.size, m/p.size+1)
}

func othelloGame(size int, skips, forgets bool) gametest.Game[int] {
	space := zobrist.MustSpace("othello", zobrist.Grid("disc", []string{"x", "o"}, zobrist.Squares(size, size)),
		zobrist.Flags("turn", "o to move"))
	set := zobrist.Default(space.Len())
	g := gametest.Game[int]{New: func() game.Position[int] { return newOthello(size, skips, forgets, set) },
		Space: space, Set: set, Walks: 8, Plies: 70}
	if forgets {
		g.Walks = 64
	}
	if size == 8 {
		g.Perft = []uint64{4, 12, 56, 244, 1396, 8200} // published in many places
	}
	return g
}

// TestOthello: a game that forgets the side to move in hash and features alike fails on every board, with passes as
// moves or without; the true game does not.
func TestOthello(t *testing.T) {
	for _, size := range []int{4, 6, 8} {
		if size > 4 && oracle.Cut(t, "boards from 6×6 on") {
			break
		}
		for _, skips := range []bool{false, true} {
			gametest.Run(t, othelloGame(size, skips, false))
			got := verdict(t, func(tb testing.TB) { gametest.Run(tb, othelloGame(size, skips, true)) })
			t.Logf("%d×%d, skips %t: %s", size, size, skips, got)
			if !strings.Contains(got, "other moves") || !strings.Contains(got, "as the side to move?") {
				t.Errorf("%d×%d, skips %t: %q", size, size, skips, got)
			}
		}
	}
}
