package lab

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/clash"
	"github.com/zobrist-go/zobrist/internal/plot"
	"github.com/zobrist-go/zobrist/odds"
)

// Errors recomputes the report's table of the probability of no error, marks
// its misprints, and measures it with positions of a search tree.
func Errors() Experiment {
	return Experiment{
		Name:  "errors",
		Title: "The probability of no error, recomputed and measured",
		Claim: "while 2^n values are retrieved by codes of n+m bits, no error occurs with probability (1 − " +
			"2^−(n+m))^(2^n) ≈ exp(−2^−m)",
		Source: "A. L. Zobrist, Technical Report 88, University of Wisconsin, 1970, page 9",
		Rule: fmt.Sprintf("sharper, because misprints of the report are found as well, if at most %d of the intervals "+
			"lack the exact probability, of which 1 in 20 should; else not reproduced", errorsOutside),
		laws:  []law{lawOf("errors", trials(500, 2000), reportErrors)},
		judge: judgeErrors,
	}
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
	return verdict(inside >= all-errorsOutside, Sharper,
		"the probability lies in %d of %d intervals of 95 %%, for random and for coded keys; %d of the %d figures "+
			"that the report prints are not exp(−2^−m) rounded to five places", inside, all, misprints, len(t.Rows))
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
	rows := odds.Report()
	random, coded := make([]int, len(rows)), make([]int, len(rows)) // trials without an error
	done := 0
	for ; done < trials && ctx.Err() == nil; done++ {
		progress(float64(done) / float64(trials))
		if err := reportTrial(o, tree, done, random, coded); err != nil {
			return nil, err
		}
	}
	t := &Table{
		Name:  "no-error",
		Title: "Probability of no error with m bits beyond the address",
		Columns: []string{
			"m", "printed", "exp(−2^−m)", "exact, n = 12", "measured, random keys", "low", "high",
			"measured, coded keys", "low, coded", "high, coded", "misprint for",
		},
		Notes: []string{
			fmt.Sprintf("measured: %d trials of 2^%d retrievals, each of a random position of a search tree by the "+
				"code of another; low and high are Wilson's interval at 95 %%", done, reportBits),
			"the report assumes that errors are independent; if they cluster, no error is more probable than it says",
		},
		Plot: &plot.Plot{
			Title: fmt.Sprintf("No error in 2^%d retrievals with codes of %d + m bits", reportBits, reportBits),
			X:     "extra bits m", Y: "probability of no error",
		},
	}
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
		t.Add(m, row.Printed, row.NoError, odds.NoError(reportBits, m), measured, low, high,
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
