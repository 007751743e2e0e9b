package flat

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// TestClass compares what filters say about classes with what they say about each of many games.
func TestClass(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 37))
	date := func() index.Date {
		return index.Date{Year: 1999 + rng.IntN(4), Month: rng.IntN(13), Day: rng.IntN(32)}.Known()
	}
	rating := func() int { return []int{0, 1, 99, 100, 101, 199, 200, 1500 + rng.IntN(1000), 9999}[rng.IntN(9)] }
	facts := make([]index.Facts, 20_000)
	for i := range facts {
		g := index.Game{FirstRating: rating(), SecondRating: rating(), Result: game.Result(rng.IntN(4)),
			Speed: index.Speed(rng.IntN(7)), Mode: index.Mode(rng.IntN(3)), Date: date()}
		if rng.IntN(4) == 0 {
			g.Date.Year = 0
		}
		facts[i] = index.FactsOf(&g)
	}
	seen := map[[2]bool]int{}
	for range 2000 {
		f := index.Filter{Unrated: rng.IntN(2) == 0}
		if rng.IntN(2) == 0 {
			f.Since = date()
		}
		if rng.IntN(2) == 0 {
			f.Until = date()
		}
		for range rng.IntN(3) {
			r := index.Range{Min: rng.IntN(26) * 100, Max: rng.IntN(26) * 100}
			if rng.IntN(2) == 0 {
				r = index.Range{Min: r.Min, Max: r.Min + 99}
			} else if rng.IntN(2) == 0 {
				r = index.Range{Min: rating(), Max: rating()}
			}
			f.Ratings = append(f.Ratings, r)
		}
		if rng.IntN(3) == 0 {
			f.Results = []game.Result{game.Result(rng.IntN(4))}
			f.Speeds = []index.Speed{index.Speed(rng.IntN(7)), index.Speed(rng.IntN(7))}
		}
		if rng.IntN(3) == 0 {
			f.Modes = []index.Mode{index.Mode(rng.IntN(3))}
		}
		m, days := f.Matcher(), rng.IntN(2) == 0
		for range 300 {
			game := facts[rng.IntN(len(facts))]
			c := classOf(game, days)
			if c >= 1<<classBits || c.greatestRatingRank() < game.RatingRank() || c.leastRatingRank() > game.RatingRank() ||
				c.greatestRatingRank()-c.leastRatingRank() > 255 || c.greatestDateRank(days) < game.DateRank() {
				t.Fatalf("class %x of %x", c, game)
			}
			some, all := newClassMatcher(&f).match(c, days)
			seen[[2]bool{some, all}]++
			if got := m.MatchFacts(game); all && !got || !some && got || all && !some {
				t.Fatalf("%+v selects %x: %v; of its class %x (days %v) some %v, all %v", f, game, got, c, days, some, all)
			}
			if aligned(f) && !days && some != all {
				t.Fatalf("%+v does not decide about class %x", f, c)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("not all kinds of answers: %v", seen)
	}
	for _, f := range []index.Filter{{FirstRating: index.Range{Max: 5}}, {SecondRating: index.Range{Max: 5}},
		{RatingGap: index.Range{Max: 5}}} {
		if newClassMatcher(&f).decides {
			t.Errorf("%+v is decided by class", f)
		}
	}
}

// aligned reports whether a filter consists of whole months and bands. A game without its day meets a
// bound if some day of its month does, so no bound but a month is met by all or none.
func aligned(f index.Filter) bool {
	for _, r := range f.Ratings {
		if r.Min%100 != 0 && r.Min != 1 || r.Max != 0 && r.Max%100 != 99 {
			return false
		}
	}
	return f.Since.Day == 0 && f.Until.Day == 0
}
