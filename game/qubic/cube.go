package qubic

import (
	"math/bits"
	"sync"

	"github.com/zobrist-go/zobrist/game/canon"
)

// The cube has 4 cells a side; cell x + 4y + 16z is column x, row y, level z.
const (
	side  = 4
	cells = side * side * side
)

func cell(x, y, z int) int { return x + side*y + side*side*z }

// cubeLines holds the winning lines as sets of cells.
type cubeLines struct {
	all     []uint64
	through [cells][]uint64
}

// lines returns the lines. They begin at the cells from which three steps in one
// of 13 directions, half of the 26, stay in the cube and one step back leaves it.
var lines = sync.OnceValue(func() *cubeLines {
	l := new(cubeLines)
	in := func(v int) bool { return 0 <= v && v < side }
	for d := 14; d < 27; d++ { // direction in base 3, after the central 13
		dx, dy, dz := d%3-1, d/3%3-1, d/9-1
		for c := range cells {
			x, y, z := c%side, c/side%side, c/side/side
			if !in(x+3*dx) || !in(y+3*dy) || !in(z+3*dz) || in(x-dx) && in(y-dy) && in(z-dz) {
				continue
			}
			var set uint64
			for i := range side {
				set |= 1 << cell(x+i*dx, y+i*dy, z+i*dz)
			}
			l.all = append(l.all, set)
		}
	}
	for _, set := range l.all {
		for rest := set; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros64(rest)
			l.through[c] = append(l.through[c], set)
		}
	}
	return l
})

// symmetries returns some that generate the 192 permutations of the cells that map
// lines to lines.
func symmetries() (list []canon.Symmetry) {
	add := func(image func(x, y, z int) int) {
		s := canon.Identity(Space())
		s.Move(Space().Group("stone"), func(stone, c int) (int, int) {
			return stone, image(c%side, c/side%side, c/side/side)
		})
		list = append(list, s)
	}
	add(func(x, y, z int) int { return cell(y, x, z) })
	add(func(x, y, z int) int { return cell(y, z, x) })
	add(func(x, y, z int) int { return cell(side-1-x, y, z) })
	// Layers i and 3−i stay opposite.
	for _, to := range [][side]int{{0, 2, 1, 3}, {1, 0, 3, 2}} {
		add(func(x, y, z int) int { return cell(to[x], to[y], to[z]) })
	}
	return list
}
