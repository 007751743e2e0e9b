package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/lattice"
)

// Recall is the experiment on kinetic Monte Carlo with a memory of states.
func Recall() Experiment { return recall(1) }

// recall is Recall with walks shorter by a factor.
func recall(shorter int) Experiment {
	var walks []walk
	sizes := func(o Options) walkSizes { return sizesOfWalks(o, shorter) }
	return newExperiment("recall", judgeRecall, []law{
		lawOf("walks", sizes, func(
			ctx context.Context, o Options, z walkSizes, progress func(float64),
		) (*Table, error) {
			var err error
			walks, err = walkAll(ctx, o, z, progress)
			return recallShares(walks, z), err
		}),
		lawOf("speed", sizes, func(
			ctx context.Context, o Options, z walkSizes, progress func(float64),
		) (*Table, error) {
			var err error
			if walks == nil { // the first table was loaded
				walks, err = walkAll(ctx, o, z, progress)
			}
			return recallSpeed(walks), err
		}),
		lawOf("errors", unsized, func(
			ctx context.Context, o Options, _ struct{}, progress func(float64),
		) (*Table, error) {
			return recallErrors(ctx, o, 50_000/min(shorter, 5), progress)
		}),
	}, 100*recallTolerance, 100*(1-recallTolerance))
}

// recallLattice has 1,024 sites: ten of copper, and the vacancy.
const recallLattice, recallCopper = "bcc:8x8x8", 10

// recallTemperatures are in K, and with published shares and factors.
var recallTemperatures = []struct{ kelvin, share, factor float64 }{
	{373, .999, 100}, {473, math.NaN(), math.NaN()}, {573, math.NaN(), math.NaN()}, {673, math.NaN(), math.NaN()},
	{773, .851, 6.3}, {923, math.NaN(), math.NaN()}, {1073, .612, math.NaN()},
}

// recallModels are the alloys, with the steps of a walk that take a second or less
// if nothing is remembered.
var recallModels = []struct {
	name        string
	model       lattice.Model
	usual, full int
}{
	{"many-body", lattice.FeCuMany(), 10_000, 60_000},
	{"pairs", lattice.FeCu(), 100_000, 500_000},
}

// The ways of a walk.
const (
	withNothing = iota
	withEnergies
	withRates
	withBoth
	ways
)

// A walk is what the walks of some seeds have measured at one temperature.
type walk struct {
	model         string
	place         int // in recallTemperatures
	steps         int
	trials        sample       // share of the trial states that were seen before
	states        sample       // share of the states
	seconds       [ways]sample // a step
	same          bool         // all ways took the same walk
	nothing, best sample       // time with nothing recalled ÷ time with energies, and ÷ time of the best way
}

// walkSizes are the walks at each temperature and the steps of one with each model.
type walkSizes struct {
	seeds int
	steps [2]int
}

func sizesOfWalks(o Options, shorter int) walkSizes {
	z := walkSizes{seeds: o.trials(3, 4)}
	for m, model := range recallModels {
		z.steps[m] = model.usual / shorter
		if o.Full {
			z.steps[m] = model.full / shorter
		}
	}
	return z
}

// walkAll walks at all temperatures with all models.
func walkAll(ctx context.Context, o Options, z walkSizes, progress func(float64)) (walks []walk, err error) {
	seeds := z.seeds
	for m, model := range recallModels {
		for place := range recallTemperatures {
			w := walk{model: model.name, place: place, steps: z.steps[m], same: true}
			for seed := range seeds {
				if err := w.measure(ctx, model.model, o, uint64(seed)); err != nil {
					if seed > 0 {
						walks = append(walks, w)
					}
					return walks, err
				}
				done := float64(m*len(recallTemperatures)+place) + float64(seed+1)/float64(seeds)
				progress(done / float64(len(recallModels)*len(recallTemperatures)))
			}
			walks = append(walks, w)
		}
	}
	return walks, nil
}

// measure makes one walk in every way. The ways take turns, some steps each, so that
// whatever else the machine does slows all of them down.
func (w *walk) measure(ctx context.Context, model lattice.Model, o Options, seed uint64) error {
	var sims [ways]*lattice.Simulation
	var energies, rates [ways]*lattice.Memory
	for way := range ways {
		s, err := recallState(o, seed, zobrist.Set{})
		if err != nil {
			return err
		}
		own, options := model, lattice.Options{Seed: o.seed() + seed}
		if way == withEnergies || way == withBoth {
			if energies[way], err = lattice.NewMemory(lattice.MemoryOptions{States: 4 * w.steps}); err != nil {
				return err
			}
			defer energies[way].Close()
			if own, err = lattice.NewRemembered(model, energies[way]); err != nil {
				return err
			}
		}
		if way == withRates || way == withBoth {
			if rates[way], err = lattice.NewMemory(lattice.MemoryOptions{States: w.steps}); err != nil {
				return err
			}
			defer rates[way].Close()
			options.Memory = rates[way]
		}
		v := lattice.Vacancy{Model: own, Temperature: recallTemperatures[w.place].kelvin}
		if sims[way], err = lattice.NewSimulation(s, v, options); err != nil {
			return err
		}
	}
	const turn = 100
	var took [ways]time.Duration
	for range w.steps / turn {
		for way, sim := range sims {
			took[way] += timed(func() {
				for range turn {
					sim.Step()
				}
			})
			first := sims[withNothing]
			w.same = w.same && sim.State().Hash128() == first.State().Hash128() && sim.Time() == first.Time()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	for way := range ways {
		w.seconds[way] = append(w.seconds[way], took[way].Seconds()/float64(w.steps))
	}
	w.nothing = append(w.nothing, took[withNothing].Seconds()/took[withEnergies].Seconds())
	w.best = append(w.best, took[withNothing].Seconds()/
		min(took[withEnergies], took[withRates], took[withBoth]).Seconds())
	w.trials = append(w.trials, energies[withEnergies].Stats().Share())
	w.states = append(w.states, rates[withRates].Stats().Share())
	return nil
}

// recallState puts copper and the vacancy on random sites.
func recallState(o Options, seed uint64, set zobrist.Set) (*lattice.State, error) {
	l, err := lattice.Parse(recallLattice)
	if err != nil {
		return nil, err
	}
	s, err := lattice.NewState(l, set, lattice.FeCuSpecies()...)
	if err != nil {
		return nil, err
	}
	for i, site := range o.rand(7, seed).Perm(l.Sites())[:recallCopper+1] {
		s.Set(site, 1+min(1, i/recallCopper))
	}
	return s, nil
}

// recallShares is the table of what was seen before.
func recallShares(walks []walk, z walkSizes) *Table {
	t := newTable("recall-share", recallCopper, recallLattice, z.seeds)
	published := t.Plot.Add(plot.Points, "published: trial states")
	for _, x := range recallTemperatures {
		if !math.IsNaN(x.share) {
			published.Point(x.kelvin, 100*x.share)
		}
	}
	var trials, states *plot.Series
	for i, w := range walks {
		if i == 0 || walks[i-1].model != w.model {
			trials = t.Plot.Add(plot.Points, w.model+": trial states, 95 %")
			states = t.Plot.Add(plot.Points, w.model+": states, 95 %")
		}
		x := recallTemperatures[w.place]
		a, da := w.trials.moments()
		b, db := w.states.moments()
		t.Add(w.model, x.kelvin, w.steps, 100*a, 100*da, 100*x.share, 100*b, 100*db, yes(w.same))
		at := x.kelvin - 9 // two marks of each model, 6 K apart
		if w.model != walks[0].model {
			at += 12
		}
		trials.Between(at, 100*a, 100*(a-da), 100*(a+da))
		states.Between(at+6, 100*b, 100*(b-db), 100*(b+db))
	}
	return t
}

// recallSpeed is the table of the time that recalling saves.
func recallSpeed(walks []walk) *Table {
	t := newTable("recall-speed", clockNote)
	published := t.Plot.Add(plot.Points, "published (over 100 at 373 K)")
	for _, x := range recallTemperatures {
		if !math.IsNaN(x.factor) {
			published.Point(x.kelvin, x.factor)
		}
	}
	var best, energies, limit *plot.Series
	for i, w := range walks {
		if i == 0 || walks[i-1].model != w.model {
			limit = t.Plot.Add(plot.Line, w.model+": 1/(1 − share)")
			best = t.Plot.Add(plot.Points, w.model+": best way")
			energies = t.Plot.Add(plot.Points, w.model+": energies")
		}
		x := recallTemperatures[w.place]
		var ns [ways]float64
		for way := range ways {
			middle, _, _ := w.seconds[way].median()
			ns[way] = 1e9 * middle
		}
		factor, low, high := w.best.median()
		low, high = min(low, w.best[0]), max(high, w.best[len(w.best)-1]) // sorted by median
		own, _, _ := w.nothing.median()
		ideal := 1 / (1 - w.trials.mean())
		t.Add(w.model, x.kelvin, ns[0], ns[1], ns[2], ns[3], own, factor, low, high, ideal, x.factor)
		best.Between(x.kelvin, factor, low, high)
		energies.Between(x.kelvin, own, w.nothing[0], w.nothing[len(w.nothing)-1])
		limit.Point(x.kelvin, ideal)
	}
	return t
}

// recallErrors makes tags too short on purpose, and compares what the table
// measures with what it predicts, and both with the second code.
func recallErrors(ctx context.Context, o Options, steps int, progress func(float64)) (*Table, error) {
	const kelvin = 1073
	t := newTable("recall-errors", steps, kelvin)
	law, points := t.Plot.Add(plot.Line, "predicted"), t.Plot.Add(plot.Points, "measured, 99 %")
	tags := []int{64, 24, 20, 16, 12, 8}
	var last zobrist.Uint128
	var clock float64
	for i, tag := range tags {
		memory, err := lattice.NewMemory(lattice.MemoryOptions{States: 1 << 14, TagBits: tag, Sample: 1})
		if err != nil {
			return t, err
		}
		s, err := recallState(o, 0, zobrist.Random(2*1024, o.source(7, 99)))
		if err != nil {
			return t, errors.Join(err, memory.Close())
		}
		sim, err := lattice.NewSimulation(s, lattice.Vacancy{Model: lattice.FeCu(), Temperature: kelvin},
			lattice.Options{Seed: o.seed(), Memory: memory})
		if err != nil {
			return t, errors.Join(err, memory.Close())
		}
		for range steps {
			sim.Step()
		}
		if i == 0 {
			last, clock = s.Hash128(), sim.Time()
		}
		stats := memory.Stats()
		e := stats.Table
		t.Add(tag, stats.Wrong, e.Type1, e.Low, e.High, e.Predicted, yes(e.Agrees()),
			yes(s.Hash128() == last && sim.Time() == clock))
		if tag <= 32 {
			law.Point(float64(tag), e.Predicted)
			points.Between(float64(tag), float64(e.Type1), e.Low, e.High)
		}
		if err := errors.Join(memory.Close(), ctx.Err()); err != nil {
			return t, err
		}
		progress(float64(i+1) / float64(len(tags)))
	}
	return t, nil
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// recallTolerance is how far a share or a factor may lie below or above the published
// one, as a part of it, to count as reproduced.
const recallTolerance = .1

// recallTested is the temperature in K at which the share differs between models.
const recallTested = 773

// judgeRecall applies the rule of [Recall].
func judgeRecall(r *Report) Verdict {
	shares, speed, wrong := r.Table("recall-share"), r.Table("recall-speed"), r.Table("recall-errors")
	same := true
	for _, row := range append(slices.Clone(shares.Rows), wrong.Rows...) {
		same = same && row[len(row)-1] == "yes"
	}
	n := len(recallTemperatures)
	trial, factor := shares.column("trial states seen before (%)"), speed.column("nothing ÷ best")
	var found, missed []string
	note := func(agrees bool, text string) {
		if agrees {
			found = append(found, text)
		} else {
			missed = append(missed, text)
		}
	}
	shown := make([]string, 0, 2)
	for i, x := range recallTemperatures {
		if !math.IsNaN(x.share) {
			published := 100 * x.share
			text := fmt.Sprintf("share at %.0f K (%.1f %% many-body, %.1f %% pairs, published %.1f %%)",
				x.kelvin, trial[i], trial[n+i], published)
			if x.kelvin == recallTested {
				note(math.Abs(trial[i]/published-1) <= recallTolerance ||
					math.Abs(trial[n+i]/published-1) <= recallTolerance, text)
			} else {
				shown = append(shown, text)
			}
		}
		if !math.IsNaN(x.factor) {
			note(factor[i] >= (1-recallTolerance)*x.factor, fmt.Sprintf("factor at %.0f K (%.1f, published %g)",
				x.kelvin, factor[i], x.factor))
		}
	}
	if !same {
		return Verdict{NotReproduced, "another trajectory with the memory than without"}
	}
	word := Partly
	switch {
	case len(missed) == 0:
		word = Reproduced
	case len(found) == 0:
		word = NotReproduced
	}
	list := func(all []string) string {
		if len(all) == 0 {
			return "none"
		}
		return strings.Join(all, ", ")
	}
	return r.verdict(true, word, list(found), list(missed), list(shown))
}
