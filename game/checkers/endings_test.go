package checkers_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// endings are all positions of up to some number of pieces, with black to move: a
// position with white to move is the image of one of them, and has its hash.
type endings struct {
	number   map[uint64]int32 // by canonical hash
	material []string         // such as "2K1M v 1K": the side to move, and the other
	plies    []int16          // to the end of the game, or −1 for a draw
	lost     []bool           // for the side to move
}

// newEndings values all positions backwards from those without a move, nearest
// first (K. Thompson, Retrograde Analysis of Certain Endgames, ICCA Journal 9(3),
// 1986). It notes the number of positions of each number of pieces from 1.
func newEndings(t *testing.T, pieces int) (e *endings, counts []int) {
	t.Helper()
	e = &endings{number: map[uint64]int32{}}
	p := gamekit.Must(checkers.New(checkers.Options{Canonical: true}))
	each := func(visit func(material string)) {
		for n := 1; n <= pieces; n++ {
			place(n, 1, [2][]string{}, func(sides [2][]string) {
				fen := fmt.Sprintf("B:W%s:B%s", strings.Join(sides[1], ","), strings.Join(sides[0], ","))
				if err := p.Set(fen); err != nil {
					t.Fatal(err)
				}
				visit(material(sides[0]) + " v " + material(sides[1]))
			})
			if len(counts) < n {
				counts = append(counts, len(e.number))
			}
		}
	}
	names := map[string]string{} // each material once
	each(func(material string) {
		if names[material] == "" {
			names[material] = material
		}
		e.number[p.Hash()] = int32(len(e.number))
		e.material = append(e.material, names[material])
	})
	if len(e.number) != len(e.material) {
		t.Fatalf("%d hashes of %d positions", len(e.number), len(e.material))
	}
	for i := len(counts) - 1; i > 0; i-- {
		counts[i] -= counts[i-1]
	}
	var next []int32  // positions after each move
	begin := []int{0} // where the moves of each position begin, and the last end
	var moves []checkers.Move
	each(func(string) {
		moves = p.AppendMoves(moves[:0])
		for _, m := range moves {
			p.Make(m)
			to, ok := e.number[p.Hash()]
			p.Unmake()
			if !ok {
				t.Fatalf("%v: %v leads nowhere", p, m)
			}
			next = append(next, to)
		}
		begin = append(begin, len(next))
	})
	e.value(begin, next)
	for i := range e.material {
		e.check(t, i, next[begin[i]:begin[i+1]])
	}
	return e, counts
}

// value finds the outcomes.
func (e *endings) value(begin []int, next []int32) {
	n := len(e.material)
	at := make([]int, n+1) // where the positions before each one begin
	for _, to := range next {
		at[to+1]++
	}
	for i := range n {
		at[i+1] += at[i]
	}
	before, used := make([]int32, len(next)), slices.Clone(at)
	for from := range n {
		for _, to := range next[begin[from]:begin[from+1]] {
			before[used[to]] = int32(from)
			used[to]++
		}
	}
	e.plies, e.lost = make([]int16, n), make([]bool, n)
	open := make([]int, n) // moves not known to lose
	var queue []int32
	for i := range n {
		if open[i] = begin[i+1] - begin[i]; open[i] == 0 {
			e.lost[i] = true
			queue = append(queue, int32(i))
		} else {
			e.plies[i] = -1
		}
	}
	for i := 0; i < len(queue); i++ {
		to := queue[i]
		for _, from := range before[at[to]:at[to+1]] {
			if e.plies[from] >= 0 {
				continue
			}
			if !e.lost[to] {
				if open[from]--; open[from] > 0 {
					continue
				}
				e.lost[from] = true
			}
			e.plies[from] = e.plies[to] + 1
			queue = append(queue, from)
		}
	}
}

// check compares an outcome with those after each move.
func (e *endings) check(t *testing.T, i int, next []int32) {
	t.Helper()
	soonest, latest, drawn := int16(-1), int16(-1), false
	for _, to := range next {
		switch plies := e.plies[to]; {
		case plies < 0:
			drawn = true
		case !e.lost[to]:
			latest = max(latest, plies)
		case soonest < 0 || plies < soonest:
			soonest = plies
		}
	}
	plies, lost := latest+1, true
	if soonest >= 0 {
		plies, lost = soonest+1, false
	} else if drawn {
		plies, lost = -1, false
	}
	if e.plies[i] != plies || e.lost[i] != lost {
		t.Fatalf("position %d, %s: %d plies, lost: %t; its moves give %d, %t",
			i, e.material[i], e.plies[i], e.lost[i], plies, lost)
	}
}

// material counts the kings and men of a side.
func material(squares []string) string {
	kings := 0
	for _, s := range squares {
		if s[0] == 'K' {
			kings++
		}
	}
	return fmt.Sprintf("%dK%dM", kings, len(squares)-kings)
}

// place visits all ways to add so many pieces from a square on, which black and
// white may have.
func place(left, first int, sides [2][]string, visit func(sides [2][]string)) {
	if left == 0 {
		visit(sides)
		return
	}
	for square := first; square <= 32; square++ {
		for side := range sides {
			for _, king := range []string{"", "K"} {
				if king == "" && (side == 0 && square > 28 || side == 1 && square <= 4) {
					continue // it would be crowned
				}
				next := sides
				next[side] = append(slices.Clip(next[side]), king+strconv.Itoa(square))
				place(left-1, square+1, next, visit)
			}
		}
	}
}

// outcomes are the positions of one material.
type outcomes struct{ wins, draws, losses, longest, longestWins int }

func (e *endings) outcomes() map[string]outcomes {
	all := map[string]outcomes{}
	for i, m := range e.material {
		o := all[m]
		switch plies := int(e.plies[i]); {
		case plies < 0:
			o.draws++
		case e.lost[i]:
			o.losses++
		default:
			o.wins++
			if plies > o.longest {
				o.longest, o.longestWins = plies, 0
			}
			if plies == o.longest {
				o.longestWins++
			}
		}
		all[m] = o
	}
	return all
}

// kingAgainstKing is as E. Trice's report of his database has it (World Draughts
// Forum, damforum.nl, topic 2603): 992 positions with 230 wins, 654 draws and 108
// losses for the side to move, and a longest win of 11 plies. He counts 32 of that
// length, and we 34.
var kingAgainstKing = outcomes{230, 654, 108, 11, 34}

// TestEndings compares positions of two pieces with published counts.
func TestEndings(t *testing.T) {
	e, counts := newEndings(t, 2)
	if want := []int{120, 6972}; !slices.Equal(counts, want) {
		t.Errorf("positions %v, want %v", counts, want)
	}
	if got, want := e.outcomes()["1K0M v 1K0M"], kingAgainstKing; got != want {
		t.Errorf("king against king: %+v, want %+v", got, want)
	}
}

// TestEndingsLong: there are as many positions of three and four pieces as J.
// Schaeffer and others, Solving the game of Checkers, 1996, table 1, say.
func TestEndingsLong(t *testing.T) {
	oracle.Long(t, "two minutes for the positions of three and four pieces")
	e, counts := newEndings(t, 4)
	if want := []int{120, 6972, 261224, 7092774}; !slices.Equal(counts, want) {
		t.Errorf("positions %v, want %v", counts, want)
	}
	all := e.outcomes()
	if got, want := all["1K0M v 1K0M"], kingAgainstKing; got != want {
		t.Errorf("king against king: %+v, want %+v", got, want)
	}
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Logf("%s: %+v", name, all[name])
	}
}
