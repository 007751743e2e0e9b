package badukindex

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/canon"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/sgf"
)

// Options say how positions are hashed. Zero fields mean the defaults.
type Options struct {
	Set zobrist.Set // keys of the features of [Space]; see [zobrist.Set.Complete]

	// Exchange makes positions with the colours exchanged and the other side to move one. In
	// corners they always are.
	Exchange bool

	// Corners are the sides of the corners that positions can be looked up by, of 11 or 9 points or both. None
	// means those that the index was built with.
	Corners []int
}

// Name is what a manifest calls the game, and Rules what it says of [Options].Exchange, by 0 and 1.
const Name = "baduk"

var Rules = [2]string{"colors: kept", "colors: exchanged"}

// corners are the sides of corners that there are, the largest first, and views their names.
var (
	corners = []int{11, 9}
	views   = []string{"corner", "corner9"}
)

// Open opens the index of games of Go in a store, or an empty one; see [index.Open] for the errors.
func Open(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
	set, err := o.Set.Complete(Space().Len())
	if err != nil {
		return nil, fmt.Errorf("badukindex: Options.Set %q: %w", o.Set.Name, err)
	}
	if len(o.Corners) == 0 {
		m, err := index.ReadManifest(ctx, s)
		if err != nil && !errors.Is(err, index.ErrEmpty) {
			return nil, err
		}
		for i, name := range views {
			if slices.Contains(m.Views, name) {
				o.Corners = append(o.Corners, corners[i])
			}
		}
	}
	a := &adapter{set: set, exchange: o.Exchange}
	config := index.Config{Game: Name, Rules: Rules[0], Set: set, WordBits: []uint8{wordBits}}
	if o.Exchange {
		config.Rules = Rules[1]
	}
	for _, side := range o.Corners {
		if !slices.Contains(corners, side) {
			return nil, fmt.Errorf("badukindex: no corners of %d points; there are 11 and 9", side)
		}
	}
	for i, side := range corners {
		if slices.Contains(o.Corners, side) {
			a.sides = append(a.sides, side)
			config.Views, config.WordBits = append(config.Views, views[i]), append(config.WordBits, wordBits)
		}
	}
	return index.Open(ctx, s, config, a)
}

// Space returns the features of positions: stones on boards up to 25×25, the side to move, the
// width and the height; and stones in corners, which corner it is, and whether it is one of 9×9.
func Space() *zobrist.Space { return space() }

const (
	most       = baduk.MaxSide * baduk.MaxSide // points of a board
	cornerMost = 11 * 11
)

var space = sync.OnceValue(func() *zobrist.Space {
	var sides []string
	for n := range baduk.MaxSide {
		sides = append(sides, strconv.Itoa(n+1))
	}
	points := func(side int) (names []string) {
		for i := range side * side {
			names = append(names, string("ABCDEFGHJKLMNOPQRSTUVWXYZ"[i%side])+strconv.Itoa(i/side+1))
		}
		return names
	}
	return zobrist.MustSpace("games of baduk",
		zobrist.Grid("stone", []string{"black", "white"}, points(baduk.MaxSide)),
		zobrist.Flags("turn", "white to move"),
		zobrist.OneOf("width", "width", sides...), zobrist.OneOf("height", "height", sides...),
		zobrist.Grid("corner stone", []string{"corner black", "corner white"}, points(11)),
		zobrist.OneOf("corner", "corner", "1", "2", "3", "4"), zobrist.Flags("corner side", "corner of 9"))
})

// Places of the groups in the space.
const (
	turnFeature   = 2 * most
	widthFeature  = turnFeature + 1
	heightFeature = widthFeature + baduk.MaxSide
	cornerStone   = heightFeature + baduk.MaxSide
	cornerPlace   = cornerStone + 2*cornerMost
	cornerOf9     = cornerPlace + 4
)

// An adapter is Go as an [index.Adapter].
type adapter struct {
	set      zobrist.Set
	exchange bool
	sides    []int    // of the corners of each view after the first
	fields   sync.Map // [2]int → *field
}

// A field is what positions of one size share.
type field struct {
	width, height int
	start         *baduk.Position // the empty board; never changed
	order         []baduk.Move    // points in the order in which one stands for those that are equal
	corners       []*cornerView   // of each view after the first; nil if the board has none
}

// cornerView are the corners of a view on boards of one size.
type cornerView struct {
	side   int
	keys   *canon.ImageKeys
	places [4]zobrist.Uint128 // keys of the corners
	local  [4][]int16         // of each point of the board, its place in the corner, or −1
	points [4][]baduk.Move    // the reverse
}

// none is no feature; its key is 0.
const none = ^zobrist.Feature(0)

// part returns the keys of some features, with a start value that has others.
func (a *adapter) part(features, start []zobrist.Feature) zobrist.Set {
	s := zobrist.Set{Name: a.set.Name, Keys: make(zobrist.Keys, len(features)), Second: make(zobrist.Keys, len(features))}
	for i, f := range features {
		if f != none {
			s.Keys[i], s.Second[i] = a.set.Keys[f], a.set.Second[f]
		}
	}
	s.Start, s.SecondStart = a.set.Keys.Hash(a.set.Start, start...), a.set.Second.Hash(a.set.SecondStart, start...)
	return s
}

// field returns the field of a size.
func (a *adapter) field(width, height int) (*field, error) {
	if f, ok := a.fields.Load([2]int{width, height}); ok {
		return f.(*field), nil
	}
	if min(width, height) < 1 || max(width, height) > baduk.MaxSide { // there are no keys of other sizes
		return nil, fmt.Errorf("baduk: %w: board of %d by %d; sides are 1 to %d", game.ErrOptions, width, height,
			baduk.MaxSide)
	}
	n := width * height
	features := make([]zobrist.Feature, 3*n+3)
	for i := range features {
		features[i] = none // a point forbidden by ko, or passes
	}
	for i := range n {
		features[i], features[n+i] = zobrist.Feature(i), zobrist.Feature(most+i)
	}
	features[3*n+2] = turnFeature
	size := []zobrist.Feature{widthFeature + zobrist.Feature(width) - 1, heightFeature + zobrist.Feature(height) - 1}
	start, err := baduk.New(baduk.Options{Width: width, Height: height, Canonical: true, Exchange: a.exchange,
		Set: a.part(features, size), Wide: true})
	if err != nil {
		return nil, err
	}
	f := &field{width: width, height: height, start: start}
	for column := range width {
		for row := range height {
			f.order = append(f.order, baduk.Move((height-1-row)*width+width-1-column))
		}
	}
	for _, side := range a.sides {
		c, err := a.corners(f, side, size)
		if err != nil {
			return nil, err
		}
		f.corners = append(f.corners, c)
	}
	kept, _ := a.fields.LoadOrStore([2]int{width, height}, f)
	return kept.(*field), nil
}

// corners returns the corners of a side on a board, nil if it is too small.
func (a *adapter) corners(f *field, side int, start []zobrist.Feature) (*cornerView, error) {
	if min(f.width, f.height) < side {
		return nil, nil
	}
	n := side * side
	features := make([]zobrist.Feature, 2*n)
	for i := range n {
		features[i] = zobrist.Feature(cornerStone + i%side + i/side*11)
		features[n+i] = features[i] + cornerMost
	}
	if side == 9 {
		start = append(slices.Clip(start), cornerOf9)
	}
	local := zobrist.MustSpace("corner", zobrist.Grid("stone", []string{"black", "white"}, zobrist.Squares(side, side)))
	mirror, exchange := canon.Identity(local), canon.Identity(local)
	mirror.Move(local.Group("stone"), func(color, point int) (int, int) { return color, point%side*side + point/side })
	exchange.Move(local.Group("stone"), func(color, point int) (int, int) { return 1 - color, point })
	keys, err := canon.New(local, canon.Options{Set: a.part(features, start), Wide: true,
		Symmetries: []canon.Symmetry{mirror, exchange}})
	if err != nil {
		return nil, err
	}
	c := &cornerView{side: side, keys: keys}
	for k := range 4 {
		c.places[k] = zobrist.Uint128{Hi: a.set.Second[cornerPlace+k], Lo: a.set.Keys[cornerPlace+k]}
		c.points[k] = make([]baduk.Move, n)
		for m := range f.width * f.height {
			x, y, at := m%f.width, m/f.width, int16(-1)
			if k%2 == 1 {
				x = f.width - 1 - x
			}
			if k/2 == 1 {
				y = f.height - 1 - y
			}
			if x < side && y < side {
				at = int16(y*side + x)
				c.points[k][at] = baduk.Move(m)
			}
			c.local[k] = append(c.local[k], at)
		}
	}
	return c, nil
}

// Endings implements [index.Adapter].
func (a *adapter) Endings() []string { return []string{".sgf"} }

// Chunks implements [index.Adapter]. Records are parsed here and replayed by readers. The text of a
// game goes up to the next one.
func (a *adapter) Chunks(text io.Reader) iter.Seq2[index.Chunk, error] {
	return func(yield func(index.Chunk, error) bool) {
		r, c, size := sgf.NewReader(text), &chunk{first: 1}, 0
		for g, err := range r.All() {
			if g == nil {
				if !errors.As(err, &c.junk) {
					yield(nil, err)
					return
				}
				continue
			}
			full := size > 256<<10
			if n := len(c.texts); n > 0 {
				c.texts[n-1] = append(c.texts[n-1], g.Before...)
				if full && !yield(c, nil) {
					return
				}
			}
			if full {
				c, size = &chunk{first: g.Number}, 0
			}
			var before []byte
			if g.Number == 1 {
				before = g.Before
			}
			c.games, c.texts = append(c.games, g), append(c.texts, append(before, g.Text...))
			size += len(g.Text)
		}
		if len(c.games) == 0 && c.junk != nil {
			c.games, c.texts = []*sgf.Game{nil}, [][]byte{nil}
		}
		if n := len(c.texts); n > 0 {
			c.texts[n-1] = append(c.texts[n-1], r.After()...)
			yield(c, nil)
		}
	}
}

// A chunk is a few games.
type chunk struct {
	first int
	games []*sgf.Game
	texts [][]byte
	junk  *game.RecordError // text that is no game
}

func (c *chunk) First() int        { return c.first }
func (c *chunk) Len() int          { return len(c.games) }
func (c *chunk) Game(i int) []byte { return c.texts[i] }
func (c *chunk) Release()          {}

// Chunk implements [index.Adapter].
func (a *adapter) Chunk(record []byte) index.Chunk {
	c := &chunk{first: 1, games: []*sgf.Game{nil}, texts: [][]byte{record}}
	g, err := sgf.NewReader(bytes.NewReader(record)).Next()
	if !errors.As(err, &c.junk) {
		c.games[0] = g
	}
	return c
}

// NewReader implements [index.Adapter].
func (a *adapter) NewReader() (index.Reader, error) { return &reader{adapter: a}, nil }

// NewPosition implements [index.Adapter].
func (a *adapter) NewPosition() index.Position {
	p := &Position{adapter: a, corner: -1}
	if err := p.Set(""); err != nil {
		panic(err) // there is a board of 19×19
	}
	return p
}
