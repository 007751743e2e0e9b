package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist/game"
)

// ErrReadTwice: an input that is not a file has to be read twice, to learn which players its games are of.
var ErrReadTwice = errors.New("index: the input must be read twice, but is not a file")

// Conditions on the players of a game, as bits.
const (
	onePlayer uint8 = 1 << iota // ImportOptions.Players
	firstPlayer
	secondPlayer
)

// wanted are the players whose games an import adds. They are read only, so all workers share them.
type wanted struct {
	patterns [3][]string // that people wrote, of each condition
	side     game.Side   // of the first condition
	aliases  *Aliases
	names    [3][]string // of each condition, if resolved
	resolved bool
}

// any reports whether games are selected by their players.
func (w *wanted) any() bool {
	return len(w.patterns[0])+len(w.patterns[1])+len(w.patterns[2]) > 0
}

// fits returns the conditions that a name meets: those whose patterns it fits until the players are resolved.
func (w *wanted) fits(name string) (conditions uint8) {
	for i, patterns := range w.patterns {
		if w.resolved && slices.Contains(w.names[i], name) ||
			!w.resolved && slices.ContainsFunc(patterns, func(p string) bool {
				_, fits := w.aliases.matcher(p)(name)
				return fits
			}) {
			conditions |= 1 << i
		}
	}
	return conditions
}

// match reports whether a game is selected whose players meet these conditions.
func (w *wanted) match(first, second uint8) bool {
	return (len(w.patterns[0]) == 0 ||
		w.side != game.SecondSide && first&onePlayer != 0 || w.side != game.FirstSide && second&onePlayer != 0) &&
		(len(w.patterns[1]) == 0 || first&firstPlayer != 0) &&
		(len(w.patterns[2]) == 0 || second&secondPlayer != 0)
}

// resolve finds out which players the patterns mean. It returns nil if exactly their games were selected.
func (in *intake) resolve(ctx context.Context) (*wanted, error) {
	w := in.wanted
	if !w.any() || w.resolved || in.at.Tested == 0 {
		return nil, nil
	}
	added := in.at.spellings()
	next := *w
	next.aliases, next.resolved = in.options.Aliases.with(slices.Concat(in.spellings, added)...), true
	games := make(map[string]int64)
	maps.Copy(games, in.at.Fits)
	for _, s := range added {
		for _, names := range s {
			for _, name := range names {
				games[name] = max(games[name], 1)
			}
		}
	}
	var players []Player
	for name, n := range games {
		players = append(players, Player{Name: name, Games: n})
	}
	slices.SortFunc(players, func(a, b Player) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	same := true
	for i, patterns := range w.patterns {
		for _, p := range patterns {
			names, err := next.aliases.resolve(ctx, p, players)
			if err != nil {
				return nil, err
			}
			next.names[i] = append(next.names[i], names...)
		}
	}
	for _, p := range players {
		same = same && w.fits(p.Name) == next.fits(p.Name)
	}
	if same {
		return nil, nil
	}
	for _, input := range in.inputs {
		if input.onDisk() == nil {
			return nil, fmt.Errorf("%s: %w", input.name, ErrReadTwice)
		}
	}
	return &next, nil
}

// A spelling is a player's name in a game, with the id that the game gives.
type spelling struct{ id, name string }

// maxSpellings is the number of spellings that an input can add. Further ones are ignored.
const maxSpellings = 1 << 18

// spell notes spellings of the input being read, if they are new.
func (in *intake) spell(list []spelling) {
	for _, s := range list {
		if in.spelled[s] || in.at.Spelled >= maxSpellings {
			continue
		}
		in.spelled[s] = true
		if in.at.Spellings == nil {
			in.at.Spellings = make(map[string][]string)
		}
		in.at.Spellings[s.id] = append(in.at.Spellings[s.id], s.name)
		in.at.Spelled++
	}
}

// know notes that the index has spellings, or will have them.
func (in *intake) know(list ...map[string][]string) {
	for _, spellings := range list {
		for id, names := range spellings {
			for _, name := range names {
				in.spelled[spelling{id, name}] = true
			}
		}
	}
}

// forget notes that the spellings of the input being read will not be added.
func (in *intake) forget() {
	for id, names := range in.at.Spellings {
		for _, name := range names {
			delete(in.spelled, spelling{id, name})
		}
	}
}

// spellings returns the spellings in all inputs read.
func (at *place) spellings() (list []map[string][]string) {
	for _, k := range at.Kept {
		list = append(list, k.Spellings)
	}
	return append(list, at.Spellings)
}
