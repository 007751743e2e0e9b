package lab

import (
	"context"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/clash"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/odds"
)

// Errors recomputes the report's table of the probability of no error, marks
// its misprints, and measures it with positions of a search tree.
func Errors() Experiment {
	return newExperiment("errors", judgeErrors, []law{lawOf("errors", trials(500, 2000), reportErrors)}, errorsOutside)
}

// errorsOutside is the number of intervals that may miss by the rule of [Errors].
const errorsOutside = 4

// judgeErrors applies the rule of [Errors].
func judgeErrors(r *Report) Verdict {
	t := r.Tables[0]
	misprints := 0
	for _, row := range t.Rows {
		if row[len(row)-1] != nil {
			misprints++
		}
	}
	inside := 0
	for i, p := range t.column("exact, n = 12") {
		for _, limits := range [][2]string{{"low", "high"}, {"low, coded", "high, coded"}} {
			if t.column(limits[0])[i] <= p && p <= t.column(limits[1])[i] {
				inside++
			}
		}
	}
	all := 2 * len(t.Rows)
	return r.verdict(inside >= all-errorsOutside, Sharper, inside, all, misprints, len(t.Rows))
}

// reportBits is n of the measured table.
const reportBits = 12

// reportErrors retrieves 2^n values a trial, each for a position and by the
// code of another, and counts the trials without a match.
func reportErrors(ctx context.Context, o Options, trials int, progress func(float64)) (*Table, error) {
	tree, err := treeOf(ctx, 4<<reportBits)
	if err != nil {
		return nil, err
	}
	rows := ReportRows()
	random, coded := make([]int, len(rows)), make([]int, len(rows)) // trials without an error
	done := 0
	for ; done < trials && ctx.Err() == nil; done++ {
		progress(float64(done) / float64(trials))
		if err := reportTrial(o, tree, done, random, coded); err != nil {
			return nil, err
		}
	}
	t := newTable("no-error", done, reportBits, reportBits, reportBits)
	if done == 0 {
		return nil, ctx.Err()
	}
	curve := t.Plot.Add(plot.Line, "exp(−2^−m)")
	points := t.Plot.Add(plot.Points, "measured, random keys, 95 %")
	codes := t.Plot.Add(plot.Points, "measured, coded keys, 95 %")
	for m, row := range rows {
		var misprint any
		if row.Misprint {
			misprint = row.Rounded
		}
		measured, ofCoded := float64(random[m])/float64(done), float64(coded[m])/float64(done)
		low, high := proportion(random[m], done)
		codedLow, codedHigh := proportion(coded[m], done)
		t.Add(m, row.Printed, row.NoError, odds.NoRetrievalError(reportBits, m), measured, low, high,
			ofCoded, codedLow, codedHigh, misprint)
		curve.Point(float64(m), row.NoError)
		points.Between(float64(m)-.08, measured, low, high)
		codes.Between(float64(m)+.08, ofCoded, codedLow, codedHigh)
	}
	return t, ctx.Err()
}

// reportTrial retrieves once under random and under coded keys of every width,
// and counts in element m whether no code of reportBits + m bits was wrong.
func reportTrial(o Options, tree *clash.Tree, trial int, random, coded []int) error {
	n := chess.Space().Len()
	order := o.rand(1, uint64(trial)).Perm(tree.Len())
	count := func(right []int, m int, hashes []uint64) {
		for i := 0; i < 2<<reportBits; i += 2 {
			if (hashes[order[i]]^hashes[order[i+1]])&(1<<(reportBits+m)-1) == 0 {
				return
			}
		}
		right[m]++
	}
	hashes := tree.Hashes(nil, zobrist.NewKeys(n, o.source(2, 0, uint64(trial))), 0)
	src := o.source(2, 1, uint64(trial))
	for m := range random {
		count(random, m, hashes)
	}
	for m := range coded {
		code, err := zobrist.NewCode(n, reportBits+m)
		if err != nil {
			return err
		}
		hashes = tree.Hashes(hashes[:0], code.Set(src).Keys, 0)
		count(coded, m, hashes)
	}
	return nil
}
