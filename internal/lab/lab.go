// Package lab reproduces published claims about hashing positions: each
// [Experiment] is one claim, and what it finds is a [Report] of tables, each
// with a plot where a curve says more.
//
//	e, _ := lab.Find("independence")
//	var r lab.Report
//	err := e.Start(ctx, lab.Options{}, &r)
//	r.WriteText(os.Stdout)
//	files, err := r.Save("out")
//
// # Guarantees
//
// Equal [Options] give equal figures, on every platform and with any number
// of processors: every trial draws from a generator of its own. Interrupted
// experiments keep the tables that they have finished.
//
// # Limits
//
// Figures that rest on random trials carry their error in the notes of the
// table; more trials make it smaller as the square root of their number.
//
// # Cost
//
// A second to some minutes of all processors at the published sizes; Trials
// makes it less. Memory is some ten MiB.
//
// # Sources
//
// Each experiment names its own.
package lab

import (
	"context"
	"errors"
	"math/rand/v2"
)

// An Experiment reproduces one published claim.
type Experiment struct {
	Name   string // one word, as on the command line: zobrist lab NAME
	Title  string // what it is about, a few words
	Claim  string // what was published, in a sentence
	Source string // where

	// Run adds tables to r as they are finished. It returns ctx.Err() where
	// it was cancelled. Callers use [Experiment.Start].
	Run func(ctx context.Context, o Options, r *Report) error
}

// Experiments lists the experiments by name.
func Experiments() []Experiment {
	return []Experiment{
		Effect(),
		Errors(),
		Independence(),
		Layouts(),
		Tabulation(),
		Type1(),
		Words(),
	}
}

// Find returns the experiment of that name.
func Find(name string) (Experiment, bool) {
	for _, e := range Experiments() {
		if e.Name == name {
			return e, true
		}
	}
	return Experiment{}, false
}

// Start runs the experiment and fills r. When ctx ends it returns the tables
// finished so far, with r.Interrupted set and no error.
func (e Experiment) Start(ctx context.Context, o Options, r *Report) error {
	*r = Report{Experiment: e.Name, Claim: e.Claim, Source: e.Source, Seed: o.seed()}
	err := e.Run(ctx, o, r)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		r.Interrupted = true
		return nil
	}
	return err
}

// Options say how an experiment is run. The zero value is the published size.
type Options struct {
	Seed     uint64 // of every random choice; 0 means 1
	Trials   int    // functions, searches, … a row; 0 means the experiment's own number
	Progress func(what string, done, total int)
}

func (o Options) seed() uint64 {
	if o.Seed == 0 {
		return 1
	}
	return o.Seed
}

// TrialsOr returns the number of trials asked for, or n where none was.
func (o Options) TrialsOr(n int) int {
	if o.Trials > 0 {
		return o.Trials
	}
	return n
}

// Step reports progress where somebody asked for it.
func (o Options) Step(what string, done, total int) {
	if o.Progress != nil {
		o.Progress(what, done, total)
	}
}

// Rand returns the generator of one place in an experiment, such as (table,
// row, trial): the same for the same seed and place, different for others. Up
// to three numbers name a place; Rand panics on more.
func (o Options) Rand(place ...uint64) *rand.Rand { return rand.New(o.Source(place...)) }

// Source is [Options.Rand] without its methods.
func (o Options) Source(place ...uint64) rand.Source {
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
