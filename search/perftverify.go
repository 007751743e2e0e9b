package search

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist/tt"
)

// PerftErrors is how often counts went wrong with tags too short for them, and
// how often they should have by the arithmetic of TR#88 (Zobrist, 1970), which
// takes every wrong hit for fatal and all of them for independent.
type PerftErrors struct {
	TagBits int    `json:"tagBits"`
	Trials  int    `json:"trials"` // counts, each under keys of its own
	Nodes   uint64 `json:"nodes"`  // the true count
	Probes  uint64 `json:"probes"` // over all trials, as the others

	// Wrong counts, and their expected number Σ (1 − exp(−e)), e being the
	// expected wrong hits of a trial.
	Wrong          int     `json:"wrong"`
	WrongPredicted float64 `json:"wrongPredicted"`

	// Stats of all the trials' tables, every line of which was watched; see
	// [tt.Stats]. The limits at 99 % confidence allow for the clustering of
	// errors: they are the wider ones of Poisson's and of those that the
	// differences between the trials give.
	Type1     uint64  `json:"type1"`
	Predicted float64 `json:"type1Predicted"`
	Low       float64 `json:"type1Low"`
	High      float64 `json:"type1High"`
	Variance  float64 `json:"type1Variance"` // of the type 1 errors of a trial, from all of them; 0 of a single one
	Type2     uint64  `json:"type2"`

	squares float64 // sum of the squares of the trials' type 1 errors
}

// add counts another trial in.
func (e *PerftErrors) add(r, nodes uint64, s tt.Stats) {
	e.Trials++
	e.Probes += s.Probes
	if r != nodes {
		e.Wrong++
	}
	e.WrongPredicted -= math.Expm1(-s.Predicted)
	e.Type1 += s.Type1
	e.Predicted += s.Predicted
	e.Type2 += s.Type2
	e.squares += float64(s.Type1) * float64(s.Type1)
	e.Low, e.High = tt.ErrorLimits(e.Type1)
	if n, sum := float64(e.Trials), float64(e.Type1); n > 1 {
		e.Variance = max(0, e.squares-sum*sum/n) / (n - 1)
		width := student99(n-1) * math.Sqrt(n*e.Variance)
		e.Low, e.High = max(0, min(e.Low, sum-width)), max(e.High, sum+width)
	}
}

// student99 returns about the .995 quantile of Student's distribution, by the
// first terms of Fisher's expansion.
func student99(freedom float64) float64 {
	const z = 2.5758293
	return z + (z*z*z+z)/(4*freedom) + (5*z*z*z*z*z+16*z*z*z+3*z)/(96*freedom*freedom)
}

// Agrees reports whether the predicted number of wrong hits lies within the
// confidence limits of the measured one.
func (e PerftErrors) Agrees() bool { return e.Low <= e.Predicted && e.Predicted <= e.High }

// VerifyPerft counts again and again under the keys of different trials, with
// a table whose tags are short on purpose, and compares each count with the
// true one, which it finds without a table. start returns the position of a
// trial, from 0; positions that are game.Wide carry the
// 128-bit hash that tells right hits from wrong ones.
//
// o.Table is not used; bytes is the size of the tables. Progress is called
// after each trial, in trials.
func VerifyPerft[M comparable, P Cloner[M, P]](ctx context.Context, start func(trial int) P, depth, tagBits, trials int, bytes int64, o PerftOptions) (PerftErrors, error) {
	e := PerftErrors{TagBits: tagBits}
	progress := o.Progress
	o.Progress = nil
	o.Table = nil
	truth, err := Perft(ctx, start(0), depth, o)
	if err != nil {
		return e, err
	}
	e.Nodes = truth.Nodes
	o.Table, err = tt.New(tt.Options{Bytes: bytes, Layout: tt.Compact, TagBits: tagBits, Sample: 1})
	if err != nil {
		return e, fmt.Errorf("search: verify perft: %w", err)
	}
	for trial := range trials {
		o.Table.Clear()
		r, err := Perft(ctx, start(trial), depth, o)
		if err != nil {
			return e, errors.Join(err, o.Table.Close())
		}
		e.add(r.Nodes, truth.Nodes, o.Table.Stats())
		if progress != nil {
			progress(PerftProgress{Done: trial + 1, Total: trials, Nodes: e.Nodes * uint64(trial+1), Probes: e.Probes})
		}
	}
	return e, o.Table.Close()
}
