package mnk

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/canon"
	"github.com/zobrist-go/zobrist/game/internal/boardtext"
)

// maxSide is the largest width and height of a board.
const maxSide = 32

// Options describe a game and what it hashes with. The zero value is
// tic-tac-toe with default keys.
type Options struct {
	Width, Height int  // cells, 1 to 32; 0: 3
	InRow         int  // stones in a row that win, at least 1; 0 stands for 3
	Exact         bool // a longer row does not win
	Gravity       bool // stones fall to the lowest empty cell of their column

	// Canonical gives positions that a symmetry of the board maps to each
	// other one hash.
	Canonical bool

	Set  zobrist.Set // keys of the features; see [zobrist.Set.Complete]
	Wide bool        // keep both words of the hash of 128 bits up to date in Make
}

// Gomoku returns the options of freestyle gomoku: 15 by 15, five or more in a
// row. Set Exact for the rule that six do not win.
func Gomoku() Options { return Options{Width: 15, Height: 15, InRow: 5} }

// ConnectFour returns the options of Connect Four: 7 wide, 6 high, four in a
// row, with gravity.
func ConnectFour() Options { return Options{Width: 7, Height: 6, InRow: 4, Gravity: true} }

// complete returns the options with defaults filled in.
func (o Options) complete() (Options, error) {
	for _, side := range []*int{&o.Width, &o.Height, &o.InRow} {
		if *side == 0 {
			*side = 3
		}
	}
	if o.Width < 1 || o.Width > maxSide || o.Height < 1 || o.Height > maxSide {
		return o, fmt.Errorf("mnk: %w: board of %d by %d; sides are 1 to %d", game.ErrOptions, o.Width, o.Height,
			maxSide)
	}
	if o.InRow < 1 || o.InRow > maxSide {
		return o, fmt.Errorf("mnk: %w: %d in a row; want 1 to %d", game.ErrOptions, o.InRow, maxSide)
	}
	return o, nil
}

// grid is how a board of the size is written.
func (o Options) grid() boardtext.Grid {
	return boardtext.Grid{Game: "mnk", Width: o.Width, Height: o.Height, Levels: 1, LastRowFirst: true, Letters: "xo"}
}

// Space returns the features of a game, 2·Width·Height + 1 of them: "X a1", …,
// "O a1", …, "O to move". The error wraps [game.ErrOptions].
func Space(o Options) (*zobrist.Space, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	return zobrist.NewSpace(fmt.Sprintf("mnk %d×%d", o.Width, o.Height),
		zobrist.Grid("stone", []string{"X", "O"}, zobrist.Squares(o.Width, o.Height)),
		zobrist.Flags("turn", "O to move"))
}

// symmetries returns generators of the symmetries of the game.
func (o Options) symmetries(space *zobrist.Space) (list []canon.Symmetry) {
	add := func(image func(file, rank int) (int, int)) {
		s := canon.Identity(space)
		s.Move(space.Group("stone"), func(stone, cell int) (int, int) {
			file, rank := image(cell%o.Width, cell/o.Width)
			return stone, rank*o.Width + file
		})
		list = append(list, s)
	}
	add(func(file, rank int) (int, int) { return o.Width - 1 - file, rank })
	if !o.Gravity {
		add(func(file, rank int) (int, int) { return file, o.Height - 1 - rank })
		if o.Width == o.Height {
			add(func(file, rank int) (int, int) { return rank, file })
		}
	}
	return list
}

// New returns the empty board. The error wraps [game.ErrOptions].
func New(o Options) (*Position, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	space, err := Space(o)
	if err != nil {
		return nil, err
	}
	co := canon.Options{Set: o.Set, Wide: o.Wide}
	if o.Canonical {
		co.Symmetries = o.symmetries(space)
	}
	keys, err := canon.New(space, co)
	if err != nil {
		return nil, fmt.Errorf("mnk: %w: Options.Set: %w", game.ErrOptions, err)
	}
	return newPosition(newRules(o, space, keys)), nil
}

// Parse returns the position that [Position.String] writes. If o.Width and
// o.Height are 0 the board has the size of the text. The error wraps
// [game.ErrOptions] or is a [*game.TextError].
func Parse(text string, o Options) (*Position, error) {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = o.grid().Size(text)
	}
	p, err := New(o)
	if err != nil {
		return nil, err
	}
	if err := p.Set(text); err != nil {
		return nil, err
	}
	return p, nil
}
