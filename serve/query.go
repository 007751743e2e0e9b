package serve

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
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

// Names of parameters that select games, and those that name a position. The
// conditions are those of [chessindex.SetFilter].
var (
	conditionNames = []string{
		"since", "until", "rating", "white-rating", "black-rating", "result", "color", "event", "speeds", "modes",
		"eco",
	}
	filterNames   = slices.Concat(conditionNames, []string{"ratings", "player"})
	positionNames = []string{"fen", "play", "variant"}
)

// filter returns the games that a query selects, apart from the player.
func (v *values) filter() (f index.Filter) {
	for _, name := range conditionNames {
		if err := chessindex.SetFilter(&f, name, v.Get(name)); err != nil {
			v.fail("%s: %v", name, err)
		}
	}
	f.Ratings = append(f.Ratings, v.ratingGroups()...)
	return f
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
	opening *eco.Opening
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
	at := spot{Position: p, opening: opening(p)}
	err = playUCI(p, play, func() {
		if name := opening(p); name != nil {
			at.opening = name
		}
	})
	return at, err
}

// playUCI plays moves in UCI notation with commas between them, and calls visit after
// each.
func playUCI(p *chess.Position, play string, visit func()) error {
	if play == "" {
		return nil
	}
	moves := strings.Split(play, ",")
	if len(moves) > maxPlay {
		return badRequest("play: %d moves, and the most are %d", len(moves), maxPlay)
	}
	for i, text := range moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			return badRequest("play: move %d: %v", i+1, err)
		}
		p.Make(m)
		visit()
	}
	return nil
}
