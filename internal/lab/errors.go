package lab

import (
	"context"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/odds"
)

// Errors recomputes the report's table of the probability of no error, marks
// its misprints, and measures it with positions of a search tree.
func Errors() Experiment {
	return Experiment{
		Name:   "errors",
		Title:  "The probability of no error, recomputed and measured",
		Claim:  "while 2^n values are retrieved by codes of n+m bits, no error occurs with probability (1 − 2^−(n+m))^(2^n) ≈ exp(−2^−m)",
		Source: "A. L. Zobrist, Technical Report 88, University of Wisconsin, 1970, page 9",
		Run:    reportErrors,
	}
}

// reportBits is n of the measured table.
const reportBits = 12

// note formats a note of a table.
func note(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// reportErrors retrieves 2^n values a trial, each for a position and by the
// code of another, and counts the trials without a match.
func reportErrors(ctx context.Context, o Options, r *Report) error {
	const retrievals = 1 << reportBits
	trials := o.TrialsOr(2000)
	tree, err := treeOf(ctx, 4*retrievals)
	if err != nil {
		return err
	}
	rows := odds.Report()
	right := [2][]int{make([]int, len(rows)), make([]int, len(rows))}
	n := chess.Space().Len()
	var hashes []uint64
	for trial := range trials {
		if err := ctx.Err(); err != nil {
			return err
		}
		o.Step("errors", trial, trials)
		order := o.Rand(1, uint64(trial)).Perm(tree.Len())
		for kind := range right {
			src := o.Source(2, uint64(kind), uint64(trial))
			keys := zobrist.NewKeys(n, src)
			for m := range rows {
				bits := reportBits + m
				if kind == 1 {
					code, err := zobrist.NewCode(n, bits)
					if err != nil {
						return err
					}
					keys = code.Set(src).Keys
				}
				if kind == 1 || m == 0 {
					hashes = tree.Hashes(hashes[:0], keys, 0)
				}
				wrong := false
				for i := 0; i < 2*retrievals && !wrong; i += 2 {
					wrong = (hashes[order[i]]^hashes[order[i+1]])&(1<<bits-1) == 0
				}
				if !wrong {
					right[kind][m]++
				}
			}
		}
	}
	t := &Table{
		Name:    "no-error",
		Title:   "Probability of no error with m bits beyond the address",
		Columns: []string{"m", "printed", "exp(−2^−m)", "exact, n = 12", "measured, random keys", "measured, coded keys", "misprint for"},
		Notes: []string{
			note("measured: %d trials of 2^%d retrievals, each of a random position of a search tree by the code of another; standard error at most %.4f", trials, reportBits, .5/math.Sqrt(float64(trials))),
			"the report assumes that errors are independent; where they cluster, no error is more probable than it says",
		},
		Plot: &Plot{Title: "No error with m extra bits", X: "m", Y: "probability of no error"},
	}
	curve, points := Series{Name: "exp(−2^−m)"}, Series{Name: "measured, random keys", Points: true}
	for m, row := range rows {
		var misprint any
		if row.Misprint {
			misprint = row.Rounded
		}
		random := float64(right[0][m]) / float64(trials)
		t.Add(m, row.Printed, row.NoError, odds.NoError(reportBits, m), random, float64(right[1][m])/float64(trials), misprint)
		curve.X, curve.Y = append(curve.X, float64(m)), append(curve.Y, row.NoError)
		points.X, points.Y = append(points.X, float64(m)), append(points.Y, random)
	}
	t.Plot.Series = []Series{curve, points}
	r.Add(t)
	return nil
}
