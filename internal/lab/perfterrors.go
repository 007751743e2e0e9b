package lab

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// PerftErrors is how often counts went wrong with tags too short for them, and
// how often they should have by the arithmetic of TR#88 (Zobrist, 1970), which
// takes every wrong hit for fatal and all of them for independent.
type PerftErrors struct {
	TagBits int    `json:"tagBits"`
	Trials  int    `json:"trials"` // counts, each under keys of its own
	Nodes   uint64 `json:"nodes"`  // the true count

	// Wrong counts, and their expected number: Σ (1 − exp(−e)) for the
	// predicted type 1 errors e of each trial.
	Wrong          int     `json:"wrong"`
	WrongPredicted float64 `json:"wrongPredicted"`

	tt.Stats // of all the trials' tables, every cluster of which was watched
}

// add counts another trial in.
func (e *PerftErrors) add(r, nodes uint64, s tt.Stats) {
	e.Trials++
	if r != nodes {
		e.Wrong++
	}
	e.WrongPredicted -= math.Expm1(-s.Predicted)
	e.Stats = e.Stats.Add(s)
}

// VerifyPerft counts again and again under the keys of different trials, with
// a table whose tags are short on purpose, and compares each count with the
// true one, which it finds without a table. start returns the position of a
// trial, from 0. The whole 64-bit hash tells right hits from wrong ones.
//
// depth is 0 to 127; below 3 the table is not used. tagBits is 8 to 48, or 64 for
// whole hashes, which are never mistaken; 0 means 64. Counts of 2^(51−tagBits) and more,
// with whole hashes of 2^51 and more, are not remembered; Dropped counts them.
//
// o.Table is not used; bytes is the size of the table, 0 for 16 MiB. Watching all its
// clusters takes twice as much again. Progress is called after each trial, in trials.
// It counts once without a table, and once a trial with it.
//
// The error is one of [search.Perft], or wraps [tt.ErrOptions] or [tt.ErrMemory]. The result has
// the trials that were finished.
func VerifyPerft[M comparable, P search.Position[M, P]](
	ctx context.Context, start func(trial int) P, depth, tagBits, trials int, bytes int64, o search.PerftOptions,
) (PerftErrors, error) {
	e := PerftErrors{TagBits: tagBits}
	progress := o.Progress
	o.Progress = nil
	o.Table = nil
	truth, err := search.Perft(ctx, start(0), depth, o)
	if err != nil {
		return e, err
	}
	e.Nodes = truth.Nodes
	o.Table, err = tt.New(tt.Options{Bytes: bytes, TagBits: tagBits, Payload: 1, Sample: 1})
	if err != nil {
		return e, fmt.Errorf("verify perft: %w", err)
	}
	for trial := range trials {
		o.Table.Clear()
		r, err := search.Perft(ctx, start(trial), depth, o)
		if err != nil {
			return e, errors.Join(err, o.Table.Close())
		}
		e.add(r.Nodes, truth.Nodes, o.Table.Stats())
		if progress != nil {
			progress(trial+1, trials, e.Nodes*uint64(trial+1))
		}
	}
	return e, o.Table.Close()
}
