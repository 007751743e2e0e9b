package lattice_test

import (
	"math"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/lattice"
)

// system is all states of one composition on a small lattice, found by events.
type system struct {
	dynamics lattice.Dynamics
	states   []*lattice.State
	number   map[zobrist.Uint128]int
	weights  []float64 // Boltzmann's, their sum 1
	rates    [][]float64
	leads    [][]int // where each event leads
}

// explore follows all events from s.
func explore(s *lattice.State, d lattice.Dynamics, energy func(*lattice.State) float64, kT float64) *system {
	y := &system{dynamics: d, states: []*lattice.State{s.Clone()}, number: map[zobrist.Uint128]int{s.Hash128(): 0}}
	for i := 0; i < len(y.states); i++ {
		rates := make([]float64, d.Events(s.Lattice()))
		d.Rates(y.states[i], rates)
		leads := make([]int, len(rates))
		for event := range rates {
			next := y.states[i].Clone()
			d.Apply(next, event)
			n, known := y.number[next.Hash128()]
			if !known {
				n = len(y.states)
				y.number[next.Hash128()] = n
				y.states = append(y.states, next)
			}
			leads[event] = n
		}
		y.rates, y.leads = append(y.rates, rates), append(y.leads, leads)
	}
	sum, base := 0.0, energy(s)
	for _, state := range y.states {
		w := math.Exp((base - energy(state)) / kT)
		y.weights, sum = append(y.weights, w), sum+w
	}
	for i := range y.weights {
		y.weights[i] /= sum
	}
	return y
}

// relaxation returns the longest time in which the system forgets its state: one by
// the least rate but 0 of its generator, by the power method on the symmetric form.
func (y *system) relaxation() float64 {
	most := 0.0
	for _, rates := range y.rates {
		total := 0.0
		for _, r := range rates {
			total += r
		}
		most = max(most, total)
	}
	x := make([]float64, len(y.states))
	for i := range x {
		x[i] = math.Sin(float64(i*i + 1)) // any start
	}
	lambda := 0.0
	for range 3000 {
		next := make([]float64, len(x))
		for i, rates := range y.rates {
			next[i] += most * x[i]
			for event, r := range rates {
				j := y.leads[i][event]
				next[i] -= r * x[i]
				next[j] += r * math.Sqrt(y.weights[i]/y.weights[j]) * x[i]
			}
		}
		along := 0.0 // equilibrium is the vector √weights
		for i := range next {
			along += next[i] * math.Sqrt(y.weights[i])
		}
		norm := 0.0
		for i := range next {
			next[i] -= along * math.Sqrt(y.weights[i])
			norm += next[i] * next[i]
		}
		lambda = math.Sqrt(norm)
		for i := range next {
			x[i] = next[i] / lambda
		}
	}
	return 1 / (most - lambda)
}

// systems are an alloy on a square and one on bcc, and an Ising model. The rates of
// the alloys are of the order of 1.
func systems(t *testing.T) map[string]*system {
	bonds := &lattice.Pairs{Bonds: [][][]float64{
		{{-0.0625, 0.03125, 0}, {0.03125, -0.125, -0.09375}, {0, -0.09375, 0}},
		{{0.015625, 0, 0}, {0, 0.03125, 0}, {0, 0, 0}},
	}}
	const temperature = 1200
	kT := lattice.Boltzmann * temperature
	v := lattice.Vacancy{Model: bonds, Temperature: temperature, Attempt: math.Exp(0.65 / kT)}
	square := newState(t, "square:3", lattice.FeCuSpecies()...)
	square.Set(0, 1)
	square.Set(4, 1)
	square.Set(8, 2)
	bcc := newState(t, "bcc:2x2x1", lattice.FeCuSpecies()...)
	bcc.Set(1, 1)
	bcc.Set(2, 1)
	bcc.Set(5, 2)
	const hot = 2.5
	ising := lattice.Ising(hot)
	return map[string]*system{
		"square": explore(square, v, bonds.Energy, kT),
		"bcc":    explore(bcc, v, bonds.Energy, kT),
		"Ising":  explore(newState(t, "square:3", "down", "up"), ising, lattice.IsingEnergy, hot),
	}
}

// Detailed balance, exactly: between any two states the Boltzmann weight times the
// rate is the same forth and back. The states are all of the composition.
func TestDetailedBalance(t *testing.T) {
	want := map[string]int{"square": 9 * 8 * 7 / 2, "bcc": 8 * 7 * 6 / 2, "Ising": 512}
	for name, y := range systems(t) {
		if len(y.states) != want[name] {
			t.Errorf("%s: %d states, want %d", name, len(y.states), want[name])
		}
		flow := make(map[[2]int]float64)
		for i, rates := range y.rates {
			for event, r := range rates {
				if j := y.leads[i][event]; j != i {
					flow[[2]int{i, j}] += y.weights[i] * r
				}
			}
		}
		for pair, forth := range flow {
			if back := flow[[2]int{pair[1], pair[0]}]; math.Abs(forth-back) > 1e-12*forth {
				t.Fatalf("%s: states %v: %v forth, %v back", name, pair, forth, back)
			}
		}
	}
}

// The states at times eight relaxations apart, as good as independent, have
// Boltzmann's weights: χ² over all states that are expected five times. The limit is
// 4 standard deviations of χ², in Wilson and Hilferty's form: a false alarm in 30,000
// seeds for each system.
func TestBoltzmann(t *testing.T) {
	for name, y := range systems(t) {
		const samples = 4000
		interval := 8 * y.relaxation()
		sim, err := lattice.NewSimulation(y.states[0].Clone(), y.dynamics,
			lattice.Options{Seed: 2, Memory: newMemory(t, lattice.MemoryOptions{States: 1 << 10})})
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]float64, len(y.states))
		for i, next := 0, 0.0; i < samples; i++ {
			here := 0
			for next += interval; sim.Time() < next; {
				here = y.number[sim.State().Hash128()]
				sim.Step()
			}
			counts[here]++
		}
		chi, cells, rest, expectedRest := 0.0, 0, float64(samples), float64(samples)
		for i, w := range y.weights {
			if expected := w * samples; expected >= 5 {
				chi += (counts[i] - expected) * (counts[i] - expected) / expected
				cells, rest, expectedRest = cells+1, rest-counts[i], expectedRest-expected
			}
		}
		if expectedRest >= 5 {
			chi, cells = chi+(rest-expectedRest)*(rest-expectedRest)/expectedRest, cells+1
		}
		k := float64(cells - 1)
		z := (math.Cbrt(chi/k) - 1 + 2/(9*k)) / math.Sqrt(2/(9*k))
		t.Logf("%s: χ² %.1f of %d cells, %d steps", name, chi, cells, sim.Steps())
		if cells < 20 || math.Abs(z) > 4 {
			t.Errorf("%s: χ² %.1f of %d cells, %.1f standard deviations off", name, chi, cells, z)
		}
	}
}
