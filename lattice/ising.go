package lattice

import (
	"fmt"
	"math"
)

// Ising is the dynamics of the Ising model without a field, by flips of single
// spins: species 0 is down and 1 is up, and the energy is −1 for each bond of
// nearest neighbours with equal spins and +1 for each other. A flip that changes
// the energy by ΔE has the rate of Metropolis, min(1, exp(−ΔE/T)), in flips a
// unit of time. Event i is the flip of site i, and a step costs as much as the
// number of sites.
type Ising struct {
	Temperature float64 // in units of the coupling divided by Boltzmann's constant, above 0
}

// Check returns an error that wraps [ErrSimulation] if the temperature is not above
// 0 (infinity will do), or if there are not two species.
func (m Ising) Check(s *State) error {
	switch {
	case !(m.Temperature > 0):
		return fmt.Errorf("%w: an Ising model at temperature %v; give one above 0", ErrSimulation, m.Temperature)
	case len(s.names) != 2:
		return fmt.Errorf("%w: an Ising model with %d species; give 2, for spins down and up", ErrSimulation, len(s.names))
	}
	return nil
}

// Events returns the number of sites.
func (m Ising) Events(l *Lattice) int { return l.Sites() }

// Homogeneous returns false: events are numbered by site.
func (m Ising) Homogeneous() bool { return false }

// Rates fills in the rate of each flip.
func (m Ising) Rates(s *State, rates []float64) {
	near, z := s.lattice.near[0], len(s.lattice.dirs[0])
	var byRise [13]float64 // of flips that raise the energy by 2·k, at most 12 neighbours
	for k := range byRise {
		byRise[k] = math.Exp(-2 * float64(k) / m.Temperature)
	}
	for site := range rates {
		up := 0
		for _, other := range near[site*z : (site+1)*z] {
			up += int(s.species[other])
		}
		aligned := z - 2*up // equal bonds less unequal ones, for a spin that is down
		if s.species[site] == 1 {
			aligned = -aligned
		}
		rates[site] = byRise[max(aligned, 0)]
	}
}

// Apply flips a spin.
func (m Ising) Apply(s *State, event int) { s.Set(event, 1-s.At(event)) }

// Energy returns the energy of a state, −1 for each bond of equal spins and +1
// for each other.
func (m Ising) Energy(s *State) float64 {
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
