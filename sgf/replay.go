package sgf

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
)

// BoardOptions returns o with the board size (SZ) and the komi (KM) of the
// record, each if it is 0 in o. The rules stay those of o, because RU is free
// text. The error is a [*game.RecordError].
func (g *Game) BoardOptions(o baduk.Options) (baduk.Options, error) {
	if gm, ok := g.Root.Get("GM"); ok && strings.TrimSpace(gm) != "1" {
		return o, g.fail("GM[%s] is not Go, which is GM[1]", gm)
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
			if err1 != nil || err2 != nil || w < 1 || h < 1 || w > baduk.MaxSide || h > baduk.MaxSide {
				return o, g.fail("SZ[%s] is not a board of 1 to %d points a side", sz, baduk.MaxSide)
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
// a [*game.RecordError] that names the first wrong node; it comes with the position
// before that node.
func Replay(g *Game, o baduk.Options) (*baduk.Position, error) {
	o, err := g.BoardOptions(o)
	if err != nil {
		return nil, err
	}
	p, err := baduk.New(o)
	if err != nil {
		return nil, g.fail("board: %w", err)
	}
	if err := Step(p, g.MainLine()...); err != nil {
		return p, g.fail("main line: %w", err)
	}
	return p, nil
}

// Step applies nodes that follow one another to a position: first the setup,
// then the move of each. In FF[4] setup changes the points that it names and
// nothing else, so it may leave chains without a liberty until a move or the
// last node. The error says which node is wrong, from 0; p is then at the last
// move before it.
func Step(p *baduk.Position, nodes ...*Node) error {
	setup := map[baduk.Move]baduk.Color{}
	for k, n := range nodes {
		err := gather(setup, p, n)
		if err == nil && (k == len(nodes)-1 || n.moves()) && len(setup) > 0 {
			err = p.Place(setup)
			clear(setup)
		}
		if err == nil {
			err = move(p, n)
		}
		if err != nil {
			return fmt.Errorf("node %d: %w", k, err)
		}
	}
	return nil
}

// gather adds the setup of a node to that before it. Within a node a point may
// be named once, or again for the same content.
func gather(setup map[baduk.Move]baduk.Color, p *baduk.Position, n *Node) error {
	named := map[baduk.Move]baduk.Color{}
	for c, id := range []string{"AE", "AB", "AW"} {
		for _, v := range n.All(id) {
			points, err := appendPoints(nil, p, v)
			if err != nil {
				return fmt.Errorf("%s[%s]: %w", id, v, err)
			}
			for _, m := range points {
				if before, twice := named[m]; twice && before != baduk.Color(c) {
					return fmt.Errorf("%s[%s]: a point of it is to be %v too", id, v, before)
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
func move(p *baduk.Position, n *Node) error {
	if pl, ok := n.Get("PL"); ok {
		switch strings.ToUpper(strings.TrimSpace(pl)) {
		case "B", "BLACK", "1":
			p.SetTurn(baduk.Black)
		case "W", "WHITE", "2":
			p.SetTurn(baduk.White)
		default:
			return fmt.Errorf("PL[%s] is neither B nor W", pl)
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
			return fmt.Errorf("%s[%s]: %w", side.id, v, err)
		}
		if p.Turn() != side.color || p.Over() {
			p.SetTurn(side.color)
		}
		if err := p.Check(m); err != nil {
			return fmt.Errorf("%s[%s]: %w", side.id, v, err)
		}
		p.Make(m)
	}
	return nil
}

// fail returns an error at the place of the game.
func (g *Game) fail(format string, args ...any) error {
	return &game.RecordError{Format: "sgf", Game: g.Number, Line: g.Line, Offset: g.Offset,
		Err: fmt.Errorf(format, args...)}
}
