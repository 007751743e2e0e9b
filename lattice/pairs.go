package lattice

// Pairs is the model of pair interactions: the energy of a state is the sum over
// all bonds of Bonds[shell][a][b], in eV, for species a and b at their ends. There
// are at most 3 shells, each matrix is symmetric, and its entries are multiples of
// 2^−30 eV.
//
// SwapEnergy reads the bonds of two sites, 2·z of them for z neighbours.
type Pairs struct{ Bonds [][][]float64 }

// Constants of the models of iron and copper, in eV. They are the models' own.
// The cohesive energies are the usual handbook values of the elements in their own
// structures. The vacancy energies, about 2.1 for bcc iron and 0.9 for metastable bcc
// copper, are from the abstract of F. Soisson and C.-C. Fu, Physical Review B 76,
// 214102 (2007). The heat of solution of one copper atom in iron is an assumption of
// the right size.
const (
	cohesionFe, cohesionCu = 4.28, 3.49
	vacancyFe, vacancyCu   = 2.1, 0.9
	solution               = 0.5
)

// FeCuSpecies are the species of [FeCu] and [FeCuMany], in their order.
func FeCuSpecies() []string { return []string{"Fe", "Cu", "vacancy"} }

// FeCu is a model of an iron–copper alloy with vacancies on bcc, by bonds of
// nearest neighbours only. Its five energies, in eV, follow from the energies of
// cohesion, vacancy formation and solution in this package:
//
//	Fe–Fe −1.0700  Cu–Cu −0.8725  Fe–Cu −0.90875  Fe–vacancy −0.2725  Cu–vacancy −0.32375
//
// Copper dissolves badly and clusters, and clusters trap the vacancy: its energy is
// lower by 0.2125 eV next to one copper atom. The parameters are not the ones of
// Mason, Hudson and Sutton (2005), which could not be consulted.
func FeCu() Model {
	const z = 8
	fefe, cucu := -2*cohesionFe/z, -2*cohesionCu/z
	fecu := (fefe+cucu)/2 + solution/z
	fev, cuv := (vacancyFe-cohesionFe)/z, (vacancyCu-cohesionCu)/z
	bonds := [][]float64{{fefe, fecu, fev}, {fecu, cucu, cuv}, {fev, cuv, 0}}
	for _, row := range bonds {
		for i := range row {
			row[i] = quantized(row[i])
		}
	}
	return &Pairs{[][][]float64{bonds}}
}

// Energy returns the energy of all bonds.
func (p *Pairs) Energy(s *State) float64 {
	sum := 0.0
	for site := range s.species {
		sum += p.at(s, site, s.species[site])
	}
	return sum / 2
}

// SwapEnergy returns the increase of the energy by an exchange of two species.
func (p *Pairs) SwapEnergy(s *State, i, j int) float64 {
	a, b := s.species[i], s.species[j]
	before := p.at(s, i, a) + p.at(s, j, b)
	s.species[i], s.species[j] = b, a
	after := p.at(s, i, b) + p.at(s, j, a)
	s.species[i], s.species[j] = a, b
	return after - before
}

// at returns the energy of the bonds of a site with a species.
func (p *Pairs) at(s *State, site int, species uint8) float64 {
	sum := 0.0
	for shell, bonds := range p.Bonds {
		row := bonds[species]
		for _, other := range s.lattice.Neighbors(site, shell) {
			sum += row[s.species[other]]
		}
	}
	return sum
}
