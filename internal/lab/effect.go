package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/method"
	"github.com/zobrist-go/zobrist/internal/plot"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// Effect is the experiment on what a table saves a search.
func Effect() Experiment {
	return Experiment{
		Name:  "effect",
		Title: "What a hash table saves a search",
		Claim: "a hash table saves a game-playing program work: a position that was reached before need not " +
			"be searched again",
		Source: "A. L. Zobrist, Technical Report 88, University of Wisconsin, 1970, Introduction",
		Rule: fmt.Sprintf("reproduced if every game takes fewer nodes with the table, which does not depend on the "+
			"machine, and all games but one at most take less processor time in every round; one that takes no fewer "+
			"nodes, or two that are slower in a round, refute it. Games below %d ms have no say in time", leastEffect),
		Threats: "one search from the start position of each game, to a depth of about a second. The search is " +
			"plain alpha-beta to one depth with quiescence: a selective search leaves out other lines once the " +
			"table gives it another first move, so that its nodes say little about the table",
		laws: []law{
			lawOf("searches", func(o Options) effectSizes { return effectSizes{rounds: o.trials(3, 7)} }, effectTable),
			lawOf("false hits", func(Options) effectSizes { return effectSizes{less: 1} }, effectErrors),
		},
		judge: judgeEffect,
	}
}

// judgeEffect looks at nodes and seconds of all games, and at the false hits.
func judgeEffect(r *Report) Verdict {
	t, wrong := r.Table("table-effect"), r.Table("table-errors")
	shares, times := t.column("with ÷ without"), t.column("time with ÷ without")
	alone, most := t.column("s without"), t.column("most")
	fewer, sooner, timed, product, saved := 0, 0, 0, 1.0, 1.0
	for i, s := range shares {
		if s < 1 {
			fewer++
		}
		product *= s
		if 1000*alone[i] < leastEffect {
			continue
		}
		timed++
		if most[i] < 1 {
			sooner++
		}
		saved *= times[i]
	}
	n, inside := len(shares), 0
	for _, row := range wrong.Rows {
		if row[len(row)-1] == "yes" {
			inside++
		}
	}
	return verdict(fewer == n && timed > 0 && sooner >= timed-1, Reproduced,
		"with the table %d of %d games need fewer nodes, %.2f times as many on the geometric mean, and %d of %d "+
			"less time in every round, %.2f times as much. Tags of %d bits are wrong as often as predicted in %d of %d "+
			"games; whole hashes of 64 bits are expected to be wrong in at most %.1g of these searches",
		fewer, n, math.Pow(product, 1/float64(n)), sooner, timed, math.Pow(saved, 1/float64(max(timed, 1))),
		effectTag, inside, len(wrong.Rows),
		slices.Max(wrong.column("predicted at 64 bits")))
}

// leastEffect is the processor time in ms below which a game has no say.
const leastEffect = 20

// effectBytes is the size of the table in every search.
const effectBytes = 64 << 20

// searchFunc searches a start position to a depth, with a table if it is not nil,
// and returns the number of nodes. canonical asks for hashes that images of a
// position share.
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
		{"chess", 7, searchOf(func(canonical bool) (*chess.Position, error) {
			return chess.New(chess.Options{Canonical: canonical})
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
		s, err := search.New(p, search.Options{Table: table, Without: method.Selective})
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
	t := &Table{
		Name: "table-effect",
		Title: fmt.Sprintf("Nodes and seconds to a fixed depth from the start, one goroutine, table of %d MiB",
			effectBytes>>20),
		Columns: []string{
			"game", "depth", "nodes without", "nodes with table", "nodes with symmetry", "with ÷ without",
			"symmetry ÷ without", "s without", "s with table", "s with symmetry", "time with ÷ without", "least",
			"most",
		},
		Notes: []string{
			fmt.Sprintf("nodes are the same on every machine; seconds are not: they are medians of %d searches, "+
				"the ways taking turns; least and most: of the ratio of their times in a round, an interval of its median "+
				"at %.1f %%", rounds, 100*(1-math.Ldexp(2, -rounds))),
			clockNote,
			"with symmetry: positions that the symmetries of the board map to each other share one entry, " +
				"in chess, checkers and Go also with the colours exchanged",
			"full width: all three look at every line to the same depth, with the same values; the table also gives " +
				"the first move to try",
		},
		Plot: &plot.Plot{
			Title: "Nodes and time to a fixed depth, as a share of those without a table", X: "game", Y: "share",
			LogY: true,
		},
	}
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
// hits occur. The table watches every cluster: it knows whole hashes.
func effectErrors(ctx context.Context, _ Options, z effectSizes, progress func(float64)) (*Table, error) {
	t := &Table{
		Name:  "table-errors",
		Title: fmt.Sprintf("False hits of a table with tags of %d bits, every cluster watched", effectTag),
		Columns: []string{
			"game", "depth", "nodes", "probes", "hits", "false hits", "type 1 errors", "predicted", "low 99 %",
			"high 99 %",
			"predicted at 64 bits", "within",
		},
		Notes: []string{
			"a table of 1 MiB; the watch keeps the whole hash beside each tag, and counts a hit as false if it differs",
			"type 1 errors are the differences of two hashes that led to false hits, each counted once; limits are " +
				"Poisson's for the measured number",
			"predicted at 64 bits: the same searches if a slot kept the whole hash, of which the address " +
				"implies a part",
		},
		Plot: &plot.Plot{
			Title: fmt.Sprintf("Errors of tags of %d bits in a search", effectTag), X: "type 1 errors predicted",
			Y: "type 1 errors measured", LogX: true, LogY: true,
		},
	}
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
