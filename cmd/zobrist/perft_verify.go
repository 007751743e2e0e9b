package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/search"
)

// verify counts with short tags; again opens the position under a trial's keys.
func (b played[M, P]) verify(ctx context.Context, again func(trial int) board, f perftFlags, o search.PerftOptions) (search.PerftErrors, error) {
	return search.VerifyPerft(ctx, func(trial int) P { return again(trial).(played[M, P]).p }, f.depth, f.tag, f.trials, int64(f.hash), o)
}

// perftVerify measures wrong counts.
func (a *app) perftVerify(ctx context.Context, f perftFlags, b board, space *zobrist.Space, again func(zobrist.Set) board) error {
	open := func(trial int) board {
		if f.random {
			return again(zobrist.Random(space.Len(), rand.NewPCG(uint64(trial), 0)))
		}
		return again(zobrist.Coded(space.Len(), uint64(trial)+1))
	}
	line, counts := a.progress("verify", "counts", int64(f.trials)+1), int64(0) // the first is the true one
	e, err := b.verify(ctx, open, f, search.PerftOptions{Threads: f.threads, Progress: func(p search.PerftProgress) {
		if p.Done == p.Total {
			counts++
			line.set(counts)
		}
	}})
	line.done()
	if err != nil {
		return hintPerft(err)
	}
	if a.json {
		return a.printJSON(e)
	}
	if a.plain {
		_, err := fmt.Fprintf(a.out, "%d\t%d\t%d\t%g\t%d\t%g\t%g\t%g\n", e.TagBits, e.Trials, e.Wrong, e.WrongPredicted, e.Type1, e.Predicted, e.Low, e.High)
		return err
	}
	fmt.Fprintf(a.out, "nodes         %d, the true count\ntrials        %d, tags of %d bits, %d probes\n", e.Nodes, e.Trials, e.TagBits, e.Probes)
	fmt.Fprintf(a.out, "wrong counts  %d; %.4g predicted by TR#88, which takes every error for fatal\n", e.Wrong, e.WrongPredicted)
	_, err = fmt.Fprintf(a.out, "type 1 errors %d; %.4g predicted, 99 %% limits of the measured %.4g to %.4g\ntype 2 errors %d\n", e.Type1, e.Predicted, e.Low, e.High, e.Type2)
	return err
}
