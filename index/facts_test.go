package index_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

func TestDate(t *testing.T) {
	for d, text := range map[index.Date]string{
		{}:                              "????.??.??",
		{Year: 1906}:                    "1906.??.??",
		{Year: 1972, Month: 7, Day: 11}: "1972.07.11",
		{Year: 850, Month: 12}:          "0850.12.??",
	} {
		if d.String() != text {
			t.Errorf("%#v is %s, want %s", d, d, text)
		}
	}
}

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		game          index.Game
		first, second int
		date          index.Date
		rank          uint32
	}{
		{index.Game{}, 0, 0, index.Date{}, 0},
		{index.Game{Result: game.Draw, Speed: index.Correspondence, Mode: index.Rated, FirstRating: 9999,
			SecondRating: 9999, Date: index.Date{Year: 9999, Month: 12, Day: 31}},
			9999, 9999, index.Date{Year: 9999, Month: 12, Day: 31}, 2 * 9999},
		{index.Game{Result: game.SecondWins, Speed: index.UltraBullet, FirstRating: 1, Date: index.Date{Year: 1}},
			1, 0, index.Date{Year: 1}, 2},
		{index.Game{FirstRating: -5, SecondRating: 1 << 30, Date: index.Date{Year: 99999, Month: 5}}, 0, 0, index.Date{}, 0},
		{index.Game{FirstRating: 2000, SecondRating: 2001, Date: index.Date{Year: 2000, Month: 13, Day: 5}},
			2000, 2001, index.Date{Year: 2000}, 4001},
	} {
		f := index.FactsOf(&c.game)
		first, second := f.Ratings()
		if f.Result() != c.game.Result || f.Speed() != c.game.Speed || f.Mode() != c.game.Mode ||
			first != c.first || second != c.second || f.Date() != c.date || f.RatingRank() != c.rank {
			t.Errorf("%+v: result %v, speed %v, mode %v, ratings %d and %d, rank %d, date %v",
				c.game, f.Result(), f.Speed(), f.Mode(), first, second, f.RatingRank(), f.Date())
		}
	}
}

func TestSpeed(t *testing.T) {
	for s := index.UltraBullet; s <= index.Correspondence; s++ {
		if got, ok := index.ParseSpeed(s.String()); !ok || got != s {
			t.Errorf("%v is read as %v, %v", s, got, ok)
		}
	}
	for _, name := range []string{"", "Blitz", "fast"} {
		if s, ok := index.ParseSpeed(name); ok {
			t.Errorf("%q is read as %v", name, s)
		}
	}
}

func TestTally(t *testing.T) {
	var sum index.Tally
	for _, g := range []index.Game{
		{Result: game.FirstWins, FirstRating: 2000, SecondRating: 2101, Date: index.Date{Year: 1999}},
		{Result: game.Draw, SecondRating: 2400, Date: index.Date{Year: 1970, Month: 3}},
		{Result: game.SecondWins}, {},
	} {
		sum.Count(index.FactsOf(&g))
	}
	want := index.Tally{Games: 4, First: 1, Drawn: 1, Second: 1, Ratings: 6501, Rated: 3, LastYear: 1999,
		FirstRatings: 2000, FirstRated: 1}
	if sum != want || sum.AverageRating() != 2167 {
		t.Errorf("%+v, average %d; want %+v, average 2167", sum, sum.AverageRating(), want)
	}
	for side, want := range map[game.Side]int{game.NoSide: 2167, game.FirstSide: 2000, game.SecondSide: 2251} {
		if got := sum.SideRating(side); got != want {
			t.Errorf("average of side %v is %d, want %d", side, got, want)
		}
	}
	if twice := sum.Add(sum); twice.Games != 8 || twice.Ratings != 13002 ||
		twice.SideRating(game.SecondSide) != 2251 || twice.LastYear != 1999 {
		t.Errorf("twice is %+v", twice)
	}
	if sum.Add(index.Tally{}) != sum {
		t.Error("no games change a tally")
	}
}
