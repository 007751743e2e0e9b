package lab

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/odds"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// Type1 measures the report's law with the transposition table itself, tags
// short on purpose: on full tables, on random positions and on perft.
func Type1() Experiment { return type1(1 << 20) }

// type1 is Type1 with a full table of so many bytes.
func type1(bytes int64) Experiment {
	return newExperiment("type1", judgeType1, []law{
		lawOf("full tables", trials(1000, 4000), fullTables),
		lawOf("random probes", trials(1000, 4000), func(
			ctx context.Context, o Options, thousands int, progress func(float64),
		) (*Table, error) {
			return randomProbes(ctx, o, thousands, bytes, progress)
		}),
		lawOf("perft", trials(1000, 4000), shortTags),
	}, type1Far, type1Outside)
}

// What the rule of [Type1] allows.
const type1Far, type1Outside = 4., 2

// judgeType1 applies the rule of [Type1].
func judgeType1(r *Report) Verdict {
	far := 0.0
	full := r.Tables[0]
	for i, p := range full.column("formula") {
		far = max(far, math.Abs(full.column("measured")[i]-p)/full.column("standard error")[i])
	}
	inside, rows := 0, 0
	for _, t := range r.Tables[1:] {
		for _, row := range t.Rows {
			if rows++; row[len(row)-1] == "yes" {
				inside++
			}
		}
	}
	perft := r.Table("type1-perft")
	wrong, claimed := sum(perft.column("wrong")), sum(perft.column("wrong by TR#88"))
	return r.verdict(far < type1Far && inside >= rows-type1Outside, Sharper, far, inside, rows, wrong, claimed)
}

func sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

// fullTables retrieves 2^n values from full tables, row by row of the report.
// A probe is compared with the eight slots of a cluster, so that a tag has three
// bits more than the key of the report.
func fullTables(ctx context.Context, o Options, trials int, progress func(float64)) (*Table, error) {
	const n, slotBits = 10, 3
	t := newTable("type1-report", trials, n, n)
	rows := ReportRows()
	formula := t.Plot.Add(plot.Line, "exp(−2^−m)")
	points := t.Plot.Add(plot.Points, "measured, 95 %")
	for m, row := range rows {
		right, err := rightTables(ctx, o, m, n, n+m+slotBits, trials)
		if err != nil {
			return t, err
		}
		p, q := odds.NoRetrievalError(n, m), float64(right)/float64(trials)
		t.Add(m, row.Printed, p, q, math.Sqrt(p*(1-p)/float64(trials)), n+m+slotBits)
		low, high := proportion(right, trials)
		formula.Point(float64(m), p)
		points.Between(float64(m), q, low, high)
		progress(float64(m+1) / float64(len(rows)))
	}
	return t, nil
}

// rightTables fills a table of 2^n slots for each trial, probes it for 2^n
// other positions, and returns the number of trials without a wrong hit.
func rightTables(ctx context.Context, o Options, m, n, tagBits, trials int) (right int, err error) {
	table, err := tt.New(tt.Options{Bytes: 8 << n, Payload: 1, TagBits: tagBits})
	if err != nil {
		return 0, err
	}
	defer table.Close()
	for trial := range trials {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		src := o.source(11, uint64(m), uint64(trial))
		table.Clear()
		for table.Hashfull() < 1000 {
			for range 1 << n {
				table.Store(src.Uint64(), tt.Entry{})
			}
		}
		wrong := false
		for range 1 << n {
			_, hit := table.Probe(src.Uint64())
			wrong = wrong || hit
		}
		if !wrong {
			right++
		}
	}
	return right, nil
}

// keyKinds are the sets of keys that are tried.
var keyKinds = []string{"random", "coded"}

// trialKeys returns random or coded keys for chess, a set a trial.
func trialKeys(o Options, coded bool, trial int) zobrist.Set {
	n := chess.Space().Len()
	if coded {
		return zobrist.Coded(n, o.seed()<<20+uint64(trial))
	}
	return zobrist.Random(n, o.source(12, uint64(trial)))
}

// randomProbes counts wrong hits for positions of random features in a table of so many bytes.
func randomProbes(ctx context.Context, o Options, thousands int, bytes int64, progress func(float64)) (*Table, error) {
	probes := 1000 * thousands
	t := newTable("type1-random", bits.Len64(uint64(bytes))-4)
	law := t.Plot.Add(plot.Line, "8 slots × 2^−tag")
	points := []*plot.Series{t.Plot.Add(plot.Points, "random keys, 99 %"), t.Plot.Add(plot.Points, "coded keys, 99 %")}
	for tag := 8; tag <= 24; tag += 2 {
		for kind, name := range keyKinds {
			if ctx.Err() != nil {
				return t, ctx.Err()
			}
			wrong, err := wrongHits(o, tag, kind, probes, bytes)
			if err != nil {
				return nil, err
			}
			predicted := odds.Tags{Probes: float64(probes), Fill: 1, Slots: 8, TagBits: tag}.WrongHits()
			low, high := odds.PoissonLimits(wrong)
			t.Add(tag, name, probes, predicted, wrong, low, high, within(predicted, low, high))
			n := float64(probes)
			points[kind].Between(float64(tag)+.3*float64(kind), float64(wrong)/n, low/n, high/n)
			if kind == 0 {
				law.Point(float64(tag), predicted/n)
			}
		}
		progress(float64(tag-6) / 18)
	}
	return t, nil
}

// wrongHits fills a table with random positions and probes it for others.
func wrongHits(o Options, tag, kind, probes int, bytes int64) (wrong uint64, err error) {
	table, err := tt.New(tt.Options{Bytes: bytes, Payload: 1, TagBits: tag})
	if err != nil {
		return 0, err
	}
	defer table.Close()
	keys := trialKeys(o, kind == 1, tag)
	rng := o.rand(13, uint64(tag), uint64(kind))
	for table.Hashfull() < 1000 {
		for range table.Len() {
			table.Store(randomHash(rng, keys), tt.Entry{})
		}
	}
	for range probes {
		if _, hit := table.Probe(randomHash(rng, keys)); hit {
			wrong++
		}
	}
	return wrong, nil
}

func randomHash(rng *rand.Rand, keys zobrist.Set) uint64 {
	h := keys.Start
	for range 24 {
		h ^= keys.Keys[rng.IntN(len(keys.Keys))]
	}
	return h
}

func within(v, low, high float64) string {
	if low <= v && v <= high {
		return "yes"
	}
	return "no"
}

// shortTags counts perft again and again and finds the wrong counts.
func shortTags(ctx context.Context, o Options, trials int, progress func(float64)) (*Table, error) {
	const depth = 5
	trials = max(2, trials/100)
	t := newTable("type1-perft", trials)
	law := t.Plot.Add(plot.Line, "predicted")
	var points [2]*plot.Series
	for kind, name := range keyKinds {
		points[kind] = t.Plot.Add(plot.Points, name+" keys, 99 %")
	}
	for tag := 8; tag <= 24; tag += 2 {
		for kind, name := range keyKinds {
			start := func(trial int) *chess.Position {
				p, err := chess.New(chess.Options{Set: trialKeys(o, kind == 1, 100*tag+trial)})
				if err != nil {
					panic(err) // 781 keys for 781 features
				}
				return p
			}
			e, err := VerifyPerft(ctx, start, depth, tag, trials, 256<<10, search.PerftOptions{Threads: 1})
			if err != nil {
				return t, err
			}
			t.Add(tag, name, e.Trials, e.Wrong, e.WrongPredicted, e.WrongHits, e.Type1, e.Predicted,
				e.Low, e.High, within(e.Predicted, e.Low, e.High))
			if kind == 0 {
				law.Point(float64(tag), e.Predicted)
			}
			points[kind].Between(float64(tag)+.3*float64(kind), float64(e.Type1), e.Low, e.High)
		}
		progress(float64(tag-6) / 18)
	}
	return t, nil
}
