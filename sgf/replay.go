package sgf

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
)

// A Line replays the main line of a game of Go, or all variations, once; see [Game.Start].
type Line struct {
	// Position is the board so far. It belongs to the caller when Moves or Tree has ended.
	Position *baduk.Position

	// Strict ends Moves before a move that is not on the board, which is passed over otherwise. The remark on it is
	// Cut then, and comes even after a thousand others.
	Strict bool

	// Remarks say what was passed over, or played though a rule forbids it, each with the
	// place of its node. They wrap [game.ErrSyntax] or [game.ErrMove]. After a thousand,
	// [LeftOut] counts the others.
	Remarks []*game.RecordError

	game  *Game
	setup map[baduk.Move]baduk.Color // not placed yet

	leftOut *LeftOut // of Remarks; nil: none is

	lineAt, lines int // an offset in the text of the game, and the lines that end before it
}

// Start returns the empty board on which a game of Go begins, ready to replay. It has the
// keys of o. The size (SZ) and the komi (KM) come from the record if they are 0 in o, and
// so do the rules (RU) if their name is known; see [baduk.ParseRules]. The error
// is a [*game.RecordError] that wraps [game.ErrVariant] if the record is of another game
// (GM), or of a larger board than package baduk has, or an error of [baduk.New].
func (g *Game) Start(o baduk.Options) (*Line, error) {
	l := &Line{game: g, setup: map[baduk.Move]baduk.Color{}}
	o, err := l.options(o)
	if err != nil {
		return nil, err
	}
	if l.Position, err = baduk.New(o); err != nil {
		return nil, fmt.Errorf("sgf: game %d: %w", g.Number, err)
	}
	return l, nil
}

// Replay plays the main line of a record of Go, as [Line.Moves] does, and returns its last
// position. The error is from [Game.Start].
func Replay(g *Game, o baduk.Options) (*baduk.Position, error) {
	l, err := g.Start(o)
	if err != nil {
		return nil, err
	}
	for range l.Moves() {
	}
	return l.Position, nil
}

// Moves replays the game and yields each move before it is made, with the side to move.
// It yields [baduk.Empty] after a setup (AB, AW, AE), which begins the history of the
// board anew. A loop that ends early leaves Position before the move it was given.
//
// What was recorded is played, as FF[4] has it: on a point that is taken, as suicide,
// against ko and superko, out of turn and after two passes; see [baduk.Position.Force]. A
// setup changes the points that it names and nothing else, so it may leave chains without
// a liberty until the next move or the end; then they are removed. What cannot be obeyed
// is passed over. All that gives Remarks.
//
// A handicap (HA) without stones is placed if White moves first. After the last move, or
// setup, the side to move is what PL says, or the other side. If there are neither moves
// nor PL, it is White if there is a handicap or only Black has stones.
func (l *Line) Moves() iter.Seq2[baduk.Color, baduk.Move] {
	return func(yield func(baduk.Color, baduk.Move) bool) {
		nodes := l.game.MainLine()
		l.handicap(nodes)
		moved, told := false, false
		for k, n := range nodes {
			l.gather(n)
			mover := n.mover()
			if (mover != baduk.Empty || k == len(nodes)-1) && len(l.setup) > 0 {
				l.place(n)
				if mover != baduk.Empty {
					l.Position.SetTurn(mover)
				}
				if !yield(baduk.Empty, baduk.Pass) {
					return
				}
			}
			told = l.turn(n) || told
			for _, p := range n.Properties {
				c := sides[p.ID]
				if c == baduk.Empty {
					continue
				}
				moved = true
				m, on := l.point(n, p)
				if !on && l.Strict {
					return
				}
				if l.setTurn(c); !on {
					continue
				}
				if !yield(c, m) {
					return
				}
				l.play(n, c, p, m)
			}
		}
		if !moved && !told {
			l.first()
		}
	}
}

var sides = map[string]baduk.Color{"B": baduk.Black, "W": baduk.White}

// mover returns the side that moves first in a node, [baduk.Empty] if none does.
func (n *Node) mover() baduk.Color {
	for _, p := range n.Properties {
		if c := sides[p.ID]; c != baduk.Empty {
			return c
		}
	}
	return baduk.Empty
}

// point returns the point of a move, or remarks that it is not on the board.
func (l *Line) point(n *Node, p Property) (m baduk.Move, on bool) {
	m, err := ParsePoint(l.Position.Options(), p.Values[0])
	switch {
	case err != nil && l.Strict: // once in a line, so it needs no limit
		cut := l.about(n, p.ID, p.Values[0], fmt.Errorf("%w: %w; the game ends before it", game.ErrMove, err))
		cut.Whole, cut.Cut = false, true
		l.Remarks = append(l.Remarks, cut)
		return m, false
	case err != nil:
		l.remark(n, p.ID, p.Values[0], game.ErrMove, err.Error()+"; passed over")
		return m, false
	}
	if len(p.Values) > 1 {
		l.remark(n, p.ID, p.Values[1], game.ErrSyntax, "a node has one move; the others are passed over")
	}
	return m, true
}

// play makes a move, legal or not.
func (l *Line) play(n *Node, c baduk.Color, p Property, m baduk.Move) {
	if err := l.Position.Force(c, m); err != nil {
		l.remark(n, p.ID, p.Values[0], game.ErrMove, strings.TrimPrefix(err.Error(), "baduk: ")+"; played all the same")
	}
}

// gather adds the setup of a node to that before it, and reports whether there is one.
// Within a node, what comes last about a point counts.
func (l *Line) gather(n *Node) (added bool) {
	var named []baduk.Color // by point, the colour and 1; 0: the node does not name it
	for _, p := range n.Properties {
		c, ok := map[string]baduk.Color{"AE": baduk.Empty, "AB": baduk.Black, "AW": baduk.White}[p.ID]
		if !ok {
			continue
		}
		if named == nil {
			o := l.Position.Options()
			named = make([]baduk.Color, o.Width*o.Height)
		}
		for _, v := range p.Values {
			points, err := l.points(v)
			if err != nil {
				l.remark(n, p.ID, v, game.ErrSyntax, err.Error()+"; passed over")
			}
			twice := false
			for _, m := range points {
				if before := named[m]; before > 0 && before-1 != c && !twice {
					l.remark(n, p.ID, v, game.ErrSyntax, fmt.Sprintf("a point of it is to be %v too", before-1))
					twice = true
				}
				named[m] = c + 1
			}
		}
	}
	for m, c := range named {
		if c > 0 {
			l.setup[baduk.Move(m)] = c - 1
			added = true
		}
	}
	return added
}

// place puts the setup on the board.
func (l *Line) place(n *Node) {
	removed, err := l.Position.Settle(l.setup)
	switch {
	case err != nil: // not reached: all points are on the board
		l.remark(n, "", "", game.ErrSyntax, err.Error())
	case removed > 0:
		l.remark(n, "", "", game.ErrSyntax, fmt.Sprintf("the setup leaves %d stones without a liberty; they are removed",
			removed))
	}
	clear(l.setup)
}

// turn obeys PL. It reports whether there is one that says who is to move.
func (l *Line) turn(n *Node) bool {
	pl, ok := n.Get("PL")
	if !ok {
		return false
	}
	c := baduk.Black
	switch strings.ToUpper(strings.TrimSpace(pl)) {
	case "B", "BLACK", "1":
	case "W", "WHITE", "2":
		c = baduk.White
	default:
		l.remark(n, "PL", pl, game.ErrSyntax, "the side to move is B or W; passed over")
		return false
	}
	if l.Position.Turn() != c {
		l.Position.SetTurn(c)
	}
	return true
}

// handicap adds the stones of HA to the setup if the record has none and White moves
// first, as GNU Go does.
func (l *Line) handicap(nodes []*Node) {
	ha, ok := nodes[0].Get("HA")
	if !ok {
		return
	}
	n, err := strconv.Atoi(strings.TrimSpace(ha))
	if err != nil || n < 0 {
		l.remark(nodes[0], "HA", ha, game.ErrSyntax, "not a number of stones; passed over")
		return
	}
	first := baduk.Empty
	for _, node := range nodes {
		if node.All("AB") != nil || node.All("AW") != nil {
			return
		}
		if first = node.mover(); first != baduk.Empty {
			break
		}
	}
	points := l.Position.Options().Handicap(n)
	if first != baduk.White || points == nil {
		return
	}
	for _, m := range points {
		l.setup[m] = baduk.Black
	}
	l.remark(nodes[0], "HA", ha, game.ErrSyntax, "the record has no stones for it; they are placed on the star points")
}

// first sets the side to move in a record without moves.
func (l *Line) first() {
	ha, _ := l.game.Root.Get("HA")
	n, _ := strconv.Atoi(strings.TrimSpace(ha))
	o, stones := l.Position.Options(), [3]int{}
	for m := range baduk.Move(o.Width * o.Height) {
		stones[l.Position.Stone(m)]++
	}
	if n >= 2 || stones[baduk.Black] > 0 && stones[baduk.White] == 0 {
		l.Position.SetTurn(baduk.White)
	}
}
