package serve

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// This file has the paths of the Lichess explorer; docs/clients.md lists its clients. Parameters that the
// explorer's path does not know are ignored, except for this server's own filters.

// readMasters reads the query of GET /masters.
func readMasters(v *values) question {
	v.years("since", "until")
	q := question{game: v.s.game, format: mastersFormat, moves: v.number("moves", 12, 300),
		top: v.number("topGames", 15, 15), recent: -1, years: v.flag("history")}
	if v.Has("recentGames") {
		q.recent = v.number("recentGames", 0, 15)
	}
	return v.explored(q)
}

// readLichess reads the query of GET /lichess.
func readLichess(v *values) question {
	return v.explored(question{
		game: v.s.game, format: lichessFormat, moves: v.number("moves", 12, 300), top: v.number("topGames", 4, 4),
		recent: v.number("recentGames", 4, 4), months: v.flag("history"),
	})
}

// readLichessHistory reads the query of GET /lichess/history, an old path.
func readLichessHistory(v *values) question {
	return v.explored(question{game: v.s.game, format: lichessFormat, months: true})
}

// readPlayer reads the query of GET /player.
func readPlayer(v *values) question {
	v.need("player", "color")
	return v.explored(question{
		game: v.s.game, format: playerFormat, moves: v.number("moves", 300, 300), top: -1,
		recent: v.number("recentGames", 8, 8), months: v.flag("history"),
	})
}

// explored adds the games and the position of a query of the explorer's interface to a question. There is no position
// if no game of the index can have it.
func (v *values) explored(q question) question {
	q.query.Filter = v.players(v.explorerFilter(q.format))
	if v.otherVariant() || v.err != nil {
		return q
	}
	var err error
	if q.at, err = v.locate(); !errors.Is(err, errMaterial) {
		v.keep(err)
	}
	return q
}

// explore answers the paths of the explorer's interface. GET /player has one line, because nothing is queued here.
func (s *Server) explore(w http.ResponseWriter, r *request, q question) error {
	answer, err := s.find(r.ctx, r.held, &q)
	if err != nil {
		return err
	}
	if q.format != playerFormat {
		return writeJSON(w, http.StatusOK, answer)
	}
	text, err := jsontext.Line(answer)
	if err != nil {
		return err
	}
	// One write of its own, because Lichess's app takes what arrives at once for a whole line.
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(http.StatusOK)
	_ = http.NewResponseController(w).Flush()
	_, _ = w.Write(text)
	return nil
}

// explorerFilter returns the games that a query of the explorer selects, apart from the players. Clients always send
// lists and dates, even if the user chose none. A list or a range of dates that covers everything is dropped.
// Otherwise a game without a time control counts as classical and one without a mode as rated. A game without ratings
// is selected if the list has all groups from usualGroup on.
func (v *values) explorerFilter(to format) index.Filter {
	var absent []string // in the explorer
	switch to {
	case mastersFormat:
		absent = []string{"speeds", "modes", "ratings"}
	case lichessFormat:
		absent = []string{"modes"}
	case playerFormat:
		absent = []string{"ratings"}
	}
	for _, name := range absent {
		v.Del(name)
	}
	f := v.conditions()
	_, f.Unrated = v.ratingGroups()
	f.Speeds = orUnknown(f.Speeds, index.Correspondence, index.Classical)
	f.Modes = orUnknown(f.Modes, index.Rated, index.Rated)
	switch f.Since {
	case index.Date{Year: 1952}, index.Date{Year: 1952, Month: 1}: // the explorer's default, before which it has none
		f.Since = index.Date{}
	case index.Date{Year: 2012, Month: 12}: // what the app sends for all games of lichess.org
		if to != mastersFormat {
			f.Since = index.Date{}
		}
	}
	switch f.Until {
	case index.Date{Year: 3000}, index.Date{Year: 3000, Month: 12}:
		f.Until = index.Date{}
	}
	return f
}

// orUnknown returns nil if list has all facts from 1 to last. Otherwise it adds 0, the unknown fact, if list has usual.
func orUnknown[T ~uint8](list []T, last, usual T) []T {
	all := true
	for t := T(1); t <= last; t++ {
		all = all && slices.Contains(list, t)
	}
	switch {
	case all:
		return nil
	case slices.Contains(list, usual):
		return append(list, 0)
	}
	return list
}

// filter returns the games that a query selects.
func (v *values) filter() index.Filter { return v.players(v.conditions()) }

// players adds the players of a query to a filter, by their names in the index; see
// [index.Index.ResolvePlayer]. An unknown player has no games.
func (v *values) players(f index.Filter) index.Filter {
	if v.err != nil {
		return f
	}
	white, black := games.Colors(v.s.game, &f.FirstPlayers, &f.SecondPlayers)
	for _, c := range []struct {
		name  string
		names *[]string
	}{{"player", &f.Players}, {"white", white}, {"black", black}} {
		for _, name := range v.Values[c.name] {
			names, err := v.s.playerNames(v.r, c.name, name)
			if errors.Is(err, index.ErrNotFound) {
				names = []string{name}
			} else if err != nil {
				v.keep(err)
				return f
			}
			*c.names = append(*c.names, names...)
		}
	}
	return f
}

// playerNames returns the names of the player in a value of a parameter, none for "". The error wraps
// [index.ErrNotFound] if there is no such player.
func (s *Server) playerNames(r *request, parameter, name string) (names []string, err error) {
	if name == "" {
		return nil, nil
	} else if strings.Trim(name, ", ") == "" {
		return nil, badRequest("%s: the name is empty", parameter)
	}
	err = s.scan(r.ctx, func() (err error) {
		names, err = r.held.ResolvePlayer(r.ctx, name, s.o.Aliases)
		return err
	})
	if several := (*index.AmbiguousError)(nil); errors.As(err, &several) {
		return nil, badRequest("%s: %v; write one name whole", parameter, err)
	}
	return names, err
}
