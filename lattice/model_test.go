package lattice_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/lattice"
)

// models are the models of the package and one with bonds in all shells.
func models() map[string]lattice.Model {
	rng := rand.New(rand.NewPCG(3, 4))
	far := &lattice.Pairs{}
	for range lattice.Shells {
		bonds := [][]float64{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}
		for a := range 3 {
			for b := range a + 1 {
				bonds[a][b] = float64(rng.IntN(1<<20)-1<<19) * 1024 * lattice.Quantum
				bonds[b][a] = bonds[a][b]
			}
		}
		far.Bonds = append(far.Bonds, bonds)
	}
	return map[string]lattice.Model{"FeCu": lattice.FeCu(), "FeCuMany": lattice.FeCuMany(), "far": far}
}

// scatter puts random species on all sites, and one vacancy.
func scatter(s *lattice.State, rng *rand.Rand) {
	for site := range s.Lattice().Sites() {
		s.Set(site, rng.IntN(2))
	}
	s.Set(rng.IntN(s.Lattice().Sites()), 2)
}

// SwapEnergy is the difference of the energies of all bonds and atoms, to the last
// bit, on large lattices and on those whose sites meet themselves. It leaves the
// state alone, is the same for images, and so is its opposite afterwards.
func TestSwapEnergy(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for name, m := range models() {
		for _, text := range []string{"bcc:4", "bcc:2", "bcc:1", "square:4x3", "cubic:3x2x1", "fcc:2"} {
			s := newState(t, text, lattice.FeCuSpecies()...)
			image := newState(t, text, lattice.FeCuSpecies()...)
			l := s.Lattice()
			for range 50 {
				scatter(s, rng)
				i, j, origin := rng.IntN(l.Sites()), rng.IntN(l.Sites()), rng.IntN(l.Sites())
				for site := range l.Sites() {
					image.Set(l.Translate(site, origin), s.At(site))
				}
				before, hash := m.Energy(s), s.Hash128()
				rise := m.SwapEnergy(s, i, j)
				if s.Hash128() != hash || m.Energy(s) != before {
					t.Fatalf("%s, %s: SwapEnergy changes the state", name, text)
				}
				if got := m.SwapEnergy(image, l.Translate(i, origin), l.Translate(j, origin)); got != rise {
					t.Fatalf("%s, %s: %v, of an image %v", name, text, rise, got)
				}
				s.Swap(i, j)
				if got := m.Energy(s) - before; got != rise {
					t.Fatalf("%s, %s: SwapEnergy %v, difference of energies %v", name, text, rise, got)
				}
				if back := m.SwapEnergy(s, i, j); back != -rise {
					t.Fatalf("%s, %s: %v forth, %v back", name, text, rise, back)
				}
			}
		}
	}
}

// The energies that the documentation states, computed from whole crystals. The
// cohesive energies are handbook values; the vacancy energies are from the abstract
// of Soisson and Fu, Physical Review B 76, 214102.
func TestFeCuEnergies(t *testing.T) {
	for name, want := range map[string]struct{ solution, binding, tolerance float64 }{
		"FeCu":     {0.5, 0.2125, 1e-6},
		"FeCuMany": {0.49, 0.18, 0.005},
	} {
		m := models()[name]
		pure := func(species int) (s *lattice.State, energy float64) {
			s = newState(t, "bcc:6", lattice.FeCuSpecies()...)
			for site := range s.Lattice().Sites() {
				s.Set(site, species)
			}
			return s, m.Energy(s)
		}
		near := func(what string, got, want, tolerance float64) {
			t.Helper()
			if math.Abs(got-want) > tolerance {
				t.Errorf("%s: %s %.5f eV, want %v", name, what, got, want)
			}
		}
		const n, far = 432, 260 // site 260 is in no shell of site 0
		var atom [2]float64
		for species, of := range [][2]float64{{4.28, 2.1}, {3.49, 0.9}} {
			s, energy := pure(species)
			atom[species] = energy / n
			near("cohesion", -atom[species], of[0], 1e-6)
			s.Set(0, 2)
			near("vacancy", m.Energy(s)-energy+atom[species], of[1], 1e-5)
		}
		s, iron := pure(0)
		s.Set(far, 1)
		near("solution", m.Energy(s)-iron+atom[0]-atom[1], want.solution, want.tolerance)
		s.Set(0, 2)
		apart := m.Energy(s)
		s.Set(far, 0)
		s.Set(int(s.Lattice().Neighbors(0, 0)[0]), 1)
		near("binding", apart-m.Energy(s), want.binding, want.tolerance)
	}
}
