package sgf

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// BoardOptions returns o with the board size (SZ) and the komi (KM) of the
// record where o leaves them 0. The rules stay those of o: RU is free text.
func (g *Game) BoardOptions(o baduk.Options) (baduk.Options, error) {
	if gm, ok := g.Root.Get("GM"); ok && strings.TrimSpace(gm) != "1" {
		return o, g.errorf(nil, "GM[%s] is not Go, which is GM[1]", gm)
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
				return o, g.errorf(nil, "SZ[%s] is not a board of 1 to %d points a side", sz, baduk.MaxSide)
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
// (AB, AW, AE, PL) is obeyed, a move out of turn takes the turn. The error, an
// [*Error], names the first node that is wrong; the position before it is
// returned with it.
func Replay(g *Game, o baduk.Options) (*baduk.Position, error) {
	o, err := g.BoardOptions(o)
	if err != nil {
		return nil, err
	}
	p, err := baduk.New(o)
	if err != nil {
		return nil, g.errorf(err, "board")
	}
	if err := Step(p, g.MainLine()...); err != nil {
		return p, g.errorf(err, "main line")
	}
	return p, nil
}

// Step applies nodes that follow one another to a position: first the setup,
// then the move of each. Setup may leave chains without liberty until a move or
// the last node, as in FF[4] it changes the points that it names and nothing
// else. The error says which node is wrong, from 0; p is then at the last move
// before it.
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
					return fmt.Errorf("%s[%s]: %s is to be %v too", id, v, FormatPoint(p, m), before)
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
		m, err := ParsePoint(p, v)
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

// ParsePoint reads a point or a pass of a record: two letters, column from the
// left and row from the top; nothing, or tt on boards to 19×19, is a pass.
func ParsePoint(p *baduk.Position, v string) (baduk.Move, error) {
	o := p.Options()
	v = strings.TrimSpace(v)
	if v == "" || v == "tt" && o.Width <= 19 && o.Height <= 19 {
		return baduk.Pass, nil
	}
	if len(v) != 2 || v[0] < 'a' || int(v[0]-'a') >= o.Width || v[1] < 'a' || int(v[1]-'a') >= o.Height {
		return 0, fmt.Errorf("%q is not a point of a board of %d×%d: two letters from a", v, o.Width, o.Height)
	}
	return baduk.Move((o.Height-1-int(v[1]-'a'))*o.Width + int(v[0]-'a')), nil
}

// FormatPoint writes a move as a record has it; a pass is the empty string.
func FormatPoint(p *baduk.Position, m baduk.Move) string {
	if m == baduk.Pass {
		return ""
	}
	o := p.Options()
	return string([]byte{'a' + byte(int(m)%o.Width), 'a' + byte(o.Height-1-int(m)/o.Width)})
}

// appendPoints reads a point, or a rectangle of points as "aa:cc".
func appendPoints(dst []baduk.Move, p *baduk.Position, v string) ([]baduk.Move, error) {
	from, to, rectangle := strings.Cut(v, ":")
	if !rectangle {
		to = from
	}
	a, err := ParsePoint(p, from)
	if err != nil {
		return dst, err
	}
	b, err := ParsePoint(p, to)
	if err != nil {
		return dst, err
	}
	if a == baduk.Pass || b == baduk.Pass {
		return dst, fmt.Errorf("%q is not a point", v)
	}
	w := p.Options().Width
	left, right := int(a)%w, int(b)%w
	low, high := int(a)/w, int(b)/w
	for r := min(low, high); r <= max(low, high); r++ {
		for c := min(left, right); c <= max(left, right); c++ {
			dst = append(dst, baduk.Move(r*w+c))
		}
	}
	return dst, nil
}

// errorf returns an error at the place of the game.
func (g *Game) errorf(err error, format string, args ...any) error {
	return &Error{Game: g.Number, Line: g.Line, Offset: g.Offset, Reason: fmt.Sprintf(format, args...), Err: err}
}
