package lattice

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ErrLattice is wrapped by the errors about the description of a lattice or of
// a state on it.
var ErrLattice = errors.New("lattice: bad description")

// A Kind is a Bravais lattice.
type Kind uint8

const (
	Square Kind = iota + 1 // two dimensions, 4 nearest neighbours
	Cubic                  // simple cubic, 6
	BCC                    // body-centred cubic, 8
	FCC                    // face-centred cubic, 12
)

// Shells is how many shells of neighbours a [Lattice] knows.
const Shells = 3

// MaxSites is the largest number of sites of a [Lattice], 2^20.
const MaxSites = 1 << 20

// kinds describes each Kind: the sites of a conventional cell, in units of 1/period
// of its edge. All of them are images of one another under translations.
var kinds = [...]struct {
	name       string
	dimensions int
	period     int
	basis      [][3]int
}{
	Square: {"square", 2, 1, [][3]int{{0, 0, 0}}},
	Cubic:  {"cubic", 3, 1, [][3]int{{0, 0, 0}}},
	BCC:    {"bcc", 3, 2, [][3]int{{0, 0, 0}, {1, 1, 1}}},
	FCC:    {"fcc", 3, 2, [][3]int{{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}}},
}

// String returns "square", "cubic", "bcc" or "fcc".
func (k Kind) String() string {
	if k < Square || k > FCC {
		return "kind " + strconv.Itoa(int(k))
	}
	return kinds[k].name
}

// A Lattice is the sites of a periodic crystal, numbered from 0, with their
// neighbours. It is immutable and safe for concurrent use. Make one with [New] or
// [Parse].
type Lattice struct {
	kind   Kind
	cells  []int
	size   [3]int // edges of the whole in the units of Coordinates
	places [][3]int32
	grid   []int32         // number of the site at x + size[0]·(y + size[1]·z); −1 for none
	near   [Shells][]int32 // neighbours of site s in direction d: s·len(dirs)+d
	dirs   [Shells][][3]int
}

// New makes a lattice of that many conventional cells along each edge, two numbers
// for [Square] and three for the others, with periodic boundaries. A cell of Square
// and Cubic has 1 site, of BCC 2, of FCC 4. On a lattice of few cells, sites meet
// themselves or one another in several directions, as the periodic crystal does. It
// takes some 100 bytes a site for the neighbours. The error wraps [ErrLattice].
func New(kind Kind, cells ...int) (*Lattice, error) {
	if kind < Square || kind > FCC {
		return nil, fmt.Errorf("%w: there is no %v; kinds are %d (square) to %d (fcc)", ErrLattice, kind, Square, FCC)
	}
	k := kinds[kind]
	if len(cells) != k.dimensions {
		return nil, fmt.Errorf("%w: %v has %d edges; cells for %d are given", ErrLattice, kind, k.dimensions, len(cells))
	}
	l := &Lattice{kind: kind, cells: slices.Clone(cells), size: [3]int{1, 1, 1}}
	sites := len(k.basis)
	for i, n := range cells {
		if n < 1 || n > MaxSites/sites {
			return nil, fmt.Errorf("%w: %s: give 1 cell or more along each edge, and at most %d sites in all",
				ErrLattice, l, MaxSites)
		}
		sites *= n
		l.size[i] = n * k.period
	}
	l.place()
	for shell := range Shells {
		l.link(shell)
	}
	return l, nil
}

// Parse reads what [Lattice.String] writes: "square:32x32", "bcc:8x8x8". A single
// number stands for equal edges. The error wraps [ErrLattice].
func Parse(text string) (*Lattice, error) {
	name, edges, _ := strings.Cut(text, ":")
	var kind Kind
	for k := Square; k <= FCC; k++ {
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
	return New(kind, cells...)
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
func directions(kind Kind, shell int) [][3]int {
	const reach = 4
	byLength := make(map[int][][3]int)
	for x := -reach; x <= reach; x++ {
		for y := -reach; y <= reach; y++ {
			for z := -reach; z <= reach; z++ {
				square := x*x + y*y + z*z
				inside := map[Kind]bool{
					Square: z == 0,
					Cubic:  true,
					BCC:    (x^y)&1 == 0 && (y^z)&1 == 0,
					FCC:    (x^y^z)&1 == 0,
				}[kind]
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

// Kind returns the kind of lattice.
func (l *Lattice) Kind() Kind { return l.kind }

// Sites returns the number of sites, 1 to [MaxSites].
func (l *Lattice) Sites() int { return len(l.places) }

// Size returns the edges of the periodic box in the units of
// [Lattice.Coordinates]; the third is 1 for [Square].
func (l *Lattice) Size() [3]int { return l.size }

// Coordinates returns the place of a site, each coordinate from 0 to less than
// the edge. The unit is the edge of a cell for Square and Cubic, and half of it
// for BCC and FCC.
func (l *Lattice) Coordinates(site int) (x, y, z int) {
	p := l.places[site]
	return int(p[0]), int(p[1]), int(p[2])
}

// Neighbors returns the neighbours of a site in a shell, 0 to [Shells]−1; shell 0
// holds the nearest. Their directions have the same order for every site. The
// slice belongs to the lattice and must not be changed.
func (l *Lattice) Neighbors(site, shell int) []int32 {
	n := len(l.dirs[shell])
	return l.near[shell][site*n : (site+1)*n : (site+1)*n]
}

// Translate returns the image of a site under the translation that takes origin
// to site 0. Every site is an image of every other one.
func (l *Lattice) Translate(site, origin int) int {
	return int(l.translate(int32(site), l.places[origin]))
}

// translate is Translate for the coordinates of the origin.
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
