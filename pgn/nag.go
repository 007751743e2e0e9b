package pgn

import "strconv"

// A NAG is a numeric annotation glyph: a remark about a move or a position
// from the list in the standard, 1 for "!" or 146 for "novelty".
type NAG uint8

// glyphs are the signs that people write for a NAG, most common first.
var glyphs = []struct {
	sign string
	nag  NAG
}{
	{"!", 1}, {"?", 2}, {"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6},
	{"=", 10}, {"~", 13}, {"+=", 14}, {"=+", 15}, {"+/=", 14}, {"=/+", 15},
	{"+/-", 16}, {"-/+", 17}, {"+-", 18}, {"-+", 19}, {"+--", 20}, {"--+", 21},
	{"N", 146}, {"D", 220}, {"□", 7}, {"∞", 13},
}

// String returns "!", "?", "!!", "??", "!?" or "?!" for 1 to 6, and "$n" for
// the others.
func (n NAG) String() string {
	if n >= 1 && n <= 6 {
		return glyphs[n-1].sign
	}
	return "$" + strconv.Itoa(int(n))
}

// glyph returns the NAG that a sign stands for.
func glyph(sign []byte) (NAG, bool) {
	for _, g := range glyphs {
		if string(sign) == g.sign {
			return g.nag, true
		}
	}
	return 0, false
}

// isRemark reports whether a word that is no move is one that says something
// about the move before it, in signs or in letters.
func isRemark(word []byte) bool {
	if _, ok := glyph(word); ok {
		return true
	}
	switch string(word) {
	case "e.p.", "e.p", "ep", "+", "++", "#", "ch", "ch.", "dbl", "mate", "\u00a0", "\xa0":
		return true
	}
	return false
}
