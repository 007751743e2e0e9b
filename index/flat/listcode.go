package flat

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// A list has the games of a position that occurs in several. It consists of groups,
// one for each move, in ascending order of the moves:
//
//   - the number of groups, in the gamma code
//   - of each group the rank of its move, of as many bits as the greatest rank (in
//     views with words the word, in others than Positions nothing), and the number of its games, in the gamma
//     code (that number less 1 if there is a single group)
//   - after that, of each group with more than tallyGames games, its tally, and a bit that is set if
//     it has cells; then the bits of the cells, and of the code of their games, 40 bits each
//   - the games of each group in the code of an [ascent], of groups without a tally first, of those
//     with cells last
//
// The cells of the groups, in the order of the groups, end where the list begins; see [codeCells].
// Runs of format 2 have neither cells nor the bit.
//
// A tally of n games has the games won by the first player, drawn, and won by the
// second player, in as many bits as n has; the number of known ratings and their
// sum, in as many bits as 2n and 2n·9999 have; of these the number and the sum of the
// first players' ratings, in as many bits as n and n·9999 have; the last year, in 14
// bits; and the last game.
const tallyGames = 16

const yearBits = 14

// countBits and ratingsBits are the widths of a number up to n and of the sum of n ratings.
func countBits(n uint64) uint   { return uint(bits.Len64(n)) }
func ratingsBits(n uint64) uint { return uint(bits.Len64(n * index.MaxRating)) }

// A listEncoder encodes lists, one after the other. The visits of a list are given to it twice, in
// pieces: after begin to count, and after counted to code. Those with the same move come in
// ascending order of their games. So the list of a popular position is never in memory, except for
// its code and, if it has cells, four bytes a game.
type listEncoder struct {
	moves    *numbering
	facts    *column[index.Facts] // of the run
	gameBits uint
	moveBits uint // 0 if moves do not count
	words    bool // they are words, not ranks of moves
	cells    cellRule
	budget   *cellBudget // of the run
	taken    int64       // cells from the budget
	celled   int64       // cells that the list has, at most taken
	placed   []uint32    // games by cells, of the groups in order
	places   []uint32    // of each rank, its place in groups and 1; 0 if it has none
	groups   []codeGroup // in the order of their first visits
	order    []uint32    // places in groups, in the order of the moves
}

// A codeGroup is the part of a list with one move.
type codeGroup struct {
	rank   uint32
	games  uint32 // their number
	tally  index.Tally
	last   uint32 // game
	ascent ascent
	code   bitWriter  // of the games
	cells  *codeCells // nil if it has none
	placed []uint32   // games by cells
}

// class returns when the games come in a list: 0 for those without a tally, 2 for those with cells.
func (g *codeGroup) class() int { return listClass(g.games, g.cells != nil) }

func listClass(games uint32, cells bool) int {
	switch {
	case cells:
		return 2
	case games > tallyGames:
		return 1
	}
	return 0
}

func newListEncoder(w *runWriter) listEncoder {
	places := len(w.moves.words)
	for _, bits := range w.options.words {
		places = max(places, 1<<bits)
	}
	return listEncoder{moves: &w.moves, facts: &w.facts, gameBits: w.gameBits, cells: w.options.cells, budget: w.cells,
		places: make([]uint32, places)}
}

// rank returns what a visit with a move has in its bits: the move's rank, or its word.
func (e *listEncoder) rank(move uint32) uint32 {
	if e.words {
		return move
	}
	return e.moves.of(move)
}

// begin begins a list.
func (e *listEncoder) begin(moveBits uint) { e.moveBits, e.groups = moveBits, e.groups[:0] }

// group returns the group of a visit.
func (e *listEncoder) group(v *visit) *codeGroup {
	rank := uint32(0)
	if e.moveBits > 0 {
		rank = e.rank(v.Value.move)
	}
	place := e.places[rank]
	if place == 0 {
		place = e.addGroup(rank)
	}
	return &e.groups[place-1]
}

func (e *listEncoder) addGroup(rank uint32) (place uint32) {
	n := len(e.groups)
	e.groups = slices.Grow(e.groups, 1)[:n+1]
	g := &e.groups[n]
	*g = codeGroup{rank: rank, code: bitWriter{b: g.code.b[:0]}}
	e.places[rank] = uint32(n + 1)
	return uint32(n + 1)
}

// count counts visits.
func (e *listEncoder) count(visits []visit) {
	for i := range visits {
		e.group(&visits[i]).games++
	}
}

// counted ends the counting.
func (e *listEncoder) counted() {
	e.order, e.celled = e.order[:0], 0
	for i := range e.groups {
		g := &e.groups[i]
		g.cells = newCodeCells(e.cells, g.games)
		if g.cells != nil {
			e.taken = min(e.taken+int64(g.cells.limit), e.cells.most)
		}
		g.ascent = newAscent(int(g.games), uint32(e.facts.len()))
		e.order = append(e.order, uint32(i))
	}
	e.budget.take(e.taken)
	if len(e.order) > 1 {
		word := func(place uint32) uint32 {
			if rank := e.groups[place].rank; e.words || e.moveBits == 0 {
				return rank
			} else {
				return e.moves.words[rank]
			}
		}
		slices.SortFunc(e.order, func(a, b uint32) int { return cmp.Compare(word(a), word(b)) })
	}
}

// code encodes visits.
func (e *listEncoder) code(visits []visit) {
	for i := range visits {
		game := visits[i].Value.game
		g := e.group(&visits[i])
		g.code.putAscending(&g.ascent, game)
		if g.games > tallyGames {
			f := e.facts.at(game)
			g.tally.Count(f)
			g.last = game
			if g.cells == nil {
				continue
			}
			e.celled += int64(g.cells.count(f))
			if len(g.cells.list) > g.cells.limit || e.celled > e.taken {
				e.fewerCells(g)
			}
		}
	}
}

// coded ends the coding. It reports whether place needs the visits once more.
func (e *listEncoder) coded() bool {
	n := 0
	for i := range e.groups {
		if g := &e.groups[i]; g.cells != nil {
			g.cells.counted()
			n += int(g.games)
		}
	}
	if n == 0 {
		return false
	}
	e.placed = slices.Grow(e.placed[:0], n)[:n]
	n = 0
	for i := range e.groups {
		if g := &e.groups[i]; g.cells != nil {
			g.placed = e.placed[n : n+int(g.games)]
			n += int(g.games)
		}
	}
	return true
}

// place orders the games of visits by cells.
func (e *listEncoder) place(visits []visit) {
	for i := range visits {
		if g := e.group(&visits[i]); g.cells != nil {
			g.cells.place(g.placed, visits[i].Value.game, e.facts.at(visits[i].Value.game))
		}
	}
}

// end appends the list. It returns the bit at which it begins, after the cells.
func (e *listEncoder) end(to *bitWriter) (start int) {
	for _, i := range e.order {
		if g := &e.groups[i]; g.cells != nil {
			g.cells.put(to, g.placed, e.facts)
		}
	}
	start = to.len()
	to.putGamma(uint64(len(e.groups)))
	for _, i := range e.order {
		g := &e.groups[i]
		e.places[g.rank] = 0
		to.put(uint64(g.rank), e.moveBits)
		if len(e.groups) == 1 {
			to.putGamma(uint64(g.games) - 1)
		} else {
			to.putGamma(uint64(g.games))
		}
		if g.games > tallyGames {
			g.putTally(to, e.gameBits)
			to.put(uint64(flag(g.cells != nil)), 1)
		}
		if g.cells != nil {
			to.put(g.cells.heads, lengthBits)
			to.put(g.cells.codes, lengthBits)
		}
	}
	for class := range allGroups {
		for _, i := range e.order {
			if g := &e.groups[i]; g.class() == class {
				to.putAll(&g.code)
			}
		}
	}
	return start
}

// freeCells frees the cells of the list, which was ended or discarded.
func (e *listEncoder) freeCells() {
	for i := range e.groups {
		e.groups[i].cells = nil
	}
	e.budget.put(e.taken)
	e.taken = 0
}

// discard ends a list that is not wanted.
func (e *listEncoder) discard() {
	for i := range e.groups {
		e.places[e.groups[i].rank] = 0
	}
}

func (g *codeGroup) putTally(to *bitWriter, gameBits uint) {
	n, t := uint64(g.games), &g.tally
	width := countBits(n)
	to.put(uint64(t.First), width)
	to.put(uint64(t.Drawn), width)
	to.put(uint64(t.Second), width)
	to.put(uint64(t.Rated), countBits(2*n))
	to.put(uint64(t.Ratings), ratingsBits(2*n))
	to.put(uint64(t.FirstRated), width)
	to.put(uint64(t.FirstRatings), ratingsBits(n))
	to.put(uint64(t.LastYear), yearBits)
	to.put(uint64(g.last), gameBits)
}

// A group is the part of a list with one move.
type group struct {
	move   uint32
	games  uint32 // their number
	tally  index.Tally
	sample uint32

	cells, heads, codes uint64 // first bit in the file and lengths of the cells; 0 if it has none
}

func (g *group) tallied() bool { return g.games > tallyGames }

func (g *group) class() int { return listClass(g.games, g.heads > 0) }

// readGroups appends the groups of a list. The reader is then at the games of the
// first group without a tally.
func (r *run) readGroups(dst []group, in *bitReader, view int) []group {
	moveBits := r.viewBits(view)
	most := uint64(r.moves)
	if r.words[view] > 0 {
		most = 1 << moveBits
	}
	list, cells := in.pos, uint64(0)
	groups := in.gamma(most)
	for range groups {
		rank := uint32(in.get(moveBits))
		g := group{games: uint32(in.gamma(uint64(r.header.games)))}
		if groups == 1 {
			g.games++
		}
		if in.err == nil && moveBits > 0 {
			g.move, in.err = r.move(view, rank)
		}
		if g.games > r.header.games || len(dst) > 0 && dst[len(dst)-1].move >= g.move {
			in.fail("the groups of a list are not in order")
		}
		if in.err != nil {
			return dst[:0]
		}
		if g.tallied() {
			n := uint64(g.games)
			width := countBits(n)
			g.tally.Games = int64(g.games)
			g.tally.First, g.tally.Drawn = int64(in.get(width)), int64(in.get(width))
			g.tally.Second = int64(in.get(width))
			g.tally.Rated, g.tally.Ratings = int64(in.get(countBits(2*n))), int64(in.get(ratingsBits(2*n)))
			g.tally.FirstRated, g.tally.FirstRatings = int64(in.get(width)), int64(in.get(ratingsBits(n)))
			g.tally.LastYear = int(in.get(yearBits))
			g.sample = uint32(in.get(r.gameBits))
			if r.header.format > 2 && in.get(1) == 1 {
				g.heads, g.codes = in.get(lengthBits), in.get(lengthBits)
				cells += g.heads + g.codes
			}
		}
		dst = append(dst, g)
	}
	if cells > list {
		in.fail("the cells of a list are not in the file")
		return dst[:0]
	}
	for i := range dst {
		dst[i].cells = list - cells
		cells -= dst[i].heads + dst[i].codes
	}
	return dst
}

// pieceGames is the number of games of a list that are read at once at most.
const pieceGames = 4096

// Which groups of a list are read: those without a tally, those without cells too, or all of them.
const (
	looseGroups = 1 + iota
	groupsWithoutCells
	allGroups
)

// eachGroup reads the games of a list whose groups were read. It calls f with each
// group, by its place, and its games, which may come in several pieces.
func (r *run) eachGroup(groups []group, in *bitReader, buf *[]uint32, which int,
	f func(i int, games []uint32) error) error {
	for class := range which {
		for i := range groups {
			if groups[i].class() != class {
				continue
			}
			a := newAscent(int(groups[i].games), r.header.games)
			for left := int(groups[i].games); left > 0; left -= pieceGames {
				*buf = in.ascending((*buf)[:0], &a, min(left, pieceGames))
				if in.err != nil {
					return in.err
				}
				if err := f(i, *buf); err != nil {
					return err
				}
			}
		}
	}
	return in.err
}
