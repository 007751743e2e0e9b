package store_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/index/store"
)

func TestFilter(t *testing.T) {
	day := func(year, month, day int) store.Date { return store.Date{Year: year, Month: month, Day: day} }
	since := func(d store.Date) store.Filter { return store.Filter{Since: d} }
	until := func(d store.Date) store.Filter { return store.Filter{Until: d} }
	dated := func(d store.Date) store.Game { return store.Game{Date: d} }
	mean := func(ranges ...store.Range) store.Filter { return store.Filter{Ratings: ranges} }
	rated := func(first, second int) store.Game { return store.Game{FirstRating: first, SecondRating: second} }
	names := func(first, second string) store.Game { return store.Game{First: first, Second: second} }
	player := func(side game.Side, names ...string) store.Filter { return store.Filter{Players: names, Side: side} }
	against := func(first, second string) store.Filter {
		return store.Filter{FirstPlayers: []string{first}, SecondPlayers: []string{second}}
	}
	for _, c := range []struct {
		what   string
		filter store.Filter
		game   store.Game
		want   bool
	}{
		{"all", store.Filter{}, store.Game{}, true},
		{"side alone", store.Filter{Side: game.FirstSide}, store.Game{}, true},

		{"the day", since(day(2000, 5, 17)), dated(day(2000, 5, 17)), true},
		{"the day before", since(day(2000, 5, 17)), dated(day(2000, 5, 16)), false},
		{"some day of the month", since(day(2000, 5, 17)), dated(day(2000, 5, 0)), true},
		{"some day of the year", since(day(2000, 5, 17)), dated(day(2000, 0, 0)), true},
		{"no day of the month", since(day(2000, 5, 17)), dated(day(2000, 4, 0)), false},
		{"since a year", since(day(2000, 0, 0)), dated(day(2000, 1, 1)), true},
		{"before a year", since(day(2000, 0, 0)), dated(day(1999, 12, 31)), false},
		{"no date", since(day(1, 0, 0)), dated(day(0, 0, 0)), false},
		{"until the day", until(day(2000, 5, 17)), dated(day(2000, 5, 17)), true},
		{"the day after", until(day(2000, 5, 17)), dated(day(2000, 5, 18)), false},
		{"until the month", until(day(2000, 5, 0)), dated(day(2000, 5, 31)), true},
		{"until the year", until(day(2000, 0, 0)), dated(day(2000, 12, 31)), true},
		{"the year after", until(day(2000, 0, 0)), dated(day(2001, 0, 0)), false},
		{"some day until", until(day(2000, 5, 17)), dated(day(2000, 0, 0)), true},
		{"some day of the month until", until(day(2000, 5, 17)), dated(day(2000, 6, 0)), false},
		{"no date until", until(day(9999, 0, 0)), dated(day(0, 0, 0)), false},
		{"month without year", since(day(1, 0, 0)), dated(day(0, 5, 5)), false},

		{"mean", mean(store.Range{Min: 2500, Max: 2600}), rated(2400, 2600), true},
		{"mean without its half", mean(store.Range{Min: 2500, Max: 2500}), rated(2500, 2501), true},
		{"below", mean(store.Range{Min: 2500}), rated(2499, 2500), false},
		{"one rating", mean(store.Range{Min: 2500}), rated(0, 2500), true},
		{"no rating", mean(store.Range{Max: 2500}), rated(0, 0), false},
		{"no rating, if unrated", store.Filter{Ratings: []store.Range{{Max: 2500}}, Unrated: true}, rated(0, 0), true},
		{"rated, if unrated", store.Filter{Ratings: []store.Range{{Max: 2500}}, Unrated: true}, rated(0, 2600), false},
		{"unrated alone", store.Filter{Unrated: true}, rated(0, 2600), true},
		{"open at the top", mean(store.Range{Min: 2500}), rated(9999, 9999), true},
		{"open at the bottom", mean(store.Range{Max: 2500}), rated(1, 1), true},
		{"either range", mean(store.Range{Max: 1000}, store.Range{Min: 2500}), rated(2600, 2600), true},
		{"neither range", mean(store.Range{Max: 1000}, store.Range{Min: 2500}), rated(1500, 1500), false},
		{"first", store.Filter{FirstRating: store.Range{Min: 2000}}, rated(2000, 1000), true},
		{"not the second", store.Filter{FirstRating: store.Range{Min: 2000}}, rated(1000, 2000), false},
		{"second", store.Filter{SecondRating: store.Range{Max: 1500}}, rated(2000, 1500), true},
		{"unknown second", store.Filter{SecondRating: store.Range{Max: 1500}}, rated(2000, 0), false},
		{"impossible rating", store.Filter{FirstRating: store.Range{Min: 1}}, rated(10000, 0), false},

		{"gap", store.Filter{RatingGap: store.Range{Min: 100, Max: 200}}, rated(2100, 2000), true},
		{"gap of the second", store.Filter{RatingGap: store.Range{Min: 100, Max: 200}}, rated(2000, 2200), true},
		{"smaller gap", store.Filter{RatingGap: store.Range{Min: 100}}, rated(2000, 2099), false},
		{"greater gap", store.Filter{RatingGap: store.Range{Max: 200}}, rated(2201, 2000), false},
		{"no gap", store.Filter{RatingGap: store.Range{Max: 1}}, rated(2000, 2000), true},
		{"gap to no rating", store.Filter{RatingGap: store.Range{Min: 100}}, rated(2000, 0), false},
		{"gap of no ratings", store.Filter{RatingGap: store.Range{Max: 100}}, rated(0, 0), false},

		{"result", store.Filter{Results: []game.Result{game.Draw, game.FirstWins}}, store.Game{Result: game.Draw}, true},
		{"other result", store.Filter{Results: []game.Result{game.Draw}}, store.Game{}, false},
		{"no result", store.Filter{Results: []game.Result{game.Unknown}}, store.Game{}, true},
		{"speed", store.Filter{Speeds: []store.Speed{store.Blitz}}, store.Game{Speed: store.Blitz}, true},
		{"other speed", store.Filter{Speeds: []store.Speed{store.Blitz}}, store.Game{Speed: store.Bullet}, false},
		{"unknown speed", store.Filter{Speeds: []store.Speed{store.Blitz}}, store.Game{}, false},
		{"mode", store.Filter{Modes: []store.Mode{store.Rated}}, store.Game{Mode: store.Rated}, true},
		{"other mode", store.Filter{Modes: []store.Mode{store.Rated}}, store.Game{Mode: store.Casual}, false},

		{"player", player(game.NoSide, "x", "Tal"), names("Tal", "y"), true},
		{"as second", player(game.NoSide, "Tal"), names("y", "Tal"), true},
		{"only first", player(game.FirstSide, "Tal"), names("y", "Tal"), false},
		{"only second", player(game.SecondSide, "Tal"), names("y", "Tal"), true},
		{"exact name", player(game.NoSide, "Tal"), names("tal", "Tal, M"), false},

		{"against", against("Tal", "Keres"), names("Tal", "Keres"), true},
		{"against, turned", against("Tal", "Keres"), names("Keres", "Tal"), false},
		{"against another", against("Tal", "Keres"), names("Tal", "y"), false},
		{"only White", store.Filter{FirstPlayers: []string{"x", "Tal"}}, names("Tal", "y"), true},
		{"only Black", store.Filter{SecondPlayers: []string{"Tal"}}, names("Tal", "y"), false},
		{"player and White", store.Filter{Players: []string{"Tal"}, FirstPlayers: []string{"Keres"}},
			names("Keres", "Tal"), true},
		{"player and other White", store.Filter{Players: []string{"Tal"}, FirstPlayers: []string{"Keres"}},
			names("Tal", "Keres"), false},

		{"event", store.Filter{Event: "HOOG"}, store.Game{Event: "44th Hoogovens"}, true},
		{"event with accents", store.Filter{Event: "Michael"}, store.Game{Event: "Mémorial Michaël"}, true},
		{"accents in the filter", store.Filter{Event: "MICHAËL"}, store.Game{Event: "St. Michael's"}, true},
		{"combining accent", store.Filter{Event: "memorial"}, store.Game{Event: "Me\u0301morial"}, true},
		{"umlaut as one letter", store.Filter{Event: "munchen"}, store.Game{Event: "München op"}, true},
		{"umlaut as two letters", store.Filter{Event: "Muenchen"}, store.Game{Event: "München op"}, true},
		{"combining umlaut", store.Filter{Event: "Muenchen"}, store.Game{Event: "Mu\u0308nchen"}, true},
		{"two letters for an umlaut", store.Filter{Event: "MÜNCHEN"}, store.Game{Event: "Muenchen op"}, true},
		{"one letter for an umlaut", store.Filter{Event: "köln"}, store.Game{Event: "Koln"}, true},
		{"apostrophe", store.Filter{Event: "queens"}, store.Game{Event: "Queen’s Cup"}, true},
		{"two letters that are no umlaut", store.Filter{Event: "Que"}, store.Game{Event: "Quito"}, false},
		{"another letter", store.Filter{Event: "Michael"}, store.Game{Event: "Michal Memorial"}, false},
		{"apostrophe alone", store.Filter{Event: "'"}, store.Game{Event: "Hoogovens"}, false},
		{"other event", store.Filter{Event: "hoog"}, store.Game{}, false},
		{"opening", store.Filter{Openings: []string{"C", "b9"}}, store.Game{Opening: "B90"}, true},
		{"whole code", store.Filter{Openings: []string{"B90"}}, store.Game{Opening: "B9"}, false},
		{"no opening", store.Filter{Openings: []string{""}}, store.Game{}, false},
		{"source", store.Filter{Sources: []string{"a", "here"}}, store.Game{}, true},
		{"other source", store.Filter{Sources: []string{"a"}}, store.Game{}, false},
		{"all of them", store.Filter{Event: "x", Openings: []string{"B"}}, store.Game{Event: "x", Opening: "C"}, false},
	} {
		if got := c.filter.Matcher().Match(&c.game, "here"); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
		if c.want && !c.filter.Matcher().MatchFacts(store.FactsOf(&c.game)) {
			t.Errorf("%s: the facts alone do not match", c.what)
		}
	}
}

// matchOpening reports whether a filter selects a code.
func matchOpening(selected, code string) bool {
	f := store.Filter{Openings: []string{selected}}
	return f.Matcher().Match(&store.Game{Opening: code}, "")
}

func TestMatchOpening(t *testing.T) {
	for _, c := range []struct {
		selected, in, out string
	}{
		{"E60-E99", "E60 e75 E99 E99/02", "E59 F00 D99 E6"},
		{"c6-d", "C60 C99 D00 D99", "C59 E00"},
		{"E60-", "E60 E99", "E59 A00"},
		{"-B00", "A00 A99 B00", "B01 C00"},
		{"B90-B90", "B90", "B89 B91"},
		{"E99-E60", "", "E60 E75 E99"},
		{"B9", "B90 b99", "B80 B"},
	} {
		for code := range strings.FieldsSeq(c.in) {
			if !matchOpening(c.selected, code) {
				t.Errorf("%s does not have %s", c.selected, code)
			}
		}
		for _, code := range append(strings.Fields(c.out), "") {
			if matchOpening(c.selected, code) {
				t.Errorf("%s has %q", c.selected, code)
			}
		}
	}
}
