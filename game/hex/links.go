package hex

import (
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist/game"
)

// linked is the greatest size of a board on which replies are found from virtual
// connections: the cells fit into a word.
const linked = 8

const (
	maxPoints = linked*linked + 2
	maxStrong = 8  // strong links kept of two points
	maxWeak   = 16 // weak links kept of two points
	maxUnion  = 4  // weak links that make one strong link
)

// links are virtual connections of one player on a board of up to 8×8 (V. V.
// Anshelevich, A hierarchical approach to computer Hex, Artificial Intelligence
// 134, 2002, section 4). A point is a side, a chain or an empty cell, where the
// player is to have a stone. A strong link of two points is a set of empty cells
// in which the player can connect them even if the other side moves first; a weak
// one needs the first move.
//
//   - Points that touch have a strong link without cells.
//   - Strong links x–z and z–y without a common cell make a strong link x–y if z is
//     a chain, and a weak one, with z, if z is empty: the player takes z.
//   - Weak links without a cell common to all make a strong one: whatever the other
//     side takes, one of them is whole.
//
// There are links that these rules do not find, and of each two points only some
// are kept.
type links struct {
	count int               // of points; 0 and 1 are the sides
	cell  [maxPoints]uint64 // bit of an empty cell; 0 for sides and chains
	pairs [maxPoints][maxPoints]pair
	queue []link
}

// A pair holds the links of two points x < y.
type pair struct {
	strong         [maxStrong]uint64
	weak           [maxWeak]uint64
	nStrong, nWeak int8
}

type link struct {
	x, y  uint8
	cells uint64
}

// find finds the links of a player in a position.
func (l *links) find(p *Position, stone game.Side) {
	var point [padded]uint8 // 1 + the point of each chain's root and empty cell
	for side, at := range p.edges[stone] {
		point[p.chains.root(at)] = uint8(side + 1)
		l.cell[side] = 0
	}
	l.count, l.queue = 2, l.queue[:0]
	for cell, at := range p.at {
		root := int(at)
		var bit uint64
		switch p.board[at] {
		case empty:
			bit = 1 << cell
		case stone:
			root = p.chains.root(root)
		default:
			continue
		}
		if point[root] == 0 {
			l.cell[l.count] = bit
			l.count++
			point[root] = uint8(l.count)
		}
	}
	for x := range l.count {
		for y := x + 1; y < l.count; y++ {
			q := &l.pairs[x][y]
			q.nStrong, q.nWeak = 0, 0
		}
	}
	for _, at := range p.at {
		if p.board[at] != empty {
			continue
		}
		for _, step := range p.steps {
			to := int(at) + step
			if p.board[to] == stone {
				to = p.chains.root(to)
			}
			if other := point[to]; other != 0 {
				l.addStrong(int(point[at]-1), int(other-1), 0)
			}
		}
	}
	for i := 0; i < len(l.queue); i++ {
		k := l.queue[i]
		x, y := int(k.x), int(k.y)
		if !l.pairs[x][y].has(k.cells) {
			continue
		}
		if x == 0 && y == 1 {
			return
		}
		if y > 1 {
			l.extend(x, y, k.cells)
		}
		if x > 1 {
			l.extend(y, x, k.cells)
		}
	}
}

// extend joins a strong link x–z with those from z.
func (l *links) extend(x, z int, cells uint64) {
	ends := l.cell[x]
	for y := range l.count {
		if y == x || y == z {
			continue
		}
		q := &l.pairs[min(y, z)][max(y, z)]
		if cells&l.cell[y] != 0 {
			continue
		}
		for i := int8(0); i < q.nStrong; i++ {
			more := q.strong[i]
			switch {
			case more&(cells|ends) != 0:
			case l.cell[z] == 0:
				l.addStrong(x, y, cells|more)
			default:
				l.addWeak(x, y, cells|more|l.cell[z])
			}
		}
	}
}

// has reports whether a strong link is kept.
func (q *pair) has(cells uint64) bool {
	return slices.Contains(q.strong[:q.nStrong], cells)
}

// add adds a set to the minimal sets of a list, and returns false if one of them is
// part of it or the list is full of sets that are no larger.
func add(list []uint64, n *int8, limit int, cells uint64) bool {
	for _, c := range list[:*n] {
		if c&^cells == 0 {
			return false
		}
	}
	kept := int8(0)
	for _, c := range list[:*n] {
		if cells&^c != 0 {
			list[kept] = c
			kept++
		}
	}
	*n = kept
	if int(kept) < limit {
		list[kept] = cells
		*n++
		return true
	}
	largest := 0
	for i, c := range list[:kept] {
		if bits.OnesCount64(c) > bits.OnesCount64(list[largest]) {
			largest = i
		}
	}
	if bits.OnesCount64(cells) >= bits.OnesCount64(list[largest]) {
		return false
	}
	list[largest] = cells
	return true
}

func (l *links) addStrong(x, y int, cells uint64) {
	x, y = min(x, y), max(x, y)
	q := &l.pairs[x][y]
	if !add(q.strong[:], &q.nStrong, maxStrong, cells) {
		return
	}
	kept := int8(0) // weak links of which this is no part
	for _, c := range q.weak[:q.nWeak] {
		if cells&^c != 0 {
			q.weak[kept] = c
			kept++
		}
	}
	q.nWeak = kept
	l.queue = append(l.queue, link{uint8(x), uint8(y), cells})
}

func (l *links) addWeak(x, y int, cells uint64) {
	x, y = min(x, y), max(x, y)
	q := &l.pairs[x][y]
	for _, c := range q.strong[:q.nStrong] {
		if c&^cells == 0 {
			return
		}
	}
	if add(q.weak[:], &q.nWeak, maxWeak, cells) {
		weak := q.weak // which addStrong may change
		l.unite(x, y, weak[:q.nWeak], cells, cells, maxUnion-1)
	}
}

// unite makes strong links of weak ones without a common cell.
func (l *links) unite(x, y int, weak []uint64, common, all uint64, left int) {
	for i, c := range weak {
		switch rest := common & c; {
		case rest == common:
		case rest == 0:
			l.addStrong(x, y, all|c)
		case left > 1:
			l.unite(x, y, weak[i+1:], rest, all|c, left-1)
		}
	}
}

// sides returns whether the sides have a strong link, the cells that all their weak
// links have in common, and whether there is one.
func (l *links) sides() (strong bool, common uint64, weak bool) {
	q := &l.pairs[0][1]
	common = ^uint64(0)
	for _, c := range q.weak[:q.nWeak] {
		common &= c
	}
	return q.nStrong > 0, common, q.nWeak > 0
}
