package lattice

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ErrLattice is wrapped by errors about the description of a lattice or of
// a state on it.
var ErrLattice = errors.New("lattice: bad description")

// A kind is a Bravais lattice.
type kind uint8

const (
	kindSquare kind = iota + 1 // two dimensions, 4 nearest neighbours
	kindCubic                  // simple cubic, 6
	kindBCC                    // body-centred cubic, 8
	kindFCC                    // face-centred cubic, 12
)

// shells is the number of shells of neighbours of a [Lattice].
const shells = 3

// maxSites is the largest number of sites of a [Lattice].
const maxSites = 1 << 20

// kinds describes each Kind: the sites of a conventional cell, in units of 1/period
// of its edge. All of them are images of one another under translations.
var kinds = [...]struct {
	name       string
	dimensions int
	period     int
	basis      [][3]int
}{
	kindSquare: {"square", 2, 1, [][3]int{{0, 0, 0}}},
	kindCubic:  {"cubic", 3, 1, [][3]int{{0, 0, 0}}},
	kindBCC:    {"bcc", 3, 2, [][3]int{{0, 0, 0}, {1, 1, 1}}},
	kindFCC:    {"fcc", 3, 2, [][3]int{{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}}},
}

// String returns "square", "cubic", "bcc" or "fcc".
func (k kind) String() string {
	if k < kindSquare || k > kindFCC {
		return "kind " + strconv.Itoa(int(k))
	}
	return kinds[k].name
}

// A Lattice is the sites of a periodic crystal, numbered from 0, with their
// neighbours. It is immutable and safe for concurrent use. Make one with [Parse].
type Lattice struct {
	kind   kind
	cells  []int
	size   [3]int // edges of the whole in the units of Coordinates
	places [][3]int32
	grid   []int32         // number of the site at x + size[0]·(y + size[1]·z); −1 for none
	near   [shells][]int32 // neighbours of site s in direction d: s·len(dirs)+d
	dirs   [shells][][3]int
}

// newLattice makes a lattice of that many conventional cells along each edge.
func newLattice(kind kind, cells ...int) (*Lattice, error) {
	if kind < kindSquare || kind > kindFCC {
		return nil, fmt.Errorf("%w: there is no %v; kinds are %d (square) to %d (fcc)", ErrLattice, kind, kindSquare, kindFCC)
	}
	k := kinds[kind]
	if len(cells) != k.dimensions {
		return nil, fmt.Errorf("%w: %v has %d edges; cells for %d are given", ErrLattice, kind, k.dimensions, len(cells))
	}
	l := &Lattice{kind: kind, cells: slices.Clone(cells), size: [3]int{1, 1, 1}}
	sites := len(k.basis)
	for i, n := range cells {
		if n < 1 || n > maxSites/sites {
			return nil, fmt.Errorf("%w: %s: give 1 cell or more along each edge, and at most %d sites in all",
				ErrLattice, l, maxSites)
		}
		sites *= n
		l.size[i] = n * k.period
	}
	l.place()
	for shell := range shells {
		l.link(shell)
	}
	return l, nil
}

// Parse makes a periodic lattice from its kind and the number of conventional cells
// along each edge: "square:32x32", "bcc:8x8x8"; one number means equal edges. Kinds
// are square (two dimensions, 1 site a cell, 4 nearest neighbours), cubic (1 site, 6
// neighbours), bcc (2 sites, 8) and fcc (4 sites, 12). There are at most 2^20 sites.
// On a lattice of few cells, a site is its own neighbour, or the neighbour of another
// in several directions, as in the periodic crystal. The neighbours take some 100
// bytes a site. The error wraps [ErrLattice].
func Parse(text string) (*Lattice, error) {
	name, edges, _ := strings.Cut(text, ":")
	var kind kind
	for k := kindSquare; k <= kindFCC; k++ {
		if k.String() == name {
			kind = k
		}
	}
	if kind == 0 {
		return nil, fmt.Errorf("%w: %q: write square, cubic, bcc or fcc and the cells along each edge, as in bcc:8x8x8",
			ErrLattice, text)
	}
	var cells []int
	for word := range strings.SplitSeq(edges, "x") {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("%w: %q: %q is not a number of cells; write %v and the cells along each edge, as in %v:8",
				ErrLattice, text, word, kind, kind)
		}
		cells = append(cells, n)
	}
	if len(cells) == 1 {
		cells = slices.Repeat(cells, kinds[kind].dimensions)
	}
	return newLattice(kind, cells...)
}

// place numbers the sites: along x, then y, then z, the sites of a cell together.
func (l *Lattice) place() {
	k, n := kinds[l.kind], [3]int{1, 1, 1}
	copy(n[:], l.cells)
	l.grid = make([]int32, l.size[0]*l.size[1]*l.size[2])
	for i := range l.grid {
		l.grid[i] = -1
	}
	for z := range n[2] {
		for y := range n[1] {
			for x := range n[0] {
				for _, b := range k.basis {
					p := [3]int{x*k.period + b[0], y*k.period + b[1], z*k.period + b[2]}
					l.grid[l.cellAt(p)] = int32(len(l.places))
					l.places = append(l.places, [3]int32{int32(p[0]), int32(p[1]), int32(p[2])})
				}
			}
		}
	}
}

// cellAt returns the place of a point in grid.
func (l *Lattice) cellAt(p [3]int) int { return p[0] + l.size[0]*(p[1]+l.size[1]*p[2]) }

// link finds the neighbours in a shell.
func (l *Lattice) link(shell int) {
	l.dirs[shell] = directions(l.kind, shell)
	l.near[shell] = make([]int32, 0, len(l.places)*len(l.dirs[shell]))
	for _, p := range l.places {
		for _, d := range l.dirs[shell] {
			var q [3]int
			for i := range q {
				q[i] = ((int(p[i])+d[i])%l.size[i] + l.size[i]) % l.size[i]
			}
			l.near[shell] = append(l.near[shell], l.grid[l.cellAt(q)])
		}
	}
}

// directions returns the lattice vectors of the shell-th least length, from 0, in
// lexicographic order.
func directions(of kind, shell int) [][3]int {
	const reach = 4
	byLength := make(map[int][][3]int)
	for x := -reach; x <= reach; x++ {
		for y := -reach; y <= reach; y++ {
			for z := -reach; z <= reach; z++ {
				square := x*x + y*y + z*z
				inside := map[kind]bool{
					kindSquare: z == 0,
					kindCubic:  true,
					kindBCC:    (x^y)&1 == 0 && (y^z)&1 == 0,
					kindFCC:    (x^y^z)&1 == 0,
				}[of]
				if inside && square > 0 && square <= reach*reach {
					byLength[square] = append(byLength[square], [3]int{x, y, z})
				}
			}
		}
	}
	lengths := make([]int, 0, len(byLength))
	for n := range byLength {
		lengths = append(lengths, n)
	}
	slices.Sort(lengths)
	return byLength[lengths[shell]]
}

// String returns a description that [Parse] reads, such as "bcc:8x8x8".
func (l *Lattice) String() string {
	edges := make([]string, len(l.cells))
	for i, n := range l.cells {
		edges[i] = strconv.Itoa(n)
	}
	return l.kind.String() + ":" + strings.Join(edges, "x")
}

// Dimensions returns 2 for a square lattice and 3 for the others.
func (l *Lattice) Dimensions() int { return len(l.cells) }

// Sites returns the number of sites, 1 to 2^20.
func (l *Lattice) Sites() int { return len(l.places) }

// Size returns the edges of the periodic box in the units of
// [Lattice.Coordinates]; the third is 1 in two dimensions.
func (l *Lattice) Size() [3]int { return l.size }

// Coordinates returns the place of a site, each coordinate from 0 to less than
// the edge. The unit is the edge of a cell for square and cubic, and half of it
// for bcc and fcc.
func (l *Lattice) Coordinates(site int) (x, y, z int) {
	p := l.places[site]
	return int(p[0]), int(p[1]), int(p[2])
}

// Neighbors returns the neighbours of a site in a shell, 0 to 2; shell 0 holds the
// nearest. Their directions have the same order for every site. The
// slice belongs to the lattice and must not be changed.
func (l *Lattice) Neighbors(site, shell int) []int32 {
	n := len(l.dirs[shell])
	return l.near[shell][site*n : (site+1)*n : (site+1)*n]
}

// translate returns the image of a site under the translation that takes the
// coordinates origin to site 0.
func (l *Lattice) translate(site int32, origin [3]int32) int32 {
	p := l.places[site]
	at, stride := 0, 1
	for i := range p {
		d := int(p[i] - origin[i])
		if d < 0 {
			d += l.size[i]
		}
		at += d * stride
		stride *= l.size[i]
	}
	return l.grid[at]
}
