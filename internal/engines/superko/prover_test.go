package superko_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
)

// A koProver proves whether Black gets goal points more than White under a superko
// rule. Its table keeps what each proof relies on of the boards before the position
// (after Kishimoto and Müller, A General Solution to the Graph History Interaction
// Problem, AAAI 2004).
//
// A proof is a strategy of one side, the prover, against all moves of the other one.
// It holds after other moves to the position if none of the boards before it is one
// that the strategy creates, so that its moves are legal, and if all boards that
// the opponent was not allowed to repeat are among them. More boards only
// forbid the opponent more moves; a pass is always left. Boards from the position
// on do not matter: they are the same each time.
type koProver struct {
	*mini
	situational bool
	goal        int
	limit       int // of nodes

	table map[koState]*koEntry
	line  []koPast // the boards so far, the present one included

	cut                  bool // give up if a search as deep was in vain, with other boards before
	nodes, hits, rejects int
}

// A koState is a position without the boards before.
type koState struct {
	stones stones
	side   uint8 // to move
	passed bool  // by the other side, just now
}

// A koPast is a board of the past.
type koPast struct {
	stones stones
	side   uint8 // to move
	bit    uint64
}

// A relied is what a proof relies on. made are the boards that the prover's moves
// create, by number of stones, as sets of their hashes modulo 64. banned is a set of
// plies of the present line: boards that the opponent must not repeat.
type relied struct {
	made   [17]uint64
	banned koPlies
}

// koPlies is a set of plies.
type koPlies [4]uint64

func (p *koPlies) set(ply int)   { p[ply>>6] |= 1 << (ply & 63) }
func (p *koPlies) clear(ply int) { p[ply>>6] &^= 1 << (ply & 63) }

// A koEntry holds the result of a state, and the move to try first.
type koEntry struct {
	result int8        // as of search
	made   *[17]uint64 // as in relied
	banned []koPast    // boards that the opponent must not repeat
	depth  int         // of the deepest search in vain
	best   int         // move to try first: a point, −1 for a pass, −2 for none
}

func koBit(s stones) uint64 {
	h := (uint64(s[0])<<32 | uint64(s[1])) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return 1 << (h >> 58)
}

// repeats returns the last ply whose board forbids another one, −1 if there is none.
func (p *koProver) repeats(s stones, next uint8) int {
	for i := len(p.line) - 1; i >= 0; i-- {
		if past := &p.line[i]; past.stones == s && (!p.situational || past.side == next) {
			return i
		}
	}
	return -1
}

// holds reports whether a known proof holds after the present line, and what it
// relies on.
func (p *koProver) holds(e *koEntry) (r relied, ok bool) {
	prover := uint8(0)
	if e.result < 0 {
		prover = 1
	}
	for i := range p.line {
		past := &p.line[i]
		if (!p.situational || past.side != prover) && e.made[past.stones.count()]&past.bit != 0 {
			return r, false
		}
	}
	r.made = *e.made
	for _, b := range e.banned {
		ply := p.repeats(b.stones, b.side)
		if ply < 0 {
			return r, false
		}
		r.banned.set(ply)
	}
	return r, true
}

// search returns 1 if Black reaches the goal and −1 if he does not. 0 says that the
// depth did not suffice.
func (p *koProver) search(at koState, depth int) (result int8, r relied) {
	p.nodes++
	s, side := at.stones, at.side
	mine := 1 - 2*int8(side) // the result that the side to move wants
	switch {
	case at.passed && (p.area(s) >= p.goal) == (side == 0): // a pass ends the game
		return mine, r
	case 2*p.held(s, 0)-p.points >= p.goal:
		return 1, r
	case p.points-2*p.held(s, 1) < p.goal:
		return -1, r
	}
	ply := len(p.line)
	p.line = append(p.line, koPast{s, side, koBit(s)})
	defer func() { p.line = p.line[:ply] }()
	e := p.table[at]
	if e == nil {
		e = &koEntry{best: -2}
		p.table[at] = e
	}
	if e.result != 0 {
		if r, ok := p.holds(e); ok {
			p.hits++
			r.banned.clear(ply)
			return e.result, r
		}
		p.rejects++
	}
	if depth == 0 || p.cut && e.depth >= depth || p.nodes > p.limit || ply >= 255 {
		return 0, relied{}
	}
	e.depth = max(e.depth, depth)
	var all relied
	open := false
	try := func(c int) bool {
		var v int8
		var sub relied
		if c < 0 && at.passed {
			v = -mine // or the game would be over already
		} else if c < 0 {
			v, sub = p.search(koState{s, side ^ 1, true}, depth-1)
		} else {
			next, ok := p.play(s, side, c)
			if !ok {
				return false
			}
			if ban := p.repeats(next, side^1); ban >= 0 {
				all.banned.set(ban)
				return false
			}
			v, sub = p.search(koState{next, side ^ 1, false}, depth-1)
			if v == mine {
				sub.made[next.count()] |= koBit(next)
			}
		}
		switch v {
		case mine:
			result, r, e.best = v, sub, c
			return true
		case 0:
			open = true
		}
		for i := range sub.made {
			all.made[i] |= sub.made[i]
		}
		for i := range sub.banned {
			all.banned[i] |= sub.banned[i]
		}
		return false
	}
	first := e.best
	done := first != -2 && try(first)
	for _, c := range p.order {
		done = done || c != first && (s[0]|s[1])>>c&1 == 0 && try(c)
	}
	done = done || first != -1 && try(-1)
	switch {
	case !done && open:
		return 0, relied{}
	case !done:
		result, r = -mine, all
	}
	r.banned.clear(ply)
	made := r.made
	e.result, e.made, e.banned = result, &made, e.banned[:0]
	for i, word := range r.banned {
		for ; word != 0; word &= word - 1 {
			e.banned = append(e.banned, p.line[i<<6+bits.TrailingZeros64(word)])
		}
	}
	return result, r
}

// reaches is search with more and more depth.
func (p *koProver) reaches(s stones, side uint8, goal int) int8 {
	p.table, p.goal = map[koState]*koEntry{}, goal
	for depth := 2; depth <= 240 && p.nodes <= p.limit; depth += 2 {
		p.cut = depth <= 40
		if result, _ := p.search(koState{s, side, false}, depth); result != 0 {
			return result
		}
	}
	return 0
}

// value returns Black's points less White's, by bisection; ok is false if it is not
// proven.
func (p *koProver) value(s stones, side uint8) (value int, ok bool) {
	low, high := -p.points, p.points
	for low < high {
		middle := (low + high + 1) >> 1
		switch p.reaches(s, side, middle) {
		case 1:
			low = middle
		case -1:
			high = middle - 1
		default:
			return 0, false
		}
	}
	return low, true
}

var superkos = []baduk.Ko{baduk.PositionalSuperko, baduk.SituationalSuperko}

// TestSuperkoProofReference compares with the package's rules and a search without
// a table, on boards at random.
func TestSuperkoProofReference(t *testing.T) {
	oracle.Full(t, "proofs beside a plain search")
	rng := rand.New(rand.NewPCG(3, 4))
	for _, ko := range superkos {
		for _, size := range [][2]int{{2, 1}, {3, 1}, {4, 1}, {2, 2}, {5, 1}, {3, 2}} {
			g := newMini(size[0], size[1])
			s, err := search.New(&baduk.Position{}, search.Options{Scoring: search.ByMargin})
			if err != nil {
				t.Fatal(err)
			}
			compared, hits, rejects := 0, 0, 0
			for range 30 {
				b, rows := g.random(rng)
				side := uint8(rng.IntN(2))
				if !g.legal(b) {
					continue
				}
				text := fmt.Sprintf("%s %c - 0", rows, "bw"[side])
				root, err := baduk.Parse(text, baduk.Options{Width: size[0], Height: size[1], Ko: ko})
				if err != nil {
					t.Fatal(err)
				}
				s.Root = root
				want, err := s.Solve(context.Background(), search.Limits{Nodes: 10_000})
				if err != nil {
					t.Fatal(err)
				}
				p := &koProver{mini: g, situational: ko == baduk.SituationalSuperko, limit: 1_000_000}
				got, ok := p.value(b, side)
				hits, rejects = hits+p.hits, rejects+p.rejects
				if side == 1 {
					got = -got
				}
				if !ok || !want.Solved() {
					continue
				}
				if compared++; 2*got != want.Low {
					t.Errorf("%s, %v: %d, want %d half points", text, ko, got, want.Low)
				}
			}
			t.Logf("%d×%d, %v: %d boards; of the proofs remembered %d held and %d did not", size[0], size[1], ko,
				compared, hits, rejects)
			if compared < 8 {
				t.Errorf("%d×%d, %v: only %d boards compared", size[0], size[1], ko, compared)
			}
		}
	}
}

// TestSuperkoProof: 2×2, 3×3 and 3×4 are as E. C. D. van der Werf and others publish,
// Solving Go on Small Boards, 2003; 3×4 also T. Drange and others, Mini-Go, 1998. The
// values of the other boards were found here.
func TestSuperkoProof(t *testing.T) {
	for _, test := range []struct{ width, height, want int }{
		{2, 2, 1}, {3, 2, 0}, {4, 2, 8}, {5, 2, 10}, {3, 3, 9}, {4, 3, 4},
	} {
		for _, ko := range superkos {
			t.Run(fmt.Sprintf("%d×%d/%v", test.height, test.width, ko), func(t *testing.T) {
				if test.width*test.height > 9 {
					oracle.Long(t, "up to ten million nodes")
				}
				p := &koProver{mini: newMini(test.width, test.height), situational: ko == baduk.SituationalSuperko,
					limit: 100_000_000}
				atLeast, atMost := p.reaches(stones{}, 0, test.want), p.reaches(stones{}, 0, test.want+1)
				t.Logf("%d nodes; of the proofs remembered %d held and %d did not", p.nodes, p.hits, p.rejects)
				if atLeast != 1 || atMost != -1 {
					t.Errorf("Black gets %d points: %d; one more: %d", test.want, atLeast, atMost)
				}
			})
		}
	}
}
