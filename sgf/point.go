package sgf

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// ParsePoint reads a point or a pass of a record of Go on a board of the size of o: two letters, column from the left
// and row from the top; nothing, or tt on boards to 19×19, is a pass. Capitals are read as small
// letters, because no board has 27 columns.
func ParsePoint(o baduk.Options, text string) (baduk.Move, error) {
	v := strings.ToLower(strings.TrimSpace(text))
	if v == "" || v == "pass" || v == "tt" && o.Width <= 19 && o.Height <= 19 {
		return baduk.Pass, nil
	}
	if len(v) != 2 || v[0] < 'a' || int(v[0]-'a') >= o.Width || v[1] < 'a' || int(v[1]-'a') >= o.Height {
		return 0, fmt.Errorf("%q is not a point of a board of %d×%d: two letters from a", v, o.Width, o.Height)
	}
	return baduk.Move((o.Height-1-int(v[1]-'a'))*o.Width + int(v[0]-'a')), nil
}

// FormatPoint writes what [ParsePoint] reads, a pass as nothing. The move is not checked.
func FormatPoint(o baduk.Options, m baduk.Move) string {
	if m == baduk.Pass {
		return ""
	}
	column, row := int(m)%o.Width, o.Height-1-int(m)/o.Width
	return string([]byte{'a' + byte(column), 'a' + byte(row)})
}

// points reads a point, or a rectangle of points as "aa:cc".
func (l *Line) points(v string) (all []baduk.Move, err error) {
	from, to, rectangle := strings.Cut(v, ":")
	if !rectangle {
		to = from
	}
	a, err := ParsePoint(l.Position.Options(), from)
	if err != nil {
		return nil, err
	}
	b, err := ParsePoint(l.Position.Options(), to)
	if err != nil {
		return nil, err
	}
	if a == baduk.Pass || b == baduk.Pass {
		return nil, fmt.Errorf("%q is not a point", v)
	}
	w := l.Position.Options().Width
	left, right := int(a)%w, int(b)%w
	low, high := int(a)/w, int(b)/w
	for r := min(low, high); r <= max(low, high); r++ {
		for c := min(left, right); c <= max(left, right); c++ {
			all = append(all, baduk.Move(r*w+c))
		}
	}
	return all, nil
}
