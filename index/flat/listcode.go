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
//     views other than Positions of none), and the number of its games, in the gamma
//     code (that number less 1 if there is a single group)
//   - after that, of each group with more than tallyGames games, its tally
//   - the games of each group in the code of [bitWriter.putAscending], of groups
//     without a tally first
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

// A listEncoder encodes lists.
type listEncoder struct {
	facts    []index.Facts // of the run
	gameBits uint
	counts   []uint32 // of each rank, 0 between lists
	starts   []uint32 // of each group in games
	ranks    []uint32 // of each visit
	groups   []uint32 // ranks
	games    []uint32
}

// encode appends the list of two or more visits.
func (e *listEncoder) encode(to *bitWriter, moves *numbering, moveBits uint, visits []visit) {
	e.ranks, e.groups = e.ranks[:0], e.groups[:0]
	for i := range visits {
		rank := uint32(0)
		if moveBits > 0 {
			rank = moves.of(visits[i].move)
		}
		if e.counts[rank] == 0 {
			e.groups = append(e.groups, rank)
		}
		e.counts[rank]++
		e.ranks = append(e.ranks, rank)
	}
	if len(e.groups) > 1 {
		slices.SortFunc(e.groups, func(a, b uint32) int { return cmp.Compare(moves.words[a], moves.words[b]) })
	}
	e.games = slices.Grow(e.games[:0], len(visits))[:len(visits)]
	e.starts = e.starts[:0]
	start := uint32(0)
	for _, rank := range e.groups {
		e.starts = append(e.starts, start)
		n := e.counts[rank]
		e.counts[rank] = start // where the next game of the group goes
		start += n
	}
	e.starts = append(e.starts, start)
	for i := range visits {
		at := &e.counts[e.ranks[i]]
		e.games[*at] = visits[i].game
		*at++
	}
	for _, rank := range e.groups {
		e.counts[rank] = 0
	}

	to.putGamma(uint64(len(e.groups)))
	for i, rank := range e.groups {
		n := e.starts[i+1] - e.starts[i]
		to.put(uint64(rank), moveBits)
		if len(e.groups) == 1 {
			to.putGamma(uint64(n) - 1)
		} else {
			to.putGamma(uint64(n))
		}
		if n > tallyGames {
			e.tally(to, e.games[e.starts[i]:e.starts[i+1]])
		}
	}
	for _, tallied := range [2]bool{false, true} {
		for i := range e.groups {
			if games := e.games[e.starts[i]:e.starts[i+1]]; len(games) > tallyGames == tallied {
				to.putAscending(games, uint32(len(e.facts)))
			}
		}
	}
}

func (e *listEncoder) tally(to *bitWriter, games []uint32) {
	var t index.Tally
	for _, game := range games {
		t.Count(e.facts[game])
	}
	n := uint64(len(games))
	width := countBits(n)
	to.put(uint64(t.First), width)
	to.put(uint64(t.Drawn), width)
	to.put(uint64(t.Second), width)
	to.put(uint64(t.Rated), countBits(2*n))
	to.put(uint64(t.Ratings), ratingsBits(2*n))
	to.put(uint64(t.FirstRated), width)
	to.put(uint64(t.FirstRatings), ratingsBits(n))
	to.put(uint64(t.LastYear), yearBits)
	to.put(uint64(games[n-1]), e.gameBits)
}

// A group is the part of a list with one move.
type group struct {
	move   uint32
	games  uint32 // their number
	tally  index.Tally
	sample uint32
}

func (g *group) tallied() bool { return g.games > tallyGames }

// readGroups appends the groups of a list. The reader is then at the games of the
// first group without a tally.
func (r *run) readGroups(dst []group, in *bitReader, moveBits uint) []group {
	groups := in.gamma(uint64(r.moves))
	for range groups {
		rank := uint32(in.get(moveBits))
		g := group{games: uint32(in.gamma(uint64(r.header.games)))}
		if groups == 1 {
			g.games++
		}
		if in.err == nil && moveBits > 0 {
			g.move, in.err = r.word(rank)
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
		}
		dst = append(dst, g)
	}
	return dst
}

// eachGroup reads the games of a list whose groups were read. It calls f with each
// group, by its place, and its games. It stops at the first group with a tally if
// loose is true.
func (r *run) eachGroup(groups []group, in *bitReader, buf *[]uint32, loose bool, f func(i int,
	games []uint32) error) error {
	for _, tallied := range [2]bool{false, true} {
		if tallied && loose {
			break
		}
		for i := range groups {
			if groups[i].tallied() != tallied {
				continue
			}
			*buf = in.ascending((*buf)[:0], int(groups[i].games), r.header.games)
			if in.err != nil {
				return in.err
			}
			if err := f(i, *buf); err != nil {
				return err
			}
		}
	}
	return in.err
}
