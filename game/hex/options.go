package hex

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/canon"
	"github.com/zobrist-go/zobrist/game/internal/boardtext"
)

// maxSize is the largest size of a board.
const maxSize = 32

// Options describe a game and what it hashes with. The zero value is the
// board of size 11 without the swap rule, with default keys.
type Options struct {
	Size int  // cells of a side, 1 to 32; 0: 11
	Swap bool // blue may answer the first stone with Swap

	// Canonical gives a position and its half turn one hash.
	Canonical bool

	Set  zobrist.Set // keys of the features; see [zobrist.Set.Complete]
	Wide bool        // keep both words of the hash of 128 bits up to date in Make
}

// complete returns the options with defaults filled in.
func (o Options) complete() (Options, error) {
	if o.Size == 0 {
		o.Size = 11
	}
	if o.Size < 1 || o.Size > maxSize {
		return o, fmt.Errorf("hex: %w: size %d; sizes are 1 to %d", game.ErrOptions, o.Size, maxSize)
	}
	return o, nil
}

// grid is how a board of the size is written.
func (o Options) grid() boardtext.Grid {
	return boardtext.Grid{Game: "hex", Width: o.Size, Height: o.Size, Levels: 1, Letters: "rb"}
}

// Space returns the features of a game, 2·Size² + 1 of them: "red a1", …,
// "blue a1", …, "blue to move". The error wraps [game.ErrOptions].
func Space(o Options) (*zobrist.Space, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	return zobrist.NewSpace(fmt.Sprintf("hex %d×%d", o.Size, o.Size),
		zobrist.Grid("stone", []string{"red", "blue"}, zobrist.Squares(o.Size, o.Size)),
		zobrist.Flags("turn", "blue to move"))
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
		turned := canon.Identity(space)
		turned.Move(space.Group("stone"), func(stone, cell int) (int, int) { return stone, o.Size*o.Size - 1 - cell })
		co.Symmetries = []canon.Symmetry{turned}
	}
	keys, err := canon.New(space, co)
	if err != nil {
		return nil, fmt.Errorf("hex: %w: Options.Set: %w", game.ErrOptions, err)
	}
	return newPosition(newRules(o, space, keys)), nil
}

// Parse returns the position that [Position.String] writes. If o.Size is 0 the
// board has the size of the text. The error wraps [game.ErrOptions] or is a
// [*game.TextError].
func Parse(text string, o Options) (*Position, error) {
	if o.Size == 0 {
		_, o.Size = o.grid().Size(text)
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
