package lab

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// Effect is the experiment on what a table saves a search.
func Effect() Experiment {
	return newExperiment("effect", judgeEffect, []law{
		lawOf("searches", func(o Options) effectSizes { return effectSizes{rounds: o.trials(3, 7)} }, effectTable),
		lawOf("false hits", func(Options) effectSizes { return effectSizes{less: 1} }, effectErrors),
	}, leastNodes)
}

// judgeEffect applies the rule of [Effect].
func judgeEffect(r *Report) Verdict {
	t, wrong := r.Table("table-effect"), r.Table("table-errors")
	without := t.column("nodes without")
	fewer := 0
	var nodes, least, middle, most sample // logarithms of the ratios
	for i, ratio := range t.column("with ÷ without") {
		if ratio < 1 {
			fewer++
		}
		nodes = append(nodes, math.Log(ratio))
		if without[i] >= leastNodes {
			least = append(least, math.Log(t.column("least")[i]))
			middle = append(middle, math.Log(t.column("time with ÷ without")[i]))
			most = append(most, math.Log(t.column("most")[i]))
		}
	}
	inside := 0
	for _, row := range wrong.Rows {
		if row[len(row)-1] == "yes" {
			inside++
		}
	}
	return r.verdict(fewer == len(nodes) && most.mean() < 0, Reproduced, fewer, len(nodes),
		math.Exp(nodes.mean()), len(most), math.Exp(middle.mean()), math.Exp(least.mean()), math.Exp(most.mean()),
		effectTag, inside, len(wrong.Rows), slices.Max(wrong.column("predicted at 64 bits")))
}

// leastNodes is the number of nodes below which a search takes too little time to judge by.
const leastNodes = 100_000

// effectBytes is the size of the table in every search.
const effectBytes = 64 << 20

// searchFunc searches a start position to a depth, with a table if it is not nil,
// and returns the number of nodes. With canonical, images of a
// position share a hash.
type searchFunc func(ctx context.Context, depth int, table *tt.Table, canonical bool) (uint64, error)

// searcher is a game with one depth to search it to.
type searcher struct {
	name   string
	depth  int
	search searchFunc
}

// searchers lists the games, each with a depth of about a second without a
// table.
func searchers() []searcher {
	onMNK := func(o mnk.Options) searchFunc {
		return searchOf(func(canonical bool) (*mnk.Position, error) {
			o.Canonical = canonical
			return mnk.New(o)
		})
	}
	return []searcher{
		{"chess", 7, searchOf(func(canonical bool) (*engine.Position, error) {
			return engine.Start(chess.Options{Canonical: canonical})
		})},
		{"checkers", 12, searchOf(func(canonical bool) (*checkers.Position, error) {
			return checkers.New(checkers.Options{Canonical: canonical})
		})},
		{"baduk 5×5", 6, searchOf(func(canonical bool) (*baduk.Position, error) {
			return baduk.New(baduk.Options{Width: 5, Canonical: canonical, Exchange: canonical})
		})},
		{"tic-tac-toe", 9, onMNK(mnk.Options{})},
		{"6,5,4", 7, onMNK(mnk.Options{Width: 6, Height: 5, InRow: 4})},
		{"gomoku", 4, onMNK(mnk.Gomoku())},
		{"Connect Four", 12, onMNK(mnk.ConnectFour())},
		{"hex 4×4", 10, searchOf(func(canonical bool) (*hex.Position, error) {
			return hex.New(hex.Options{Size: 4, Canonical: canonical})
		})},
		{"qubic", 6, searchOf(func(canonical bool) (*qubic.Position, error) {
			return qubic.New(qubic.Options{Canonical: canonical})
		})},
	}
}

// searchOf searches the position that start returns full width, on one goroutine.
func searchOf[M comparable, P search.Position[M, P]](start func(canonical bool) (P, error)) searchFunc {
	return func(ctx context.Context, depth int, table *tt.Table, canonical bool) (uint64, error) {
		p, err := start(canonical)
		if err != nil {
			return 0, err
		}
		s, err := search.New(p, search.Options{Table: table, FullWidth: true})
		if err != nil {
			return 0, err
		}
		info, err := s.Search(ctx, search.Limits{Depth: depth})
		if err != nil {
			return 0, err
		}
		return info.Nodes, ctx.Err()
	}
}

// effectSizes are the rounds of searches, and how many plies shallower than usual they are.
type effectSizes struct{ rounds, less int }

// effectTable searches every game.
func effectTable(ctx context.Context, _ Options, z effectSizes, progress func(float64)) (*Table, error) {
	rounds := z.rounds
	t := newTable("table-effect", effectBytes>>20, rounds, 100*(1-math.Ldexp(2, -rounds)), clockNote)
	plain, symmetric := t.Plot.Add(plot.Points, "nodes, table"), t.Plot.Add(plot.Points, "nodes, table and symmetry")
	timed := t.Plot.Add(plot.Points, "time, table: median, least and most")
	none := t.Plot.Add(plot.Line, "without a table")
	table, err := tt.New(tt.Options{Bytes: effectBytes})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	games := searchers()
	for i, g := range games {
		depth := max(g.depth-z.less, 1)
		nodes, times, err := g.measure(ctx, depth, rounds, table)
		if err != nil {
			return t, err
		}
		ratios := make([]float64, rounds)
		for round := range ratios {
			ratios[round] = times[1][round] / times[0][round]
		}
		without := float64(nodes[0])
		share := float64(nodes[1]) / without
		shared := float64(nodes[2]) / without
		t.Plot.Ticks = append(t.Plot.Ticks, g.name)
		plain.Point(float64(i)-.15, share)
		symmetric.Point(float64(i), shared)
		timed.Between(float64(i)+.15, middle(ratios), slices.Min(ratios), slices.Max(ratios))
		none.Point(float64(i), 1)
		t.Add(g.name, depth, nodes[0], nodes[1], nodes[2], share, shared,
			middle(times[0]), middle(times[1]), middle(times[2]), middle(ratios), slices.Min(ratios),
			slices.Max(ratios))
		progress(float64(i+1) / float64(len(games)))
	}
	return t, nil
}

// effectTag is the width of the tags that are short on purpose.
const effectTag = 12

// effectErrors searches every game, with tags so short that false
// hits occur. The table watches every cluster, so that whole hashes are compared.
func effectErrors(ctx context.Context, _ Options, z effectSizes, progress func(float64)) (*Table, error) {
	t := newTable("table-errors", effectTag, effectTag)
	predicted := t.Plot.Add(plot.Line, "as predicted")
	measured := t.Plot.Add(plot.Points, "a game, 99 %")
	var all sample
	games := searchers()
	for i, g := range games {
		table, err := tt.New(tt.Options{Bytes: 1 << 20, TagBits: effectTag, Sample: 1})
		if err != nil {
			return t, err
		}
		depth := max(g.depth-z.less, 1)
		nodes, err := g.search(ctx, depth, table, false)
		e, address := table.Stats(), bits.Len64(uint64(table.Len()/8)-1)
		if err = errors.Join(err, table.Close()); err != nil {
			return t, err
		}
		whole := math.Ldexp(e.Predicted, e.Bits-(64-address))
		t.Add(g.name, depth, nodes, e.Probes, e.Hits, e.WrongHits, e.Type1, e.Predicted, e.Low, e.High, whole,
			yes(e.Agrees()))
		measured.Between(e.Predicted, float64(e.Type1), e.Low, e.High)
		all = append(all, e.Predicted)
		progress(float64(i+1) / float64(len(games)))
	}
	for _, x := range []float64{slices.Min(all), slices.Max(all)} {
		predicted.Point(x, x)
	}
	return t, nil
}

// measure searches without the table, with it, and with it and symmetry, and
// returns the nodes of each way and its seconds in each round.
func (g searcher) measure(
	ctx context.Context, depth, rounds int, table *tt.Table,
) (nodes [3]uint64, times [3][]float64, err error) {
	for range rounds {
		for way := range 3 {
			used := table
			if way == 0 {
				used = nil
			}
			table.Clear()
			took := timed(func() { nodes[way], err = g.search(ctx, depth, used, way == 2) })
			if err != nil {
				return nodes, times, err
			}
			times[way] = append(times[way], took.Seconds())
		}
	}
	return nodes, times, nil
}

// middle returns the median, the higher one of two.
func middle(x []float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	return sorted[len(sorted)/2]
}
