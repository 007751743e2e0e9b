package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// filterFlags select games of an index.
type filterFlags struct {
	since, until         dateFlag
	rating, white, black rangeFlag
	results              []string
	player               string
	color                choice
	event                string
	speeds               []string
	openings             []string
	sources              []string
}

func (f *filterFlags) register(flags *pflag.FlagSet) {
	f.color.names = []string{"white", "black"}
	flags.Var(&f.since, "since", "only games from this date on: 1972, 1972-07 or 1972-07-11")
	flags.Var(&f.until, "until", "only games until this date, inclusive")
	flags.Var(&f.rating, "rating", "only games whose players' mean rating is in this range: 2400-2600, 2600- or -2000")
	flags.Var(&f.white, "white-rating", "only games with White's rating in this range")
	flags.Var(&f.black, "black-rating", "only games with Black's rating in this range")
	flags.StringSliceVar(&f.results, "result", nil, "only games with one of these `RESULTS`: 1-0, 0-1, 1/2-1/2 or *")
	flags.StringVar(&f.player, "player", "", "only games of this `PLAYER`: \"Carlsen\", \"carlsen, m\"")
	flags.Var(&f.color, "color", "with --player: the player's side, white or black")
	flags.StringVar(&f.event, "event", "", "only games with these `WORDS` in the name of their event")
	flags.StringSliceVar(&f.speeds, "time-control", nil,
		"only games of these `CLASSES`: ultraBullet, bullet, blitz, rapid, classical, correspondence")
	flags.StringSliceVar(&f.openings, "eco", nil, "only games with one of these `CODES` or beginnings of codes: B90, C4, E")
	flags.StringSliceVar(&f.sources, "source", nil, "only games from these `FILES`, named as index stats names them")
}

// filter returns what the flags select, apart from the player.
func (f *filterFlags) filter() (index.Filter, error) {
	g := index.Filter{
		Since: f.since.Date, Until: f.until.Date, Event: f.event, Openings: f.openings, Sources: f.sources,
		FirstRating: f.white.Range, SecondRating: f.black.Range,
	}
	if f.rating.Range != (index.Range{}) {
		g.Ratings = []index.Range{f.rating.Range}
	}
	for _, text := range f.results {
		result, ok := game.ParseResult(text)
		if !ok {
			return g, usagef("write 1-0, 0-1, 1/2-1/2 or *", "--result: no such result: %q", text)
		}
		g.Results = append(g.Results, result)
	}
	for _, text := range f.speeds {
		speed, ok := index.ParseSpeed(text)
		if !ok {
			return g, usagef("write ultraBullet, bullet, blitz, rapid, classical or correspondence",
				"--time-control: no such class: %q", text)
		}
		g.Speeds = append(g.Speeds, speed)
	}
	if f.color.value != "" && f.player == "" {
		return g, usagef("name the player by --player", "--color says the side of a player, and none is named")
	}
	return g, nil
}

// resolve returns what the flags select in a store, with the names of the player
// as the store has them. If several players fit, it says so.
func (f *filterFlags) resolve(ctx context.Context, s index.Store) (index.Filter, error) {
	g, err := f.filter()
	if err != nil || f.player == "" {
		return g, err
	}
	players, err := s.Players(ctx, f.player)
	switch {
	case errors.Is(err, index.ErrEmpty), err != nil:
		return g, err
	case len(players) == 0:
		return g, hint(fmt.Errorf("no player %q in this index", f.player),
			"write the last name, or its beginning with an asterisk: \"Kasp*\"")
	case len(players) > 1:
		return g, ambiguous(f.player, players)
	}
	g.Players, g.Side = []string{players[0].Name}, f.side()
	return g, nil
}

// side returns the side that the player has to have.
func (f *filterFlags) side() index.Side {
	switch f.color.value {
	case "white":
		return index.FirstSide
	case "black":
		return index.SecondSide
	}
	return index.AnySide
}

// ambiguous says which players a name may mean.
func ambiguous(name string, players []index.Player) error {
	const most = 10
	var list strings.Builder
	for i, p := range players {
		if i == most {
			fmt.Fprintf(&list, "\n  and %s more", group3(int64(len(players)-most)))
			break
		}
		fmt.Fprintf(&list, "\n  %s (%s)", p.Name, number(p.Games, "game"))
	}
	return hint(fmt.Errorf("%q may be any of %s players:%s", name, group3(int64(len(players))), list.String()),
		"write more of the name, such as --player %q", players[0].Name)
}

// dateFlag is a flag whose value is a date, a month or a year.
type dateFlag struct{ index.Date }

// String returns the date as it may be written, "" for none.
func (d *dateFlag) String() string { return d.ISO() }

// Set reads a date.
func (d *dateFlag) Set(text string) error {
	date, err := index.ParseDate(text)
	if err != nil {
		return err
	}
	d.Date = date
	return nil
}

// Type names the value in help texts.
func (d *dateFlag) Type() string { return "DATE" }

// rangeFlag is a flag whose value is a range of ratings.
type rangeFlag struct{ index.Range }

// String returns the range as it may be written, "" for all.
func (r *rangeFlag) String() string {
	if r.Range == (index.Range{}) {
		return ""
	}
	part := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	return part(r.Min) + "-" + part(r.Max)
}

// Set reads a range.
func (r *rangeFlag) Set(text string) error {
	v, err := index.ParseRange(text)
	if err != nil {
		return err
	}
	r.Range = v
	return nil
}

// Type names the value in help texts.
func (r *rangeFlag) Type() string { return "MIN-MAX" }
