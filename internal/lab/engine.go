package lab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/tabulation"
	"github.com/zobrist-go/zobrist/tt"
)

// Engine compares families of hash functions in a chess engine.
func Engine() Experiment {
	return engineSizes{
		rounds: 11, tables: 40, positions: 6, depth: 5, games: 20, longest: 20, nodes: 2048,
	}.experiment()
}

// engineSizes say how much work the experiment is.
type engineSizes struct {
	rounds    int // of timing
	tables    int // of keys, to count clashes
	positions int // of each set that is searched
	depth     int // plies of these searches
	games     int // of a match of families at 64 bits
	longest   int // games at most of the others, which end when the sequential test does
	nodes     uint64
}

// sized returns the sizes that the options ask for.
func (z engineSizes) sized(o Options) engineSizes {
	if o.Full {
		z.rounds, z.tables, z.positions, z.games, z.longest = 51, 400, 40, 100, 1000
	}
	if o.Trials > 0 {
		z.rounds, z.tables, z.positions, z.games, z.longest = o.Trials, max(4, 4*o.Trials), o.Trials, 2*o.Trials,
			2*o.Trials
	}
	return z
}

func (z engineSizes) experiment() Experiment {
	return newExperiment("engine", judgeEngine, []law{
		lawOf("speed", z.sized, engineSpeed),
		lawOf("clashes", z.sized, engineClashes),
		lawOf("short tags", z.sized, engineErrors),
		lawOf("matches", z.sized, engineMatches),
		lawOf("resolution", z.sized, engineResolution),
	}, eloStep, sequentialAlpha)
}

// judgeEngine answers the question.
func judgeEngine(r *Report) Verdict {
	speed, clashes, short := r.Table("engine-speed"), r.Table("engine-clashes"), r.Table("engine-errors")
	matches, power := r.Table("engine-matches"), r.Table("engine-resolution")
	lead, shown := "", 0.0
	var differ []string
	for i, cells := range matches.Rows {
		switch name := cells[1].(string); {
		case cells[0] == sameWidth:
			differ = append(differ, fmt.Sprintf("%v (%s)", cells[len(cells)-2], name))
		case cells[0] == crowdedTable && name == "twisted":
			lead = leads[cells[len(cells)-1].(string)]
			shown = matches.column("least Elo shown with power 80 %")[i]
		}
	}
	widest := 0
	for i, tag := range short.column("tag bits") {
		if short.column("scores changed")[i] > 0 {
			widest = max(widest, int(tag))
		}
	}
	least := 1.0
	for _, p := range short.column("p of equal shares") {
		if p < least { // NaN in all rows but the first of a width
			least = p
		}
	}
	last := len(power.Rows) - 1
	figures := []any{lead, shown, strings.Join(differ, ", ")}
	for _, key := range []struct {
		t       *Table
		columns string
		of      []any
	}{
		{speed, "÷ random keys | low | high", []any{"move", "twisted"}},
		{speed, "÷ random keys", []any{"move", "twisted, from scratch"}},
		{speed, "÷ random keys | low | high", []any{"node of a search", "twisted"}},
		{nil, "", []any{clashBits}},
		{clashes, "variance ÷ mean | low, variance | high, variance", []any{"twisted"}},
		{clashes, "variance ÷ mean | low, variance | high, variance", []any{"random keys"}},
		{clashes, "÷ uniform", []any{"twisted"}},
		{clashes, "÷ uniform", []any{"random keys"}},
	} {
		if key.t == nil {
			figures = append(figures, key.of...)
			continue
		}
		for column := range strings.SplitSeq(key.columns, " | ") {
			figures = append(figures, key.t.figure(column, key.of...))
		}
	}
	return r.verdict(true, Measured, append(figures, widest, len(engineTags), least,
		power.column("greatest change of the score")[last], power.column("games for power 80 %")[last])...)
}

// leads begin the verdict, by the outcome of the match of twisted tabulation.
var leads = map[string]string{
	noDifference: "twisted tabulation does not change how well the engine plays",
	better:       "twisted tabulation improves the engine",
	worse:        "twisted tabulation makes the engine worse",
	undecided:    "whether twisted tabulation changes how well the engine plays is undecided",
}

// A timedWay does some work in one of several ways, and returns the units of it: moves, nodes, addresses.
type timedWay struct {
	name  string
	bytes int // of tables, if that is shown
	work  func() (units int, err error)
}

// takeTurns times the ways, which take turns in each round. The times are in ns a unit. After an error it returns the
// rounds that are whole, nil if there is none.
func takeTurns(ctx context.Context, rounds int, ways []timedWay, progress func(float64)) ([]sample, error) {
	times := make([]sample, len(ways))
	for round := range rounds {
		for k := range ways {
			i := (k + round) % len(ways)
			var units int
			var err error
			took := timed(func() { units, err = ways[i].work() })
			if err = cmp.Or(err, ctx.Err()); err != nil {
				if round == 0 {
					return nil, err
				}
				for i := range times {
					times[i] = times[i][:round]
				}
				return times, err
			}
			times[i] = append(times[i], float64(took.Nanoseconds())/float64(units))
		}
		progress(float64(round+1) / float64(rounds))
	}
	return times, nil
}

// engineSpeed times a move, and a node of a search, under each function.
func engineSpeed(ctx context.Context, o Options, z engineSizes, progress func(float64)) (*Table, error) {
	table, err := tt.New(tt.Options{Bytes: 1 << 20})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	sets, err := positionSets(1)
	if err != nil {
		return nil, err
	}
	var hashes []*engineHash
	for i, k := range engineKinds() {
		hashes = append(hashes, k.draw(o.source(151, 0, uint64(i))))
	}
	moves, played, err := moveWays(o, hashes)
	if err != nil {
		return nil, err
	}
	var nodes []timedWay
	for i, e := range hashes {
		nodes = append(nodes, timedWay{moves[i].name, e.bytes(), func() (n int, err error) {
			for _, set := range sets {
				f, err := z.look(ctx, set.fens[0], e, ^uint64(0), table, nil)
				if err != nil {
					return n, err
				}
				n += f.nodes
			}
			return n, nil
		}})
	}
	t := newTable("engine-speed", z.rounds, clockNote, played, positionChars, z.depth)
	for part, ways := range [][]timedWay{moves, nodes} {
		of := []string{"move", "node of a search"}[part]
		points := t.Plot.Add(plot.Points, of+", 95 %")
		ns, err := takeTurns(ctx, z.rounds, ways, func(share float64) { progress((float64(part) + share) / 2) })
		if ns == nil {
			return t, err
		}
		random := slices.Clone(ns[0])
		for i, w := range ways {
			var ratios sample
			for round, x := range ns[i] {
				ratios = append(ratios, x/random[round])
			}
			middle, _, _ := ns[i].median()
			r, low, high := ratios.median()
			t.Add(of, w.name, middle, r, low, high, w.bytes)
			if part == 0 {
				t.Plot.Ticks = append(t.Plot.Ticks, w.name)
			}
			points.Between(float64(i)+.16*float64(part), r, low, high)
		}
		if err != nil {
			return t, err
		}
	}
	return t, nil
}

// moveWays are Make, the hash and Unmake over the moves of famous games, by each hash function and by tabulation from
// scratch. It returns the number of moves as well.
func moveWays(o Options, hashes []*engineHash) (ways []timedWay, played int, err error) {
	games, err := famousGames()
	if err != nil {
		return nil, 0, err
	}
	for _, g := range games {
		played += len(g)
	}
	add := func(name string, bytes int, p *chess.Position, hash func(*chess.Position) uint64) {
		ways = append(ways, timedWay{name, bytes, func() (int, error) {
			total := uint64(0)
			for _, g := range games {
				p.Reset()
				for _, m := range g {
					p.Make(m)
					total += hash(p)
				}
				for range g {
					p.Unmake()
				}
			}
			runtime.KeepAlive(total)
			return played, nil
		}})
	}
	var first *chess.Position
	for i, e := range hashes {
		p, err := chess.New(e.options())
		if err != nil {
			return nil, 0, err
		}
		if i == 0 {
			first = p
		}
		add(engineKinds()[i].name, e.bytes(), p, e.hash)
	}
	scratch := make([]zobrist.Feature, 0, 40)
	for i, f := range []tabulation.Family{tabulation.Twisted, tabulation.Mixed} {
		t := tabulation.NewTuple(f, positionChars, o.source(151, 1, uint64(i)))
		add(f.String()+", from scratch", positionChars*256*16, first, func(p *chess.Position) uint64 {
			x := characters(p, scratch)
			return t.Hash(x[:])
		})
	}
	return ways, played, nil
}

// bytes is the size of the keys and tables that hash reads.
func (e *engineHash) bytes() int {
	n := 8 * len(e.set.Keys)
	if e.wide {
		n *= 2
	}
	if e.twist != nil {
		n += 8 * 256
	}
	if e.mix != nil {
		n += 8 * 8 * 256
	}
	return n
}

// look searches a position with the hashes of e. The search sees only the bits of mask.
func (z engineSizes) look(ctx context.Context, fen string, e *engineHash, mask uint64, table *tt.Table,
	seen func(whole, short uint64)) (choice, error) {
	p, err := engine.Parse(fen, e.options())
	if err != nil {
		return choice{}, err
	}
	return e.spy(p, mask, seen).look(ctx, z.depth, table)
}

// clashBits is the width at which clashes are counted, and clashPositions their number.
const clashBits, clashPositions = 24, 50_000

// engineClashes counts the clashes of the positions of a search tree under each function.
func engineClashes(ctx context.Context, o Options, z engineSizes, progress func(float64)) (*Table, error) {
	tree, err := treeOf(ctx, clashPositions)
	if err != nil {
		return nil, err
	}
	t := newTable("engine-clashes", tree.Len(), clashBits, clashBits)
	uniform := math.Ldexp(float64(tree.Len())*float64(tree.Len()-1)/2, -clashBits)
	law, points := t.Plot.Add(plot.Line, "uniform hashes"), t.Plot.Add(plot.Points, "mean, 95 %")
	extremes := t.Plot.Add(plot.Points, "least and most of the draws")
	white := make(zobrist.Keys, chess.Space().Len())
	white[sideFeature] = 1
	side := tree.Hashes(nil, white, 0)
	for i, k := range engineKinds() {
		counts, near := make(sample, z.tables), make(sample, z.tables)
		err := parallel(ctx, z.tables, func(_ *scratch, trial int) {
			e := k.draw(o.source(152, uint64(i), uint64(trial)))
			hashes := tree.Hashes(nil, e.set.Keys, e.set.Start)
			if e.wide {
				for j, d := range tree.Hashes(nil, e.set.Second, e.set.SecondStart) {
					hashes[j] = e.finish(hashes[j], d, side[j])
				}
			}
			for j := range hashes {
				hashes[j] &= 1<<clashBits - 1
			}
			c := tree.Count(hashes, nearPositions)
			counts[trial], near[trial] = float64(c.Pairs), float64(c.Near)
		})
		if err != nil {
			return t, err
		}
		mean, half := counts.moments()
		r := o.rand(153, uint64(i))
		var spread sample
		for range 2000 {
			again := make(sample, len(counts))
			for j := range again {
				again[j] = counts[r.IntN(len(counts))]
			}
			spread = append(spread, again.variance()/again.mean())
		}
		slices.Sort(spread)
		without := len(slices.DeleteFunc(near, func(n float64) bool { return n > 0 }))
		t.Add(k.name, z.tables, mean, mean-half, mean+half, mean/uniform, slices.Min(counts), slices.Max(counts),
			counts.variance()/mean, spread.quantile(.025), spread.quantile(.975), without)
		t.Plot.Ticks = append(t.Plot.Ticks, k.name)
		law.Point(float64(i), uniform)
		points.Between(float64(i)-.1, mean, mean-half, mean+half)
		extremes.Point(float64(i)+.1, slices.Min(counts)).Point(float64(i)+.1, slices.Max(counts))
		progress(float64(i+1) / 5)
	}
	return t, nil
}
