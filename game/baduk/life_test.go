package baduk

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// closed returns the stones of chains of c that Benson's algorithm finds.
func (p *Position) closed(c Color) map[Move]bool {
	var l life
	found := map[Move]bool{}
	if !l.alone(p, c) {
		return found
	}
	for _, n := range l.components {
		for _, i := range l.list[n.first:n.last] {
			if n.chain && n.closed {
				found[p.move(i)] = true
			}
		}
	}
	return found
}

// TestLifeExactly plays, on every legal board of up to nine points, all that
// one side can do while the other one passes: the chains that Benson finds
// are exactly the chains of which no stone is ever taken.
func TestLifeExactly(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 1}, {3, 1}, {6, 1}, {2, 2}, {3, 2}, {4, 2}, {3, 3}} {
		for _, suicide := range []bool{false, true} {
			s := siege{width: size[0], height: size[1], suicide: suicide}
			s.solve()
			boards, alive := 0, 0
			for code, board := range s.boards {
				p, err := Parse(s.text(board), Options{Suicide: suicide})
				if err != nil {
					continue // a chain without liberty
				}
				boards++
				got := p.closed(Black)
				for m, c := range board {
					want := c == 1 && s.lost[code]&s.chain(board, m) == 0
					if want != got[Move(m)] {
						t.Fatalf("%v, suicide %v: %v is never taken: %v; Benson: %v", p, suicide, p.MoveString(Move(m)), want, got)
					}
					if want {
						alive++
					}
				}
			}
			t.Logf("%d×%d, suicide %v: %d boards, %d safe stones", size[0], size[1], suicide, boards, alive)
			if boards < 1 || size == [2]int{3, 3} && (boards != 12675 || alive == 0) {
				t.Errorf("%v: %d boards, %d safe stones", size, boards, alive)
			}
		}
	}
}

// siege is every board of a size, in base 3 (1 black, 2 white), with the black
// stones that White alone, playing on and on, could take off.
type siege struct {
	width, height int
	suicide       bool
	boards        [][]uint8
	lost          []uint16
}

func (s *siege) beside(m int) (near []int) {
	x, y := m%s.width, m/s.width
	if x > 0 {
		near = append(near, m-1)
	}
	if x < s.width-1 {
		near = append(near, m+1)
	}
	if y > 0 {
		near = append(near, m-s.width)
	}
	if y < s.height-1 {
		near = append(near, m+s.width)
	}
	return near
}

// chain returns the chain of the stone on m.
func (s *siege) chain(board []uint8, m int) uint16 {
	set := uint16(1) << m
	for grown := true; grown; {
		grown = false
		for i := range board {
			if set>>i&1 == 0 {
				continue
			}
			for _, j := range s.beside(i) {
				if board[j] == board[m] && set>>j&1 == 0 {
					set |= 1 << j
					grown = true
				}
			}
		}
	}
	return set
}

func (s *siege) free(board []uint8, chain uint16) bool {
	for i := range board {
		if chain>>i&1 == 0 {
			continue
		}
		for _, j := range s.beside(i) {
			if board[j] == 0 {
				return true
			}
		}
	}
	return false
}

func code(board []uint8) (n int) {
	for _, c := range board {
		n = 3*n + int(c)
	}
	return n
}

// play puts a white stone on m and returns the board after it and the black
// stones taken.
func (s *siege) play(board []uint8, m int) (after []uint8, taken uint16, legal bool) {
	after = append([]uint8(nil), board...)
	after[m] = 2
	for _, j := range s.beside(m) {
		if after[j] == 1 {
			if c := s.chain(after, j); !s.free(after, c) {
				taken |= c
			}
		}
	}
	off := taken
	if own := s.chain(after, m); taken == 0 && !s.free(after, own) {
		if !s.suicide || own == 1<<m {
			return nil, 0, false
		}
		off = own
	}
	for i := range after {
		if off>>i&1 == 1 {
			after[i] = 0
		}
	}
	return after, taken, true
}

func (s *siege) solve() {
	type step struct {
		from, to int
		taken    uint16
	}
	n := s.width * s.height
	total := 1
	for range n {
		total *= 3
	}
	var steps []step
	s.boards, s.lost = make([][]uint8, total), make([]uint16, total)
	for from := range total {
		board := make([]uint8, n)
		for i, rest := n-1, from; i >= 0; i, rest = i-1, rest/3 {
			board[i] = uint8(rest % 3)
		}
		s.boards[from] = board
		for m := range board {
			if board[m] != 0 {
				continue
			}
			if after, taken, legal := s.play(board, m); legal {
				steps = append(steps, step{from, code(after), taken})
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for k := range steps {
			e := steps[len(steps)-1-k]
			if lost := s.lost[e.from] | e.taken | s.lost[e.to]; lost != s.lost[e.from] {
				s.lost[e.from], changed = lost, true
			}
		}
	}
}

// text returns a board as Parse reads it, from the highest row down.
func (s *siege) text(board []uint8) string {
	var rows []string
	for y := s.height - 1; y >= 0; y-- {
		var row strings.Builder
		for x := range s.width {
			row.WriteByte(".XO"[board[y*s.width+x]])
		}
		rows = append(rows, row.String())
	}
	return strings.Join(rows, "/") + " b - 0"
}

// TestHeld counts by hand what Black keeps.
func TestHeld(t *testing.T) {
	for _, test := range []struct {
		text    string
		ko      Ko
		suicide bool
		want    int
	}{
		{text: "..... b", want: 0},
		{text: ".X. b", want: 3},
		{text: ".X/X. b", want: 4},
		{text: ".X.X./XXXX./..... b", want: 8},
		{text: ".X.XO/XXXXO/OOOOO/..... b", want: 8},
		{text: "..X.X./XXXXX./....../...... b", want: 10},
		{text: "..X.X./XXXXX./....../...... b", ko: PositionalSuperko, want: 8}, // an answer may be forbidden
		{text: "O.X.X./XXXXX./....../...... b", want: 10},
		{text: "O.X.X./XXXXX./....../...... w - 0", want: 10},
		{text: "O.X.X./XXXXX./....../...... w - 1", want: 8}, // White ends the game
		{text: "O.X.X./XXXXX./....../...... b - 1", want: 10},
		{text: ".OOX.X/XXXXXX/....../...... b", want: 12}, // White cannot fill the last point
		{text: ".O.X.X/XXX.XX/OOO.../...... b", want: 0},
		{text: "..X/..X/.XX b", want: 0},
		{text: "OOX./O.XX/XXX./.... b", want: 7}, // nothing touches the corner
		{text: "OOX./O.XX/XXX./.... b", suicide: true, want: 0},
		{text: ".X.O/XXXO/OOOO/.... b", want: 0},
	} {
		p, err := Parse(test.text, Options{Ko: test.ko, Suicide: test.suicide})
		if err != nil {
			t.Fatal(err)
		}
		if got := new(life).held(p, Black); got != test.want {
			t.Errorf("%s, %v ko: Black keeps %d points, want %d", test.text, test.ko, got, test.want)
		}
	}
}

// TestBoundsAllocate: nothing, after the first call.
func TestBoundsAllocate(t *testing.T) {
	p, err := Parse(".X.X./XXXX./..... b", Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Bounds()
	if n := testing.AllocsPerRun(100, func() { p.Bounds() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// undecided reports whether a way from m round the closed stones of c leads to
// a point that gnugo does not give to c.
func undecided(p *Position, c Color, m Move, closed map[Move]bool, status []string) bool {
	seen := map[Move]bool{m: true}
	for todo := []Move{m}; len(todo) > 0; {
		m, todo = todo[0], todo[1:]
		mine := status[m] == c.String()+"_territory"
		if s := p.Stone(m); s != Empty {
			mine = s == c && status[m] == "alive" || s != c && status[m] == "dead"
		}
		if !mine {
			return true
		}
		for _, d := range neighbours {
			if j := p.at(m) + d; p.board[j] != border && !closed[p.move(j)] && !seen[p.move(j)] {
				seen[p.move(j)] = true
				todo = append(todo, p.move(j))
			}
		}
	}
	return false
}

// TestLifeGNUGo compares with Debian's gnugo on boards of 5×5 to 9×9 on which
// random play has gone on for long: its unconditionally alive stones are
// Benson's, except for stones that lie in the territory of such stones. The other
// points that it holds are its territory.
func TestLifeGNUGo(t *testing.T) {
	gnugo := oracle.Start(t, oracle.Program(t, "gnugo", "gnugo"), "--mode", "gtp")
	boards := 300
	if os.Getenv("ZOBRIST_LONG") != "" {
		boards = 5000
	}
	rng := rand.New(rand.NewPCG(1, 2026))
	alive, territory := 0, 0
	for range boards {
		size := 5 + rng.IntN(5)
		p, err := New(Options{Width: size})
		if err != nil {
			t.Fatal(err)
		}
		moves := []string{}
		for range rng.IntN(2*size*size) + size*size/2 {
			var best []Move
			for _, m := range p.AppendMoves(nil) {
				if m != Pass && !p.eye(p.at(m), p.turn) {
					best = append(best, m)
				}
			}
			m := Pass
			if len(best) > 0 {
				m = best[rng.IntN(len(best))]
			}
			if m == Pass {
				break
			}
			moves = append(moves, fmt.Sprintf("play %v %s", p.turn, p.MoveString(m)))
			p.Make(m)
		}
		p.setPasses(0)
		var ask strings.Builder
		fmt.Fprintf(&ask, "boardsize %d\nclear_board\n%s\n", size, strings.Join(moves, "\n"))
		skip := 2 + len(moves)
		for m := range Move(p.points()) {
			fmt.Fprintf(&ask, "unconditional_status %s\n", p.MoveString(m))
		}
		gnugo.Send("%s", ask.String())
		next := func() string {
			text := gnugo.Line()
			if !strings.HasPrefix(text, "=") || gnugo.Line() != "" {
				t.Fatalf("gnugo says %q to %s", text, ask.String())
			}
			return strings.TrimSpace(text[1:])
		}
		for range skip {
			next()
		}
		status := make([]string, p.points())
		for m := range status {
			status[m] = next()
		}
		for _, c := range []Color{Black, White} {
			closed := p.closed(c)
			for m := range Move(p.points()) {
				if p.Stone(m) != c || closed[m] == (status[m] == "alive") {
					continue
				}
				if closed[m] || undecided(p, c, m, closed, status) {
					t.Errorf("%v: %v stone at %s: Benson %v, gnugo %s", p, c, p.MoveString(m), closed[m], status[m])
				}
			}
			alive += len(closed)
			own := 0
			for m := range Move(p.points()) {
				switch {
				case closed[m], p.Stone(m) == Empty && status[m] == c.String()+"_territory", p.Stone(m) == c.Opponent() &&
					status[m] == "dead":
					own++
				}
			}
			held := new(life).held(p, c)
			if held > own {
				t.Errorf("%v: %v keeps %d points, gnugo counts %d", p, c, held, own)
			}
			territory += held - len(closed)
		}
	}
	t.Logf("%d boards, %d stones alive, %d other points held", boards, alive, territory)
	if alive < boards || territory < boards/2 {
		t.Errorf("on %d boards only %d stones alive and %d points beside them", boards, alive, territory)
	}
}
