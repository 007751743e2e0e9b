package badukindex

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/canon"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/sgf"
)

// Moves of games are points of the board, [baduk.Move] and 1, and these words. A setup within
// a game is a word for each point that it changes, and then one that says who is to move.
const (
	pass  = most + 1
	turn  = pass // and the colour that is to move
	setup = turn + 3

	placing  = 1 << 10 // times the new content of the point and 1, plus the point
	coloured = 1 << 12 // times the colour of a stone in a corner, plus the point
)

// Setup is the move of an answer that stands for a setup within a game.
const Setup = setup

// A Position is an [index.Position] and [index.Folded] of Go.
type Position struct {
	adapter *adapter
	field   *field
	board   *baduk.Position
	pending map[baduk.Move]baduk.Color // a setup before it is complete
	last    baduk.Move                 // stone played, −1 if none is known
	corner  int                        // that views of corners are about, −1 for that of the last stone
	undo    []undo

	folded   map[uint32]folding // of view foldedIn; nil if not made
	foldedIn index.View
}

type undo struct {
	board   *baduk.Position // before a move that the board cannot take back; else nil
	made    bool            // the board can take it back
	pending map[baduk.Move]baduk.Color
	last    baduk.Move
}

// Board returns the position as package baduk has it. It must not be changed.
func (p *Position) Board() *baduk.Position { return p.board }

// Set implements [index.Position]. A text is a size ("9", "13x13"), a board as [baduk.Position.Set] reads it, of any
// size, or an SGF record, whose main line is played to its end.
func (p *Position) Set(text string) error {
	text = strings.TrimSpace(text)
	var board *baduk.Position
	var err error
	last := baduk.Move(-1)
	width, height, empty := parseSize(text)
	if !empty {
		if strings.HasPrefix(text, "(") {
			board, last, err = lastOf(text)
		} else {
			board, err = baduk.Parse(text, baduk.Options{})
		}
		if err != nil {
			return err
		}
		width, height = board.Options().Width, board.Options().Height
	}
	field, err := p.adapter.field(width, height)
	if err != nil {
		return err
	}
	own := field.start.Clone()
	if board != nil {
		rows, _, _ := strings.Cut(board.String(), " ")
		if err := own.Set(rows + " " + board.Turn().String()[:1]); err != nil {
			return err
		}
	}
	p.field, p.board = field, own
	p.pending, p.last, p.undo, p.folded = nil, last, p.undo[:0], nil
	return nil
}

// parseSize reads the size of an empty board: "" is 19, "9", "9x9", "13:7".
func parseSize(text string) (width, height int, ok bool) {
	if text == "" {
		return 19, 19, true
	}
	w, h, two := strings.Cut(strings.ReplaceAll(text, ":", "x"), "x")
	if !two {
		h = w
	}
	width, err := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	return width, height, err == nil && err2 == nil
}

// lastOf returns the last position of a record, and the last stone played.
func lastOf(record string) (*baduk.Position, baduk.Move, error) {
	g, err := sgf.NewReader(strings.NewReader(record)).Next()
	if err != nil {
		return nil, -1, err
	}
	line, err := g.Start(baduk.Options{})
	if err != nil {
		return nil, -1, err
	}
	last := baduk.Move(-1)
	for c, m := range line.Moves() {
		if c != baduk.Empty && m != baduk.Pass {
			last = m
		}
	}
	return line.Position, last, nil
}

// String implements [index.Position]: the rows from the top and the side to move, as [baduk.Position.String] has them.
func (p *Position) String() string {
	return strings.Join(strings.Fields(p.board.String())[:2], " ")
}

// Clone implements [index.Position].
func (p *Position) Clone() index.Position {
	c := *p
	c.board, c.pending, c.undo = p.board.Clone(), maps.Clone(p.pending), nil
	c.folded = nil
	return &c
}

// AppendMoves implements [index.Position].
func (p *Position) AppendMoves(dst []uint32) []uint32 {
	for _, m := range p.field.order {
		if playable(p.board, m) {
			dst = append(dst, uint32(m)+1)
		}
	}
	return append(dst, pass)
}

// playable reports whether a stone may be played, but for ko.
func playable(board *baduk.Position, m baduk.Move) bool {
	if board.Legal(m) {
		return true
	}
	ko, ok := board.Retake()
	return ok && m == ko && board.Stone(m) == baduk.Empty
}

// Playable implements [index.Folded].
func (p *Position) Playable(move uint32) bool {
	point := move & (placing - 1)
	switch kind := move / placing; {
	case move == pass, move == turn+uint32(baduk.Black), move == turn+uint32(baduk.White):
		return true
	default:
		return kind <= 1+uint32(baduk.White) && point >= 1 && int(point) <= p.field.width*p.field.height
	}
}

// Make implements [index.Position].
func (p *Position) Make(move uint32) {
	u := undo{pending: p.pending, last: p.last}
	p.folded = nil
	point := baduk.Move(move&(placing-1)) - 1
	keep := func() { u.board = p.board; p.board = p.board.Clone() }
	switch c := baduk.Color(move / coloured); {
	case move >= coloured && move%coloured == pass: // the other side is to move after it
		keep()
		p.board.SetTurn(c.Opponent())
	case move >= coloured:
		if c != p.board.Turn() {
			keep()
			p.board.SetTurn(c)
		}
		p.stone(point, &u)
	case move >= placing:
		p.pending = maps.Clone(p.pending)
		if p.pending == nil {
			p.pending = make(map[baduk.Move]baduk.Color)
		}
		p.pending[point] = baduk.Color(move/placing - 1)
	case move == pass && p.board.Passes() == 0:
		p.board.Make(baduk.Pass)
		u.made = true
	case move == pass: // two passes would end the game
		keep()
		p.board.SetTurn(p.board.Turn().Opponent())
	case move > pass:
		keep()
		if _, err := p.board.Settle(p.pending); err != nil {
			panic(err) // Playable has checked the points
		}
		p.board.SetTurn(baduk.Color(move - turn))
		p.pending = nil
	default:
		p.stone(point, &u)
	}
	p.undo = append(p.undo, u)
}

// stone plays a stone, also an illegal one.
func (p *Position) stone(m baduk.Move, u *undo) {
	p.last = m
	if playable(p.board, m) {
		p.board.Make(m)
		u.made = u.board == nil
		return
	}
	if u.board == nil {
		u.board = p.board
		p.board = p.board.Clone()
	}
	_ = p.board.Force(p.board.Turn(), m) // which says why it is illegal
}

// Unmake implements [index.Position].
func (p *Position) Unmake() {
	u := p.undo[len(p.undo)-1]
	p.undo = p.undo[:len(p.undo)-1]
	switch {
	case u.board != nil:
		p.board = u.board
	case u.made:
		p.board.Unmake()
	}
	p.pending, p.last, p.folded = u.pending, u.last, nil
}

// Hash implements [index.Position].
func (p *Position) Hash(v index.View) zobrist.Uint128 { return p.AppendHashes(nil, v)[0] }

// AppendHashes implements [index.Folded]. Before a setup is complete, hashes are those before it.
func (p *Position) AppendHashes(dst []zobrist.Uint128, v index.View) []zobrist.Uint128 {
	if v == index.Positions {
		return append(dst, p.board.Hash128())
	}
	c, at := p.cornerView(v)
	if c == nil {
		return append(dst, zobrist.Uint128{})
	}
	h := c.hash(p.board, at)
	for k := range 4 {
		dst = append(dst, c.sum(&h, k))
	}
	return dst
}

// cornerView returns the corners of a view, nil if the board is too small, and the one that is asked about.
func (p *Position) cornerView(v index.View) (*cornerView, int) {
	c := p.field.corners[v-1]
	if p.corner >= 0 {
		return c, p.corner
	}
	if p.last >= 0 {
		return c, p.quadrant(p.last)
	}
	stones := p.stones()
	return c, slices.Index(stones[:], slices.Max(stones[:]))
}

// Corners are the names of the corners.
var Corners = []string{"lower-left", "lower-right", "upper-left", "upper-right"}

// SetCorner says which corner views of corners are about, by its name. "" is the one nearest to the last stone played
// or, if no move is known, the one whose quarter of the board alone has stones. The error says what to write.
func (p *Position) SetCorner(name string) error {
	stones := p.stones()
	p.corner = slices.Index(Corners, name)
	switch {
	case name != "" && p.corner < 0:
		return fmt.Errorf("no corner %q; there are %s", name, strings.Join(Corners, ", "))
	case name == "" && p.last < 0 && slices.Max(stones[:]) < stones[0]+stones[1]+stones[2]+stones[3]:
		return fmt.Errorf("several corners have stones; name one of %s", strings.Join(Corners, ", "))
	}
	return nil
}

// quadrant returns the corner that is nearest to a point: 1 on the right, and 2 above.
func (p *Position) quadrant(m baduk.Move) (corner int) {
	w, h := p.field.width, p.field.height
	if 2*(int(m)%w)+1 >= w {
		corner++
	}
	if 2*(int(m)/w)+1 >= h {
		corner += 2
	}
	return corner
}

// stones returns the number of stones in each quarter of the board.
func (p *Position) stones() (n [4]int) {
	for _, m := range p.field.order {
		if p.board.Stone(m) != baduk.Empty {
			n[p.quadrant(m)]++
		}
	}
	return n
}

// hash returns the hash of the stones in a corner.
func (c *cornerView) hash(board *baduk.Position, k int) canon.Hash {
	h := c.keys.New()
	for at, m := range c.points[k] {
		if color := board.Stone(m); color != baduk.Empty {
			h.Toggle(c.feature(color, at))
		}
	}
	return h
}

// feature returns the feature of a stone at a place in a corner.
func (c *cornerView) feature(color baduk.Color, at int) zobrist.Feature {
	return zobrist.Feature(int(color-baduk.Black)*c.side*c.side + at)
}

// sum returns the hash by which corner k has what h has.
func (c *cornerView) sum(h *canon.Hash, k int) zobrist.Uint128 {
	s := h.Sum128(nil)
	return zobrist.Uint128{Hi: s.Hi ^ c.places[k].Hi, Lo: s.Lo ^ c.places[k].Lo}
}

// AppendFeatures implements [index.Position]: the stones of the image with the hash, in ascending order, and the
// side to move.
func (p *Position) AppendFeatures(dst []zobrist.Feature, v index.View) []zobrist.Feature {
	begin := len(dst)
	if v == index.Positions {
		points := p.field.width * p.field.height
		dst = slices.DeleteFunc(p.board.AppendFeatures(dst), func(f zobrist.Feature) bool {
			return int(f) >= 2*points && int(f) < 3*points+2 // ko and passes, which do not count
		})
	} else if c, at := p.cornerView(v); c != nil {
		dst = c.features(dst, p.board, at)
	}
	slices.Sort(dst[begin:])
	return dst
}

// features appends the stones of a corner in the image with the hash.
func (c *cornerView) features(dst []zobrist.Feature, board *baduk.Position, k int) []zobrist.Feature {
	begin := len(dst)
	for at, m := range c.points[k] {
		if color := board.Stone(m); color != baduk.Empty {
			dst = append(dst, c.feature(color, at))
		}
	}
	return c.keys.Canonical(dst, begin)
}

// Occurs implements [index.Folded].
func (p *Position) Occurs(v index.View, in index.Position) bool {
	q := in.(*Position)
	if q.field != p.field {
		return false
	}
	if v == index.Positions {
		return p.board.Hash() == q.board.Hash() && slices.Equal(p.AppendFeatures(nil, v), q.AppendFeatures(nil, v))
	}
	c, _ := p.cornerView(v)
	if c == nil {
		return false
	}
	wanted := p.AppendFeatures(nil, v)
	for k := range 4 {
		here := c.features(nil, q.board, k)
		if slices.Sort(here); slices.Equal(here, wanted) {
			return true
		}
	}
	return false
}
