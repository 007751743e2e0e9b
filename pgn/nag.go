package pgn

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/gametext"
)

// A NAG is a numeric annotation glyph: a remark about a move or a position
// from the list in the standard, 1 for "!" or 146 for "novelty".
type NAG uint8

// glyphs are the signs that people write for a NAG, most common first. If a NAG has a
// number for each side, it is White's.
var glyphs = []struct {
	sign string
	nag  NAG
}{
	{"!", 1}, {"?", 2}, {"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"‼", 3}, {"⁇", 4}, {"⁉", 5}, {"⁈", 6},
	{"□", 7}, {"▢", 7}, {"☐", 7}, {"=", 10}, {"~", 13}, {"∞", 13}, {"+=", 14}, {"=+", 15}, {"+/=", 14}, {"=/+", 15},
	{"⩲", 14}, {"⩱", 15}, {"±", 16}, {"∓", 17}, {"+/-", 16}, {"-/+", 17}, {"+-", 18}, {"-+", 19}, {"+--", 20},
	{"--+", 21}, {"⨀", 22}, {"⊙", 22}, {"☉", 22}, {"○", 26}, {"◯", 26}, {"⟳", 32}, {"↻", 32}, {"↑", 36}, {"→", 40},
	{"=∞", 44}, {"=/∞", 44}, {"⯹", 44}, {"⇆", 132}, {"⇄", 132}, {"⨁", 138}, {"⊕", 138}, {"∆", 140}, {"Δ", 140},
	{"△", 140}, {"∇", 141}, {"▽", 141}, {"⌓", 142}, {"≤", 143}, {"<=", 143}, {"==", 144}, {"RR", 145}, {"N", 146},
	{"TN", 146}, {"x", 147}, {"⊥", 148}, {"⊞", 151}, {"D", 220}, {"[#]", 220}, {"⬒", 220}, {"⬓", 221},
}

// said are words and signs that say something about a move, but for which there is no NAG.
var said = []string{
	"e.p.", "e.p", "ep", "+", "++", "#", "ch", "ch.", "+ch", "dbl", "dis", "disc", "db", "disch", "dblch", "dis.ch", "mate", "†", "‡",
	"††", "+†", "-",
}

// endings are words with which people say in movetext how a game ended.
var endings = []string{
	"white", "black", "resigns", "resigned", "resign", "draw", "drawn", "agreed", "agreement", "mutual", "by", "on", "time",
	"timeout", "forfeit", "forfeits", "flag", "won", "wins", "win", "lost", "loses", "checkmate", "checkmated", "stalemate",
	"adjourned", "adjudicated", "aborted", "abandoned", "disconnected", "unfinished",
}

// isEnding reports whether a word says how the game ended, perhaps before a full stop.
func isEnding(text []byte) bool {
	return slices.Contains(endings, strings.ToLower(strings.TrimRight(string(text), ".,")))
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

// remark reports whether a text in ASCII and UTF-8 that is no move says something about the
// move before it, in signs or in letters. The NAG is 0 if none means the same.
func remark(text []byte) (NAG, bool) {
	for _, g := range glyphs {
		if string(text) == g.sign {
			return g.nag, true
		}
	}
	return 0, slices.Contains(said, string(text))
}

// isSign reports whether a text has neither letters nor digits: whatever it means, it is no
// move. The brace at the end of a comment in a comment is no sign: text follows it.
func isSign(text []byte) bool {
	return !bytes.ContainsFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '}'
	})
}

// isNull reports whether a word is a null move: a pass, for analysis.
func isNull(word []byte) bool {
	switch string(gametext.Plain(word)) {
	case "--", "Z0", "<>", "@@@@", "null", "pass":
		return true
	}
	return false
}

// oddMove reads a word that is not a move by the rules of SAN: with characters outside
// ASCII, or with signs close to the move, as e4± or Bb5ch. If the word is such a sign
// alone, the move is NoMove. The error is from ParseSANBytes.
func (p *Parser) oddMove(word []byte, err error) (chess.Move, NAG, error) {
	plain := gametext.Plain(word)
	if n, ok := remark(plain); ok {
		return chess.NoMove, n, nil
	}
	const longest = 32
	if len(plain) > longest || isNull(plain) {
		return chess.NoMove, 0, err
	}
	if !bytes.Equal(plain, word) {
		if m, plainErr := p.pos.ParseSANBytes(plain); plainErr == nil {
			return m, 0, nil
		}
	}
	for i := 2; i < len(plain); i++ { // the longest sign first
		if n, ok := remark(plain[i:]); ok {
			if m, shortErr := p.pos.ParseSANBytes(plain[:i]); shortErr == nil {
				return m, n, nil
			}
		}
	}
	return chess.NoMove, 0, err
}

// passOver is for a sign whose meaning is not known.
func passOver(tok gametext.Token, text []byte) *gametext.Fault {
	return gametext.NewFault(tok, text, game.ErrSyntax, "it is passed over; a remark is written as a NAG or in braces")
}
