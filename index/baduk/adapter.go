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
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/sgf"
)

// Options say how positions are hashed. Zero fields mean the defaults.
type Options struct {
	Set zobrist.Set // keys of the features of [Space]; see [zobrist.Set.Complete]

	// Exchange makes positions with the colours exchanged and the other side to move one. In
	// corners they always are.
	Exchange bool

	// Views are what else positions can be looked up by. Zero means those that the index was built with, and none for
	// a new index.
	Views View
}

// Name is what a manifest calls the game.
const Name = "baduk"

// Rules returns the rules that a manifest can have: without and with [Options].Exchange.
func Rules() []string { return []string{"colors: kept", "colors: exchanged"} }

// Open opens the index of games of Go in a store, or an empty one; see [index.Open] for the errors.
func Open(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
	set, err := o.Set.Complete(Space().Len())
	if err != nil {
		return nil, fmt.Errorf("badukindex: Options.Set %q: %w", o.Set.Name, err)
	}
	if o.Views&^(CornerView|Corner9View) != 0 {
		return nil, fmt.Errorf("badukindex: %w: Options.Views: no view %d; see the constants of View", game.ErrOptions,
			o.Views)
	}
	if o.Views == 0 {
		m, err := index.ReadManifest(ctx, s)
		if err != nil && !errors.Is(err, index.ErrEmpty) {
			return nil, err
		}
		if m.Game == Name { // an index without games may have been one of another game
			for _, v := range views {
				if slices.Contains(m.Views, v.String()) {
					o.Views |= v
				}
			}
		}
	}
	a := &adapter{set: set, exchange: o.Exchange}
	config := index.Config{Game: Name, Rules: Rules()[0], Set: set, WordBits: []uint8{wordBits}}
	if o.Exchange {
		config.Rules = Rules()[1]
	}
	for i, v := range views {
		if o.Views&v != 0 {
			a.sides = append(a.sides, sides[i])
			config.Views, config.WordBits = append(config.Views, v.String()), append(config.WordBits, wordBits)
		}
	}
	return index.Open(ctx, s, config, a)
}

// Space returns the features of positions: stones on boards up to 25×25, the side to move, the
// width and the height; and stones in corners, which corner it is, and whether it is one of 9×9.
func Space() *zobrist.Space { return space() }

const (
	most         = baduk.MaxSide * baduk.MaxSide // points of a board
	cornerPoints = 11 * 11                       // points of a corner
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
	cornerPlace   = cornerStone + 2*cornerPoints
	cornerOf9     = cornerPlace + 4
)

// An adapter is Go as an [index.Adapter].
type adapter struct {
	set      zobrist.Set
	exchange bool
	sides    []int    // of corners, for each view after the first
	fields   sync.Map // [2]int → *field
}

// A field is what positions of one size share.
type field struct {
	width, height int
	start         *baduk.Position // the empty board; never changed
	order         []baduk.Move    // points in the order in which one stands for those that are equal
	views         []*cornerView   // after the first; nil if the board is too small
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
		c, err := a.cornerView(f, side, size)
		if err != nil {
			return nil, err
		}
		f.views = append(f.views, c)
	}
	kept, _ := a.fields.LoadOrStore([2]int{width, height}, f)
	return kept.(*field), nil
}

// Endings implements [index.Adapter].
func (a *adapter) Endings() []string { return []string{".sgf"} }

// Chunks implements [index.Adapter]. A chunk is one record, parsed here and replayed by readers. Its text goes up to
// the next one.
func (a *adapter) Chunks(text io.Reader) iter.Seq2[index.Chunk, error] {
	return chunks(sgf.NewReader(text))
}

// EncodedChunks implements [index.EncodedAdapter].
func (a *adapter) EncodedChunks(text io.Reader, encoding string) iter.Seq2[index.Chunk, error] {
	r := sgf.NewReader(text)
	if err := r.SetEncoding(encoding); err != nil {
		return func(yield func(index.Chunk, error) bool) { yield(nil, err) }
	}
	return chunks(r)
}

func chunks(r *sgf.Reader) iter.Seq2[index.Chunk, error] {
	return func(yield func(index.Chunk, error) bool) {
		last := &chunk{number: 1}
		for g, err := range r.All() {
			if g == nil {
				if !errors.As(err, &last.junk) {
					yield(nil, err)
					return
				}
				continue
			}
			last.text = append(last.text, g.Before...)
			if last.game != nil {
				if !yield(last, nil) {
					return
				}
				last = &chunk{}
			}
			last.number, last.game, last.text = g.Number, g, append(last.text, g.Text...)
		}
		last.text = append(last.text, r.After()...)
		if last.game != nil || last.junk != nil {
			yield(last, nil)
		}
	}
}

// A chunk is a record, or a text that is none.
type chunk struct {
	number int
	game   *sgf.Game // nil if there is none
	text   []byte
	junk   *game.RecordError
}

func (c *chunk) First() int      { return c.number }
func (c *chunk) Len() int        { return 1 }
func (c *chunk) Game(int) []byte { return c.text }
func (c *chunk) Release()        {}

// Chunk implements [index.Adapter].
func (a *adapter) Chunk(record []byte) index.Chunk {
	for c, err := range a.Chunks(bytes.NewReader(record)) {
		if err == nil {
			return c
		}
	}
	return &chunk{number: 1, text: record, junk: &game.RecordError{Format: "sgf", Err: game.ErrNoGame}}
}

// NewReader implements [index.Adapter].
func (a *adapter) NewReader() (index.Reader, error) { return a, nil }

// NewPosition implements [index.Adapter].
func (a *adapter) NewPosition() index.Position {
	p, err := a.position("")
	if err != nil {
		panic(err) // there is a board of 19×19
	}
	return p
}

// position returns the position of a text. An error wraps [index.ErrCorrupt]: the text is the start of a game.
func (a *adapter) position(start string) (*Position, error) {
	p := &Position{adapter: a, corner: -1}
	if err := p.Set(start); err != nil {
		return nil, fmt.Errorf("%w: its start: %w", index.ErrCorrupt, err)
	}
	return p, nil
}
