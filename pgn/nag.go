package pgn

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
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
	"e.p.", "e.p", "ep", "ef", "+", "++", "#", "ch", "chk", "check", "dbl", "double", "dis", "disc", "discovered",
	"db", "disch", "dblch", "mate", "checkmate", "†", "‡", "††", "-",
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
// move before it, in signs or in letters of any case. The NAG is 0 if none means the same.
func remark(text []byte) (NAG, bool) {
	for _, g := range glyphs {
		if string(text) == g.sign {
			return g.nag, true
		}
	}
	return 0, slices.Contains(said, strings.ToLower(string(text)))
}

// longestWord is the length of the longest move with signs that is read.
const longestWord = 32

// appendRemarks is remark for several signs without blanks between them, such as +=N.
func appendRemarks(dst []NAG, text []byte) ([]NAG, bool) {
	if len(text) > longestWord || isNull(text) {
		return dst, false
	}
	for len(text) > 0 {
		end := len(text)
		for ; end > 0; end-- { // the longest sign first
			if n, ok := remark(text[:end]); ok {
				if n != 0 {
					dst = append(dst, n)
				}
				break
			}
		}
		if end == 0 {
			return dst, false
		}
		text = text[end:]
	}
	return dst, true
}

// isNull reports whether a word is a null move: a pass, for analysis.
func isNull(word []byte) bool {
	if len(word) > longestWord {
		return false
	}
	switch strings.ToLower(string(gametext.Plain(word))) {
	case "--", "z0", "<>", "@@@@", "0000", "null", "pass":
		return true
	}
	return false
}

// oddMove reads a word that is not a move by the rules of SAN: with characters outside
// ASCII, with signs close to the move, as e4± or Bb5ch, with blanks in it, as N f3, or without a
// square, as exd. If the word is such a sign alone, the move is NoMove. The error is from
// ParseSANBytes.
func (p *Parser) oddMove(h *header, t *gametext.Tokenizer, tok gametext.Token, err error) (chess.Move, []NAG, error) {
	word := t.Text(tok)
	if len(word) > 2*longestWord || isNull(word) { // of -- e5, too
		return chess.NoMove, nil, err
	}
	plain := bytes.Join(bytes.Fields(gametext.Plain(word)), nil) // 0 - 0 is one word
	if m := p.spacedMove(h, t, tok, plain); m != chess.NoMove {
		return m, nil, nil
	}
	if m := p.filesMove(plain); m != chess.NoMove {
		return m, nil, nil
	}
	if nags, ok := appendRemarks(nil, plain); ok {
		return chess.NoMove, nags, nil
	}
	if len(plain) > longestWord || isNull(plain) {
		return chess.NoMove, nil, err
	}
	if !bytes.Equal(plain, word) {
		if m, plainErr := p.pos.ParseSANBytes(plain); plainErr == nil {
			return m, nil, nil
		}
	}
	for i := 2; i < len(plain); i++ { // the most signs first
		if nags, ok := appendRemarks(nil, plain[i:]); ok {
			if m, shortErr := p.pos.ParseSANBytes(plain[:i]); shortErr == nil {
				return m, nags, nil
			}
		}
	}
	if m := p.gluedMove(t, tok); m != chess.NoMove {
		return m, nil, nil
	}
	return chess.NoMove, nil, err
}

// gluedMove reads the first move of a word that is several without blanks between them, as O-OO-O, e52 before a dot,
// and O-ONf6, and goes on after it. It returns NoMove if they are not all legal.
func (p *Parser) gluedMove(t *gametext.Tokenizer, tok gametext.Token) chess.Move {
	word := t.Text(tok)
	dot := bytes.HasPrefix(t.Rest(tok)[len(word):], []byte("."))
	for i := len(word) - 1; i >= 2; i-- { // the longest move first
		if m, err := p.pos.ParseSANBytes(word[:i]); err == nil && p.follows(m, word[i:], dot) {
			t.At = tok.From + i
			return m
		}
	}
	return chess.NoMove
}

// follows reports whether a text after a move is legal moves, with the number of the last one if a dot comes after it.
func (p *Parser) follows(m chess.Move, text []byte, dot bool) bool {
	p.pos.Make(m)
	defer p.pos.Unmake()
	text = bytes.TrimLeft(text, "123456789") // of 3Bb5
	if len(text) == 0 {
		return dot
	}
	if text[0] == '0' && dot && len(bytes.Trim(text, "0123456789")) == 0 {
		return true
	}
	for i := len(text); i >= 2; i-- {
		if next, err := p.pos.ParseSANBytes(text[:i]); err == nil && (i == len(text) || p.follows(next, text[i:], dot)) {
			return true
		}
	}
	return false
}

// spacedMove reads a move with blanks in it that begins with a word: N f3, e x d5, O - O - O. It takes as many
// words as make a legal move, or returns NoMove. A single N is also the sign of a novelty. It is the knight if
// the number of a move is before it, if the game has such moves, or if the next word is no move. If both make
// sense, it is the sign, with a fault that is forgiven.
func (p *Parser) spacedMove(h *header, t *gametext.Tokenizer, tok gametext.Token, plain []byte) chess.Move {
	if len(plain) > len("O-O-") || bytes.Trim(plain, "abcdefghKQRBNPOo12345678-x") != nil {
		return chess.NoMove
	}
	const most = 4 // words
	move, at, words := chess.NoMove, 0, 0
	novelty := false
	var room [16]byte
	for joined, end := range t.Joined(tok, room[:0]) {
		if words++; words > most || len(joined) > len(room) {
			break
		}
		if words == 1 && string(plain) == "N" {
			_, err := p.pos.ParseSANBytes(joined[1:])
			novelty = err == nil && !h.spaced && !t.Numbered(tok)
		}
		if m, err := p.pos.ParseSANBytes(joined); err == nil {
			move, at = m, end
		}
	}
	switch {
	case move == chess.NoMove:
	case novelty:
		h.Forgive(gametext.NewFault(tok, plain, game.ErrSyntax, "it is read as the sign of a novelty; write N"+
			" close to its square if it is a knight"))
		return chess.NoMove
	default:
		t.At, h.spaced = at, true
	}
	return move
}

// filesMove returns the only capture by a pawn that goes from file to file, as in exd or ed, or NoMove.
func (p *Parser) filesMove(plain []byte) chess.Move {
	if len(plain) == 3 && plain[1] == 'x' {
		plain = []byte{plain[0], plain[2]}
	}
	if len(plain) != 2 || plain[0]-'a' > 7 || plain[1]-'a' > 7 {
		return chess.NoMove
	}
	found := chess.NoMove
	var room [256]chess.Move
	for _, m := range p.pos.AppendMoves(room[:0]) {
		if san := p.pos.AppendSAN(nil, m); len(san) >= 4 && san[0] == plain[0] && san[1] == 'x' && san[2] == plain[1] {
			if found != chess.NoMove {
				return chess.NoMove
			}
			found = m
		}
	}
	return found
}
