package lattice

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

// Dynamics are the events that can happen to a state, with their rates.
// [Vacancy] and [Ising] implement it.
type Dynamics interface {
	// Check returns an error that wraps [ErrSimulation] if the parameters are out
	// of range, or unsuitable for this state.
	Check(s *State) error

	// Events returns the number of events of a state, the same for all states
	// on a lattice.
	Events(l *Lattice) int

	// Rates fills in the rate of each event, in 1/s or per other unit of time. An
	// impossible event has rate 0. Equal states must have equal rates, to the
	// last bit. It may change s if it restores it.
	Rates(s *State, rates []float64)

	// Apply makes an event happen.
	Apply(s *State, event int)

	// Homogeneous reports whether the image of a state under a translation has
	// the same rates in the same order: true if events are numbered by direction,
	// false if they are numbered by site.
	Homogeneous() bool
}

// ErrSimulation is wrapped by errors about the options of a [Simulation] or a
// [Memory], and about the parameters of dynamics.
var ErrSimulation = errors.New("lattice: bad simulation")

// Options describe a [Simulation]. The zero value computes all rates, with seed 0.
type Options struct {
	Seed uint64 // of all random choices

	// Memory, if not nil, recalls the rates of states that were visited before.
	// It must hold rates of the same dynamics with the same parameters only, on
	// the same lattice and under the same keys. It never changes a trajectory.
	Memory *Memory

	// Translations makes images of a state under translations share their rates
	// in the memory, by [State.Canonical]. The dynamics must be homogeneous.
	Translations bool
}

// A Simulation is kinetic Monte Carlo by residence time, the n-fold way: no step is
// rejected. A step chooses an event with a probability proportional to its rate, and
// adds a waiting time with the exponential distribution of the sum of the rates
// (Bortz, Kalos and Lebowitz 1975; Gillespie 1976). A Simulation belongs to one
// goroutine at a time, with its state and its memory.
type Simulation struct {
	state        *State
	dynamics     Dynamics
	memory       *Memory
	translations bool
	source       *rand.PCG
	random       *rand.Rand
	rates        []float64
	steps        uint64
	time         float64
}

// NewSimulation starts a simulation in a state, which belongs to it from then on.
// The error is from [Dynamics].Check; or wraps [ErrSimulation], if Options.Translations
// is set and the dynamics are not homogeneous, or the memory is used for another
// number of events; or wraps tt.ErrMemory, if the machine has too little memory.
func NewSimulation(s *State, d Dynamics, o Options) (*Simulation, error) {
	if err := d.Check(s); err != nil {
		return nil, err
	}
	n := d.Events(s.lattice)
	switch {
	case n < 1:
		return nil, fmt.Errorf("%w: the dynamics have no events", ErrSimulation)
	case o.Translations && !d.Homogeneous():
		return nil, fmt.Errorf("%w: translations change the rates of these dynamics", ErrSimulation)
	case o.Memory != nil:
		if err := o.Memory.bind(n); err != nil {
			return nil, err
		}
	}
	source := rand.NewPCG(o.Seed, streamOfSteps)
	return &Simulation{
		state: s, dynamics: d, memory: o.Memory, translations: o.Translations,
		source: source, random: rand.New(source), rates: make([]float64, n),
	}, nil
}

// streamOfSteps is the second half of the seed of a simulation's generator.
const streamOfSteps = 0x6b6d63 // "kmc"

// leastRate is the least sum of rates at which the time stays finite for any number
// of steps: the mean wait is at most 1e290.
const leastRate = 1e-290

// Step makes one event happen and returns its number. It returns −1, and changes
// nothing, if the rates of all events sum to less than 1e-290.
func (m *Simulation) Step() int {
	rates := m.currentRates()
	total := 0.0
	for _, r := range rates {
		total += r
	}
	if !(total >= leastRate) {
		return -1
	}
	m.time += m.random.ExpFloat64() / total
	event, left := -1, m.random.Float64()*total
	for i, r := range rates {
		if r > 0 {
			event = i // the last one possible, if rounding leaves some
			if left -= r; left < 0 {
				break
			}
		}
	}
	m.dynamics.Apply(m.state, event)
	m.steps++
	return event
}

// currentRates returns the rates of the state, recalled or computed.
func (m *Simulation) currentRates() []float64 {
	if m.memory == nil {
		m.dynamics.Rates(m.state, m.rates)
		return m.rates
	}
	var hash zobrist.Uint128
	if m.translations {
		hash = m.state.Canonical()
	} else {
		hash = m.state.hash
	}
	rates, known := m.memory.recall(hash)
	if !known {
		m.dynamics.Rates(m.state, rates)
	}
	return rates
}

// State returns the current state. The next step changes it.
func (m *Simulation) State() *State { return m.state }

// Steps returns the number of events that have happened.
func (m *Simulation) Steps() uint64 { return m.steps }

// Time returns the simulated time, in the inverse unit of the rates.
func (m *Simulation) Time() float64 { return m.time }
