package sgf

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// options returns o with the size, the komi and the rules of the record.
func (l *Line) options(o baduk.Options) (baduk.Options, error) {
	root := l.game.Root
	if gm, ok := l.info("GM"); ok {
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
	if km, ok := l.info("KM"); ok && o.Komi == 0 {
		o.Komi = l.komi(km, o)
	}
	if ru, ok := l.info("RU"); ok && strings.TrimSpace(ru) != "" {
		if r, err := baduk.ParseRules(ru); err == nil {
			o.Ko, o.Suicide = r.Ko, r.Suicide
		} else {
			l.remark(root, "RU", ru, game.ErrSyntax, fmt.Sprintf("no known rules; %v ko is taken", o.Ko))
		}
	}
	return o, nil
}

// info returns the value of a property of the root. Of several the first counts; one in a later node of the
// main line counts only if the root has none. Other values that are passed over give remarks.
func (l *Line) info(id string) (value string, ok bool) {
	for i, n := range l.game.MainLine() {
		for _, v := range n.All(id) {
			switch {
			case !ok:
				if value, ok = v, true; i > 0 {
					l.remark(n, id, v, game.ErrSyntax, "it belongs into the first node")
				}
			case strings.TrimSpace(v) != strings.TrimSpace(value):
				l.remark(n, id, v, game.ErrSyntax, "passed over; the game has "+shorten(id, value)+" before")
			}
		}
	}
	return value, ok
}

// size reads SZ: one number, or the columns and the rows.
func (l *Line) size(o *baduk.Options) error {
	o.Width, o.Height = 19, 19
	sz, ok := l.info("SZ")
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
	v, stones, ok := komiIn(km)
	if !ok {
		l.remark(l.game.Root, "KM", km, game.ErrSyntax, "no komi; 0 is taken")
		return 0
	}
	points := v
	ap, _ := l.game.Root.Get("AP")
	fox := strings.HasPrefix(ap, "foxwq") || strings.HasPrefix(ap, "SGFC:2.0")
	a := math.Abs(v)
	if stones {
		points, fox = 2*v, false
	}
	if fox && a >= 25 || a > float64(max(100, o.Width*o.Height)) || slices.Contains(hundredths, a) {
		points /= 100
		if points == 3.5 || points == -3.5 {
			points *= 2
		}
	}
	if quarters := math.Abs(4 * points); !stones && quarters < 20 && math.Mod(quarters, 2) == 1 {
		points *= 2
	}
	halves := int(math.Round(2 * min(max(points, -1000), 1000)))
	if plain, err := strconv.ParseFloat(strings.TrimSpace(km), 64); err != nil || float64(halves) != 2*plain {
		l.remark(l.game.Root, "KM", km, game.ErrSyntax,
			"read as "+strconv.FormatFloat(float64(halves)/2, 'f', -1, 64)+" points")
	}
	return halves
}

// komiWords writes numerals and fractions in Chinese, Japanese and Korean as numbers.
var komiWords = strings.NewReplacer(",", ".", "，", ".", "．", ".", "又", " ", "有", " ", "四分之三", " 3/4",
	"四分之一", " 1/4", "二分之一", " 1/2", "¾", " 3/4", "¼", " 1/4", "½", " 1/2", "半", " 1/2", "반", " 1/2",
	"零", "0", "〇", "0", "一", "1", "二", "2", "两", "2", "兩", "2", "三", "3", "四", "4", "五", "5", "六", "6", "七", "7",
	"八", "8", "九", "9", "０", "0", "１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8", "９", "9")

// komiNumber is a number, and a fraction after it with a unit between them or not: 6目 1/2.
var komiNumber = regexp.MustCompile(`([+-]?(?:\d+\.?\d*|\.\d+))(?:/(\d))?(?:[^\d/.+-]*(\d)/(\d))?`)

// komiIn reads the number in a text such as 7.5, 黑贴3又3/4子 or 6目半. A komi that White gives is negative. stones says
// that the unit is a stone, 子, of two points.
func komiIn(km string) (v float64, stones, ok bool) {
	m := komiNumber.FindStringSubmatch(komiWords.Replace(km))
	if m == nil {
		for _, none := range []string{"无贴", "無貼", "不贴", "不貼", "コミなし", "コミ無し", "없음"} {
			if strings.Contains(km, none) {
				return 0, false, true
			}
		}
		return 0, false, false
	}
	v, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		return 0, false, false
	}
	part := func(above float64, below string) float64 {
		n, err := strconv.ParseFloat(below, 64)
		if err != nil || n == 0 {
			return above
		}
		return above / n
	}
	if m[2] != "" {
		v = part(v, m[2])
	}
	if m[3] != "" {
		above, _ := strconv.ParseFloat(m[3], 64) // a digit
		v += math.Copysign(part(above, m[4]), v)
	}
	for _, given := range []string{"倒贴", "倒貼", "白贴", "白貼", "白出", "逆コミ", "역덤"} {
		if strings.Contains(km, given) {
			v = -math.Abs(v)
		}
	}
	return v, strings.Contains(km, "子") && math.Abs(v) < 5, true
}

// remark adds a remark about a value of a property of a node.
func (l *Line) remark(n *Node, id, value string, kind error, reason string) {
	switch {
	case len(l.Remarks) < maxFaults:
		l.Remarks = append(l.Remarks, l.about(n, id, value, fmt.Errorf("%w: %s", kind, reason)))
	case l.leftOut == nil:
		l.leftOut = &LeftOut{1}
		l.Remarks = append(l.Remarks, l.about(n, "", "", l.leftOut))
	default:
		l.leftOut.Remarks++
	}
}

// fail returns an error about a value of the root.
func (l *Line) fail(id, value string, err error) error {
	e := l.about(l.game.Root, id, value, err)
	e.Whole = false
	return e
}

// about returns a remark with the place of a node. Lines are counted on from the remark before.
func (l *Line) about(n *Node, id, value string, err error) *game.RecordError {
	g := l.game
	at := min(n.at, len(g.Text))
	if at < l.lineAt {
		l.lineAt, l.lines = 0, 0
	}
	l.lines += gametext.CountLines(g.Text[l.lineAt:at])
	l.lineAt = at
	return &game.RecordError{Format: "sgf", Game: g.Number, Line: g.Line + l.lines, Offset: g.Offset + int64(at),
		Text: shorten(id, value), Err: err, Whole: true}
}

// shorten writes a property, or the beginning of a long one.
func shorten(id, value string) string {
	if id == "" {
		return ""
	}
	return gametext.Shorten([]byte(id + "[" + value + "]"))
}
