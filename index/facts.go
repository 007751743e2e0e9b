package index

import "github.com/zobrist-go/zobrist/game"

// Facts are what tallies, the order of games and most filters depend on, in one
// word:
//
//	bit   0      2     5     7              21              35    40      44     58
//	      ├──────┼─────┼─────┼──────────────┼───────────────┼─────┼───────┼──────┤
//	      result speed mode  first rating   second rating   day   month   year
type Facts uint64

// FactsOf returns the facts of a game.
func FactsOf(g *Game) Facts {
	d := g.Date.Known()
	return Facts(g.Result&3) | Facts(g.Speed&7)<<2 | Facts(g.Mode&3)<<5 |
		Facts(knownRating(g.FirstRating))<<7 | Facts(knownRating(g.SecondRating))<<21 |
		Facts(d.Day)<<35 | Facts(d.Month)<<40 | Facts(d.Year)<<44
}

// Result returns how the game ended.
func (f Facts) Result() game.Result { return game.Result(f & 3) }

// Speed returns the class of the time control.
func (f Facts) Speed() Speed { return Speed(f >> 2 & 7) }

// Mode says whether the game was rated.
func (f Facts) Mode() Mode { return Mode(f >> 5 & 3) }

// Ratings returns the ratings of the players, 0 if not known.
func (f Facts) Ratings() (first, second int) {
	return int(f >> 7 & (1<<14 - 1)), int(f >> 21 & (1<<14 - 1))
}

// Date returns the date of the game.
func (f Facts) Date() Date {
	return Date{Year: int(f >> 44 & (1<<14 - 1)), Month: int(f >> 40 & 15), Day: int(f >> 35 & 31)}
}

// DateRank returns a number that grows with the date, 0 if no date is known.
func (f Facts) DateRank() uint32 { return uint32(f >> 35 & (1<<23 - 1)) }

// RatingRank returns twice the mean of the known ratings, 0 if there is none.
func (f Facts) RatingRank() uint32 {
	first, second := f.Ratings()
	if first == 0 || second == 0 {
		return uint32(2 * (first + second))
	}
	return uint32(first + second)
}

// rank returns the date as [Facts.DateRank] does.
func (d Date) rank() uint32 {
	d = d.Known()
	return uint32(d.Year)<<9 | uint32(d.Month)<<5 | uint32(d.Day)
}

// Ranks returns the date as [Facts.DateRank] does, and likewise the last day that it may
// mean; 0 if no date is known.
func (d Date) Ranks() (date, last uint32) {
	date = d.rank()
	return date, lastDay(date)
}

// lastDay returns the last day that a date may mean, by its rank.
func lastDay(rank uint32) uint32 {
	switch {
	case rank == 0:
	case rank&(15<<5) == 0:
		rank |= 12<<5 | 31
	case rank&31 == 0:
		rank |= 31
	}
	return rank
}
