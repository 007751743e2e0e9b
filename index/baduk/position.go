package badukindex

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/baduk"
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

// A Position is an [index.Position] and [index.Folded] of Go.
type Position struct {
	adapter *adapter
	field   *field
	board   *baduk.Position
	pending setups
	last    baduk.Move // stone played, −1 if none is known
	corner  int        // that views of corners are about, −1 for the nearest
	undo    []undo

	folded   map[uint32]folding // of view foldedIn; nil if not made
	foldedIn index.View
}

type undo struct {
	board   *baduk.Position // nil if the board itself takes the move back
	pending setups
	last    baduk.Move
}

// setups are the points that setups change, as words of games: list[from:] are the points of one that is not yet
// complete. The list only grows until moves are taken back, so that copies of a setups have the beginning of one
// array.
type setups struct {
	list []uint32
	from int
}

func (s *setups) any() bool { return len(s.list) > s.from }

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
		if err := own.Set(BoardText(board)); err != nil {
			return err
		}
	}
	p.field, p.board = field, own
	p.pending, p.last, p.undo, p.folded = setups{}, last, p.undo[:0], nil
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
	for _, r := range line.Remarks {
		if strings.HasPrefix(r.Text, "SZ[") { // a record may be read on a board of 19×19 then, a position is none
			return nil, -1, r
		}
	}
	return line.Position, last, nil
}

// String implements [index.Position].
func (p *Position) String() string { return BoardText(p.board) }

// BoardText returns the rows of a board from the top and the side to move, as [baduk.Position.String] has them.
func BoardText(board *baduk.Position) string {
	return strings.Join(strings.Fields(board.String())[:2], " ")
}

// Clone implements [index.Position].
func (p *Position) Clone() index.Position {
	c := *p
	c.board, c.undo, c.folded = p.board.Clone(), nil, nil
	c.pending.list = slices.Clone(c.pending.list) // the position may take moves back and make others
	return &c
}

// AppendMoves implements [index.Position].
func (p *Position) AppendMoves(dst []uint32) []uint32 {
	for _, m := range p.field.order {
		if playable(p.board, m) {
			dst = append(dst, moveOf(m))
		}
	}
	return append(dst, pass)
}

// playable reports whether a stone may be played, except for ko.
func playable(board *baduk.Position, m baduk.Move) bool {
	if board.Legal(m) {
		return true
	}
	ko, ok := board.Retake()
	return ok && m == ko && board.Stone(m) == baduk.Empty
}

// Playable implements [index.MoveChecker].
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
	u := undo{p.board, p.pending, p.last}
	p.folded = nil
	c := p.board.Turn()
	if move >= coloured {
		c, move = baduk.Color(move/coloured), move%coloured
	}
	point := baduk.Move(move&(placing-1)) - 1
	switch {
	case move >= placing:
		p.pending.list = append(p.pending.list, move)
	case move > pass:
		p.board = p.board.Clone()
		contents := make(map[baduk.Move]baduk.Color)
		for _, word := range p.pending.list[p.pending.from:] {
			contents[baduk.Move(word%placing)-1] = baduk.Color(word/placing - 1)
		}
		if _, err := p.board.Settle(contents); err != nil {
			panic(err) // Playable has checked the points
		}
		p.board.SetTurn(baduk.Color(move - turn))
		p.pending.from = len(p.pending.list)
	case move == pass: // as a turn: two passes of the board would end the game
		p.board = p.board.Clone()
		p.board.SetTurn(c.Opponent())
	case c == p.board.Turn() && playable(p.board, point):
		p.board.Make(point)
		u.board, p.last = nil, point
	default:
		p.board = p.board.Clone()
		_ = p.board.Force(c, point) // which says why it is illegal
		p.last = point
	}
	p.undo = append(p.undo, u)
}

// Unmake implements [index.Position].
func (p *Position) Unmake() {
	u := p.undo[len(p.undo)-1]
	p.undo = p.undo[:len(p.undo)-1]
	if u.board == nil {
		p.board.Unmake()
	} else {
		p.board = u.board
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
	c, asked := p.chosenCorner(v)
	if c == nil {
		return append(dst, zobrist.Uint128{})
	}
	h := c.hash(p.board, asked)
	for k := range 4 {
		dst = append(dst, c.sum(&h, k))
	}
	return dst
}

// AppendFeatures implements [index.Position]: the stones of the image with the hash, in ascending order, and the
// side to move.
func (p *Position) AppendFeatures(dst []zobrist.Feature, v index.View) []zobrist.Feature {
	if v != index.Positions {
		if c, k := p.chosenCorner(v); c != nil {
			dst = c.appendImage(dst, p.board, k)
		}
		return dst
	}
	begin, points := len(dst), p.field.width*p.field.height
	dst = slices.DeleteFunc(p.board.AppendFeatures(dst), func(f zobrist.Feature) bool {
		return int(f) >= 2*points && int(f) < 3*points+2 // ko and passes, which do not count
	})
	slices.Sort(dst[begin:])
	return dst
}

// Occurs implements [index.Folded].
func (p *Position) Occurs(v index.View, in index.Position) bool {
	q := in.(*Position)
	if q.field != p.field {
		return false
	}
	wanted := p.AppendFeatures(nil, v)
	if v == index.Positions {
		return p.board.Hash() == q.board.Hash() && slices.Equal(wanted, q.AppendFeatures(nil, v))
	}
	c, _ := p.chosenCorner(v)
	for k := 0; c != nil && k < 4; k++ {
		if slices.Equal(wanted, c.appendImage(nil, q.board, k)) {
			return true
		}
	}
	return false
}
