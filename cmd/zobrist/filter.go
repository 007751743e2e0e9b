package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/regular"
)

// filterFlags select games of an index.
type filterFlags struct {
	selected              index.Filter // by the conditions, as chess has them
	conditions            []*condition
	players, white, black []string
	alias                 string // file
}

// A conditionFlag is a flag that adds a condition of its name to a filter.
type conditionFlag struct{ name, kind, usage string }

// conditionFlags are in the order of the help.
var conditionFlags = []conditionFlag{
	{"since", "DATE", "only games from this date on: 1972, 1972-07 or 1972-07-11; a game dated " +
		"only by its year or month counts if some day of it does"},
	{"until", "DATE", "only games until this date, inclusive; games dated in part count as with --since"},
	{"rating", "MIN-MAX", "only games whose players' mean rating, rounded down, is in this range: 2400-2600, " +
		"2600- or -2000"},
	{"white-rating", "MIN-MAX", "only games with White's rating in this range"},
	{"black-rating", "MIN-MAX", "only games with Black's rating in this range"},
	{"rating-gap", "MIN-MAX", "only games whose players' ratings differ by so many points, whoever has " +
		"more: 0-100, 200- or -50"},
	{"result", "RESULTS", "only games with one of these results: 1-0, 0-1, 1/2-1/2, *, white, black or draw; " +
		"of Go and checkers 1-0 is a win of Black, who moves first"},
	{"color", "NAME", "with --player: the player's side, white or black"},
	{"event", "TEXT", "only games with this text in the name of their event; case and accents do not count"},
	{"speeds", "SPEEDS", "only games with a time control of these classes: ultraBullet, bullet, blitz, rapid, " +
		"classical, correspondence"},
	{"modes", "MODES", "only casual or only rated games"},
	{"eco", "CODES", "only games with one of these codes, beginnings or ranges of codes: B90, C4, E60-E99; " +
		"a game without an ECO tag has the code of its last named position; of checkers numbers of ballots: 008, 100-156"},
	{"source", "FILE", "only games from this file, named as in index stats or by the end of that path; " +
		"repeat it for several files"},
	{"rank", "RANKS", "only games of Go whose players' mean rank is in this range: 5k-3d, 1d-, -9d, 1p-"},
	{"white-rank", "RANKS", "only games of Go with White's rank in this range"},
	{"black-rank", "RANKS", "only games of Go with Black's rank in this range"},
	{"handicap", "STONES", "only games of Go with a handicap in this range: 0, 2-4, 2-"},
}

func (f *filterFlags) register(flags *pflag.FlagSet) {
	for _, c := range conditionFlags {
		own := &condition{filter: &f.selected, name: c.name, kind: c.kind, game: games.Owner(c.name)}
		flags.Var(own, c.name, c.usage)
		f.conditions = append(f.conditions, own)
	}
	flags.StringArrayVar(&f.players, "player", nil, "only games of this `PLAYER`: \"Carlsen\", \"carlsen, m\"; "+
		"repeat it for several players")
	flags.StringArrayVar(&f.white, "white", nil, "only games in which this `PLAYER` had White, as --player; "+
		"with --black: games of one against the other")
	flags.StringArrayVar(&f.black, "black", nil, "only games in which this `PLAYER` had Black, as --player")
	flags.StringVar(&f.alias, "alias", "", "`FILE` of names that count as one in --player, --white and --black: "+
		"\"Kasparov, Garry = Kasparow, Garri\", a player a line, or a spelling file of SCID")
}

// any reports whether a flag selects games.
func (f *filterFlags) any() bool {
	return !f.selected.Empty() || f.selected.Side != game.NoSide || f.alias != "" ||
		len(f.players)+len(f.white)+len(f.black) > 0
}

// filter returns what the flags select in a game, apart from the players.
func (f *filterFlags) filter(g games.Game) (selected index.Filter, err error) {
	if f.selected.Side != game.NoSide && len(f.players) == 0 {
		return index.Filter{}, cli.Usagef("name the player by --player",
			"--color says the side of a player, and none is named")
	}
	since, until := f.selected.Since, f.selected.Until
	last := []int{until.Year, cmp.Or(until.Month, 12), cmp.Or(until.Day, 31)}
	if until.Year != 0 && slices.Compare([]int{since.Year, since.Month, since.Day}, last) > 0 {
		return index.Filter{}, cli.Usagef("exchange them", "--since %s is after --until %s", since.ISO(), until.ISO())
	}
	for _, c := range f.conditions {
		if len(c.texts) > 0 && !g.About().Applies(c.name) {
			return selected, cli.Usagef("leave it out", "--%s does not apply to %s", c.name, g.About().Name)
		}
		for _, text := range c.texts {
			if err := games.Select(g, &selected, c.name, text); err != nil {
				return selected, cli.UsageError(fmt.Errorf("--%s: %w", c.name, err))
			}
		}
	}
	return selected, nil
}

// aliases reads the file of --alias. Without one there are none.
func (f *filterFlags) aliases(ctx context.Context) (*index.Aliases, error) {
	if f.alias == "" {
		return nil, nil
	}
	if len(f.players)+len(f.white)+len(f.black) == 0 {
		return nil, cli.Usagef("name a player by --player, --white or --black",
			"--alias has names of players, and none is named")
	}
	return readAliases(ctx, f.alias)
}

// readAliases reads a file of aliases.
func readAliases(ctx context.Context, name string) (*index.Aliases, error) {
	file, err := regular.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	a, err := index.ReadAliases(file)
	if err != nil {
		return nil, cli.Hint(fmt.Errorf("%s: %w", name, err),
			"write a player a line, as in: Kasparov, Garry = Kasparow, Garri")
	}
	return a, nil
}

// resolve returns what the flags select in an index, with the names of the players as
// the index has them. A player or a source that the index does not have is an error.
func (f *filterFlags) resolve(ctx context.Context, ix *gameIndex) (index.Filter, error) {
	g, err := f.filter(ix.game)
	if err != nil {
		return g, err
	}
	aliases, err := f.aliases(ctx)
	if err != nil {
		return g, err
	}
	white, black := games.Colors(ix.game, &g.FirstPlayers, &g.SecondPlayers)
	for _, c := range []struct {
		written []string
		names   *[]string
	}{{f.players, &g.Players}, {f.white, white}, {f.black, black}} {
		for _, name := range c.written {
			names, err := ix.ResolvePlayer(ctx, name, aliases)
			if err != nil {
				return g, explainPlayer(err, "this index")
			}
			*c.names = append(*c.names, names...)
		}
	}
	if len(g.Sources) == 0 {
		return g, nil
	}
	m, err := ix.Manifest(ctx)
	if err != nil {
		return g, err
	}
	for i, name := range g.Sources {
		if g.Sources[i], err = sourceOf(m.Sources, name); err != nil {
			return g, err
		}
	}
	return g, nil
}

// sourceOf returns the name of the source that a person means: an exact match, or else the only source whose path is or
// ends with it.
func sourceOf(sources []index.Source, written string) (string, error) {
	var fits []string
	end := path.Clean(written)
	for _, s := range sources {
		stored := path.Clean(s.Name)
		switch {
		case s.Name == written:
			return written, nil
		case (stored == end || strings.HasSuffix(stored, "/"+end)) && !slices.Contains(fits, s.Name):
			fits = append(fits, s.Name)
		}
	}
	const most = 10
	switch n := len(fits); {
	case n == 1:
		return fits[0], nil
	case n > most:
		fits = append(fits[:most], fmt.Sprintf("and %d more", n-most))
		fallthrough
	case n > 1:
		return "", cli.Hint(fmt.Errorf("%q may be any of %d sources:\n  %s", written, n, strings.Join(fits, "\n  ")),
			"write more of its path, and repeat the flag for several sources")
	}
	return "", cli.Hint(fmt.Errorf("no source %q in this index", written), "zobrist index stats lists the sources")
}

// explainPlayer says what to write if a name fits no player of where it was looked up, or several.
func explainPlayer(err error, where string) error {
	var several *index.AmbiguousError
	switch {
	case errors.Is(err, index.ErrNotFound):
		return cli.Hint(fmt.Errorf("%s in %s", strings.TrimPrefix(err.Error(), index.ErrNotFound.Error()+": "), where),
			"write the last name, or its beginning with an asterisk, which must fit one player: \"Kasp*\"; repeat the flag "+
				"for several players")
	case errors.Is(err, index.ErrReadTwice):
		return cli.Hint(err, "a name fits several players, or one with other spellings; save the games to a file, or write "+
			"whole names, or list them in a file for --alias")
	case !errors.As(err, &several):
		return err
	}
	const most = 10
	var list strings.Builder
	for i, p := range several.Players {
		if i == most {
			fmt.Fprintf(&list, "\n  and %s more", cli.Group3(int64(len(several.Players)-most)))
			break
		}
		fmt.Fprintf(&list, "\n  %s (%s)", p.Name, cli.Number(p.Games, "game"))
	}
	n := cli.Group3(int64(len(several.Players)))
	return cli.Hint(fmt.Errorf("%q may be any of %s players:%s", several.Name, n, list.String()),
		"write a whole name, such as %q; repeat the flag for several players; or list spellings of one player in a file "+
			"for --alias", several.Players[0].Name)
}

// A condition is a flag that adds to a filter; see [games.Select].
type condition struct {
	filter     *index.Filter
	name, kind string
	texts      []string
	game       games.Game // that alone has it; nil: all have
}

// conditionNames are the values of conditions that have few.
var conditionNames = map[string][]string{
	"color":  {"white", "black"},
	"modes":  {"casual", "rated"},
	"result": {"1-0", "0-1", "1/2-1/2", "*", "white", "black", "draw"},
	"speeds": {"ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"},
}

// String returns the values as they were written, "" for none.
func (c *condition) String() string { return strings.Join(c.texts, ",") }

// Set reads a value. Which game it is for is known later, so a code may be one of chess or of checkers.
func (c *condition) Set(text string) error {
	c.texts = append(c.texts, text)
	err := games.Select(cmp.Or(c.game, games.Chess), c.filter, c.name, text)
	if err != nil && c.name == "eco" && games.Select(games.Checkers, c.filter, c.name, text) == nil {
		return nil
	}
	return err
}

// Type names the value in help texts.
func (c *condition) Type() string { return c.kind }
