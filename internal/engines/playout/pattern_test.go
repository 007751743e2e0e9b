package playout

import (
	"strings"
	"testing"
)

// index returns the index of patterns that a surrounding has, row by row.
func index(text string) (n uint16) {
	bit := 0
	for i, c := range text {
		if i != 4 {
			n |= uint16(strings.IndexRune(".XO#", c)) << bit
			bit += 2
		}
	}
	return n
}

// TestPatterns: surroundings as in figures 2 to 5 of Gelly et al. 2006, and
// others.
func TestPatterns(t *testing.T) {
	for text, want := range map[string]bool{
		"XOX......": true, // hane
		"XOX...OOX": true,
		"XO.......": true,
		"XO.X...X.": false, // below it is Black's
		"XO.O.....": true,  // a cut
		"XO.O.O...": false, // that is no cut any more
		"XO.O.XXXX": true,
		".X.O.O...": true,
		".X.O.O.O.": false,
		"X..O..###": true, // at the edge
		"OX.X.O###": true,
		".........": false,
		"XXX......": false,
		"......###": false,
	} {
		if got := patterns()[index(text)]; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if patterns()[index("XOXX.OOX.")] != patterns()[index("OXOO.XXO.")] {
		t.Error("a pattern holds for one colour only")
	}
}

// TestSymmetry: what fits, fits turned, mirrored and with the colours
// exchanged. There are 65,536 surroundings, each in 16 forms.
func TestSymmetry(t *testing.T) {
	table := patterns()
	get := func(n uint16, k int) uint16 { return n >> (2 * k) & 3 }
	put := func(order [8]int, swap bool, n uint16) (m uint16) {
		for k, from := range order {
			c := get(n, from)
			if swap && (c == 1 || c == 2) {
				c = 3 - c
			}
			m |= c << (2 * k)
		}
		return m
	}
	fits := 0
	for n := range uint16(1<<16 - 1) {
		quarter := put([8]int{2, 4, 7, 1, 6, 0, 3, 5}, false, n)
		mirror := put([8]int{2, 1, 0, 4, 3, 7, 6, 5}, false, n)
		colours := put([8]int{0, 1, 2, 3, 4, 5, 6, 7}, true, n)
		if table[n] != table[quarter] || table[n] != table[mirror] || table[n] != table[colours] {
			t.Fatalf("surrounding %04x fits in one form only", n)
		}
		if table[n] {
			fits++
		}
	}
	t.Logf("%d surroundings fit", fits)
	if fits == 0 {
		t.Error("none fits")
	}
}
