package sgf_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/sgf"
)

// TestPoints reads what FormatPoint writes. The points of FF[4]'s example are aa, the upper left one, and ss.
func TestPoints(t *testing.T) {
	for _, o := range []baduk.Options{{Width: 19, Height: 19}, {Width: 9, Height: 13}, {Width: 25, Height: 25}, {Width: 1, Height: 1}} {
		for m := baduk.Pass; int(m) < o.Width*o.Height; m++ {
			text := sgf.FormatPoint(o, m)
			if got, err := sgf.ParsePoint(o, text); got != m || err != nil {
				t.Errorf("%d×%d: %q is %d, want %d, error %v", o.Width, o.Height, text, got, m, err)
			}
		}
	}
	small, large := baduk.Options{Width: 19, Height: 19}, baduk.Options{Width: 25, Height: 25}
	for _, c := range []struct {
		o    baduk.Options
		text string
		want baduk.Move
	}{
		{small, "aa", 18 * 19}, {small, "SS", 18}, {small, " pd ", 15*19 + 15}, {small, "tt", baduk.Pass},
		{large, "tt", 5*25 + 19}, {large, "", baduk.Pass},
	} {
		if got, err := sgf.ParsePoint(c.o, c.text); got != c.want || err != nil {
			t.Errorf("%q: %d, want %d, error %v", c.text, got, c.want, err)
		}
	}
	for _, bad := range []string{"a", "ta", "at", "zz", "a1", "aaa", "é"} {
		if m, err := sgf.ParsePoint(small, bad); err == nil {
			t.Errorf("%q is %d", bad, m)
		}
	}
}
