package index_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

func TestFilter(t *testing.T) {
	day := func(year, month, day int) index.Date { return index.Date{Year: year, Month: month, Day: day} }
	since := func(d index.Date) index.Filter { return index.Filter{Since: d} }
	until := func(d index.Date) index.Filter { return index.Filter{Until: d} }
	dated := func(d index.Date) index.Game { return index.Game{Date: d} }
	mean := func(ranges ...index.Range) index.Filter { return index.Filter{Ratings: ranges} }
	rated := func(first, second int) index.Game { return index.Game{FirstRating: first, SecondRating: second} }
	names := func(first, second string) index.Game { return index.Game{First: first, Second: second} }
	player := func(side game.Side, names ...string) index.Filter { return index.Filter{Players: names, Side: side} }
	against := func(first, second string) index.Filter {
		return index.Filter{FirstPlayers: []string{first}, SecondPlayers: []string{second}}
	}
	for _, c := range []struct {
		what   string
		filter index.Filter
		game   index.Game
		want   bool
	}{
		{"all", index.Filter{}, index.Game{}, true},
		{"side alone", index.Filter{Side: game.FirstSide}, index.Game{}, true},

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

		{"mean", mean(index.Range{Min: 2500, Max: 2600}), rated(2400, 2600), true},
		{"mean without its half", mean(index.Range{Min: 2500, Max: 2500}), rated(2500, 2501), true},
		{"below", mean(index.Range{Min: 2500}), rated(2499, 2500), false},
		{"one rating", mean(index.Range{Min: 2500}), rated(0, 2500), true},
		{"no rating", mean(index.Range{Max: 2500}), rated(0, 0), false},
		{"no rating, if unrated", index.Filter{Ratings: []index.Range{{Max: 2500}}, Unrated: true}, rated(0, 0), true},
		{"rated, if unrated", index.Filter{Ratings: []index.Range{{Max: 2500}}, Unrated: true}, rated(0, 2600), false},
		{"unrated alone", index.Filter{Unrated: true}, rated(0, 2600), true},
		{"open at the top", mean(index.Range{Min: 2500}), rated(9999, 9999), true},
		{"open at the bottom", mean(index.Range{Max: 2500}), rated(1, 1), true},
		{"either range", mean(index.Range{Max: 1000}, index.Range{Min: 2500}), rated(2600, 2600), true},
		{"neither range", mean(index.Range{Max: 1000}, index.Range{Min: 2500}), rated(1500, 1500), false},
		{"first", index.Filter{FirstRating: index.Range{Min: 2000}}, rated(2000, 1000), true},
		{"not the second", index.Filter{FirstRating: index.Range{Min: 2000}}, rated(1000, 2000), false},
		{"second", index.Filter{SecondRating: index.Range{Max: 1500}}, rated(2000, 1500), true},
		{"unknown second", index.Filter{SecondRating: index.Range{Max: 1500}}, rated(2000, 0), false},
		{"impossible rating", index.Filter{FirstRating: index.Range{Min: 1}}, rated(10000, 0), false},

		{"gap", index.Filter{RatingGap: index.Range{Min: 100, Max: 200}}, rated(2100, 2000), true},
		{"gap of the second", index.Filter{RatingGap: index.Range{Min: 100, Max: 200}}, rated(2000, 2200), true},
		{"smaller gap", index.Filter{RatingGap: index.Range{Min: 100}}, rated(2000, 2099), false},
		{"greater gap", index.Filter{RatingGap: index.Range{Max: 200}}, rated(2201, 2000), false},
		{"no difference", index.Filter{RatingGap: index.Range{Max: -1}}, rated(2000, 2000), true},
		{"a difference", index.Filter{RatingGap: index.Range{Max: -1}}, rated(2000, 2001), false},
		{"any difference", index.Filter{RatingGap: index.Range{Min: -1}}, rated(2000, 2700), true},
		{"any difference of no rating", index.Filter{RatingGap: index.Range{Min: -1}}, rated(2000, 0), false},
		{"no gap", index.Filter{RatingGap: index.Range{Max: 1}}, rated(2000, 2000), true},
		{"gap to no rating", index.Filter{RatingGap: index.Range{Min: 100}}, rated(2000, 0), false},
		{"gap of no ratings", index.Filter{RatingGap: index.Range{Max: 100}}, rated(0, 0), false},

		{"result", index.Filter{Results: []game.Result{game.Draw, game.FirstWins}}, index.Game{Result: game.Draw}, true},
		{"other result", index.Filter{Results: []game.Result{game.Draw}}, index.Game{}, false},
		{"no result", index.Filter{Results: []game.Result{game.Unknown}}, index.Game{}, true},
		{"speed", index.Filter{Speeds: []index.Speed{index.Blitz}}, index.Game{Speed: index.Blitz}, true},
		{"other speed", index.Filter{Speeds: []index.Speed{index.Blitz}}, index.Game{Speed: index.Bullet}, false},
		{"unknown speed", index.Filter{Speeds: []index.Speed{index.Blitz}}, index.Game{}, false},
		{"mode", index.Filter{Modes: []index.Mode{index.Rated}}, index.Game{Mode: index.Rated}, true},
		{"other mode", index.Filter{Modes: []index.Mode{index.Rated}}, index.Game{Mode: index.Casual}, false},

		{"player", player(game.NoSide, "x", "Tal"), names("Tal", "y"), true},
		{"as second", player(game.NoSide, "Tal"), names("y", "Tal"), true},
		{"only first", player(game.FirstSide, "Tal"), names("y", "Tal"), false},
		{"only second", player(game.SecondSide, "Tal"), names("y", "Tal"), true},
		{"exact name", player(game.NoSide, "Tal"), names("tal", "Tal, M"), false},

		{"against", against("Tal", "Keres"), names("Tal", "Keres"), true},
		{"against, turned", against("Tal", "Keres"), names("Keres", "Tal"), false},
		{"against another", against("Tal", "Keres"), names("Tal", "y"), false},
		{"only White", index.Filter{FirstPlayers: []string{"x", "Tal"}}, names("Tal", "y"), true},
		{"only Black", index.Filter{SecondPlayers: []string{"Tal"}}, names("Tal", "y"), false},
		{"player and White", index.Filter{Players: []string{"Tal"}, FirstPlayers: []string{"Keres"}},
			names("Keres", "Tal"), true},
		{"player and other White", index.Filter{Players: []string{"Tal"}, FirstPlayers: []string{"Keres"}},
			names("Tal", "Keres"), false},

		{"event", index.Filter{Event: "HOOG"}, index.Game{Event: "44th Hoogovens"}, true},
		{"event with accents", index.Filter{Event: "Michael"}, index.Game{Event: "Mémorial Michaël"}, true},
		{"accents in the filter", index.Filter{Event: "MICHAËL"}, index.Game{Event: "St. Michael's"}, true},
		{"combining accent", index.Filter{Event: "memorial"}, index.Game{Event: "Me\u0301morial"}, true},
		{"umlaut as one letter", index.Filter{Event: "munchen"}, index.Game{Event: "München op"}, true},
		{"umlaut as two letters", index.Filter{Event: "Muenchen"}, index.Game{Event: "München op"}, true},
		{"combining umlaut", index.Filter{Event: "Muenchen"}, index.Game{Event: "Mu\u0308nchen"}, true},
		{"two letters for an umlaut", index.Filter{Event: "MÜNCHEN"}, index.Game{Event: "Muenchen op"}, true},
		{"one letter for an umlaut", index.Filter{Event: "köln"}, index.Game{Event: "Koln"}, true},
		{"apostrophe", index.Filter{Event: "queens"}, index.Game{Event: "Queen’s Cup"}, true},
		{"two letters that are no umlaut", index.Filter{Event: "Que"}, index.Game{Event: "Quito"}, false},
		{"another letter", index.Filter{Event: "Michael"}, index.Game{Event: "Michal Memorial"}, false},
		{"apostrophe alone", index.Filter{Event: "'"}, index.Game{Event: "Hoogovens"}, false},
		{"other event", index.Filter{Event: "hoog"}, index.Game{}, false},
		{"opening", index.Filter{Openings: []string{"C", "b9"}}, index.Game{Opening: "B90"}, true},
		{"whole code", index.Filter{Openings: []string{"B90"}}, index.Game{Opening: "B9"}, false},
		{"no opening", index.Filter{Openings: []string{""}}, index.Game{}, false},
		{"source", index.Filter{Sources: []string{"a", "here"}}, index.Game{}, true},
		{"other source", index.Filter{Sources: []string{"a"}}, index.Game{}, false},
		{"all of them", index.Filter{Event: "x", Openings: []string{"B"}}, index.Game{Event: "x", Opening: "C"}, false},
	} {
		if got := c.filter.Matcher().Match(&c.game, "here"); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
		if c.want && !c.filter.Matcher().MatchFacts(index.FactsOf(&c.game)) {
			t.Errorf("%s: the facts alone do not match", c.what)
		}
	}
}

// matchOpening reports whether a filter selects a code.
func matchOpening(selected, code string) bool {
	f := index.Filter{Openings: []string{selected}}
	return f.Matcher().Match(&index.Game{Opening: code}, "")
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

// TestUnknownCondition: the error for a name that is no condition has the names that are, each of which Set knows.
func TestUnknownCondition(t *testing.T) {
	sides := [2]string{"black", "white"}
	err := new(index.Filter).Set(sides, "sinse", "1972")
	if err == nil {
		t.Fatal("no error")
	}
	_, list, _ := strings.Cut(err.Error(), "; write ")
	names := strings.FieldsFunc(strings.Replace(list, " or ", ", ", 1), func(r rune) bool { return r == ',' || r == ' ' })
	if len(names) != 13 {
		t.Errorf("%d conditions in %q", len(names), err)
	}
	for _, name := range names {
		if err := new(index.Filter).Set(sides, name, "?"); err != nil && strings.Contains(err.Error(), "no condition") {
			t.Error(err)
		}
	}
}
