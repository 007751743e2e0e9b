package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/lattice"
	"github.com/zobrist-go/zobrist/tt"
)

// latticeRunFlags are the flags of `lab lattice run`.
type latticeRunFlags struct {
	setup         latticeSetup
	model         cli.Choice
	lattice       string
	copper        float64
	steps, states cli.Count
	remember      cli.Choice
	tag           int
	translations  bool
	output        string
	resume        string
}

// latticeRunAnswer is what `lab lattice run` prints.
type latticeRunAnswer struct {
	latticeSetup
	State    string               `json:"state"` // lattice and composition
	Steps    uint64               `json:"steps"` // since the start
	Made     uint64               `json:"made"`  // of these, now
	Time     float64              `json:"time"`  // since the start; s, or attempts a site for ising
	Energy   float64              `json:"energy"`
	Hash     string               `json:"hash"` // of 128 bits
	Seconds  float64              `json:"seconds"`
	Rates    *lattice.MemoryStats `json:"rates,omitempty"`
	Energies *lattice.MemoryStats `json:"energies,omitempty"`
	File     string               `json:"file,omitempty"`
}

func newLatticeRun(a *cli.App) *cobra.Command {
	f := &latticeRunFlags{
		model: cli.Choice{Value: "fecu", Names: latticeModels()}, steps: 1e6, states: 1 << 18,
		remember: cli.Choice{Value: "rates", Names: []string{"rates", "energies", "both", "nothing"}},
	}
	cmd := a.Command("lattice run", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return f.run(cmd, a)
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(&f.model, "model", "fecu, many or ising")
	flags.StringVar(&f.lattice, "lattice", "", "`KIND` and cells along the edges: square:32x32, cubic:8, bcc:8x8x8, "+
		"fcc:6 (default bcc:8, for ising square:32)")
	flags.Float64VarP(&f.setup.Temperature, "temperature", "T", 0, "temperature in K, for ising in units of the "+
		"coupling (default 573, for ising 2.269)")
	flags.Float64Var(&f.copper, "copper", 1, "part of the sites with copper, in per cent")
	flags.VarP(&f.steps, "steps", "n", "steps to make: 1000000, 1e6 or 1M")
	flags.Uint64Var(&f.setup.Seed, "seed", 1, "seed of the first state and of all steps")
	flags.Var(&f.remember, "remember", "what to recall: rates, energies, both or nothing")
	flags.Var(&f.states, "states", "number of states to remember of each; if not given, 262144, or what fits in 1 GiB")
	flags.IntVar(&f.tag, "tag", 64, "bits of the hash that the table verifies, 8 to 48 or 64")
	flags.BoolVar(&f.translations, "translations", false, "recall the rates of images under translations, too")
	flags.StringVarP(&f.output, "output", "o", "", "`FILE` to save the state in (with --resume: that file)")
	flags.StringVar(&f.resume, "resume", "", "`FILE` to go on from")
	return cmd
}

// run runs the command.
func (f *latticeRunFlags) run(cmd *cobra.Command, a *cli.App) error {
	err := cmp.Or(cli.InRange("steps", float64(f.steps), 0, 1e15), cli.InRange("states", float64(f.states), 1, 1<<26))
	if err != nil {
		return err
	}
	if f.translations && f.remember.Value != "rates" && f.remember.Value != "both" {
		return cli.Usagef("leave out --translations, or give --remember rates or both", "no rates are remembered")
	}
	resumed, err := f.complete(cmd)
	if err != nil {
		return err
	}
	model := f.setup.energies()
	if !cmd.Flags().Changed("states") {
		f.states = cli.Count(usualStates(f.setup, f.lattice))
	}
	o := lattice.Options{Seed: f.setup.Seed, Translations: f.translations}
	var rates, energies *lattice.Memory
	if f.remember.Value == "rates" || f.remember.Value == "both" {
		if rates, err = f.memory(); err != nil {
			return err
		}
		defer rates.Close()
		o.Memory = rates
	}
	if f.remember.Value == "energies" || f.remember.Value == "both" {
		if model == nil {
			return cli.Usagef("give --remember rates or nothing", "the model ising has no energies to remember")
		}
		if energies, err = f.memory(); err != nil {
			return err
		}
		defer energies.Close()
		if model, err = lattice.NewRemembered(model, energies); err != nil {
			return err
		}
	}
	var sim *lattice.Simulation
	if resumed != nil {
		if sim, err = lattice.Resume(resumed, zobrist.Set{}, f.setup.dynamics(model), o); err != nil {
			return explainMemory(explainCheckpoint(f.resume, err))
		}
	} else {
		l, err := lattice.Parse(f.lattice)
		if err != nil {
			return cli.UsageError(err)
		}
		state, err := f.setup.start(l, f.copper)
		if err != nil {
			return err
		}
		if sim, err = lattice.NewSimulation(state, f.setup.dynamics(model), o); err != nil {
			if errors.Is(err, tt.ErrMemory) {
				return explainMemory(err)
			}
			return cli.UsageError(err)
		}
	}
	return f.simulate(cmd.Context(), a, sim, rates, energies)
}

// complete fills in the defaults, and reads the file to go on from, if any.
func (f *latticeRunFlags) complete(cmd *cobra.Command) (resumed *lattice.Checkpoint, err error) {
	if f.resume == "" {
		f.setup.Model = f.model.Value
		usual, temperature := "bcc:8", 573.0
		if f.setup.Model == ising {
			usual, temperature = "square:32", 2.269
		}
		f.lattice = cmp.Or(f.lattice, usual)
		if !cmd.Flags().Changed("temperature") {
			f.setup.Temperature = temperature
		}
		if err := refuseExisting(f.output); err != nil {
			return nil, err
		}
		if f.setup.Model == ising && cmd.Flags().Changed("copper") {
			return nil, cli.Usagef("leave it out", "--copper is not for the model ising")
		}
		return nil, f.setup.check()
	}
	for _, name := range []string{"model", "lattice", "temperature", "copper", "seed"} {
		if cmd.Flags().Changed(name) {
			return nil, cli.Usagef("leave it out", "--%s comes from the file of --resume", name)
		}
	}
	if f.output = cmp.Or(f.output, f.resume); !sameFile(f.output, f.resume) {
		if err := refuseExisting(f.output); err != nil {
			return nil, err
		}
	}
	if resumed, f.setup, err = readCheckpoint(cmd.Context(), f.resume); err == nil {
		f.lattice = resumed.Lattice
	}
	return resumed, err
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, otherErr := os.Stat(b)
	return a == b || err == nil && otherErr == nil && os.SameFile(one, other)
}

// refuseExisting refuses a file that is there: days of simulation may be in it. Devices are allowed.
func refuseExisting(name string) error {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil // if it cannot be written, writing says so
	}
	return cli.Hint(fmt.Errorf("%s: %w", name, fs.ErrExist), "go on from it with --resume %s, or name another file", name)
}

// usualStates returns how many states are remembered by default: 262,144, or as many as 1 GiB
// has room for the rates of. Spins have a rate for each site.
func usualStates(setup latticeSetup, text string) int {
	states := 1 << 18
	l, err := lattice.Parse(text)
	if err != nil || setup.Model != ising {
		return states // an error is reported when the lattice is needed
	}
	for states > 1 && int64(states)*int64(l.Sites()) > 1<<30/8 {
		states /= 2
	}
	return states
}

// memory makes a memory of --states states.
func (f *latticeRunFlags) memory() (*lattice.Memory, error) {
	m, err := lattice.NewMemory(lattice.MemoryOptions{States: int(f.states), TagBits: f.tag, Sample: 64})
	switch {
	case errors.Is(err, tt.ErrOptions), errors.Is(err, lattice.ErrSimulation):
		return nil, cli.UsageError(err)
	}
	return m, explainMemory(err)
}

// explainMemory says what to do about an error if too little memory is its cause.
func explainMemory(err error) error {
	if errors.Is(err, tt.ErrMemory) {
		return cli.Hint(err, "give fewer --states, or --remember nothing")
	}
	return err
}

// saveEvery is the time between two checkpoints.
const saveEvery = 30 * time.Second

// simulate makes the steps, saves and prints.
func (f *latticeRunFlags) simulate(
	ctx context.Context, a *cli.App, sim *lattice.Simulation, rates, energies *lattice.Memory,
) error {
	if f.output != "" { // now, so that a file that cannot be written stops the command at once
		if err := writeCheckpoint(a, f.output, sim, f.setup); err != nil {
			return err
		}
	}
	line := a.Progress("lattice", "steps", int64(f.steps))
	begin, first, stuck := time.Now(), sim.Steps(), false
	for saved, n := begin, uint64(0); n < uint64(f.steps) && ctx.Err() == nil; n++ {
		if sim.Step() < 0 {
			a.Remark("no event is possible in this state, or all take longer than can be counted")
			stuck = true
			break
		}
		if n%64 != 63 {
			continue
		}
		line.Set(int64(n + 1))
		if f.output != "" && time.Since(saved) > saveEvery {
			if err := writeCheckpoint(a, f.output, sim, f.setup); err != nil {
				a.Warn("not saved after %s steps: %v", cli.Group3(int64(sim.Steps())), err)
			}
			saved = time.Now()
		}
	}
	answer := latticeRunAnswer{
		latticeSetup: f.setup, State: sim.State().String(), Steps: sim.Steps(), Made: sim.Steps() - first,
		Time: sim.Time(), Energy: f.setup.energy(sim.State()), Hash: sim.State().Hash128().String(),
		Seconds: time.Since(begin).Seconds(), File: f.output,
	}
	line.Done()
	if rates != nil {
		s := rates.Stats()
		answer.Rates = &s
	}
	if energies != nil {
		s := energies.Stats()
		answer.Energies = &s
	}
	var unsaved error
	if f.output != "" {
		if unsaved = writeCheckpoint(a, f.output, sim, f.setup); unsaved != nil {
			unsaved = fmt.Errorf("this state was not saved, and %s is as it was: %w", f.output, unsaved)
			answer.File = ""
		}
	}
	err := cmp.Or(a.Print(answer), unsaved)
	switch {
	case err != nil:
		return err
	case ctx.Err() == nil && stuck:
		return cli.ErrFound
	case ctx.Err() == nil:
		return nil
	case f.output != "":
		return cli.Hint(context.Cause(ctx), "lab lattice run --resume %s goes on from here", f.output)
	}
	return cli.Hint(context.Cause(ctx), "with -o FILE the state is kept")
}

func (r latticeRunAnswer) Text(w io.Writer) {
	temperature, unit, energy := r.units()
	fmt.Fprintf(w, "state     %s\n", r.State)
	fmt.Fprintf(w, "model     %s at %v%s, seed %d\n", r.Model, r.Temperature, temperature, r.Seed)
	fmt.Fprintf(w, "steps     %s, %s now\n", cli.Group3(int64(r.Steps)), cli.Group3(int64(r.Made)))
	fmt.Fprintf(w, "time      %.6g %s\n", r.Time, unit)
	fmt.Fprintf(w, "energy    %.6f%s\n", r.Energy, energy)
	fmt.Fprintf(w, "hash      %s\n", r.Hash)
	fmt.Fprintf(w, "speed     %s steps/s\n", cli.Short(float64(r.Made)/max(r.Seconds, 1e-9)))
	for _, m := range r.memories() {
		fmt.Fprintf(w, "%-9s %.2f %% of %s recalled; %s states in %s; %d wrong (noticed), %d lost\n", m.name,
			100*m.stats.Share(), cli.Group3(int64(m.stats.Considered)), cli.Group3(int64(m.stats.States)),
			cli.Bytes(float64(m.stats.Bytes)), m.stats.Wrong, m.stats.Lost)
	}
	if r.File != "" {
		fmt.Fprintf(w, "file      %s\n", r.File)
	}
}

// namedMemory is what a memory has done, and what it is of.
type namedMemory struct {
	name  string
	stats *lattice.MemoryStats
}

func (r latticeRunAnswer) memories() []namedMemory {
	all := []namedMemory{{"rates", r.Rates}, {"energies", r.Energies}}
	return slices.DeleteFunc(all, func(m namedMemory) bool { return m.stats == nil })
}
