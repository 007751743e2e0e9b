package sgf

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/gametext"
)

// BoardOptions returns o with the board size (SZ) and the komi (KM) of the
// record, each if it is 0 in o. The rules stay those of o, because RU is free
// text. The error is a [*game.RecordError] that wraps [game.ErrVariant] if the record
// is of another game (GM) or of a larger board than package baduk has, and
// [game.ErrSyntax] if SZ is no size.
func (g *Game) BoardOptions(o baduk.Options) (baduk.Options, error) {
	if gm, ok := g.Root.Get("GM"); ok && strings.TrimSpace(gm) != "1" {
		return o, g.fail("GM["+gm+"]", fmt.Errorf("%w: Go is GM[1]", game.ErrVariant))
	}
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 19, 19
		if sz, ok := g.Root.Get("SZ"); ok {
			columns, rows, two := strings.Cut(strings.TrimSpace(sz), ":")
			if !two {
				rows = columns
			}
			w, err1 := strconv.Atoi(columns)
			h, err2 := strconv.Atoi(rows)
			if err1 != nil || err2 != nil || w < 1 || h < 1 {
				return o, g.fail("SZ["+sz+"]", fmt.Errorf("%w: not the size of a board", game.ErrSyntax))
			}
			if w > baduk.MaxSide || h > baduk.MaxSide {
				return o, g.fail("SZ["+sz+"]",
					fmt.Errorf("%w: a side has up to %d points", game.ErrVariant, baduk.MaxSide))
			}
			o.Width, o.Height = w, h
		}
	}
	if km, ok := g.Root.Get("KM"); ok && o.Komi == 0 {
		if v, err := strconv.ParseFloat(strings.TrimSpace(km), 64); err == nil && math.Abs(v) < 1000 {
			o.Komi = int(math.Round(2 * v))
		}
	}
	return o, nil
}

// Replay plays the main line of a record of Go and returns its last position.
// o gives the rules and keys; see [Game.BoardOptions] for the rest. Setup
// (AB, AW, AE, PL) is obeyed. A move out of turn takes the turn. The error is
// a [*game.RecordError] that names the first wrong node and wraps that of [Step]; it
// comes with the position before that node.
func Replay(g *Game, o baduk.Options) (*baduk.Position, error) {
	o, err := g.BoardOptions(o)
	if err != nil {
		return nil, err
	}
	p, err := baduk.New(o)
	if err != nil {
		return nil, g.fail("", fmt.Errorf("board: %w", err))
	}
	if err := step(p, g.MainLine()); err != nil {
		return p, g.fail(err.text, fmt.Errorf("node %d of the main line: %w", err.node, err.reason))
	}
	return p, nil
}

// A nodeError says what is wrong with a node.
type nodeError struct {
	node   int    // from 0
	text   string // the property, as in the record; empty if it is the setup as a whole
	reason error
}

// asError returns e as an error that wraps its reason, nil if there is none.
func (e *nodeError) asError() error {
	switch {
	case e == nil:
		return nil
	case e.text == "":
		return fmt.Errorf("node %d: %w", e.node, e.reason)
	}
	return fmt.Errorf("node %d: %s: %w", e.node, gametext.Shorten([]byte(e.text)), e.reason)
}

// wrong returns what is wrong with a value of a property: kind is an error of a
// [game.RecordError], and reason says more.
func wrong(id, value string, kind error, reason any) *nodeError {
	return &nodeError{text: id + "[" + value + "]", reason: fmt.Errorf("%w: %v", kind, reason)}
}

// Step applies nodes that follow one another to a position: first the setup,
// then the move of each. In FF[4] setup changes the points that it names and
// nothing else, so it may leave chains without a liberty until a move or the
// last node. The error says which node is wrong, from 0; p is then at the last
// move before it. It wraps [game.ErrMove] if a move is illegal or no point of the
// board, and [game.ErrSyntax] if setup is wrong.
func Step(p *baduk.Position, nodes ...*Node) error { return step(p, nodes).asError() }

func step(p *baduk.Position, nodes []*Node) *nodeError {
	setup := map[baduk.Move]baduk.Color{}
	for k, n := range nodes {
		err := gather(setup, p, n)
		if err == nil && (k == len(nodes)-1 || n.moves()) && len(setup) > 0 {
			if reason := p.Place(setup); reason != nil {
				err = &nodeError{reason: fmt.Errorf("%w: %w", game.ErrSyntax, reason)}
			}
			clear(setup)
		}
		if err == nil {
			err = move(p, n)
		}
		if err != nil {
			err.node = k
			return err
		}
	}
	return nil
}

// gather adds the setup of a node to that before it. Within a node a point may
// be named once, or again for the same content.
func gather(setup map[baduk.Move]baduk.Color, p *baduk.Position, n *Node) *nodeError {
	named := map[baduk.Move]baduk.Color{}
	for c, id := range []string{"AE", "AB", "AW"} {
		for _, v := range n.All(id) {
			points, err := appendPoints(nil, p, v)
			if err != nil {
				return wrong(id, v, game.ErrSyntax, err)
			}
			for _, m := range points {
				if before, twice := named[m]; twice && before != baduk.Color(c) {
					return wrong(id, v, game.ErrSyntax, fmt.Sprintf("a point of it is to be %v too", before))
				}
				named[m] = baduk.Color(c)
			}
		}
	}
	maps.Copy(setup, named)
	return nil
}

// moves reports whether a node has a move.
func (n *Node) moves() bool { return n.All("B") != nil || n.All("W") != nil }

// move obeys PL and makes the moves of a node.
func move(p *baduk.Position, n *Node) *nodeError {
	if pl, ok := n.Get("PL"); ok {
		switch strings.ToUpper(strings.TrimSpace(pl)) {
		case "B", "BLACK", "1":
			p.SetTurn(baduk.Black)
		case "W", "WHITE", "2":
			p.SetTurn(baduk.White)
		default:
			return wrong("PL", pl, game.ErrSyntax, "the side to move is B or W")
		}
	}
	for _, side := range []struct {
		id    string
		color baduk.Color
	}{{"B", baduk.Black}, {"W", baduk.White}} {
		v, ok := n.Get(side.id)
		if !ok {
			continue
		}
		m, err := parsePoint(p, v)
		if err != nil {
			return wrong(side.id, v, game.ErrMove, err)
		}
		if p.Turn() != side.color || p.Over() {
			p.SetTurn(side.color)
		}
		if err := p.Check(m); err != nil {
			return wrong(side.id, v, game.ErrMove, err)
		}
		p.Make(m)
	}
	return nil
}

// fail returns an error at the place of the game. text is the property that is wrong, or
// empty.
func (g *Game) fail(text string, err error) error {
	return &game.RecordError{Format: "sgf", Game: g.Number, Line: g.Line, Offset: g.Offset,
		Text: gametext.Shorten([]byte(text)), Err: err}
}
