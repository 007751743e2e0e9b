package legal

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/keys/attack"
)

// Baduk returns the rules for a board of Go: any stones, each chain with a liberty, Black to move.
// The error reports bad options.
func Baduk(o baduk.Options) (attack.Rules, error) {
	space, err := baduk.Space(o)
	if err != nil {
		return nil, err
	}
	return newStones(space, ".XO", func(int, int) string { return " b" },
		func(text string) (placed, error) { return baduk.Parse(text, o) }), nil
}

// MNK returns the rules for a game of m, n, k: as many stones of X as of O, or one more. The error
// reports bad options.
func MNK(o mnk.Options) (attack.Rules, error) {
	space, err := mnk.Space(o)
	if err != nil {
		return nil, err
	}
	turn := func(first, second int) string {
		switch first - second {
		case 0:
			return " x"
		case 1:
			return " o"
		}
		return ""
	}
	return newStones(space, ".xo", turn, func(text string) (placed, error) { return mnk.Parse(text, o) }), nil
}

// stones has the rules of a game whose positions are stones of two colours on a board. The first
// group of features describes the board.
type stones struct {
	space  *zobrist.Space
	stones zobrist.Group
	width  int
	signs  string                         // of an empty point and the two stones
	turn   func(first, second int) string // end of the text for these numbers of stones; "" if none is legal
	parse  func(text string) (placed, error)
}

// placed is the part of a position that these rules need.
type placed interface {
	String() string
	AppendFeatures([]zobrist.Feature) []zobrist.Feature
}

func newStones(
	space *zobrist.Space, signs string, turn func(int, int) string, parse func(string) (placed, error),
) *stones {
	group := space.Groups()[0]
	width := slices.Index(group.Columns, strings.TrimSuffix(group.Columns[0], "1")+"2") // A1, B1, …, A2
	if width < 0 {
		width = len(group.Columns)
	}
	return &stones{space, group, width, signs, turn, parse}
}

// Space returns the features of the game.
func (s *stones) Space() *zobrist.Space { return s.space }

// Free reports the stones.
func (s *stones) Free(f zobrist.Feature) bool { return s.stones.Contains(f) }

// place returns the point of a stone.
func (s *stones) place(f zobrist.Feature) int {
	return int(f-s.stones.First) % len(s.stones.Columns)
}

// Pair makes two positions that differ in the set, with the same side to move.
func (s *stones) Pair(set []zobrist.Feature) (a, b attack.Position, ok bool) {
	fixed := func(f zobrist.Feature) bool { return !s.Free(f) }
	if !audit.Differences(s.space)(set) || slices.ContainsFunc(set, fixed) {
		return a, b, false
	}
	r := rand.New(rand.NewPCG(uint64(set[0]), uint64(len(set))))
	for range tries {
		left, right := split(set, s.place, r)
		if s.turn(s.count(left)) != s.turn(s.count(right)) {
			continue
		}
		if a, ok = s.Position(left); !ok {
			continue
		}
		if b, ok = s.Position(right); ok {
			return a, b, true
		}
	}
	return a, b, false
}

// Frame is one empty board with the first player to move.
func (s *stones) Frame(attempt int) (fixed []zobrist.Feature, free func(zobrist.Feature) bool, ok bool) {
	return nil, s.Free, attempt < 100
}

// count returns the numbers of stones of the first and the second colour.
func (s *stones) count(set []zobrist.Feature) (first, second int) {
	for _, f := range set {
		if int(f-s.stones.First) < len(s.stones.Columns) {
			first++
		} else {
			second++
		}
	}
	return first, second
}

// Position returns the position with these stones. Its noise is the difference of the numbers of
// stones.
func (s *stones) Position(set []zobrist.Feature) (p attack.Position, ok bool) {
	cells := make([]byte, len(s.stones.Columns))
	for i := range cells {
		cells[i] = s.signs[0]
	}
	for _, f := range set {
		place := s.place(f)
		if cells[place] != s.signs[0] {
			return p, false
		}
		cells[place] = s.signs[1+int(f-s.stones.First)/len(cells)]
	}
	first, second := s.count(set)
	turn := s.turn(first, second)
	if turn == "" {
		return p, false
	}
	var text []byte
	for row := len(cells)/s.width - 1; row >= 0; row-- {
		text = append(text, cells[row*s.width:][:s.width]...)
		if row > 0 {
			text = append(text, '/')
		}
	}
	q, err := s.parse(string(text) + turn)
	if err != nil {
		return p, false
	}
	p.Text, p.Features = q.String(), q.AppendFeatures(nil)
	p.Noise = max(first-second, second-first)
	slices.Sort(p.Features)
	return p, true
}
