package badukindex

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/canon"
	"github.com/zobrist-go/zobrist/index"
)

// A View is a part of a position that has a hash of its own: the stones in a corner. Views are combined by |.
type View uint8

const (
	CornerView  View = 1 << iota // corners of 11×11 points
	Corner9View                  // corners of 9×9 points
)

// String returns the names of the views, "corner" or "corner9", with | between them.
func (v View) String() string {
	return [...]string{"none", "corner", "corner9", "corner|corner9"}[v&(CornerView|Corner9View)]
}

// views are all views, in the order in which an index has them, and sides the sides of their corners, in points.
var (
	views = [...]View{CornerView, Corner9View}
	sides = [...]int{11, 9}
)

// cornerNames are the names of the corners of a board by their numbers: 1 for the right, plus 2 for above.
var cornerNames = []string{"lower-left", "lower-right", "upper-left", "upper-right"}

// A cornerView is a view of corners on boards of one size.
type cornerView struct {
	side, width, height int
	keys                *canon.ImageKeys
	places              [4]zobrist.Uint128 // keys of the corners
	points              [4][]baduk.Move    // of each corner, row by row from the corner of the board
}

// cornerView returns a view of corners of a side on a board, nil if it is too small.
func (a *adapter) cornerView(f *field, side int, start []zobrist.Feature) (*cornerView, error) {
	if min(f.width, f.height) < side {
		return nil, nil
	}
	n := side * side
	features := make([]zobrist.Feature, 2*n)
	for i := range n {
		features[i] = zobrist.Feature(cornerStone + i%side + i/side*11)
		features[n+i] = features[i] + cornerPoints
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
	c := &cornerView{side: side, width: f.width, height: f.height, keys: keys}
	for k := range 4 {
		c.places[k] = zobrist.Uint128{Hi: a.set.Second[cornerPlace+k], Lo: a.set.Keys[cornerPlace+k]}
		c.points[k] = make([]baduk.Move, n)
		for _, m := range f.order {
			if at := c.place(k, m); at >= 0 {
				c.points[k][at] = m
			}
		}
	}
	return c, nil
}

// place returns the place of a point in corner k, −1 if it is outside.
func (c *cornerView) place(k int, m baduk.Move) int {
	x, y := int(m)%c.width, int(m)/c.width
	if k&1 != 0 {
		x = c.width - 1 - x
	}
	if k&2 != 0 {
		y = c.height - 1 - y
	}
	if x >= c.side || y >= c.side {
		return -1
	}
	return y*c.side + x
}

// feature returns the feature of a stone at a place in a corner.
func (c *cornerView) feature(color baduk.Color, place int) zobrist.Feature {
	return zobrist.Feature(int(color-baduk.Black)*c.side*c.side + place)
}

// appendStones appends the features of the stones in corner k.
func (c *cornerView) appendStones(dst []zobrist.Feature, board *baduk.Position, k int) []zobrist.Feature {
	for at, m := range c.points[k] {
		if color := board.Stone(m); color != baduk.Empty {
			dst = append(dst, c.feature(color, at))
		}
	}
	return dst
}

// appendImage appends the stones in corner k in the image with the hash, in ascending order.
func (c *cornerView) appendImage(dst []zobrist.Feature, board *baduk.Position, k int) []zobrist.Feature {
	begin := len(dst)
	dst = c.keys.Canonical(c.appendStones(dst, board, k), begin)
	slices.Sort(dst[begin:])
	return dst
}

// hash returns the hash of the stones in corner k, whichever corner that is.
func (c *cornerView) hash(board *baduk.Position, k int) canon.Hash {
	h := c.keys.New()
	var room [cornerPoints]zobrist.Feature
	for _, f := range c.appendStones(room[:0], board, k) {
		h.Toggle(f)
	}
	return h
}

// sum returns the hash of the stones that h has, in corner k.
func (c *cornerView) sum(h *canon.Hash, k int) zobrist.Uint128 {
	s := h.Sum128(nil)
	return zobrist.Uint128{Hi: s.Hi ^ c.places[k].Hi, Lo: s.Lo ^ c.places[k].Lo}
}

// fold returns the word of a stone at a place in the corner that h is of.
func (c *cornerView) fold(h *canon.Hash, color baduk.Color, place int) uint32 {
	return fold(h, c.side*c.side, stoneNumber, c.feature(color, place))
}

// foldEnd returns the word of no stone in the corner that h is of.
func (c *cornerView) foldEnd(h *canon.Hash) uint32 { return fold(h, c.side*c.side, 0, 0) }

// chosenCorner returns a view of corners, nil if the board is too small, and the corner that it is about.
func (p *Position) chosenCorner(v index.View) (c *cornerView, k int) {
	c, k = p.field.views[v-1], p.corner
	if k < 0 {
		k = p.nearest()
	}
	return c, k
}

// SetCorner says which corner views of corners are about, by its name. "" is the one nearest to the last stone played
// or, if no move is known, the one whose quarter of the board alone has stones. After an error, which says what to
// write, the corner is the one it was.
func (p *Position) SetCorner(name string) error {
	corner := slices.Index(cornerNames, name)
	switch {
	case name != "" && corner < 0:
		return fmt.Errorf("no corner %q; there are %s", name, strings.Join(cornerNames, ", "))
	case name == "" && p.last < 0:
		if n := p.quarters(); slices.Max(n[:]) < n[0]+n[1]+n[2]+n[3] {
			return fmt.Errorf("several corners have stones; name one of %s", strings.Join(cornerNames, ", "))
		}
	}
	p.corner = corner
	return nil
}

// nearest returns the corner nearest to the last stone played or, if none is known, that with the most stones.
func (p *Position) nearest() int {
	if p.last >= 0 {
		return p.quarter(p.last)
	}
	n := p.quarters()
	return slices.Index(n[:], slices.Max(n[:]))
}

// quarter returns the corner nearest to a point.
func (p *Position) quarter(m baduk.Move) (k int) {
	w, h := p.field.width, p.field.height
	if 2*(int(m)%w)+1 >= w {
		k++
	}
	if 2*(int(m)/w)+1 >= h {
		k += 2
	}
	return k
}

// quarters returns the number of stones in each quarter of the board.
func (p *Position) quarters() (stones [4]int) {
	for _, m := range p.field.order {
		if p.board.Stone(m) != baduk.Empty {
			stones[p.quarter(m)]++
		}
	}
	return stones
}
