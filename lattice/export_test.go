package lattice

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// The kinds of lattices, the sizes and the constants of models.
const (
	Square, Cubic, BCC, FCC = kindSquare, kindCubic, kindBCC, kindFCC

	Shells    = shells
	Boltzmann = boltzmann
	Quantum   = quantum
)

type Kind = kind

var New = newLattice

// Translate returns the image of a site under the translation that takes origin
// to site 0.
func (l *Lattice) Translate(site, origin int) int {
	return int(l.translate(int32(site), l.places[origin]))
}

// Space returns the features of the states of some species on a lattice, a grid
// "species" of all species but the host at all sites: feature (species−1)·sites +
// site, with a name such as "Cu 3,1,5". It is for audits; a [State] needs none.
func Space(l *Lattice, species ...string) (*zobrist.Space, error) {
	if err := checkSpecies(species); err != nil {
		return nil, err
	}
	places := make([]string, l.Sites())
	for i := range places {
		x, y, z := l.Coordinates(i)
		places[i] = fmt.Sprintf("%d,%d,%d", x, y, z)
	}
	return zobrist.NewSpace("lattice "+l.String(), zobrist.Grid("species", species[1:], places))
}

// Clone returns a copy of the state.
func (s *State) Clone() *State {
	c := *s
	c.species, c.rank, c.marks = slices.Clone(s.species), slices.Clone(s.rank), nil
	c.sites = make([][]int32, len(s.sites))
	for i := range s.sites {
		c.sites[i] = slices.Clone(s.sites[i])
	}
	return &c
}

// Hash returns the hash of 64 bits, the low half of [State.Hash128].
func (s *State) Hash() uint64 { return s.hash.Lo }

// AppendFeatures appends the features of the state to dst, in the numbers of
// [Space], and returns it.
func (s *State) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	n := s.lattice.Sites()
	for site, a := range s.species {
		if a > 0 {
			dst = append(dst, zobrist.Feature((int(a)-1)*n+site))
		}
	}
	return dst
}
