package flat

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/zobrist-go/zobrist/index"
)

// The games of a popular move are kept twice: in the order of their numbers, and by cells, so that a
// filter reads a tally instead of the games. A cell has the games of one [class]. The cells of
// a group are in front of its list, in the area of the segment:
//
//   - their number, in the gamma code; the width of a length, in 6 bits; a bit that is set if
//     classes have days
//   - of each cell, in descending order of the classes: the class, as the difference to the one
//     before (of the first one to 2^37), and the number of games, both in the gamma code; the number
//     of known ratings, their sum, the number and the sum of the first players' ratings, as in a
//     tally; and the bits of its games, in a number of the width
//   - the games of each cell in the code of an [ascent], each followed by what its rating rank
//     exceeds the least one of the class by, in 8 bits
type cellRule struct {
	games   uint32 // from which on a group has cells
	perCell uint32 // games that a cell must have on average: otherwise they are read about as fast
	most    int64  // cells in memory, of all lists that are being written
}

var usualCells = cellRule{games: 4096, perCell: 4, most: 1 << 19}

// within returns the rule for cells that take their share of the memory at most.
func (c cellRule) within(m memory) cellRule {
	c.most = min(c.most, m.cells()/cellMemory)
	return c
}

// A cellBudget limits the cells in memory. It is safe for concurrent use.
type cellBudget struct {
	mu       sync.Mutex
	returned sync.Cond
	left     int64 // cells
}

func newCellBudget(cells int64) *cellBudget {
	b := &cellBudget{left: cells}
	b.returned.L = &b.mu
	return b
}

// take waits until n cells are left, and takes them. A list takes its cells at once, so that no two wait for each
// other.
func (b *cellBudget) take(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.left < n {
		b.returned.Wait()
	}
	b.left -= n
}

func (b *cellBudget) put(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left += n
	b.returned.Broadcast()
}

const (
	lengthBits = 40 // of the cells of a group, in bits
	excessBits = 8  // of a rating rank
)

// codeCells are the cells of a group that is written.
type codeCells struct {
	days   bool
	limit  int              // of cells: with more, a filter may as well read the games
	places map[class]uint32 // in list
	list   []codeCell
	heads  uint64 // bits of the cells
	codes  uint64 // bits of the code of their games
}

type codeCell struct {
	class                 class
	ratings, firstRatings uint64
	games, rated          uint32
	firstRated            uint32
	end                   uint32 // of the games that were placed
}

// newCodeCells returns the cells of a group of a list, or nil if it gets none.
func newCodeCells(rule cellRule, games uint32) *codeCells {
	if games <= tallyGames || games < rule.games {
		return nil
	}
	return &codeCells{days: true, limit: int(games / max(rule.perCell, 1)), places: make(map[class]uint32)}
}

// cell returns the cell of a class.
func (c *codeCells) cell(of class) *codeCell {
	place, ok := c.places[of]
	if !ok {
		place = uint32(len(c.list))
		c.places[of] = place
		c.list = append(c.list, codeCell{class: of})
	}
	return &c.list[place]
}

// count counts a game. It returns the number of cells that it adds, 0 or 1.
func (c *codeCells) count(f index.Facts) int {
	before := len(c.list)
	t, cell := index.Tally{}, c.cell(classOf(f, c.days))
	t.Count(f)
	cell.add(&codeCell{ratings: uint64(t.Ratings), firstRatings: uint64(t.FirstRatings), games: 1,
		rated: uint32(t.Rated), firstRated: uint32(t.FirstRated)})
	return len(c.list) - before
}

func (c *codeCell) add(d *codeCell) {
	c.ratings += d.ratings
	c.firstRatings += d.firstRatings
	c.games += d.games
	c.rated += d.rated
	c.firstRated += d.firstRated
}

// dropDays unites the classes of a month, if they have days. It returns the number of cells that are gone.
func (c *codeCells) dropDays() int {
	if !c.days {
		return 0
	}
	list := c.list
	c.days, c.list = false, nil
	clear(c.places)
	for i := range list {
		c.cell(list[i].class.month()).add(&list[i])
	}
	return len(list) - len(c.list)
}

// fewerCells makes room when there are too many cells, in a group that is counted or in the whole list. Days go first,
// then the cells of the groups with the fewest games, which are read in the least time.
func (e *listEncoder) fewerCells(g *codeGroup) {
	if e.celled <= e.taken {
		if e.celled -= int64(g.cells.dropDays()); len(g.cells.list) > g.cells.limit {
			e.dropCells(g)
		}
		return
	}
	for i := range e.groups {
		if c := e.groups[i].cells; c != nil {
			e.celled -= int64(c.dropDays())
		}
	}
	for e.celled > e.taken {
		var least *codeGroup
		for i := range e.groups {
			if g := &e.groups[i]; g.cells != nil && (least == nil || g.games < least.games) {
				least = g
			}
		}
		e.dropCells(least)
	}
}

func (e *listEncoder) dropCells(g *codeGroup) {
	e.celled -= int64(len(g.cells.list))
	g.cells = nil
}

// counted orders the cells, and gives each its place among all games.
func (c *codeCells) counted() {
	slices.SortFunc(c.list, func(a, b codeCell) int { return cmp.Compare(b.class, a.class) })
	next := uint32(0)
	for i := range c.list {
		cell := &c.list[i]
		c.places[cell.class] = uint32(i)
		cell.end = next // as long as none is placed
		next += cell.games
	}
}

// place puts a game among the games of its cell.
func (c *codeCells) place(games []uint32, game uint32, f index.Facts) {
	cell := &c.list[c.places[classOf(f, c.days)]]
	games[cell.end] = game
	cell.end++
}

// put writes the cells, whose games were placed, to an area. facts are the facts of all games of the run.
func (c *codeCells) put(to *bitWriter, games []uint32, facts *column[index.Facts]) {
	lengths, most, u := make([]uint64, len(c.list)), uint64(0), uint32(facts.len())
	c.codes = 0
	for i := range c.list {
		cell := &c.list[i]
		a := newAscent(int(cell.games), u)
		for _, game := range games[cell.end-cell.games : cell.end] {
			lengths[i] += (uint64(game)-a.next)>>a.width + 1 + uint64(a.width) + excessBits
			a.next = uint64(game) + 1
		}
		c.codes += lengths[i]
		most = max(most, lengths[i])
	}
	start, width := to.len(), countBits(most)
	to.putGamma(uint64(len(c.list)))
	to.put(uint64(width), 6)
	to.put(uint64(flag(c.days)), 1)
	above := class(1) << classBits
	for i := range c.list {
		cell := &c.list[i]
		to.putGamma(uint64(above - cell.class))
		above = cell.class
		n := uint64(cell.games)
		to.putGamma(n)
		to.put(uint64(cell.rated), countBits(2*n))
		to.put(cell.ratings, ratingsBits(2*n))
		to.put(uint64(cell.firstRated), countBits(n))
		to.put(cell.firstRatings, ratingsBits(n))
		to.put(lengths[i], width)
	}
	c.heads = uint64(to.len() - start)
	for i := range c.list {
		cell := &c.list[i]
		a := newAscent(int(cell.games), u)
		for _, game := range games[cell.end-cell.games : cell.end] {
			to.putAscending(&a, game)
			to.put(uint64(facts.at(game).RatingRank()-cell.class.leastRatingRank()), excessBits)
		}
	}
}

// A cellReader reads the cells of a group, one after the other.
type cellReader struct {
	r     *run
	days  bool
	class class
	tally index.Tally
	left  uint64    // cells
	games uint64    // of the group, in the cells that are left
	width uint      // of a length
	in    bitReader // of the cells
	code  uint64    // first bit of the games of the cell
	next  uint64    // first bit of the games of the next cell
	end   uint64    // first bit after the games of all cells
}

// cells returns a reader before the first cell of a group that has cells.
func (r *run) cells(g *group) *cellReader {
	codes := g.cells + g.heads
	c := &cellReader{r: r, class: 1 << classBits, games: uint64(g.games), in: newBitReader(r.File, g.cells, codes),
		next: codes, end: codes + g.codes}
	c.left = c.in.gamma(uint64(g.games))
	c.width = uint(c.in.get(6))
	c.days = c.in.get(1) == 1
	if c.width > lengthBits {
		c.in.fail("a length is too large")
	}
	return c
}

// advance moves to the next cell. It reports false at the end and after an error.
func (c *cellReader) advance() (bool, error) {
	in := &c.in
	if c.left == 0 || in.err != nil {
		if in.err == nil && (c.games != 0 || c.next != c.end) {
			in.fail("the cells of a list are not its games")
		}
		return false, in.err
	}
	c.left--
	step, n := class(in.gamma(1<<classBits)), in.gamma(c.games)
	c.tally = index.Tally{Rated: int64(in.get(countBits(2 * n))), Ratings: int64(in.get(ratingsBits(2 * n))),
		FirstRated: int64(in.get(countBits(n))), FirstRatings: int64(in.get(ratingsBits(n)))}
	c.code = c.next
	c.next += in.get(c.width)
	if step > c.class || c.next > c.end {
		in.fail("the cells of a list are not in order")
	}
	if in.err != nil {
		return false, in.err
	}
	c.games -= n
	c.class -= step
	c.class.count(&c.tally, int64(n))
	return true, nil
}

// each calls f with the games of the cell in ascending order, and their rating ranks.
func (c *cellReader) each(f func(game, ratingRank uint32) error) error {
	in, a := newBitReader(c.r.File, c.code, c.next), newAscent(int(c.tally.Games), c.r.header.games)
	least := c.class.leastRatingRank()
	for range c.tally.Games {
		game := in.nextAscending(&a)
		rank := least + uint32(in.get(excessBits))
		if in.err != nil {
			return in.err
		}
		if err := f(game, rank); err != nil {
			return err
		}
	}
	return nil
}

// eachSelected calls f with the games of the cell that m selects, and their facts.
func (c *cellReader) eachSelected(ctx context.Context, m *matcher, f func(game uint32, facts index.Facts)) error {
	n := 0
	return c.each(func(game, _ uint32) error {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		facts, err := c.r.facts(game)
		if err == nil && (m == nil || m.MatchFacts(facts)) {
			f(game, facts)
		}
		return err
	})
}

// byClass reports whether cells help to answer a question about the games that m selects.
func (m *matcher) byClass() bool { return m == nil || len(m.conditions) == 0 && m.classes.decides }

// matchCell is [classMatcher.match] for a cell.
func (m *matcher) matchCell(c *cellReader) (some, all bool) {
	if m == nil {
		return true, true
	}
	return m.classes.match(c.class, c.days)
}

// tallyCells adds the games of a group that m selects to t, and sets t.Sample to one of them.
func (r *run) tallyCells(ctx context.Context, g *group, m *matcher, t *index.MoveTally) error {
	c := r.cells(g)
	for {
		ok, err := c.advance()
		if err != nil || !ok {
			return err
		}
		some, all := m.matchCell(c)
		switch {
		case all && t.Games > 0:
			t.Tally = t.Tally.Add(c.tally)
		case all:
			in, a := newBitReader(r.File, c.code, c.next), newAscent(int(c.tally.Games), r.header.games)
			t.Tally, t.Sample = c.tally, int64(in.nextAscending(&a))
			if in.err != nil {
				return in.err
			}
		case some:
			if err := c.eachSelected(ctx, m, func(game uint32, f index.Facts) {
				t.Count(f)
				t.Sample = int64(game)
			}); err != nil {
				return err
			}
		}
	}
}

// verifyCells compares the cells of a group with the facts of their games. sum is the sum of [mixGame]
// over the games of the group.
func (v *verifier) verifyCells(g *group, sum uint64) error {
	c, tally := v.r.cells(g), index.Tally{}
	for {
		ok, err := c.advance()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		var got index.Tally
		same := true
		err = c.each(func(game, rank uint32) error {
			f, err := v.r.facts(game)
			got.Count(f)
			same = same && classOf(f, c.days) == c.class && f.RatingRank() == rank
			sum -= mixGame(game)
			return err
		})
		if err != nil {
			return err
		}
		if !same || got != c.tally {
			return v.bad("a cell differs from its games")
		}
		tally = tally.Add(got)
	}
	if tally != g.tally || sum != 0 {
		return v.bad("the cells of a list are not its games")
	}
	return nil
}

// mixGame mixes a number, so that different sets of games have the same sum by chance of about 2^−64 only, if the
// mix were ideal. That guards against damage, not against somebody who constructs such sets.
func mixGame(game uint32) uint64 {
	z := (uint64(game) + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>32) * 0xd6e8feb86659fd93
	return z ^ z>>32
}
