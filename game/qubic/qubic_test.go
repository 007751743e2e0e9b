package qubic_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// kit describes the game to the conformance kit, with hashes of both widths.
func kit(o qubic.Options) gametest.Game[qubic.Move] {
	o.Wide = true
	g := gamekit.Kit(gamekit.Must(qubic.New(o)), o.Set)
	if !o.Canonical {
		g.Identity = func(p game.Position[qubic.Move]) string { return p.(*qubic.Position).String() }
	} else {
		all := automorphisms()
		g.Images = func(features []zobrist.Feature) (images [][]zobrist.Feature) {
			for _, a := range all {
				var image []zobrist.Feature
				for _, f := range features {
					if f < 128 {
						f = f/64*64 + zobrist.Feature(a[f%64])
					}
					image = append(image, f)
				}
				images = append(images, image)
			}
			return images
		}
	}
	return g
}

func TestConformance(t *testing.T) {
	g := kit(qubic.Options{})
	g.Perft = []uint64{64, 64 * 63, 64 * 63 * 62}
	g.Positions = []uint64{64, 64 * 63, 64 * 63 / 2 * 62}
	g.Walks, g.Plies = 8, 100
	gametest.Run(t, g)
}

func TestConformanceCanonical(t *testing.T) {
	g := kit(qubic.Options{Canonical: true})
	g.Walks, g.Plies = 2, 80
	gametest.Run(t, g)
}

func FuzzQubic(f *testing.F)     { gametest.Fuzz(f, kit(qubic.Options{})) }
func FuzzCanonical(f *testing.F) { gametest.Fuzz(f, kit(qubic.Options{Canonical: true})) }

// wonBy reports whether X holding four cells wins, O having others.
func wonBy(tb testing.TB, cells [4]int) bool {
	text := []byte(strings.Repeat(".", 64))
	for _, c := range cells {
		text[c] = 'x'
	}
	for placed, c := 0, 0; placed < 3; c++ { // three stones of O, which win nothing
		if text[c] == '.' {
			text[c] = 'o'
			placed++
		}
	}
	p := gamekit.Must(qubic.New(qubic.Options{}))
	if err := p.Set(layout(text) + " o"); err != nil {
		tb.Fatal(err)
	}
	_, over := p.Score()
	return over
}

// layout writes 64 cells, column by column, row by row, level by level.
func layout(cells []byte) string {
	var levels []string
	for z := range 4 {
		var rows []string
		for y := 3; y >= 0; y-- {
			rows = append(rows, string(cells[16*z+4*y:][:4]))
		}
		levels = append(levels, strings.Join(rows, "/"))
	}
	return strings.Join(levels, "|")
}

// lines are the sets of four cells that win, found by asking the rules about
// every set of four that lies on a straight line of the cube's 4³ points, and
// about many that do not.
var lines = sync.OnceValue(func() [][4]int {
	var found [][4]int
	for c := range 64 {
		for d := range 64 {
			// The line from c with the step to d: straight, four cells.
			x, y, z := c%4, c/4%4, c/16
			dx, dy, dz := d%4-x, d/4%4-y, d/16-z
			line := [4]int{}
			ok := c < d && max(dx*dx, dy*dy, dz*dz) == 1
			for i := range 4 {
				u, v, w := x+i*dx, y+i*dy, z+i*dz
				ok = ok && min(u, v, w) >= 0 && max(u, v, w) <= 3
				line[i] = u + 4*v + 16*w
			}
			if ok {
				found = append(found, line)
			}
		}
	}
	return found
})

func TestLines(t *testing.T) {
	if n := len(lines()); n != 76 {
		t.Fatalf("%d straight lines, want 76 (Patashnik 1980; ((4+2)³−4³)/2)", n)
	}
	won := map[[4]int]bool{}
	through := make([]int, 64)
	for _, line := range lines() {
		if !wonBy(t, line) {
			t.Errorf("line %v does not win", line)
		}
		won[line] = true
		for _, c := range line {
			through[c]++
		}
	}
	// Sixteen cells, corners and core, are on seven lines, the others on four.
	var sevens, fours int
	for _, n := range through {
		switch n {
		case 7:
			sevens++
		case 4:
			fours++
		}
	}
	if sevens != 16 || fours != 48 {
		t.Errorf("%d cells on seven lines and %d on four, want 16 and 48", sevens, fours)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		cells := [4]int(rng.Perm(64)[:4])
		slices.Sort(cells[:])
		if wonBy(t, cells) != won[cells] {
			t.Errorf("cells %v win: %t", cells, !won[cells])
		}
	}
}

// automorphisms finds the permutations of the cells that map lines to lines by
// trying all that keep "on one line" at every step.
var automorphisms = sync.OnceValue(func() [][]int {
	isLine := map[uint64]bool{}
	var along [64][64]bool
	for _, line := range lines() {
		var set uint64
		for _, c := range line {
			set |= 1 << c
			for _, d := range line {
				along[c][d] = true
			}
		}
		isLine[set] = true
	}
	var found [][]int
	image := make([]int, 0, 64)
	var used uint64
	var extend func()
	extend = func() {
		c := len(image)
		if c == 64 {
			for _, line := range lines() {
				var set uint64
				for _, d := range line {
					set |= 1 << image[d]
				}
				if !isLine[set] {
					return
				}
			}
			found = append(found, slices.Clone(image))
			return
		}
		for to := range 64 {
			if used>>to&1 == 1 {
				continue
			}
			fits := true
			for d := 0; d < c && fits; d++ {
				fits = along[c][d] == along[to][image[d]]
			}
			if fits {
				used |= 1 << to
				image = append(image, to)
				extend()
				image = image[:c]
				used &^= 1 << to
			}
		}
	}
	extend()
	return found
})

func TestAutomorphisms(t *testing.T) {
	group := automorphisms()
	if len(group) != 192 {
		t.Fatalf("%d automorphisms, want 192 (Silver 1967)", len(group))
	}
	set := zobrist.Default(qubic.Space().Len())
	o := qubic.Options{Canonical: true, Set: set, Wide: true}
	p, q := gamekit.Must(qubic.New(o)), gamekit.Must(qubic.New(o))
	rng := rand.New(rand.NewPCG(3, 4))
	rounds := 20
	if oracle.Short() {
		rounds = 4
	}
	for range rounds {
		for p.Ply() > 0 {
			p.Unmake()
		}
		cells := []byte(strings.Repeat(".", 64))
		for i := range rng.IntN(20) {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			p.Make(m)
			cells[m] = "xo"[i%2]
		}
		turn := p.String()[len(p.String())-2:]
		for i, image := range group {
			moved := make([]byte, 64)
			for c, to := range image {
				moved[to] = cells[c]
			}
			if err := q.Set(layout(moved) + turn); err != nil {
				t.Fatal(err)
			}
			if p.Hash() != q.Hash() || p.Hash128() != q.Hash128() {
				t.Fatalf("%v and %v differ in canonical hash", p, q)
			}
			if i%16 != 0 {
				continue
			}
			for _, m := range p.AppendMoves(nil) {
				n := q.Preimage(p.Image(m))
				p.Make(m)
				q.Make(n)
				if p.Hash() != q.Hash() {
					t.Fatalf("%v and %v differ in canonical hash after moves of one image", p, q)
				}
				p.Unmake()
				q.Unmake()
			}
		}
	}
}

// The numbers of positions up to symmetry agree with Burnside's lemma.
func TestOrbits(t *testing.T) {
	var fixed [3]int
	for _, image := range automorphisms() {
		points, swaps := 0, 0
		for c, to := range image {
			if c == to {
				points++
			} else if image[to] == c && c < to {
				swaps++
			}
		}
		fixed[0] += points
		fixed[1] += points * (points - 1)
		fixed[2] += points*(points-1)/2*(points-2) + swaps*points
	}
	p := gamekit.Must(qubic.New(qubic.Options{Canonical: true}))
	seen := [3]map[uint64]bool{{}, {}, {}}
	var visit func(ply int)
	visit = func(ply int) {
		if ply == len(seen) {
			return
		}
		for _, m := range p.AppendMoves(nil) {
			p.Make(m)
			if h := p.Hash(); !seen[ply][h] {
				seen[ply][h] = true
				visit(ply + 1)
			}
			p.Unmake()
		}
	}
	visit(0)
	for ply, sum := range fixed {
		if got, want := len(seen[ply]), sum/192; got != want {
			t.Errorf("%d positions up to symmetry after %d plies, want %d", got, ply+1, want)
		}
	}
	if len(seen[0]) != 2 {
		t.Errorf("%d first moves up to symmetry, want 2", len(seen[0]))
	}
}

func TestErrors(t *testing.T) {
	gamekit.BadOptions(t, qubic.New, qubic.Parse,
		qubic.Options{Set: zobrist.Set{Keys: make(zobrist.Keys, 3)}},
		qubic.Options{Set: zobrist.Set{Second: make(zobrist.Keys, 20)}})
	p := gamekit.Must(qubic.New(qubic.Options{}))
	const level = "4/4/4/4"
	const cube = level + "|" + level + "|" + level + "|"
	gamekit.BadTexts(t, p, "", " x", cube+level, cube+level+" ", cube+level+" o", cube+"4/4/4 x", cube+"4/4/4/4/4 x",
		cube+level+"| x", cube+"5/4/4/4 x", cube+"x4/4/4/4 o", cube+"3/4/4/4 x", cube+"x3/4/4/4 x", cube+"z3/4/4/4 x",
		cube+"xxxx/oooo/4/4 x", cube+"4|4/4/4 x")
	for _, text := range []string{"", "11", "115", "011", "1111"} {
		if _, err := p.ParseMove(text); err == nil {
			t.Errorf("move %q is read", text)
		}
	}
}

func FuzzSet(f *testing.F) {
	start := gamekit.Must(qubic.New(qubic.Options{}))
	gamekit.FuzzSet(f, start, "4/4/4/4|4/4/1x2/4|4/4/4/4|4/4/4/4 o", "4/4/4/4||| x")
}

func Example() {
	p, err := qubic.New(qubic.Options{Canonical: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	first := map[uint64]bool{}
	for _, m := range p.AppendMoves(nil) {
		p.Make(m)
		first[p.Hash()] = true
		p.Unmake()
	}
	fmt.Println("first moves up to symmetry:", len(first))
	m, err := p.ParseMove("222")
	if err != nil {
		fmt.Println(err)
		return
	}
	p.Make(m)
	fmt.Println(p)
	// Output:
	// first moves up to symmetry: 2
	// 4/4/4/4|4/4/1x2/4|4/4/4/4|4/4/4/4 o
}

func BenchmarkPerft(b *testing.B) {
	for _, canonical := range []bool{false, true} {
		b.Run(fmt.Sprintf("depth=3/canonical=%t", canonical), func(b *testing.B) {
			gamekit.Perft(b, gamekit.Must(qubic.New(qubic.Options{Canonical: canonical})), 3)
		})
	}
}

func BenchmarkMakeUnmake(b *testing.B) {
	for _, canonical := range []bool{false, true} {
		b.Run(fmt.Sprintf("canonical=%t", canonical), func(b *testing.B) {
			gamekit.MakeUnmake(b, gamekit.Must(qubic.New(qubic.Options{Canonical: canonical})), 21)
		})
	}
}
