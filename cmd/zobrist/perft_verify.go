package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/search"
)

// verify counts with short tags; again opens the position under a trial's keys.
func (b played[M, P]) verify(
	ctx context.Context, again func(trial int) board, f perftFlags, o search.PerftOptions,
) (lab.PerftErrors, error) {
	start := func(trial int) P { return again(trial).(played[M, P]).p }
	return lab.VerifyPerft(ctx, start, f.depth, f.tag, f.trials, int64(f.hash), o)
}

// verifyAnswer is what `zobrist perft --verify` prints.
type verifyAnswer struct{ lab.PerftErrors }

// perftVerify measures wrong counts of the position b, which text describes.
func (a *app) perftVerify(ctx context.Context, f perftFlags, b board, text string) error {
	n := b.Space().Len()
	again := func(trial int) board {
		s := setup{set: zobrist.Coded(n, uint64(trial)+1)}
		if f.random {
			s.set = zobrist.Random(n, rand.NewPCG(uint64(trial), 0))
		}
		b, err := f.game.open(text, s)
		if err != nil {
			panic(err) // the same text was read before
		}
		return b
	}
	line, counts := a.Progress("verify", "counts", int64(f.trials)+1), int64(0) // the first is the true one
	e, err := b.verify(ctx, again, f, search.PerftOptions{Threads: f.threads, Progress: func(done, total int, _ uint64) {
		if done == total {
			counts++
			line.Set(counts)
		}
	}})
	line.Done()
	if err != nil {
		return hintPerft(err)
	}
	return a.Print(verifyAnswer{e})
}

func (v verifyAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "nodes         %d, the true count\n", v.Nodes)
	fmt.Fprintf(w, "trials        %d, tags of %d bits, %d probes\n", v.Trials, v.TagBits, v.Probes)
	fmt.Fprintf(w, "wrong counts  %d; %.4g predicted by TR#88, which takes every error for fatal\n",
		v.Wrong, v.WrongPredicted)
	fmt.Fprintf(w, "type 1 errors %d; %.4g predicted, 99 %% limits of the measured %.4g to %.4g\ntype 2 errors %d\n",
		v.Type1, v.Predicted, v.Low, v.High, v.Type2)
}
