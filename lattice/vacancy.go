package lattice

import (
	"fmt"
	"math"
)

// boltzmann is the Boltzmann constant in eV/K (SI since 2019).
const boltzmann = 8.617333262e-5

// quantum is the unit of the energies of a [Model] in eV. Sums and differences of
// its multiples below 2^23 eV are exact, so that an energy does not depend on the
// order of a computation.
const quantum = 1.0 / (1 << 30)

// quantized rounds an energy to a multiple of quantum.
func quantized(energy float64) float64 { return math.RoundToEven(energy/quantum) * quantum }

// A Model computes the energies of states, in eV. They are multiples of 2^−30 eV, so
// that sums below 2^23 eV are exact.
type Model interface {
	// SwapEnergy returns the increase of the energy if the species on two sites
	// are exchanged. It may change s if it restores it. The images of s, i and j
	// under a translation must have the same energy.
	SwapEnergy(s *State, i, j int) float64

	// Energy returns the energy of a state, up to a constant of the lattice and
	// the composition.
	Energy(s *State) float64
}

// Vacancy is the dynamics of an alloy with a single vacancy, the last species. It
// exchanges places with its nearest neighbours at the rates
//
//	Attempt · exp(−(Barrier + ΔE/2) / kT)
//
// in 1/s, if the exchange raises the energy by ΔE. The stationary distribution is
// Boltzmann's: forward and backward rates differ by the factor exp(−ΔE/kT). Event d
// is the exchange with neighbour d. A rate can exceed Attempt, since ΔE below
// −2·Barrier makes the barrier negative.
type Vacancy struct {
	Model       Model
	Temperature float64 // K, above 0
	Attempt     float64 // 1/s; 0 means 6·10^12
	Barrier     float64 // eV; 0 means 0.65
}

const (
	usualAttempt = 6e12 // 1/s
	usualBarrier = 0.65 // eV
)

// Check returns an error that wraps [ErrSimulation] if a parameter is out of range,
// or if s does not have exactly one vacancy.
func (v Vacancy) Check(s *State) error {
	vacancies := len(s.sites[len(s.sites)-1])
	switch {
	case v.Model == nil:
		return fmt.Errorf("%w: a vacancy without a model; set Vacancy.Model", ErrSimulation)
	case !(v.Temperature > 0) || math.IsInf(v.Temperature, 1):
		return fmt.Errorf("%w: a temperature of %v K; give one above 0 and finite", ErrSimulation, v.Temperature)
	case !(v.Attempt >= 0) || math.IsInf(v.Attempt, 1) || math.IsNaN(v.Barrier) || math.IsInf(v.Barrier, 0):
		return fmt.Errorf("%w: %v attempts a second at a barrier of %v eV; give finite numbers, and attempts of 0 or more",
			ErrSimulation, v.Attempt, v.Barrier)
	case vacancies != 1:
		return fmt.Errorf("%w: %d sites of the last species, %s; a vacancy needs 1",
			ErrSimulation, vacancies, s.names[len(s.names)-1])
	}
	return nil
}

// Events returns the number of nearest neighbours.
func (v Vacancy) Events(l *Lattice) int { return len(l.dirs[0]) }

// Homogeneous returns true.
func (v Vacancy) Homogeneous() bool { return true }

// Rates fills in the rates of the exchanges. An exchange of the vacancy with
// itself, on a lattice of one cell, has rate 0.
func (v Vacancy) Rates(s *State, rates []float64) {
	attempt, barrier := v.Attempt, v.Barrier
	if attempt == 0 {
		attempt = usualAttempt
	}
	if barrier == 0 {
		barrier = usualBarrier
	}
	site := int(s.sites[len(s.sites)-1][0])
	for d, other := range s.lattice.Neighbors(site, 0) {
		rates[d] = 0
		if int(other) != site {
			rise := v.Model.SwapEnergy(s, site, int(other))
			rates[d] = attempt * math.Exp(-(barrier+rise/2)/(boltzmann*v.Temperature))
		}
	}
}

// Apply exchanges the vacancy with a neighbour.
func (v Vacancy) Apply(s *State, event int) {
	site := int(s.sites[len(s.sites)-1][0])
	s.Swap(site, int(s.lattice.Neighbors(site, 0)[event]))
}
