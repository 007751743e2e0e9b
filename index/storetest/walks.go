package storetest

import (
	"fmt"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// The tests play a game of their own. States are numbers, and a rule leads from a
// state and a move to another state, so that there are popular states, states of
// one game, transpositions and repetitions.

// A walk is a game with the states that it goes through.
type walk struct {
	index.Game
	states []uint32
}

var config = index.Config{
	Game: "walk", Rules: "test", Views: []string{"band", "third"}, WordBits: []uint8{0, 0, wordBits},
	Set: zobrist.Set{Name: "test", Keys: zobrist.Keys{2}, Second: zobrist.Keys{1}},
}

// Visits in the view "third" have words of so many bits, and each position has two hashes there.
const wordBits = 12

// wordOf returns the word of a visit to a state.
func wordOf(state uint32) uint32 {
	if state%11 == 0 {
		return 1<<wordBits - 1 - state%3
	}
	return state % 7
}

// hashOf returns the hash of a state in a view, by SplitMix64: of the state itself, of
// one of 64 bands, or of its third.
func hashOf(view index.View, state uint32) zobrist.Uint128 {
	switch view {
	case 1:
		state %= 64
	case 2:
		state /= 3
	}
	mix := func(z uint64) uint64 {
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	n := uint64(state) + uint64(view)<<40
	return zobrist.Uint128{Hi: mix(n + 0x9e3779b97f4a7c15), Lo: mix(n*3 + 1)}
}

// addTo adds the walk to a batch. One walk in eight has only its first positions
// indexed.
func (w *walk) addTo(b *index.Batch) {
	states := w.states
	if len(w.Moves)%8 == 7 {
		states = states[:len(states)/2]
	}
	hashes := make([][]zobrist.Uint128, 1+len(config.Views))
	words := make([][]uint32, 1+len(config.Views))
	for view := range hashes {
		for _, s := range states {
			hashes[view] = append(hashes[view], hashOf(index.View(view), s))
			if config.WordBits[view] > 0 {
				hashes[view] = append(hashes[view], hashOf(index.View(view), s+3))
				words[view] = append(words[view], wordOf(s), wordOf(s+1))
			}
		}
	}
	b.AddFolded(&w.Game, hashes, words)
}

// A group of facts that few games share, and one that many do.
var (
	events   = []string{"", "Rated blitz game", "Casual game", "Hoogovens", "Wijk aan Zee, Tata Steel", "ОЧ СССР"}
	openings = []string{"", "A00", "B90", "B97", "C42", "E", "KID"}
)

// newWalk returns a random walk, different from those with another number.
func newWalk(rng *rand.Rand, number int) walk {
	w := walk{Game: index.Game{
		First: player(rng), Second: player(rng),
		Result: game.Result(rng.IntN(4)), Event: events[rng.IntN(len(events))], Site: fmt.Sprint("site ", rng.IntN(30)),
		Round: fmt.Sprint(number), Opening: openings[rng.IntN(len(openings))],
		Speed: index.Speed(rng.IntN(7)), Mode: index.Mode(rng.IntN(3)),
		Date:        index.Date{Year: rng.IntN(2) * (1990 + rng.IntN(30)), Month: rng.IntN(13), Day: rng.IntN(29)},
		FirstRating: max(0, rng.IntN(3000)-500), SecondRating: max(0, rng.IntN(3000)-500),
		Text: fmt.Appendf(nil, "walk %d {comment %x}\n\n", number, rng.Uint64()),
	}}
	if d := &w.Date; d.Year == 0 || d.Month == 0 {
		*d = index.Date{Year: d.Year}
	}
	state := uint32(0)
	if rng.IntN(10) == 0 {
		state = uint32(rng.IntN(5))
		w.Start = fmt.Sprint(state)
	}
	w.Site += " " + fmt.Sprint(number) // no two walks are the same, whatever their moves
	w.First += fmt.Sprint(" ", number%7)
	w.states = append(w.states, state)
	for range rng.IntN(40) {
		move := uint32(1 + min(rng.IntN(5), rng.IntN(5)))
		if rng.IntN(30) == 0 {
			move = rng.Uint32() | 1<<20 // a word of more than 16 bits
		}
		switch {
		case rng.IntN(15) == 0:
			state = 0 // a repetition
		case state < 1000:
			state = state*5 + move%5 + 1
		default:
			state = state*1664525 + move%5
		}
		w.Moves = append(w.Moves, move)
		w.states = append(w.states, state)
	}
	return w
}

func player(rng *rand.Rand) string {
	surnames := []string{"Carlsen", "Polgár", "Hübner", "Lasker", "Карпов", "Vachier-Lagrave", "Ding"}
	given := []string{", Magnus", ", M.", ",J", ", Emanuel", "", " Liren"}
	if rng.IntN(20) == 0 {
		return ""
	}
	return surnames[rng.IntN(len(surnames))] + given[rng.IntN(len(given))]
}

// walks returns n random walks.
func (s *suite) walks(n int) []walk {
	list := make([]walk, n)
	for i := range list {
		list[i] = newWalk(s.rng, len(s.games)+i)
	}
	return list
}

// hash returns the hash of a random position of a random game, of an early one
// more often, or now and then of none.
func (s *suite) hash(v index.View) zobrist.Uint128 {
	if len(s.games) == 0 || s.rng.IntN(20) == 0 {
		return hashOf(v, s.rng.Uint32())
	}
	states := s.games[s.rng.IntN(len(s.games))].states
	ply := min(s.rng.IntN(len(states)), s.rng.IntN(len(states)))
	return hashOf(v, states[ply])
}

// filter returns a random filter, the empty one in a quarter of the cases.
func (s *suite) filter() (f index.Filter) {
	rng := s.rng
	if rng.IntN(4) == 0 {
		return f
	}
	date := func() index.Date {
		return index.Date{Year: 1985 + rng.IntN(40), Month: rng.IntN(13), Day: rng.IntN(29)}.Known()
	}
	ratings := func() (r index.Range) {
		if r.Min = rng.IntN(2500); rng.IntN(3) > 0 {
			r.Max = r.Min + 1 + rng.IntN(800)
		}
		if rng.IntN(2) == 0 { // bands, by which stores may keep tallies
			r.Min -= r.Min % 100
			r.Max += (199 - r.Max%100) % 100 * min(r.Max, 1)
		}
		return r
	}
	for range 1 + rng.IntN(2) {
		switch rng.IntN(15) {
		case 0:
			f.Since = date()
		case 1:
			f.Until = date()
		case 2:
			f.Ratings, f.Unrated = append(f.Ratings, ratings()), rng.IntN(3) == 0
		case 3:
			f.FirstRating = ratings()
		case 4:
			f.SecondRating = ratings()
		case 5:
			f.Results = append(f.Results, game.Result(rng.IntN(4)))
		case 6:
			f.Speeds = append(f.Speeds, index.Speed(rng.IntN(7)), index.Speed(rng.IntN(7)))
		case 7:
			f.Modes = append(f.Modes, index.Mode(rng.IntN(3)))
		case 8:
			f.Side = game.Side(rng.IntN(3))
			for range 1 + rng.IntN(20) {
				g := s.games[rng.IntN(len(s.games))]
				f.Players = append(f.Players, g.First, g.Second)
			}
		case 9:
			f.Event = []string{"rated", "TATA", "оч", "nowhere"}[rng.IntN(4)]
		case 10:
			f.Openings = append(f.Openings, []string{"B9", "b90", "E", "C4", "D", "B10-C2", "d-"}[rng.IntN(7)], "KI")
		case 11:
			f.Sources = append(f.Sources, "games", fmt.Sprint("source ", rng.IntN(4)))
		case 12:
			f.RatingGap = index.Range{Min: rng.IntN(3) * 100, Max: rng.IntN(3) * 500}
		case 13:
			for range 1 + rng.IntN(20) {
				f.FirstPlayers = append(f.FirstPlayers, s.games[rng.IntN(len(s.games))].First)
			}
		case 14:
			for range 1 + rng.IntN(20) {
				f.SecondPlayers = append(f.SecondPlayers, s.games[rng.IntN(len(s.games))].Second)
			}
		}
	}
	return f
}
