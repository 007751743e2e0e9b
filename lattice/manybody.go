package lattice

import "math"

// many is a many-body model in the second-moment approximation (Finnis and
// Sinclair 1984; Rosato, Guillopé and Legrand 1989) on a rigid lattice: an atom
// has the energy
//
//	½ Σ repulsion[shell][a][b] − √ Σ hopping[shell][a][b]
//
// in eV and eV², over its neighbours in up to 3 shells. The root makes it a sum over
// atoms and not over bonds: if two species change places, the energies of all their
// neighbours change. SwapEnergy computes them before and after: on bcc 80 sums over
// 26 neighbours. An interatomic potential that keeps nothing between calls costs as
// much, and one that relaxes the atoms far more.
type many struct{ repulsion, hopping [][][]float64 }

// FeCuMany is a many-body model of an iron–copper alloy with vacancies on bcc, in the
// second-moment approximation (Finnis and Sinclair 1984; Rosato, Guillopé and Legrand
// 1989) over 3 shells. It costs 80 sums over 26 neighbours for each trial exchange.
// Its parameters are its own: the exponents p = 9 and q = 2.5 of repulsion and
// hopping, and 0.95 of the mean hopping between the elements, for a heat of solution
// of 0.49 eV. The others follow from the constants of [FeCu] and from equilibrium
// with the length of the bonds. The energy of a vacancy is lower by 0.18 eV next to
// one copper atom.
func FeCuMany() Model {
	c := newCohesion()
	aFe, xFe := c.pure(cohesionFe)
	aCu, xCu := c.pure(cohesionCu)
	aMixed, xMixed := (aFe+aCu)/2, (xFe+xCu)/2*0.95
	fev, cuv := c.vacancy(aFe, xFe, vacancyFe), c.vacancy(aCu, xCu, vacancyCu)
	m := &many{}
	for shell := range shells {
		f, h := c.falls[shell], c.hops[shell]
		m.repulsion = append(m.repulsion, [][]float64{
			{aFe * f, aMixed * f, fev}, {aMixed * f, aCu * f, cuv}, {fev, cuv, 0},
		})
		m.hopping = append(m.hopping, [][]float64{
			{xFe * xFe * h, xMixed * xMixed * h, 0}, {xMixed * xMixed * h, xCu * xCu * h, 0}, {0, 0, 0},
		})
		fev, cuv = 0, 0 // beyond the first shell
	}
	return m
}

// cohesion is the part that the interactions of all pure bcc crystals share.
type cohesion struct {
	falls, hops    [shells]float64 // repulsion and hopping in a shell, 1 in the first
	sumA, sumX     float64         // over all neighbours
	slopeA, slopeX float64         // derivatives by the length of the bonds
}

func newCohesion() (c cohesion) {
	const p, q = 9.0, 2.5
	for shell := range shells {
		dirs := directions(kindBCC, shell)
		square := func(d [3]int) int { return d[0]*d[0] + d[1]*d[1] + d[2]*d[2] }
		r := math.Sqrt(float64(square(dirs[0])) / float64(square(directions(kindBCC, 0)[0])))
		z, f, h := float64(len(dirs)), math.Exp(-p*(r-1)), math.Exp(-2*q*(r-1))
		c.falls[shell], c.hops[shell] = f, h
		c.sumA, c.sumX = c.sumA+z*f, c.sumX+z*h
		c.slopeA, c.slopeX = c.slopeA+z*p*r*f, c.slopeX+z*q*r*h
	}
	return c
}

// pure returns the repulsion a and the root x of the hopping in the first shell,
// by x√sumX − ½a·sumA = energy and, in equilibrium, ½a·slopeA = x·slopeX/√sumX.
func (c cohesion) pure(energy float64) (a, x float64) {
	ratio := 2 * c.slopeX / (c.slopeA * math.Sqrt(c.sumX)) // a/x
	x = energy / (math.Sqrt(c.sumX) - ratio*c.sumA/2)
	return ratio * x, x
}

// vacancy returns the energy of a bond between a vacancy and a neighbour at which
// the vacancy has the wanted energy of formation.
func (c cohesion) vacancy(a, x, wanted float64) float64 {
	own := 0.0
	for shell := range shells {
		z := float64(len(directions(kindBCC, shell)))
		own += z * (x*(math.Sqrt(c.sumX)-math.Sqrt(c.sumX-c.hops[shell])) - a/2*c.falls[shell])
	}
	return (wanted - own) / float64(len(directions(kindBCC, 0)))
}

// Energy returns the sum over all atoms.
func (m *many) Energy(s *State) float64 {
	sum := 0.0
	for site := range s.species {
		sum += m.at(s, int32(site))
	}
	return sum
}

// SwapEnergy returns the increase of the energy by an exchange of two species.
func (m *many) SwapEnergy(s *State, i, j int) float64 {
	before := m.around(s, i, j)
	s.species[i], s.species[j] = s.species[j], s.species[i]
	after := m.around(s, i, j)
	s.species[i], s.species[j] = s.species[j], s.species[i]
	return after - before
}

// around returns the energy of two sites and of all their neighbours, each once.
func (m *many) around(s *State, i, j int) float64 {
	if s.marks == nil {
		s.marks = make([]uint64, len(s.species))
	}
	s.mark++
	sum := 0.0
	add := func(site int32) {
		if s.marks[site] != s.mark {
			s.marks[site] = s.mark
			sum += m.at(s, site)
		}
	}
	for _, site := range [2]int{i, j} {
		add(int32(site))
		for shell := range m.hopping {
			for _, other := range s.lattice.Neighbors(site, shell) {
				add(other)
			}
		}
	}
	return sum
}

// at returns the energy of one atom. It is rounded here, so that the sum is exact.
func (m *many) at(s *State, site int32) float64 {
	repulsion, hopping := 0.0, 0.0
	a := s.species[site]
	for shell := range m.hopping {
		r, h := m.repulsion[shell][a], m.hopping[shell][a]
		for _, other := range s.lattice.Neighbors(int(site), shell) {
			b := s.species[other]
			repulsion += r[b]
			hopping += h[b]
		}
	}
	return quantized(repulsion/2 - math.Sqrt(hopping))
}
