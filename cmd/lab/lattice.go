package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/lattice"
)

// latticeSetup has the parameters of a simulation. Checkpoints have it as their note.
type latticeSetup struct {
	Model       string  `json:"model"`
	Temperature float64 `json:"temperature"` // K, or in units of the coupling for ising
	Seed        uint64  `json:"seed"`
}

// ising is the name of the model that is no alloy.
const ising = "ising"

// latticeModels are the values of --model.
func latticeModels() []string { return []string{"fecu", "many", ising} }

// check returns a usage error if the setup makes no sense.
func (s latticeSetup) check() error {
	if !(s.Temperature > 0) || math.IsInf(s.Temperature, 1) {
		return cli.Usagef("give a number above 0", "--temperature %v is out of range", s.Temperature)
	}
	return nil
}

// energies returns the model of an alloy, nil for ising.
func (s latticeSetup) energies() lattice.Model {
	switch s.Model {
	case "fecu":
		return lattice.FeCu()
	case "many":
		return lattice.FeCuMany()
	}
	return nil
}

// dynamics returns the events of the setup, by a model that energies returned.
func (s latticeSetup) dynamics(m lattice.Model) lattice.Dynamics {
	if m == nil {
		return lattice.Ising(s.Temperature)
	}
	return lattice.Vacancy{Model: m, Temperature: s.Temperature}
}

// energy returns the energy of a state, in eV or in units of the coupling.
func (s latticeSetup) energy(state *lattice.State) float64 {
	if m := s.energies(); m != nil {
		return m.Energy(state)
	}
	return lattice.IsingEnergy(state)
}

// units returns the units of temperature, time and energy.
func (s latticeSetup) units() (temperature, time, energy string) {
	if s.Model == ising {
		return "", "attempts a site", ""
	}
	return " K", "s", " eV"
}

// start makes the first state: copper atoms and the vacancy, or spins, at random
// sites.
func (s latticeSetup) start(l *lattice.Lattice, percent float64) (*lattice.State, error) {
	random := rand.New(rand.NewPCG(s.Seed, 1))
	if s.Model == ising {
		state, err := lattice.NewState(l, zobrist.Set{}, "down", "up")
		if err != nil {
			return nil, err
		}
		for site := range l.Sites() {
			state.Set(site, random.IntN(2))
		}
		return state, nil
	}
	state, err := lattice.NewState(l, zobrist.Set{}, lattice.FeCuSpecies()...)
	if err != nil {
		return nil, err
	}
	if !(percent >= 0 && percent <= 100) {
		return nil, cli.Usagef("give per cent, 0 to 100", "--copper %v is not a share of the sites", percent)
	}
	atoms := int(math.Round(percent / 100 * float64(l.Sites())))
	if atoms > l.Sites()-1 {
		return nil, cli.Usagef("give a smaller part", "--copper %v leaves no site for the vacancy", percent)
	}
	for i, site := range random.Perm(l.Sites())[:atoms+1] {
		species := 1
		if i == 0 {
			species = 2
		}
		state.Set(site, species)
	}
	return state, nil
}

// readCheckpoint reads a checkpoint of `lab lattice run`.
func readCheckpoint(ctx context.Context, name string) (c *lattice.Checkpoint, s latticeSetup, err error) {
	f, err := interrupt.Open(ctx, name)
	if err != nil {
		return nil, s, err
	}
	defer f.Close()
	c, err = lattice.ReadCheckpoint(f)
	if err == nil {
		if json.Unmarshal(c.Note, &s) != nil || s.check() != nil || !slices.Contains(latticeModels(), s.Model) {
			err = fmt.Errorf("%w: it does not say what was simulated", lattice.ErrCorrupt)
		}
	}
	if err != nil {
		return nil, s, explainCheckpoint(name, err)
	}
	return c, s, nil
}

// explainCheckpoint says what to do about a file that cannot be used.
func explainCheckpoint(name string, err error) error {
	err = fmt.Errorf("%s: %w", name, err)
	switch {
	case errors.Is(err, lattice.ErrCorrupt):
		return cli.Hint(err, "name a file that lab lattice run -o has written, or a copy of it that is whole")
	case errors.Is(err, lattice.ErrVersion), errors.Is(err, lattice.ErrKeys):
		return cli.Hint(err, "use the version of this program that has written it")
	}
	return err
}

// writeCheckpoint saves a simulation and replaces the file.
func writeCheckpoint(a *cli.App, name string, sim *lattice.Simulation, s latticeSetup) error {
	note, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return a.WriteOutput(name, func(w io.Writer) error {
		_, err := sim.Checkpoint(note).WriteTo(w)
		return err
	})
}
