package baduk

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/internal/boardtext"
)

// MaxSide is the largest width and height of a board, 25 points.
const MaxSide = 25

// Color is the side to move, or the content of a point.
type Color uint8

const (
	Empty Color = iota
	Black
	White
	border
)

// Opponent returns the other side. It is defined for Black and White.
func (c Color) Opponent() Color { return c ^ 3 }

// Side returns [game.FirstSide] for Black, [game.SecondSide] for White, and [game.NoSide] for Empty.
func (c Color) Side() game.Side { return game.Side(c) }

// String returns "empty", "black" or "white".
func (c Color) String() string {
	switch c {
	case Empty:
		return "empty"
	case Black:
		return "black"
	case White:
		return "white"
	}
	return "colour " + strconv.Itoa(int(c))
}

// Ko is the rule against repetition. No rule forbids a pass.
type Ko uint8

const (
	// SimpleKo forbids retaking a single stone by a single stone at once.
	SimpleKo Ko = iota
	// PositionalSuperko forbids recreating the stones of any earlier board,
	// whoever is to move.
	PositionalSuperko
	// SituationalSuperko forbids recreating the stones of an earlier board
	// with the same side to move.
	SituationalSuperko
	// NaturalSituationalSuperko forbids recreating the stones of a board that
	// the same side created by a play; boards left by a pass do not count.
	NaturalSituationalSuperko
)

// String returns the rule's name as a flag has it, such as "positional".
func (k Ko) String() string {
	if int(k) < len(koNames) {
		return koNames[k]
	}
	return "ko " + strconv.Itoa(int(k))
}

var koNames = [...]string{"simple", "positional", "situational", "natural-situational"}

// ParseKo returns the rule of that name; see [Ko.String]. The error wraps
// [game.ErrOptions].
func ParseKo(name string) (Ko, error) {
	for k, n := range koNames {
		if n == name {
			return Ko(k), nil
		}
	}
	return 0, fmt.Errorf("baduk: %w: no ko rule %q; there are %q", game.ErrOptions, name, koNames)
}

// Options choose the rules. The zero value is 19×19 under simple ko without
// suicide and without komi, with default keys.
type Options struct {
	Width, Height int // points, 1 to MaxSide; 0 stands for the other one, or 19 if both are 0

	Ko Ko

	// Suicide allows a play that leaves its own chain of two stones or more without
	// a liberty, and removes the chain. A single stone may never kill itself: that
	// would be a pass.
	Suicide bool

	// Komi is White's bonus in half points: 15 is a komi of 7.5.
	Komi int

	// Canonical gives positions that a turn or a reflection of the board maps to
	// each other one hash. With Exchange, positions with the colours exchanged and
	// the other side to move share it as well, which requires a komi of 0.
	Canonical, Exchange bool

	Set  zobrist.Set // keys of the features; see [zobrist.Set.Complete]
	Wide bool        // keep both words of the hash of 128 bits up to date in Make
}

// complete returns the options with defaults filled in.
func (o Options) complete() (Options, error) {
	switch {
	case o.Width == 0 && o.Height == 0:
		o.Width, o.Height = 19, 19
	case o.Width == 0:
		o.Width = o.Height
	case o.Height == 0:
		o.Height = o.Width
	}
	if o.Width < 1 || o.Height < 1 || o.Width > MaxSide || o.Height > MaxSide {
		return o, fmt.Errorf("baduk: %w: board of %d by %d; sides are 1 to %d", game.ErrOptions, o.Width, o.Height, MaxSide)
	}
	if int(o.Ko) >= len(koNames) {
		return o, fmt.Errorf("baduk: %w: unknown rule: %v", game.ErrOptions, o.Ko)
	}
	if o.Exchange && (!o.Canonical || o.Komi != 0) {
		return o, fmt.Errorf("baduk: %w: Exchange is for Canonical hashes without komi", game.ErrOptions)
	}
	set, err := o.Set.Complete(layoutOf(o.Width*o.Height).white + 1)
	if err != nil {
		return o, fmt.Errorf("baduk: %w: Options.Set: %w", game.ErrOptions, err)
	}
	o.Set = set
	return o, nil
}

// grid is how a board of the size is written.
func (o Options) grid() boardtext.Grid {
	return boardtext.Grid{Game: "baduk", Width: o.Width, Height: o.Height, Levels: 1, LastRowFirst: true, Letters: "XO"}
}

// Features of a board with n points: 2n stones (black, then white), n points
// forbidden by ko, the two counts of passes, and white to move: 3n + 3. A
// point's number is row·width + column from A1, the lower left corner.
type layout struct {
	points, ko, pass, white int
}

func layoutOf(n int) layout { return layout{points: n, ko: 2 * n, pass: 3 * n, white: 3*n + 2} }

type boardSize struct{ width, height int }

// spaces holds the space of each size of board that was needed so far.
var spaces sync.Map // boardSize → *zobrist.Space

// Space returns the features of a game, 3·Width·Height + 3 of them: "black
// A1", …, "white A1", …, "ko at A1", …, "one pass", "two passes" and "white to
// move". The error wraps [game.ErrOptions].
func Space(o Options) (*zobrist.Space, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	size := boardSize{o.Width, o.Height}
	if s, ok := spaces.Load(size); ok {
		return s.(*zobrist.Space), nil
	}
	return size.space(), nil
}

// space makes the space of a board.
func (b boardSize) space() *zobrist.Space {
	width, height := b.width, b.height
	points := make([]string, 0, width*height)
	for r := range height {
		for c := range width {
			points = append(points, columnName(c)+strconv.Itoa(r+1))
		}
	}
	s := zobrist.MustSpace(fmt.Sprintf("baduk %d×%d", width, height),
		zobrist.Grid("stone", []string{"black", "white"}, points),
		zobrist.OneOf("ko", "ko at", points...),
		zobrist.OneOf("pass", "", "one pass", "two passes"),
		zobrist.Flags("turn", "white to move"))
	spaces.Store(b, s)
	return s
}

// columnName returns A to Z without I: A … H, J … Z.
func columnName(c int) string {
	if c >= 8 {
		c++
	}
	return string(rune('A' + c))
}
