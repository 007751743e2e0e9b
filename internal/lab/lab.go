// Package lab reproduces published claims about hashing positions: each
// [Experiment] is one claim, and what it finds is a [Report] of tables, each
// with a plot if a curve says more, and a [Verdict].
//
//	r, err := lab.Independence().Run(ctx, lab.Options{})
//	r.WriteText(os.Stdout)
//	files, err := r.Save("out")
//
// # Guarantees
//
// Equal [Options] give equal figures, on every platform and with any number
// of processors: every trial draws from a generator of its own. Times are the
// exception. An interrupted experiment returns the rows it has finished, and
// marks the table that lacks some as partial.
//
// # Limits
//
// Figures that rest on random trials come with an interval at 95 % or limits at
// 99 %, which shrink with the square root of the number of trials.
//
// # Cost
//
// Up to a minute of processor time, all of them five minutes; with [Options].Full, which
// is for figures to print, up to forty, and all of them an hour. Memory is up to a few
// hundred MiB.
//
// # Sources
//
// Each experiment names its own.
package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// An Experiment reproduces one published claim.
type Experiment struct {
	Name    string // one word, as on the command line: lab NAME
	Title   string // what it is about, a few words
	Claim   string // what was published, in a sentence
	Source  string // the publication, with the page or section
	Rule    string // of the verdict, fixed before the run; its code is the experiment's judge
	Threats string // to validity: why the result may not hold elsewhere; empty if it is arithmetic or needs none

	laws  []law
	judge func(*Report) Verdict // of a whole report
}

// law is one table of an experiment.
type law struct {
	name string // for the progress

	// sizes returns the amount of work for the options, as text. A table that was saved
	// with other sizes is measured again.
	sizes func(o Options) string

	// measure returns the table. If ctx ends, it returns its error and the
	// rows so far, if any; progress takes the share that is done, 0 to 1.
	measure func(ctx context.Context, o Options, progress func(share float64)) (*Table, error)
}

// lawOf returns a law. measure gets the sizes for the options, and should not take
// any from the options itself.
func lawOf[S any](name string, sizes func(Options) S,
	measure func(ctx context.Context, o Options, z S, progress func(share float64)) (*Table, error)) law {
	return law{
		name:  name,
		sizes: func(o Options) string { return fmt.Sprintf("%+v", sizes(o)) },
		measure: func(ctx context.Context, o Options, progress func(float64)) (*Table, error) {
			return measure(ctx, o, sizes(o), progress)
		},
	}
}

// trials are the sizes of a law that has a number of trials alone.
func trials(usual, full int) func(Options) int {
	return func(o Options) int { return o.trials(usual, full) }
}

// unsized are the sizes of a law that is the same for all options.
func unsized(Options) struct{} { return struct{}{} }

// Experiments lists the experiments by name.
func Experiments() []Experiment {
	return []Experiment{
		Birthdays(),
		Collisions(),
		Division(),
		Distances(),
		Effect(),
		Engine(),
		Errors(),
		History(),
		Independence(),
		Layouts(),
		Recall(),
		Seeds(),
		Tabulation(),
		Type1(),
		Words(),
	}
}

// Run runs the experiment. If ctx ends, it returns its error and a report of the
// finished tables, whose last one may be partial.
func (e Experiment) Run(ctx context.Context, o Options) (*Report, error) {
	return e.Resume(ctx, o, nil)
}

// Resume runs the experiment, but for the whole tables of before: the report of
// a run with the same options that was interrupted, or nil.
func (e Experiment) Resume(ctx context.Context, o Options, before *Report) (*Report, error) {
	began, worked := time.Now(), processTime()
	r := &Report{
		Experiment: e.Name, Title: e.Title, Claim: e.Claim, Source: e.Source, Rule: e.Rule, Threats: e.Threats,
		Seed: o.seed(), Full: o.Full, Trials: o.Trials, Made: made(),
	}
	o.found = r
	var spent, work float64
	if before != nil {
		spent, work = before.Seconds, before.Processor
		for _, t := range before.Tables {
			if t.Partial {
				o.unfinished = t
				break
			}
			r.Tables = append(r.Tables, t)
		}
	}
	defer func() {
		r.Seconds = spent + time.Since(began).Seconds()
		r.Processor = work + (processTime() - worked).Seconds()
	}()
	for i, l := range e.laws {
		if i < len(r.Tables) {
			continue
		}
		progress := func(share float64) {
			if o.Progress != nil {
				o.Progress(l.name, (float64(i)+share)/float64(len(e.laws)))
			}
		}
		progress(0)
		start, used := time.Now(), processTime()
		t, err := l.measure(ctx, o, progress)
		if t != nil && len(t.Rows) > 0 {
			t.Partial, t.Sizes = err != nil, l.sizes(o)
			t.seconds, t.processor = time.Since(start).Seconds(), (processTime() - used).Seconds()
			if o.unfinished != nil {
				t.seconds, t.processor = t.seconds+o.unfinished.seconds, t.processor+o.unfinished.processor
			}
			r.Tables = append(r.Tables, t)
		}
		o.unfinished = nil
		if err != nil {
			r.Interrupted = true
			return r, err
		}
	}
	if e.judge != nil {
		r.Verdict = e.judge(r)
		r.Verdict.qualify(o)
	}
	return r, nil
}

// Options say how an experiment is run.
type Options struct {
	Seed   uint64 // of every random choice; 0 means 1
	Trials int    // functions, searches, … a row; 0 means the experiment's own number
	Full   bool   // if Trials is 0: as many as a printed figure needs, even if that takes minutes

	// Progress, if not nil, is called now and then, never concurrently, with the
	// name of a table and the finished share of the experiment, 0 to 1.
	Progress func(what string, share float64)

	found      *Report // what the run has found so far
	unfinished *Table  // the table of the law as an interrupted run left it, nil if it left none
}

// finished returns the number of rows that an interrupted run has left.
func (o Options) finished() int {
	if o.unfinished == nil {
		return 0
	}
	return len(o.unfinished.Rows)
}

func (o Options) seed() uint64 {
	if o.Seed == 0 {
		return 1
	}
	return o.Seed
}

// trials returns o.Trials, or the experiment's own number.
func (o Options) trials(usual, full int) int {
	switch {
	case o.Trials > 0:
		return o.Trials
	case o.Full:
		return full
	}
	return usual
}

// rand returns the generator of one place in an experiment, such as (table,
// row, trial): the same for the same seed and place, different for others. Up
// to three numbers name a place.
func (o Options) rand(place ...uint64) *rand.Rand { return rand.New(o.source(place...)) }

// source is [Options.rand] without its methods.
func (o Options) source(place ...uint64) rand.Source {
	var seed [32]byte
	if len(place) > 3 {
		panic("lab: a place has at most three numbers")
	}
	words := append([]uint64{o.seed()}, place...)
	for i, w := range words {
		for b := range 8 {
			seed[8*i+b] = byte(w >> (8 * b))
		}
	}
	return rand.NewChaCha8(seed)
}
