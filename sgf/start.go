package sgf

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/gametext"
)

// options returns o with the size, the komi and the rules of the record.
func (l *Line) options(o baduk.Options) (baduk.Options, error) {
	root := l.game.Root
	if gm, ok := root.Get("GM"); ok {
		n, err := strconv.Atoi(strings.TrimSpace(gm))
		switch {
		case err != nil:
			l.remark(root, "GM", gm, game.ErrSyntax, "not the number of a game; this one is read as Go")
		case n != 1:
			return o, l.fail("GM", gm, fmt.Errorf("%w: Go is GM[1]", game.ErrVariant))
		}
	}
	if o.Width == 0 && o.Height == 0 {
		if err := l.size(&o); err != nil {
			return o, err
		}
	}
	if km, ok := root.Get("KM"); ok && o.Komi == 0 {
		o.Komi = l.komi(km, o)
	}
	if ru, ok := root.Get("RU"); ok && strings.TrimSpace(ru) != "" {
		if r, err := baduk.ParseRules(ru); err == nil {
			o.Ko, o.Suicide = r.Ko, r.Suicide
		} else {
			l.remark(root, "RU", ru, game.ErrSyntax, fmt.Sprintf("no known rules; %v ko is taken", o.Ko))
		}
	}
	return o, nil
}

// size reads SZ: one number, or the columns and the rows.
func (l *Line) size(o *baduk.Options) error {
	o.Width, o.Height = 19, 19
	sz, ok := l.game.Root.Get("SZ")
	if !ok {
		return nil
	}
	sides := strings.FieldsFunc(sz, func(c rune) bool { return strings.ContainsRune(":xX×,* \t\n", c) })
	if len(sides) == 1 {
		sides = append(sides, sides[0])
	}
	var n [2]int
	good := len(sides) == 2
	for i := range n {
		if good {
			v, err := strconv.Atoi(sides[i])
			n[i], good = v, err == nil && v > 0
		}
	}
	switch {
	case !good:
		l.remark(l.game.Root, "SZ", sz, game.ErrSyntax, "not the size of a board; 19 is taken")
	case n[0] > baduk.MaxSide || n[1] > baduk.MaxSide:
		return l.fail("SZ", sz, fmt.Errorf("%w: a side has up to %d points", game.ErrVariant, baduk.MaxSide))
	default:
		o.Width, o.Height = n[0], n[1]
	}
	return nil
}

// hundredths are values of KM that Fox writes, and nobody means.
var hundredths = []float64{275, 325, 350, 375, 550, 650, 700, 750}

// komi returns the value of KM in half points.
//
// Fox writes hundredths of points, or of the stones in which Chinese rules count, two
// points each: 375 and 750 are 7.5, as in KataGo's pull request 1118. So do the files of
// gokifu.com, which SGFC has converted. A quarter of a point is that unit as well.
func (l *Line) komi(km string, o baduk.Options) int {
	text := strings.NewReplacer(",", ".", "½", ".5", " 1/2", ".5").Replace(strings.TrimSpace(km))
	end := strings.IndexFunc(text, func(c rune) bool { return !strings.ContainsRune("+-.0123456789", c) })
	if end >= 0 {
		text = strings.TrimSpace(text[:end])
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		l.remark(l.game.Root, "KM", km, game.ErrSyntax, "no komi; 0 is taken")
		return 0
	}
	points := v
	ap, _ := l.game.Root.Get("AP")
	fox := strings.HasPrefix(ap, "foxwq") || strings.HasPrefix(ap, "SGFC:2.0")
	a := math.Abs(v)
	if fox && a >= 25 || a > float64(max(100, o.Width*o.Height)) || slices.Contains(hundredths, a) {
		points /= 100
		if points == 3.5 || points == -3.5 {
			points *= 2
		}
	}
	if quarters := math.Abs(4 * points); quarters < 20 && math.Mod(quarters, 2) == 1 {
		points *= 2
	}
	halves := int(math.Round(2 * min(max(points, -1000), 1000)))
	if float64(halves) != 2*v || text != strings.TrimSpace(km) {
		l.remark(l.game.Root, "KM", km, game.ErrSyntax,
			"read as "+strconv.FormatFloat(float64(halves)/2, 'f', -1, 64)+" points")
	}
	return halves
}

// remark adds a remark about a value of a property of a node.
func (l *Line) remark(n *Node, id, value string, kind error, reason string) {
	l.Remarks = append(l.Remarks, l.game.remark(n.at, shorten(id, value), fmt.Errorf("%w: %s", kind, reason)))
}

// fail returns an error about a value of the root.
func (l *Line) fail(id, value string, err error) error {
	e := l.game.remark(l.game.Root.at, shorten(id, value), err)
	e.Whole = false
	return e
}

// shorten writes a property, or the beginning of a long one.
func shorten(id, value string) string {
	if id == "" {
		return ""
	}
	return gametext.Shorten([]byte(id + "[" + value + "]"))
}
