package lab

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/tt"
)

// Collisions injects collisions into searches and counts how often these choose
// another move.
func Collisions() Experiment {
	return collisionSizes{depth: 6, positions: 20, searches: 100, keys: 3, bytes: 4 << 20}.experiment()
}

// collisionSizes say how much work the experiment is.
type collisionSizes struct {
	depth     int // plies of every search
	positions int // of each set
	searches  int // of each set at each rate
	keys      int // sets of keys, each for a search of every position at each width
	bytes     int64
}

func (z collisionSizes) experiment() Experiment {
	return newExperiment("collisions", judgeCollisions, []law{lawOf("injected collisions", z.sized, injected),
		lawOf("short hashes", z.sized, short)}, int(1/bearable))
}

// bearable is the rate with which the rule of [Collisions] compares the highest one.
const bearable = 1e-4

// judgeCollisions applies the rule of [Collisions].
func judgeCollisions(r *Report) Verdict {
	t := r.Table("injected")
	rates, share, low, high := t.column("rate"), t.column("share of moves"), t.column("low"), t.column("high")
	all := make(map[float64][3]float64) // means over the sets, which have equally many searches
	sets := float64(len(t.Rows)) / collisionRates
	for i, rate := range rates {
		m := all[rate]
		m[0], m[1], m[2] = m[0]+share[i]/sets, m[1]+low[i]/sets, m[2]+high[i]/sets
		all[rate] = m
	}
	single, changed := 0.0, 0.0 // searches with a collision at rates at which a second one is rare
	for i, chance := range t.column("chance of a collision") {
		if chance < .1 {
			single += t.column("searches")[i]
			changed += t.column("moves changed")[i]
		}
	}
	singleLow, singleHigh := proportion(int(changed), int(single))
	percent := func(rate float64) float64 { return 100 * all[nearestRate(rate)][0] }
	top, middle, million := all[nearestRate(.1)], all[nearestRate(bearable)], all[nearestRate(1e-6)]
	return r.verdict(million[2] < .01 && top[1] > middle[2], Reproduced, percent(.1), percent(.01), percent(1e-3),
		percent(1e-4), percent(1e-6), 100*million[2], percent(1e-9), 100*all[nearestRate(1e-9)][2],
		100*changed/single, 100*singleLow, 100*singleHigh)
}

// Rates are the powers of ten from 10^-1 to 10^-collisionRates.
const collisionRates = 9

// nearestRate returns the rate of the table that is nearest to x, so that both are the same number.
func nearestRate(x float64) float64 { return math.Pow10(int(math.Round(math.Log10(x)))) }

// positionSet is a named set of positions to search, as FEN.
type positionSet struct {
	name string
	fens []string
}

// positionSets returns positions of famous games, n in each set.
func positionSets(n int) ([]positionSet, error) {
	games, err := famousGames()
	if err != nil {
		return nil, err
	}
	p, err := chess.New(chess.Options{})
	if err != nil {
		return nil, err
	}
	sets := []positionSet{{name: "openings, ply 12"}, {name: "middle games, ply 40"}, {name: "late, ply 70"}}
	plies := []int{12, 40, 70}
	for i := range sets {
		for _, moves := range games {
			if len(moves) <= plies[i]+4 || len(sets[i].fens) == n {
				continue
			}
			p.Reset()
			for _, m := range moves[:plies[i]] {
				p.Make(m)
			}
			sets[i].fens = append(sets[i].fens, p.FEN())
		}
	}
	return sets, nil
}

// look searches a position. seen may change the hashes; nil leaves them.
func (z collisionSizes) look(ctx context.Context, fen string, keys zobrist.Set, table *tt.Table,
	seen func(uint64) uint64) (choice, error) {
	p, err := engine.Parse(fen, chess.Options{Set: keys})
	if err != nil {
		return choice{}, err
	}
	hash := (*chess.Position).Hash
	if seen != nil {
		hash = func(p *chess.Position) uint64 { return seen(p.Hash()) }
	}
	return (&spy{Position: p, hash: hash}).look(ctx, z.depth, table)
}

// maxRecent is how many of the last nodes an injector chooses from.
const maxRecent = 1 << 16

// injector gives a search the hash of another position at random nodes.
type injector struct {
	rate   float64
	rng    *rand.Rand
	recent []uint64 // hashes of the last nodes: node n is at n modulo maxRecent
	n      int      // nodes so far
	next   int      // the node to err at
	wrong  int
}

// newInjector draws the first node to err at. If nodes is not 0, it is at most nodes, as in
// searches of that many nodes with an error.
func newInjector(rate float64, nodes int, src rand.Source) *injector {
	j := &injector{rate: rate, rng: rand.New(src), recent: make([]uint64, 1, 1<<9)}
	if nodes == 0 {
		j.draw()
	} else {
		u := j.rng.Float64() * chanceOf(rate, nodes)
		j.next = min(1+int(math.Log1p(-u)/math.Log1p(-rate)), nodes)
	}
	return j
}

// chanceOf returns the chance that a search of that many nodes errs at least once.
func chanceOf(rate float64, nodes int) float64 {
	return -math.Expm1(float64(nodes) * math.Log1p(-rate))
}

// draw sets the next node to err at: gaps are geometric.
func (j *injector) draw() {
	gap := math.Floor(math.Log1p(-j.rng.Float64()) / math.Log1p(-j.rate))
	j.next = j.n + 1 + int(min(gap, 1e15))
}

func (j *injector) seen(h uint64) uint64 {
	j.n++
	other := h
	if j.n >= j.next {
		j.draw()
		j.wrong++
		other = j.recent[j.rng.IntN(len(j.recent))]
		if other == 0 { // none yet
			other = h
		}
	}
	if at := j.n % maxRecent; at < len(j.recent) {
		j.recent[at] = h
	} else {
		j.recent = append(j.recent, h)
	}
	return other
}

// outcome sums up searches of one set at one rate.
type outcome struct {
	searches, moves, scores int
	wrong, hashes           int
	off                     sample // centipawns
}

func (c *outcome) add(reference, f choice, wrong int) {
	c.searches++
	c.wrong, c.hashes = c.wrong+wrong, c.hashes+f.hashes
	if f.move != reference.move {
		c.moves++
	}
	if f.value != reference.value {
		c.scores++
		c.off = append(c.off, math.Abs(float64(f.value-reference.value)))
	}
}

// join adds the searches of another one.
func (c *outcome) join(other outcome) {
	c.searches += other.searches
	c.moves, c.scores = c.moves+other.moves, c.scores+other.scores
	c.wrong, c.hashes = c.wrong+other.wrong, c.hashes+other.hashes
	c.off = append(c.off, other.off...)
}

// row returns the cells that both tables share. chance is the chance that a search is among
// those counted; all others equal the reference.
func (c *outcome) row(chance float64) []any {
	moveLow, moveHigh := proportion(c.moves, c.searches)
	scoreLow, scoreHigh := proportion(c.scores, c.searches)
	var off any
	if len(c.off) > 0 {
		slices.Sort(c.off)
		off = c.off.quantile(.5)
	}
	share := chance / float64(c.searches)
	return []any{c.searches, c.wrong, c.moves, share * float64(c.moves), chance * moveLow, chance * moveHigh,
		c.scores, share * float64(c.scores), chance * scoreLow, chance * scoreHigh, off}
}

// injected searches positions at every rate. Only searches in which a collision occurs are
// run: at low rates all others would be in vain.
func injected(ctx context.Context, o Options, z collisionSizes, progress func(float64)) (*Table, error) {
	t := newTable("injected", z.depth, z.positions, z.depth)
	sets, err := positionSets(z.positions)
	if err != nil {
		return nil, err
	}
	table, err := tt.New(tt.Options{Bytes: z.bytes})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	lines := []*plot.Series{
		t.Plot.Add(plot.Line, "moves, independent collisions"), t.Plot.Add(plot.Line, "scores, independent collisions"),
	}
	var single outcome
	var nodes []int
	for i, set := range sets {
		moves := t.Plot.Add(plot.Points, set.name+", move, 95 %")
		scores := t.Plot.Add(plot.Points, set.name+", score, 95 %")
		references, err := z.references(ctx, set, zobrist.Set{}, table, nil)
		if err != nil {
			return t, err
		}
		for _, f := range references {
			nodes = append(nodes, f.hashes)
		}
		for e := 1; e <= collisionRates; e++ {
			rate := math.Pow10(-e)
			var c outcome
			var chances sample
			for _, f := range references {
				chances = append(chances, chanceOf(rate, f.hashes))
			}
			for n := range z.searches {
				k := chances.draw(o.rand(42, uint64(100*i+e), uint64(n)))
				j := newInjector(rate, references[k].hashes, o.source(41, uint64(100*i+e), uint64(n)))
				f, err := z.look(ctx, set.fens[k], zobrist.Set{}, table, j.seen)
				if err != nil {
					return t, err
				}
				c.add(references[k], f, j.wrong)
				share := (float64(e-1) + float64(n+1)/float64(z.searches)) / collisionRates // of the set's searches
				progress((float64(i) + share) / float64(len(sets)))
			}
			chance := chances.mean()
			row := c.row(chance)
			t.Add(append([]any{set.name, rate, chance}, row...)...)
			if chance < .1 {
				single.searches, single.moves = single.searches+c.searches, single.moves+c.moves
				single.scores += c.scores
			}
			moves.Between(rate*math.Pow(1.2, float64(i)+.5), row[3].(float64), row[4].(float64), row[5].(float64))
			scores.Between(rate/math.Pow(1.2, float64(i)+.5), row[7].(float64), row[8].(float64), row[9].(float64))
		}
	}
	for i, changed := range []int{single.moves, single.scores} {
		q := float64(changed) / float64(max(single.searches, 1))
		for e := -float64(collisionRates); e <= -1; e += .125 {
			share := 0.0
			for _, n := range nodes {
				share += chanceOf(q*math.Pow(10, e), n) / float64(len(nodes))
			}
			lines[i].Point(math.Pow(10, e), share)
		}
	}
	return t, nil
}

// draw returns an index with a chance in proportion to its element.
func (s sample) draw(r *rand.Rand) int {
	x := r.Float64() * sum(s)
	for i, w := range s {
		if x -= w; x < 0 {
			return i
		}
	}
	return len(s) - 1
}

// references searches the positions without errors, with hashes that seen may map to others.
func (z collisionSizes) references(ctx context.Context, set positionSet, keys zobrist.Set, table *tt.Table,
	seen func(uint64) uint64) ([]choice, error) {
	var all []choice
	for _, fen := range set.fens {
		f, err := z.look(ctx, fen, keys, table, seen)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// sized returns the sizes that the options ask for.
func (z collisionSizes) sized(o Options) collisionSizes {
	if o.Full {
		z.depth, z.positions, z.searches, z.keys = z.depth+2, 40, 250, 4
	}
	if o.Trials > 0 {
		z.searches, z.positions, z.keys = o.Trials, min(o.Trials, 60), 1
	}
	return z
}

// spreadBits maps different words to different ones, so that short hashes make both
// an address and a tag (the finalizer of SplitMix64).
func spreadBits(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// short searches every position with hashes of few bits.
func short(ctx context.Context, o Options, z collisionSizes, progress func(float64)) (*Table, error) {
	sets, err := positionSets(z.positions)
	if err != nil {
		return nil, err
	}
	keys := make([]zobrist.Set, z.keys)
	for k := range keys {
		keys[k] = zobrist.Coded(chess.Space().Len(), uint64(k)+1)
	}
	_, zero := proportion(0, z.keys*len(sets[0].fens))
	t := newTable("short-hashes", z.depth, z.keys, z.keys*len(sets[0].fens), 100*zero, z.depth)
	table, err := tt.New(tt.Options{Bytes: z.bytes})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	for i, set := range sets {
		points := t.Plot.Add(plot.Points, set.name+", 95 %")
		references := make([][]choice, z.keys)
		for k := range references {
			if references[k], err = z.references(ctx, set, keys[k], table, spreadBits); err != nil {
				return t, err
			}
		}
		for b := 12; b <= 32; b += 4 {
			var c outcome
			for n := range z.keys * len(set.fens) {
				k, at := n%z.keys, n/z.keys
				seen := confusion{last: make(map[uint64]uint64)}
				f, err := z.look(ctx, set.fens[at], keys[k], table, func(h uint64) uint64 {
					tag := h & (1<<b - 1)
					seen.see(h, tag)
					return spreadBits(tag)
				})
				if err != nil {
					return t, err
				}
				c.add(references[k][at], f, seen.wrong)
			}
			row := c.row(1)
			t.Add(append([]any{set.name, b, float64(c.wrong) / float64(c.hashes)}, row...)...)
			points.Between(float64(b)+.25*float64(i-1), row[3].(float64), row[4].(float64), row[5].(float64))
			progress((float64(i) + float64(b-8)/24) / float64(len(sets)))
		}
	}
	return t, nil
}
