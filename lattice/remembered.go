package lattice

import "github.com/zobrist-go/zobrist"

// remembered is the model of [NewRemembered].
type remembered struct {
	model  Model
	memory *Memory

	hash   zobrist.Uint128 // of the state that energy belongs to
	energy float64
	known  bool
}

// NewRemembered returns a model that remembers the energies of another, after Mason,
// Hudson and Sutton (2005). It recalls a trial state, one exchange away, by its hash,
// and computes it only if it is new. The next state of a vacancy is one of the trial
// states, and its own trial states include the last state, so that some are known
// even on a walk that never returns.
//
// Its energies are equal to the other model's, to the last bit. It belongs to one
// goroutine at a time, and to states with the same composition, lattice and keys.
// The error wraps [ErrSimulation] if the memory holds something else.
func NewRemembered(model Model, memory *Memory) (Model, error) {
	if err := memory.bind(1); err != nil {
		return nil, err
	}
	return &remembered{model: model, memory: memory}, nil
}

// SwapEnergy returns the energy of the trial state, recalled or computed, minus the
// energy of the state. The statistics of the memory count the trial states.
func (r *remembered) SwapEnergy(s *State, i, j int) float64 {
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
func (r *remembered) Energy(s *State) float64 {
	stats := r.memory.stats
	own, known := r.memory.recall(s.hash)
	if !known {
		own[0] = r.model.Energy(s)
	}
	r.memory.stats = stats // trial states only
	return own[0]
}
