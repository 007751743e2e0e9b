package serve

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// values are the parameters of a request. A mistake in one is remembered, and the
// first one is what the request answers.
type values struct {
	url.Values
	err error
}

// parameters returns the query of a request. Only parameters with one of these
// names may occur.
func parameters(raw string, names ...string) (*values, error) {
	v, err := url.ParseQuery(raw)
	if err != nil {
		return nil, badRequest("%v", err)
	}
	for name := range v {
		if !slices.Contains(names, name) {
			return nil, badRequest("unknown parameter %q", name)
		}
	}
	return &values{Values: v}, nil
}

func (v *values) fail(format string, args ...any) {
	if v.err == nil {
		v.err = badRequest(format, args...)
	}
}

// number returns a number between 0 and most. A greater one is cut to that.
func (v *values) number(name string, standard, most int) int {
	text := v.Get(name)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		v.fail("%s: not a number from 0: %q", name, text)
	}
	return min(n, most)
}

// flag returns whether a parameter is set to true.
func (v *values) flag(name string) bool {
	switch text := v.Get(name); text {
	case "true", "1", "yes":
		return true
	case "", "false", "0", "no":
	default:
		v.fail("%s: true or false, not %q", name, text)
	}
	return false
}

// list returns the elements of a list with commas.
func (v *values) list(name string) []string {
	if v.Get(name) == "" {
		return nil
	}
	return strings.Split(v.Get(name), ",")
}

// Names of parameters that select games, and those that name a position.
var (
	filterNames = []string{
		"since", "until", "rating", "ratings", "white-rating", "black-rating", "result",
		"player", "color", "event", "speeds", "modes", "eco",
	}
	positionNames = []string{"fen", "play", "variant"}
)

// filter returns the games that a query selects.
func (v *values) filter() index.Filter {
	f := index.Filter{Since: v.date("since"), Until: v.date("until"), Event: v.Get("event"), Openings: v.list("eco")}
	f.FirstRating, f.SecondRating = v.ratings("white-rating"), v.ratings("black-rating")
	if r := v.ratings("rating"); r != (index.Range{}) {
		f.Ratings = append(f.Ratings, r)
	}
	f.Ratings = append(f.Ratings, v.ratingGroups()...)
	for _, text := range v.list("result") {
		result, ok := map[string]game.Result{
			"white": game.FirstWins, "black": game.SecondWins, "draw": game.Draw,
		}[text]
		if !ok {
			v.fail("result: white, draw or black, not %q", text)
		}
		f.Results = append(f.Results, result)
	}
	for _, text := range v.list("speeds") {
		speed, ok := index.ParseSpeed(text)
		if !ok {
			v.fail("speeds: not a speed: %q", text)
		}
		f.Speeds = append(f.Speeds, speed)
	}
	for _, text := range v.list("modes") {
		switch text {
		case "casual":
			f.Modes = append(f.Modes, index.Casual)
		case "rated":
			f.Modes = append(f.Modes, index.Rated)
		default:
			v.fail("modes: casual or rated, not %q", text)
		}
	}
	switch color := v.Get("color"); color {
	case "":
	case "white":
		f.Side = index.FirstSide
	case "black":
		f.Side = index.SecondSide
	default:
		v.fail("color: white or black, not %q", color)
	}
	return f
}

func (v *values) date(name string) index.Date {
	text := v.Get(name)
	if text == "" {
		return index.Date{}
	}
	d, err := index.ParseDate(text)
	if err != nil {
		v.fail("%s: not a date: %q; write 1972, 1972-07 or 1972-07-11", name, text)
	}
	return d
}

func (v *values) ratings(name string) index.Range {
	text := v.Get(name)
	if text == "" || text == "-" {
		return index.Range{}
	}
	r, err := index.ParseRange(text)
	if err != nil {
		v.fail("%s: not a range of ratings: %q; write 2400-2600, 2600- or -2000", name, text)
	}
	return r
}

// groups are the lower ends of the rating groups of the Lichess explorer.
var groups = []int{0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500}

// ratingGroups returns the rating groups of /lichess, adjacent ones as one range.
func (v *values) ratingGroups() (ranges []index.Range) {
	chosen := make([]bool, len(groups))
	for _, text := range v.list("ratings") {
		n, err := strconv.Atoi(text)
		i := slices.Index(groups, n)
		if err != nil || i < 0 {
			v.fail("ratings: no rating group %q", text)
			return nil
		}
		chosen[i] = true
	}
	for i := 0; i < len(groups); i++ {
		if !chosen[i] {
			continue
		}
		r := index.Range{Min: groups[i]}
		for i+1 < len(groups) && chosen[i+1] {
			i++
		}
		if i+1 < len(groups) {
			r.Max = groups[i+1] - 1
		}
		if r == (index.Range{}) {
			return nil // all groups
		}
		ranges = append(ranges, r)
	}
	return ranges
}

// A spot is a position with the name of its opening.
type spot struct {
	*chess.Position
	opening *openingJSON
}

// position returns the position that a query names.
func (s *Server) position(v *values) (spot, error) {
	switch variant := v.Get("variant"); variant {
	case "", "standard", "chess", "chess960", "fromPosition":
	default:
		return spot{}, badRequest("variant %q is not in this index, which holds standard chess and Chess960", variant)
	}
	return s.locate(v.Get("fen"), v.Get("play"))
}

// maxPlay is the number of moves after a FEN at most.
const maxPlay = 1000

// locate returns the position of a FEN after some moves in UCI notation.
func (s *Server) locate(fen, play string) (spot, error) {
	p, err := s.o.Index.Position(fen)
	if err != nil {
		return spot{}, badRequest("%v", err)
	}
	at := spot{Position: p, opening: s.opening(p)}
	if play == "" {
		return at, nil
	}
	moves := strings.Split(play, ",")
	if len(moves) > maxPlay {
		return spot{}, badRequest("play: %d moves, and the most are %d", len(moves), maxPlay)
	}
	for i, text := range moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			return spot{}, badRequest("play: move %d: %v", i+1, err)
		}
		p.Make(m)
		if name := s.opening(p); name != nil {
			at.opening = name
		}
	}
	return at, nil
}
