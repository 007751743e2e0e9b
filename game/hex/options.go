package hex

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/canon"
)

// MaxSize is the largest size of a board.
const MaxSize = 32

// ErrOptions is wrapped by the error for a board that cannot be.
var ErrOptions = errors.New("hex: bad options")

// Options describe a game and what it hashes with. The zero value is the
// board of size 11 without the swap rule, with default keys.
type Options struct {
	Size int  // cells of a side, 1 to MaxSize; 0 stands for 11
	Swap bool // blue may answer the first stone with Swap

	// Canonical gives a position and its half turn one hash.
	Canonical bool

	Set  zobrist.Set // keys of the features; see [zobrist.Set.Complete]
	Wide bool        // keep both words of the hash of 128 bits up to date in Make
}

func (o Options) normal() (Options, error) {
	if o.Size == 0 {
		o.Size = 11
	}
	if o.Size < 1 || o.Size > MaxSize {
		return o, fmt.Errorf("%w: size %d; sizes are 1 to %d", ErrOptions, o.Size, MaxSize)
	}
	return o, nil
}

// Space returns the features of the game, 2·Size² + 1 of them: "red a1", …,
// "blue a1", …, "blue to move". The error is that of [New].
func (o Options) Space() (*zobrist.Space, error) {
	o, err := o.normal()
	if err != nil {
		return nil, err
	}
	return zobrist.NewSpace(fmt.Sprintf("hex %d×%d", o.Size, o.Size),
		zobrist.Grid("stone", []string{"red", "blue"}, zobrist.Squares(o.Size, o.Size)),
		zobrist.Flags("turn", "blue to move"))
}

// New returns the empty board. The error wraps [ErrOptions] or
// [zobrist.ErrKeyCount].
func New(o Options) (*Position, error) {
	o, err := o.normal()
	if err != nil {
		return nil, err
	}
	space, err := o.Space()
	if err != nil {
		return nil, err
	}
	var symmetries [][]int
	if o.Canonical {
		cells := o.Size * o.Size
		same, turned := make([]int, cells), make([]int, cells)
		for i := range cells {
			same[i], turned[i] = i, cells-1-i
		}
		symmetries = [][]int{same, turned}
	}
	table, err := canon.NewTable(space, o.Set, o.Wide, space.Group("stone"), symmetries)
	if err != nil {
		return nil, fmt.Errorf("hex: Options.Set: %w", err)
	}
	return newPosition(o, space, table), nil
}
