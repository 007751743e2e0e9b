package lattice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// maxSpecies is the largest number of species of a [State].
const maxSpecies = 16

// A State is a species on each site of a lattice, and the hash of all of them.
// Species are numbered from 0 in the order of their names. Species 0 is the host: it
// has no features, since the other species determine its sites. A new state has the
// host on every site, and its hash is the start value of the set.
//
// A State belongs to one goroutine at a time; its lattice and its keys are shared
// with its clones.
type State struct {
	lattice *Lattice
	names   []string
	keys    []zobrist.Uint128 // of species at a site: site·len(names)+species; 0 for the host
	start   zobrist.Uint128
	hash    zobrist.Uint128
	species []uint8   // on each site
	sites   [][]int32 // of each species, in no order
	rank    []int32   // of each site in its list in sites

	marks []uint64 // equal to mark for the sites that many has visited
	mark  uint64
}

func checkSpecies(species []string) error {
	if len(species) < 2 || len(species) > maxSpecies {
		return fmt.Errorf("%w: %d species; give 2 to %d", ErrLattice, len(species), maxSpecies)
	}
	for i, name := range species {
		if name == "" || slices.Contains(species[:i], name) {
			return fmt.Errorf("%w: species %d is named %q; give each a name that no other has", ErrLattice, i, name)
		}
	}
	return nil
}

// NewState makes the state with the host, species 0, on every site. There are 2 to 16
// species. A zero set means the default keys of Sites·(species−1) features: feature
// (species−1)·Sites + site. The error wraps [ErrLattice], or zobrist.ErrKeyCount if
// the set has another number of keys. The state takes 16 bytes per site and species.
func NewState(l *Lattice, set zobrist.Set, species ...string) (*State, error) {
	if err := checkSpecies(species); err != nil {
		return nil, err
	}
	n := l.Sites()
	set, err := set.Complete(n * (len(species) - 1))
	if err != nil {
		return nil, fmt.Errorf("lattice %v: %w", l, err)
	}
	s := &State{
		lattice: l,
		names:   slices.Clone(species),
		keys:    make([]zobrist.Uint128, n*len(species)),
		start:   zobrist.Uint128{Hi: set.SecondStart, Lo: set.Start},
		species: make([]uint8, n),
		sites:   make([][]int32, len(species)),
		rank:    make([]int32, n),
	}
	s.hash = s.start
	for site := range n {
		for a := 1; a < len(species); a++ {
			f := (a-1)*n + site
			s.keys[site*len(species)+a] = zobrist.Uint128{Hi: set.Second[f], Lo: set.Keys[f]}
		}
		s.sites[0] = append(s.sites[0], int32(site))
		s.rank[site] = int32(site)
	}
	return s, nil
}

// Lattice returns the lattice of the state.
func (s *State) Lattice() *Lattice { return s.lattice }

// Species returns the names of the species. The slice must not be changed.
func (s *State) Species() []string { return s.names }

// At returns the species on a site.
func (s *State) At(site int) int { return int(s.species[site]) }

// Sites returns the sites of a species, in no particular order. The slice belongs
// to the state: the next Set or Swap may change it.
func (s *State) Sites(species int) []int32 { return s.sites[species] }

// Hash128 returns the hash of 128 bits.
func (s *State) Hash128() zobrist.Uint128 { return s.hash }

// Set puts a species on a site: one XOR if the host comes or goes, otherwise two.
// It panics if there is no such site or species.
func (s *State) Set(site, species int) {
	old := s.species[site]
	if int(old) == species {
		return
	}
	keys := s.keys[site*len(s.names) : (site+1)*len(s.names)]
	s.hash = s.hash.Xor(keys[old]).Xor(keys[species])

	from, at := s.sites[old], s.rank[site]
	last := from[len(from)-1]
	from[at], s.rank[last] = last, at
	s.sites[old] = from[:len(from)-1]
	s.rank[site] = int32(len(s.sites[species]))
	s.sites[species] = append(s.sites[species], int32(site))
	s.species[site] = uint8(species)
}

// Swap exchanges the species on two sites: two XORs if one of them is the host,
// otherwise four. It panics if there is no such site.
func (s *State) Swap(i, j int) {
	a, b := s.species[i], s.species[j]
	if a == b {
		return
	}
	s.hash = s.swapped(i, j)
	s.species[i], s.species[j] = b, a
	s.rank[i], s.rank[j] = s.rank[j], s.rank[i]
	s.sites[b][s.rank[i]], s.sites[a][s.rank[j]] = int32(i), int32(j)
}

// swapped returns the hash after an exchange of the species on two sites.
func (s *State) swapped(i, j int) zobrist.Uint128 {
	n := len(s.names)
	here, there := s.keys[i*n:(i+1)*n], s.keys[j*n:(j+1)*n]
	a, b := s.species[i], s.species[j]
	return s.hash.Xor(here[a]).Xor(here[b]).Xor(there[a]).Xor(there[b])
}

// String returns the composition: "bcc:8x8x8 Fe 1013 Cu 10 vacancy 1".
func (s *State) String() string {
	var text strings.Builder
	text.WriteString(s.lattice.String())
	for a, name := range s.names {
		text.WriteString(" " + name + " " + strconv.Itoa(len(s.sites[a])))
	}
	return text.String()
}

// Canonical returns a hash of 128 bits that all images of the state under
// translations share, and that other states share as rarely as any hash: the
// least hash of the images that bring a site of the rarest species to site 0. The
// host does not count as a species here. Of equally rare species the first counts.
//
// It costs one XOR for each pair of a site without the host and a site of the rarest
// species. With a single vacancy in an alloy it is the hash of the image with the
// vacancy at site 0: 10 XORs for 10 copper atoms. If no species is rare, as in an
// Ising model, the cost is quadratic in the number of sites.
func (s *State) Canonical() zobrist.Uint128 {
	rarest := 0
	for a := 1; a < len(s.sites); a++ {
		if n := len(s.sites[a]); n > 0 && (rarest == 0 || n < len(s.sites[rarest])) {
			rarest = a
		}
	}
	if rarest == 0 {
		return s.start
	}
	var least zobrist.Uint128
	for i, site := range s.sites[rarest] {
		h := s.image(s.lattice.places[site])
		if i == 0 || h.Hi < least.Hi || h.Hi == least.Hi && h.Lo < least.Lo {
			least = h
		}
	}
	return least
}

// image returns the hash of the state translated so that origin comes to site 0.
func (s *State) image(origin [3]int32) zobrist.Uint128 {
	h, n := s.start, len(s.names)
	for a := 1; a < n; a++ {
		for _, site := range s.sites[a] {
			h = h.Xor(s.keys[int(s.lattice.translate(site, origin))*n+a])
		}
	}
	return h
}
