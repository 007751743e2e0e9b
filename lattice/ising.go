package lattice

import (
	"fmt"
	"math"
)

// Ising is the dynamics of the Ising model without a field, by flips of single
// spins: species 0 is down and species 1 up, and the energy is −1 for each bond of
// nearest neighbours with equal spins and +1 for each other bond. A flip that changes
// the energy by ΔE has Metropolis's rate, min(1, exp(−ΔE/T)), in flips per unit of
// time. On a lattice with an edge of one cell, a site is its own neighbour, and no flip
// changes the −1 of such a bond. Event i is the flip of site i. A step costs O(sites).
// The temperature is in units of the coupling divided by Boltzmann's constant, above 0
// and possibly infinite.
func Ising(temperature float64) Dynamics { return ising{temperature} }

type ising struct{ temperature float64 }

// Check returns an error that wraps [ErrSimulation] if the temperature is not above
// 0, or if there are not two species.
func (m ising) Check(s *State) error {
	switch {
	case !(m.temperature > 0):
		return fmt.Errorf("%w: an Ising model at temperature %v; give one above 0", ErrSimulation, m.temperature)
	case len(s.names) != 2:
		return fmt.Errorf("%w: an Ising model with %d species; give 2, for spins down and up", ErrSimulation, len(s.names))
	}
	return nil
}

// Events returns the number of sites.
func (m ising) Events(l *Lattice) int { return l.Sites() }

// Homogeneous returns false: events are numbered by site.
func (m ising) Homogeneous() bool { return false }

// Rates fills in the rate of each flip.
func (m ising) Rates(s *State, rates []float64) {
	near, z := s.lattice.near[0], len(s.lattice.dirs[0])
	var byRise [13]float64 // of flips that raise the energy by 2·k, at most 12 neighbours
	for k := range byRise {
		byRise[k] = math.Exp(-2 * float64(k) / m.temperature)
	}
	own := 0 // bonds of a site with itself, as many for every site; no flip changes them
	for _, other := range near[:z] {
		if other == 0 {
			own++
		}
	}
	for site := range rates {
		up := 0
		for _, other := range near[site*z : (site+1)*z] {
			up += int(s.species[other])
		}
		aligned := z - 2*up // equal bonds minus unequal bonds, for a spin that is down
		if s.species[site] == 1 {
			aligned = -aligned
		}
		rates[site] = byRise[max(aligned-own, 0)]
	}
}

// Apply flips a spin.
func (m ising) Apply(s *State, event int) { s.Set(event, 1-s.At(event)) }

// IsingEnergy returns the energy of a state, −1 for each bond of equal spins and +1
// for each other bond.
func IsingEnergy(s *State) float64 {
	sum := 0
	for site := range s.species {
		for _, other := range s.lattice.Neighbors(site, 0) {
			if s.species[other] == s.species[site] {
				sum--
			} else {
				sum++
			}
		}
	}
	return float64(sum) / 2
}
