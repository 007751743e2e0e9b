// Package lattice hashes the states of periodic crystals incrementally, and lets a
// kinetic Monte Carlo simulation remember the states it has visited.
//
//	l, err := lattice.Parse("bcc:8x8x8")
//	s, err := lattice.NewState(l, zobrist.Set{}, lattice.FeCuSpecies()...)
//	s.Set(0, 2)   // the vacancy: one XOR
//	s.Set(100, 1) // a copper atom
//	memory, err := lattice.NewMemory(lattice.MemoryOptions{})
//	alloy := lattice.Vacancy{Model: lattice.FeCuMany(), Temperature: 573}
//	sim, err := lattice.NewSimulation(s, alloy, lattice.Options{Seed: 1, Memory: memory})
//	for range 1_000_000 {
//		sim.Step() // the vacancy and a neighbour change places: two or four XORs
//	}
//	fmt.Println(sim.Time(), s.Hash128(), memory.Stats().Share())
//
// A [State] has a species on each site of a [Lattice]. A [Simulation] makes the events
// of its [Dynamics] happen at their rates: the hops of a [Vacancy], the flips of an
// [Ising] model, or a user's own.
//
// Rates, energies or both can be remembered. A [Memory] given to a simulation keeps
// the rates of all events of a state: one probe a step, for walks that return. The
// model of [NewRemembered] keeps the energies of all trial states: one probe an
// event, also for walks that do not return.
//
// # Guarantees
//
// The hash is a function of the species on the sites. Under the default keys,
// states that differ in fewer than a known number of features, 12 for an alloy of
// 2·1024 at 64 bits and 22 at 128, have different hashes.
//
// The trajectory is the same with and without a memory, step by step and to the
// last bit of the time, under the same seed, whatever the size of the memory and
// the width of its tags. If the table takes one state for another, a second code
// detects it, and the numbers are computed.
//
// # Limits
//
// XOR hashes are linear: whoever knows the keys can make two states with one hash.
// Trajectories may differ between kinds of processors, since the last bit of math.Exp
// may differ. Hash values and the format of checkpoints are frozen from release 1.0 on. The
// energies of [FeCu] and [FeCuMany] are of the right size, and not fitted.
//
// # Cost
//
// A step that recalls the rates of a state takes some 100 ns on bcc. Whether that
// pays depends on the energies: see docs/lattice.md for the figures, losses
// included.
//
// # Sources
//
// D. R. Mason, T. S. Hudson and A. P. Sutton, Fast recall of state-history in kinetic
// Monte Carlo simulations utilizing the Zobrist key, Computer Physics Communications
// 165 (2005) 37–48. A. B. Bortz, M. H. Kalos and J. L. Lebowitz, Journal of
// Computational Physics 17 (1975) 10. D. T. Gillespie, ibid. 22 (1976) 403.
package lattice
