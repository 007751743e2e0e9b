package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

// What a match tests.
const (
	sameWidth    = "families, 64 bits"
	crowdedTable = "families, crowded table"
	control      = "control"
	shortTag     = "short tags"
	shortWidth   = "families, short tags"
)

// An engineMatch is a match of the experiment.
type engineMatch struct {
	tests string
	a, b  contender
}

// listMatches lists the matches. Contenders of kind 0 have random keys. The first match
// is between two functions of one law.
func (z engineSizes) listMatches() []engineMatch {
	whole := contender{0, wholeTag, z.nodes, roomy}
	var all []engineMatch
	for kind := 1; kind < len(engineKinds()); kind++ {
		all = append(all, engineMatch{sameWidth, contender{kind, wholeTag, z.nodes, roomy}, whole})
	}
	for kind := 1; kind < len(engineKinds()); kind++ {
		all = append(all, engineMatch{crowdedTable, contender{kind, 64 - crowded, z.nodes, crowded},
			contender{0, 64 - crowded, z.nodes, crowded}})
	}
	all = append(all, engineMatch{control, contender{0, wholeTag, 2 * z.nodes, roomy}, whole})
	for _, tag := range []int{2, 4, 6, 8, 12, 16} {
		all = append(all, engineMatch{shortTag, contender{0, tag, z.nodes, roomy}, whole})
	}
	for _, kind := range []int{2, 3, 4} {
		all = append(all, engineMatch{shortWidth, contender{kind, 4, z.nodes, roomy}, contender{0, 4, z.nodes, roomy}})
	}
	return all
}

// String describes a contender.
func (c contender) String() string {
	text := engineKinds()[c.kind].name
	if c.tag+c.address < 64 {
		text += fmt.Sprintf(", tag %d", c.tag)
	}
	return text
}

// engineMatches plays them.
func engineMatches(ctx context.Context, o Options, z engineSizes, progress func(float64)) (*Table, error) {
	t := newTable("engine-matches", eloStep, eloStep, z.nodes, 2*z.nodes, tableBytes(roomy)>>10,
		tableBytes(crowded)>>10, z.games, z.longest, duelPlies, duelDecided, duelAgreeing, eloStep, sequentialAlpha,
		sequentialBatch, plotElo)
	t.Plot.Add(plot.Points, "measured, 95 %")
	t.Plot.Add(plot.Line, "no difference")
	all := z.listMatches()
	var first []pairResult // of the first match
	for i, m := range all {
		if i > 0 && i < o.finished() { // the first one is played again, for its moves
			addMatch(t, m, o.unfinished.Rows[i])
			continue
		}
		most := z.longest
		if m.tests == sameWidth {
			most = z.games
		}
		var c matchTally
		for len(c.sample) < most/2 && (m.tests == sameWidth || c.outcome() == undecided) {
			from := len(c.sample)
			results := make([]pairResult, min(sequentialBatch, most/2-from))
			err := each(ctx, len(results), func(float64) {}, func(k int) (err error) {
				results[k], err = duelPair(ctx, o, m.a, m.b, uint64(i), uint64(from+k))
				return err
			})
			if err != nil {
				return t, err
			}
			if i == 0 {
				first = append(first, results...)
			}
			for k, r := range results {
				c.add(r, first[min(from+k, len(first)):])
			}
			progress((float64(i) + float64(len(c.sample))/float64(most/2)) / float64(len(all)))
		}
		elo, low, high, shown := c.elo()
		games := c.won + c.drawn + c.lost
		addMatch(t, m, []any{m.tests, m.a.String(), m.b.String(), games, c.won, c.drawn, c.lost, c.mean(), elo, low, high,
			c.ratio(eloStep), c.ratio(-eloStep), shown, float64(c.hashes) / float64(games),
			fmt.Sprintf("%d of %d", c.differ, c.compared), c.outcome()})
	}
	return t, nil
}

// A matchTally is the state of a match.
type matchTally struct {
	pairScores
	won, drawn, lost int
	differ, compared int // games with other moves than in the first match, of all games compared with it
	hashes           uint64
}

// add counts a pair of games. same begins with the pair of the first match from the same opening, if that was played.
func (c *matchTally) add(r pairResult, same []pairResult) {
	for game, score := range r.scores {
		switch score {
		case 1:
			c.won++
		case 0:
			c.lost++
		default:
			c.drawn++
		}
		if len(same) > 0 {
			c.compared++
			if !slices.Equal(same[0].moves[game], r.moves[game]) {
				c.differ++
			}
		}
	}
	c.sample = append(c.sample, (r.scores[0]+r.scores[1])/2)
	c.hashes += r.hashes
}

// plotElo is the greatest difference that the plot of the matches shows.
const plotElo = 100

// addMatch adds the row of a match to the table, and its point to the plot unless it is out of range.
func addMatch(t *Table, m engineMatch, row []any) {
	name := m.a.String()
	switch m.tests {
	case control:
		name = "twice the nodes"
	case crowdedTable:
		name += ", crowded"
	}
	t.Add(row...)
	if math.Abs(row[8].(float64)) > plotElo {
		return
	}
	i := float64(len(t.Plot.Ticks))
	t.Plot.Ticks = append(t.Plot.Ticks, name)
	t.Plot.Series[0].Between(i, row[8].(float64), row[9].(float64), row[10].(float64))
	t.Plot.Series[1].Point(i, 0)
}

// engineResolution says, for every width, what false hits can do at most, and how many games
// would show it.
func engineResolution(_ context.Context, o Options, _ engineSizes, _ func(float64)) (*Table, error) {
	m := o.found.Table("engine-matches")
	t := newTable("engine-resolution", engineSlots)
	hashes, games, variance := 0.0, 0.0, sample{}
	for i, row := range m.Rows {
		if row[0] == sameWidth {
			n := m.column("games")[i]
			hashes, games = hashes+n*m.column("hashes a game")[i], games+n
			w, d, mean := m.column("won")[i], m.column("drawn")[i], m.column("score")[i]
			variance = append(variance, (w+d/4)/n-mean*mean)
		}
	}
	points := t.Plot.Add(plot.Line, "power 80 %")
	for _, tag := range append(slices.Clone(engineTags), 48, wholeTag) {
		wrong := hashes / games * engineSlots * math.Ldexp(1, -tag)
		change := -math.Expm1(-wrong)
		elo := math.NaN()
		if change < .5 {
			elo = 400 / math.Ln10 * (math.Log1p(2*change) - math.Log1p(-2*change))
		}
		need := max(1, 2.8*2.8*variance.mean()/(change*change))
		t.Add(tag, tag+roomy, wrong, change, elo, need)
		points.Point(float64(tag), need)
	}
	return t, nil
}
