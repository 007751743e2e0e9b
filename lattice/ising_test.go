package lattice_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/lattice"
)

// beale is the number of states of the 4×4 Ising model with periodic boundaries by
// energy, −32 to 0; it is the same at the opposite energy. P. D. Beale, Exact
// distribution of energies in the two-dimensional Ising model, Physical Review
// Letters 76 (1996) 78, gives the method; the numbers are in many courses.
var beale = map[int]int{-32: 2, -24: 32, -20: 64, -16: 424, -12: 1728, -8: 6688, -4: 13568, 0: 20524}

// All 65,536 states have the energies counted above, and different hashes.
func TestIsingStates(t *testing.T) {
	s := newState(t, "square:4", "down", "up")
	got, hashes := make(map[int]int), make(map[uint64]bool)
	for state := range 1 << 16 {
		for site := range 16 {
			s.Set(site, state>>site&1)
		}
		got[int(lattice.IsingEnergy(s))]++
		hashes[s.Hash()] = true
	}
	for energy, n := range beale {
		if got[energy] != n || got[-energy] != n {
			t.Errorf("energy ±%d: %d and %d states, want %d", energy, got[energy], got[-energy], n)
		}
		delete(got, energy)
		delete(got, -energy)
	}
	if len(got) > 0 || len(hashes) != 1<<16 {
		t.Errorf("other energies %v; %d hashes", got, len(hashes))
	}
}

// Each rate is Metropolis's of the energies before and after the flip, on all small lattices. With an edge of one cell,
// the bonds of a site with itself once counted as if a flip changed them: all up on square:1x8 at T = 2, the rate was
// exp(−4), and exp(−2) is right.
func TestIsingRates(t *testing.T) {
	const temperature = 2
	rng := rand.New(rand.NewPCG(7, 8))
	ising := lattice.Ising(temperature)
	for kind := lattice.Square; kind <= lattice.FCC; kind++ {
		for n := range 64 {
			cells := []int{n%4 + 1, n/4%4 + 1, n/16 + 1}
			if kind == lattice.Square {
				cells = cells[:2]
			}
			l, err := lattice.New(kind, cells...)
			if err != nil {
				t.Fatal(err)
			}
			s := newState(t, l.String(), "down", "up")
			rates := make([]float64, ising.Events(l))
			for range 5 { // all down, then at random
				ising.Rates(s, rates)
				before := lattice.IsingEnergy(s)
				for site, rate := range rates {
					ising.Apply(s, site)
					rise := lattice.IsingEnergy(s) - before
					ising.Apply(s, site)
					if want := min(1, math.Exp(-rise/temperature)); math.Abs(rate-want) > 1e-12 {
						t.Fatalf("%v: a flip that adds %v has rate %v, want %v", l, rise, rate, want)
					}
				}
				for site := range rates {
					s.Set(site, rng.IntN(2))
				}
			}
		}
	}
}

// meanEnergy returns the mean energy a site in a run, and its standard error from 50
// batches of steps.
func meanEnergy(
	t *testing.T, text string, temperature float64, steps int, memory *lattice.Memory,
) (mean, deviation float64) {
	t.Helper()
	s := newState(t, text, "down", "up")
	ising := lattice.Ising(temperature)
	sim, err := lattice.NewSimulation(s, ising, lattice.Options{Seed: 3, Memory: memory})
	if err != nil {
		t.Fatal(err)
	}
	l := s.Lattice()
	energy := lattice.IsingEnergy(s)
	batch := func() float64 {
		sum, start := 0.0, sim.Time()
		for range steps / 50 {
			before, held := sim.Time(), energy
			site := sim.Step()
			sum += held * (sim.Time() - before)
			for _, other := range l.Neighbors(site, 0) {
				if s.At(int(other)) == s.At(site) {
					energy -= 2
				} else {
					energy += 2
				}
			}
		}
		return sum / (sim.Time() - start) / float64(l.Sites())
	}
	batch() // to equilibrium
	var square float64
	for range 50 {
		e := batch()
		mean, square = mean+e/50, square+e*e/50
	}
	return mean, math.Sqrt((square - mean*mean) / 49)
}

// agrees allows 4.9 standard errors, of 49 degrees of freedom: a false alarm in
// 90,000 seeds.
func agrees(t *testing.T, what string, mean, deviation, want float64) {
	t.Helper()
	t.Logf("%s: energy %.5f ± %.5f a site, exactly %.5f", what, mean, deviation, want)
	if !(math.Abs(mean-want) < 4.9*deviation) || deviation > 0.02 {
		t.Errorf("%s: energy %.5f ± %.5f a site, exactly %.5f", what, mean, deviation, want)
	}
}

// On 4×4 sites the mean energy is the sum over all states, with rates recalled.
func TestIsingExact(t *testing.T) {
	for _, temperature := range []float64{1.5, 2 / math.Log(1+math.Sqrt2), 4} {
		sum, weights := 0.0, 0.0
		for e, n := range beale {
			for _, energy := range []float64{float64(e), float64(-e)}[:1+min(-e, 1)] {
				w := float64(n) * math.Exp(-energy/temperature)
				sum, weights = sum+energy*w, weights+w
			}
		}
		memory := newMemory(t, lattice.MemoryOptions{States: 1 << 16})
		mean, deviation := meanEnergy(t, "square:4", temperature, 100_000, memory)
		agrees(t, "4×4", mean, deviation, sum/weights/16)
		if memory.Stats().Share() < 0.5 {
			t.Errorf("%+v", memory.Stats())
		}
	}
}

// onsager is the energy a site of the infinite square lattice (L. Onsager, Physical
// Review 65 (1944) 117, equation 116).
func onsager(temperature float64) float64 {
	k := 1 / temperature
	kappa := 2 * math.Sinh(2*k) / (math.Cosh(2*k) * math.Cosh(2*k))
	a, b := 1.0, math.Sqrt(max(0, 1-kappa*kappa)) // K(κ) = π / 2·agm(1, √(1−κ²))
	for range 40 {
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	tanh := math.Tanh(2 * k)
	return -(1 + (2*tanh*tanh-1)/a) / tanh
}

// Onsager's energy at the critical temperature 2/ln(1+√2) = 2.269185 is −√2 a site.
// Away from it 16×16 sites are as good as infinitely many: the correlation length is
// about one site.
func TestOnsager(t *testing.T) {
	critical := 2 / math.Log(1+math.Sqrt2)
	if e := onsager(critical * (1 + 1e-4)); math.Abs(critical-2.269185314) > 1e-9 || math.Abs(e+math.Sqrt2) > 2e-3 {
		t.Errorf("energy %v at %v", e, critical)
	}
	for _, temperature := range []float64{1.6, 4} {
		mean, deviation := meanEnergy(t, "square:16", temperature, 30_000, nil)
		agrees(t, "16×16", mean, deviation, onsager(temperature))
	}
}
