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

// parseNAG reads a token NAG.
func parseNAG(text []byte) (NAG, bool) {
	if text[0] != '$' {
		return remark(text)
	}
	n, err := strconv.ParseUint(string(text[1:]), 10, 8)
	return NAG(n), err == nil
}

// remark reports whether a text that is no move says something about the move
// before it, in signs or in letters. The NAG is 0 if none means the same.
func remark(text []byte) (NAG, bool) {
	for _, g := range glyphs {
		if string(text) == g.sign {
			return g.nag, true
		}
	}
	switch string(text) {
	case "e.p.", "e.p", "ep", "+", "++", "#", "ch", "dbl", "mate", "\u00a0", "\xa0":
		return 0, true
	}
	return 0, false
}

// isNull reports whether a word is a null move: a pass, for analysis.
func isNull(word []byte) bool {
	return string(word) == "--" || string(word) == "Z0"
}
