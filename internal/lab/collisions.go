package lab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/plot"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// Collisions injects collisions into searches and counts how often these choose
// another move.
func Collisions() Experiment {
	return collisionSizes{depth: 6, positions: 15, repeats: 1, bytes: 4 << 20}.experiment()
}

// collisionSizes say how much work the experiment is.
type collisionSizes struct {
	depth     int // plies of every search
	positions int // of each set
	repeats   int // searches of each position at each rate
	bytes     int64
}

func (z collisionSizes) experiment() Experiment {
	return Experiment{
		Name:  "collisions",
		Title: "How many collisions change the chosen move",
		Claim: "signature collisions are feared to lead to gross playing errors; whether it is worth all the " +
			"effort to " +
			"minimize them has a surprising answer: a chess program bears far more of them than occur",
		Source: "R. M. Hyatt and A. E. Cozzie, The Effect of Hash Signature Collisions in a Chess Program, ICGA " +
			"Journal " +
			"28(3), 2005, abstract",
		laws:  []law{{"injected collisions", z.injected}, {"short hashes", z.short}},
		judge: judgeCollisions,
	}
}

// judgeCollisions looks at the highest rate and at one in a million.
func judgeCollisions(r *Report) Verdict {
	t := r.Table("injected")
	changed, searches := make(map[float64]float64), make(map[float64]float64)
	for i, rate := range t.column("rate") {
		changed[rate] += t.column("moves changed")[i]
		searches[rate] += t.column("searches")[i]
	}
	share := func(rate float64) float64 { return 100 * changed[rate] / searches[rate] }
	_, bound := proportion(int(changed[1e-6]), int(searches[1e-6]))
	return verdict(share(1e-6) < 10 && share(1e-1) > share(1e-6), Reproduced,
		"with one node in ten taken for another position %.0f %% of the searches choose another move, with one in a "+
			"hundred %.0f %%, one in a thousand %.0f %%, one in ten thousand %.0f %%, and one in a million %.1f "+
			"%% (at "+
			"most %.0f %%, at 95 %% confidence). Hashes of 64 bits err far more rarely than that",
		share(1e-1), share(1e-2), share(1e-3), share(1e-4), share(1e-6), 100*bound)
}

// positionSet is a named set of positions to search, as FEN.
type positionSet struct {
	name string
	fens []string
}

// positionSets returns positions of famous games after so many plies.
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

// choice is what a search to a fixed depth found.
type choice struct {
	move   chess.Move
	value  int
	hashes int // that the search was given
	nodes  int
}

// look searches a position. seen may change the hashes; nil leaves them.
func (z collisionSizes) look(ctx context.Context, fen string, table *tt.Table,
	seen func(uint64) uint64) (f choice, err error) {
	p, err := chess.Parse(fen, chess.Options{})
	if err != nil {
		return f, err
	}
	s := &spy{Position: p, seen: func(h uint64) uint64 {
		f.hashes++
		if seen != nil {
			return seen(h)
		}
		return h
	}}
	table.Clear()
	engine, err := search.New(s, search.Options{Table: table})
	if err != nil {
		return f, err
	}
	info, err := engine.Search(ctx, search.Limits{Depth: z.depth})
	if err != nil {
		return f, err
	}
	f.move, f.value, f.nodes = info.Line[0], info.Value, int(info.Nodes)
	return f, ctx.Err()
}

// injector gives a search the hash of another position at random nodes.
type injector struct {
	rate   float64
	rng    *rand.Rand
	recent [1 << 16]uint64 // hashes of earlier nodes
	n      int             // nodes so far
	next   int             // the node to err at
	wrong  int
}

// newInjector draws the first node to err at.
func newInjector(rate float64, src rand.Source) *injector {
	j := &injector{rate: rate, rng: rand.New(src)}
	j.draw()
	return j
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
		other = j.recent[j.rng.IntN(min(j.n, len(j.recent)))]
		if other == 0 { // none yet
			other = h
		}
	}
	j.recent[j.n%len(j.recent)] = h
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

// row returns the cells that both tables share.
func (c *outcome) row() []any {
	moveLow, moveHigh := proportion(c.moves, c.searches)
	scoreLow, scoreHigh := proportion(c.scores, c.searches)
	var off any
	if len(c.off) > 0 {
		slices.Sort(c.off)
		off = c.off.quantile(.5)
	}
	n := float64(c.searches)
	return []any{c.searches, c.wrong, c.moves, float64(c.moves) / n, moveLow, moveHigh,
		c.scores, float64(c.scores) / n, scoreLow, scoreHigh, off}
}

var outcomeColumns = []string{
	"searches", "wrong nodes", "moves changed", "share of moves", "low", "high",
	"scores changed", "share of scores", "low, scores", "high, scores", "median change, centipawns",
}

// injected searches every position at every rate.
func (z collisionSizes) injected(ctx context.Context, o Options, progress func(float64)) (*Table, error) {
	z = z.sized(o)
	t := &Table{
		Name:    "injected",
		Title:   fmt.Sprintf("Collisions injected into searches to depth %d", z.depth),
		Columns: append([]string{"positions", "rate"}, outcomeColumns...),
		Notes: []string{
			"at a random node, so often, the search gets the hash of one of the last 65,536 nodes in place of " +
				"its own: " +
				"it finds, and stores, under the other position; low and high: Wilson's interval at 95 %",
			"a search in which no node was drawn is the reference search and is not run again",
			"of the paper its abstract and introduction were at hand, which name the question and call the " +
				"answer surprising",
		},
		Plot: &plot.Plot{
			Title: fmt.Sprintf("Searches to depth %d whose move or score changes", z.depth), X: "injected " +
				"collisions a node",
			Y: "share of searches", LogX: true,
		},
	}
	sets, err := positionSets(z.positions)
	if err != nil {
		return nil, err
	}
	table, err := tt.New(tt.Options{Bytes: z.bytes})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	for i, set := range sets {
		moves, scores := t.Plot.Add(plot.Joined, set.name+", move, 95 %"), t.Plot.Add(plot.Points, set.name+", score, 95 %")
		references, err := z.references(ctx, set, table)
		if err != nil {
			return t, err
		}
		for e := 1; e <= 9; e++ {
			rate := math.Pow10(-e)
			var c outcome
			for k, fen := range set.fens {
				for repeat := range z.repeats {
					j := newInjector(rate, o.source(41, uint64(100*i+e), uint64(1000*k+repeat)))
					f := references[k]
					if j.next <= f.hashes {
						if f, err = z.look(ctx, fen, table, j.seen); err != nil {
							return t, err
						}
					}
					c.add(references[k], f, j.wrong)
				}
			}
			t.Add(append([]any{set.name, rate}, c.row()...)...)
			low, high := proportion(c.moves, c.searches)
			moves.Between(rate*math.Pow(1.2, float64(i)+.5), float64(c.moves)/float64(c.searches), low, high)
			low, high = proportion(c.scores, c.searches)
			scores.Between(rate/math.Pow(1.2, float64(i)+.5), float64(c.scores)/float64(c.searches), low, high)
			progress((float64(i) + float64(e)/9) / float64(len(sets)))
		}
	}
	return t, nil
}

// references searches the positions without errors.
func (z collisionSizes) references(ctx context.Context, set positionSet, table *tt.Table) ([]choice, error) {
	var all []choice
	for _, fen := range set.fens {
		f, err := z.look(ctx, fen, table, nil)
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
		z.depth, z.positions, z.repeats = z.depth+1, 40, 2
	}
	if o.Trials > 0 {
		z.repeats = 1
		z.positions = min(o.Trials, 60)
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
func (z collisionSizes) short(ctx context.Context, o Options, progress func(float64)) (*Table, error) {
	z = z.sized(o)
	t := &Table{
		Name:    "short-hashes",
		Title:   fmt.Sprintf("Searches to depth %d with hashes of few bits in all", z.depth),
		Columns: append([]string{"positions", "bits", "rate"}, outcomeColumns...),
		Notes: []string{
			"address and tag together have so many bits, spread over 64; a wrong node is one whose short hash " +
				"was last " +
				"another position's, rate their share of all",
			"coded keys of the first seed, the default of the module",
		},
		Plot: &plot.Plot{
			Title: fmt.Sprintf("Searches to depth %d that choose another move", z.depth),
			X:     "bits of the hash, address included",
			Y:     "share of searches",
		},
	}
	sets, err := positionSets(z.positions)
	if err != nil {
		return nil, err
	}
	table, err := tt.New(tt.Options{Bytes: z.bytes})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	for i, set := range sets {
		points := t.Plot.Add(plot.Joined, set.name+", 95 %")
		references, err := z.references(ctx, set, table)
		if err != nil {
			return t, err
		}
		for b := 12; b <= 32; b += 4 {
			var c outcome
			for k, fen := range set.fens {
				wrong, last := 0, make(map[uint64]uint64)
				f, err := z.look(ctx, fen, table, func(h uint64) uint64 {
					tag := h & (1<<b - 1)
					if before, ok := last[tag]; ok && before != h {
						wrong++
					}
					last[tag] = h
					return spreadBits(tag)
				})
				if err != nil {
					return t, err
				}
				c.add(references[k], f, wrong)
			}
			t.Add(append([]any{set.name, b, float64(c.wrong) / float64(c.hashes)}, c.row()...)...)
			low, high := proportion(c.moves, c.searches)
			points.Between(float64(b)+.25*float64(i-1), float64(c.moves)/float64(c.searches), low, high)
			progress((float64(i) + float64(b-8)/24) / float64(len(sets)))
		}
	}
	return t, nil
}
