package lattice

import "github.com/zobrist-go/zobrist"

// Remembered is a [Model] that remembers the energies of states, after Mason,
// Hudson and Sutton (2005): the trial states that one exchange would lead to are
// recalled by their hash, and only new ones are computed by the model behind it.
// The vacancy's next state is one of the trial states of the last, and its own
// trial states include the last, so a share of them is known even on a walk that
// never returns.
//
// It gives the same energies as that model, to the last bit, if these are
// multiples of [Quantum]. Make one with [NewRemembered]; it belongs to one
// goroutine at a time, and to states with the same composition, lattice and keys.
type Remembered struct {
	model  Model
	memory *Memory

	hash   zobrist.Uint128 // of the state that energy belongs to
	energy float64
	known  bool
}

// NewRemembered returns a model that remembers the energies of another one. The
// error wraps [ErrSimulation] if the memory holds something else.
func NewRemembered(model Model, memory *Memory) (*Remembered, error) {
	if err := memory.bind(1); err != nil {
		return nil, err
	}
	return &Remembered{model: model, memory: memory}, nil
}

// SwapEnergy returns the energy of the trial state, recalled or computed, less that
// of the state. The statistics of the memory count the trial states.
func (r *Remembered) SwapEnergy(s *State, i, j int) float64 {
	if !r.known || r.hash != s.hash {
		r.energy, r.hash, r.known = r.Energy(s), s.hash, true
	}
	trial, known := r.memory.recall(s.swapped(i, j))
	if !known {
		trial[0] = r.energy + r.model.SwapEnergy(s, i, j)
	}
	return trial[0] - r.energy
}

// Energy returns the energy of a state, recalled or computed.
func (r *Remembered) Energy(s *State) float64 {
	stats := r.memory.stats
	own, known := r.memory.recall(s.hash)
	if !known {
		own[0] = r.model.Energy(s)
	}
	r.memory.stats = stats // this was no trial state
	return own[0]
}
