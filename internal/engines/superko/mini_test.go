package superko_test

import (
	"math/bits"
	"math/rand/v2"
	"strings"
)

// The rules of Go on up to 16 points again, apart from package baduk: area scoring,
// no suicide, two passes end the game.

// stones are the points of Black and of White, side 0 and side 1.
type stones [2]uint32

// count returns the number of stones.
func (s stones) count() int { return bits.OnesCount32(s[0] | s[1]) }

// A mini is a board.
type mini struct {
	width, points int
	all           uint32
	beside        [16]uint32
	order         []int // the points, those in the middle first
}

func newMini(width, height int) *mini {
	g := &mini{width: width, points: width * height, all: 1<<(width*height) - 1}
	far := func(c int) int {
		x, y := 2*(c%width)-width+1, 2*(c/width)-height+1
		return x*x + y*y
	}
	for c := range g.points {
		if c%width > 0 {
			g.beside[c] |= 1 << (c - 1)
			g.beside[c-1] |= 1 << c
		}
		if c >= width {
			g.beside[c] |= 1 << (c - width)
			g.beside[c-width] |= 1 << c
		}
		g.order = append(g.order, c)
		for i := c; i > 0 && far(g.order[i]) < far(g.order[i-1]); i-- {
			g.order[i], g.order[i-1] = g.order[i-1], g.order[i]
		}
	}
	return g
}

// random returns a board at random and its rows as a position has them.
func (g *mini) random(rng *rand.Rand) (s stones, rows string) {
	var text strings.Builder
	for c := range g.points {
		if c > 0 && c%g.width == 0 {
			text.WriteByte('/')
		}
		n := rng.IntN(5)
		text.WriteByte(".XXO."[n])
		if 1 <= n && n <= 3 {
			s[n/3] |= 1 << c
		}
	}
	return s, text.String()
}

// around returns the points beside a set, with some of the set itself.
func (g *mini) around(set uint32) (points uint32) {
	for ; set != 0; set &= set - 1 {
		points |= g.beside[bits.TrailingZeros32(set)]
	}
	return points
}

// first returns the component of a set that has its first point.
func (g *mini) first(set uint32) uint32 {
	for part := set & -set; ; {
		more := (part | g.around(part)) & set
		if more == part {
			return part
		}
		part = more
	}
}

// components returns the components of a set.
func (g *mini) components(dst []uint32, set uint32) []uint32 {
	for set != 0 {
		part := g.first(set)
		dst = append(dst, part)
		set &^= part
	}
	return dst
}

// play returns the board after a stone of the side at c; ok is false if that is
// suicide.
func (g *mini) play(s stones, side uint8, c int) (next stones, ok bool) {
	s[side] |= 1 << c
	captured := false
	var buffer [16]uint32
	for _, chain := range g.components(buffer[:0], s[side^1]) {
		if g.around(chain)&^(s[0]|s[1]) == 0 {
			s[side^1] &^= chain
			captured = true
		}
	}
	if captured {
		return s, true
	}
	for _, chain := range g.components(buffer[:0], s[side]) {
		if chain>>c&1 == 1 {
			return s, g.around(chain)&^(s[0]|s[1]) != 0
		}
	}
	panic("no stone was placed")
}

// legal reports whether all chains have liberties.
func (g *mini) legal(s stones) bool {
	for side := range s {
		for _, chain := range g.components(nil, s[side]) {
			if g.around(chain)&^(s[0]|s[1]) == 0 {
				return false
			}
		}
	}
	return true
}

// area returns Black's points less White's.
func (g *mini) area(s stones) int {
	n := bits.OnesCount32(s[0]) - bits.OnesCount32(s[1])
	var buffer [16]uint32
	for _, region := range g.components(buffer[:0], g.all&^(s[0]|s[1])) {
		switch edge := g.around(region); {
		case edge&s[1] == 0 && edge&s[0] != 0:
			n += bits.OnesCount32(region)
		case edge&s[0] == 0 && edge&s[1] != 0:
			n -= bits.OnesCount32(region)
		}
	}
	return n
}

// held returns a number of points that a side keeps even if it always passes: the
// chains that cannot be captured then (Benson 1976), and their eyes of one point.
func (g *mini) held(s stones, side int) int {
	var chainBuffer, regionBuffer [16]uint32
	chains := g.components(chainBuffer[:0], s[side])
	regions := g.components(regionBuffer[:0], g.all&^s[side])
	empty := g.all &^ (s[0] | s[1])
	for changed := true; changed; {
		changed = false
		for i, chain := range chains {
			vital := 0
			for _, region := range regions {
				if region != 0 && region&empty&^g.around(chain) == 0 {
					vital++
				}
			}
			if chain == 0 || vital >= 2 {
				continue
			}
			chains[i], changed = 0, true
			for j, region := range regions {
				if g.around(region)&chain != 0 {
					regions[j] = 0
				}
			}
		}
	}
	n := 0
	for _, chain := range chains {
		n += bits.OnesCount32(chain)
	}
	for _, region := range regions {
		if n > 0 && region&empty != 0 && region&(region-1) == 0 {
			n++
		}
	}
	return n
}
