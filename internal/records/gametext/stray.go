package gametext

import (
	"bytes"
	"strings"
)

// maxStray is how far a tag pair or a move is looked for after text that is neither.
const maxStray = 1 << 10

// stray returns the end of the text from t.text[i] on that is neither a tag pair nor a move nor a comment, if it stands
// before a tag pair on its line or on a line below without a blank one between, before the number of the first move,
// or at the end: the second bracket of "]]", a line "---", <br>, a tag pair without a name. It returns i if there is
// none, and −1 if the text continues in the stream and is too short to decide. Text before a termination marker or a
// move without a number is part of the movetext, and so is text without either for a kilobyte.
func (t *Tokenizer) stray(i int) int {
	b := t.text[:min(i+maxStray, len(t.text))]
	end, gap := i, false // a blank line comes after the text
	for at := i; at < len(b); {
		next := skipBlanks(b, at)
		gap = gap || next > at+1 && CountLines(b[at:next]) > 1
		if at = next; at == len(b) {
			break
		}
		switch c := b[at]; {
		case c == '{' || c == ';' || c == '%' && atLineStart(b, at) || c == '[' && t.isTag(b, at):
			if gap { // the next game
				return i
			}
			return end
		case c == '*' || c == '[' && at+1 < len(b) && b[at+1] == '%' || t.spacedResult(at) > at:
			return i
		case t.numbered(b, at) || at == i && numberDot(b[i:]):
			return end
		}
		to := at + 1
		for to < len(b) && classes[b[to]]&blank == 0 && b[to] != '[' && b[to] != '{' {
			to++
		}
		if t.complete(b, to) && (moveForm(b[at:to], t.notation) || isResult(Plain(b[at:to]), t.notation)) {
			return i
		}
		at, end = to, to
	}
	switch {
	case len(b) < len(t.text):
		return i
	case t.more:
		t.seen = len(t.text)
		return -1
	}
	return end
}

// complete reports whether a word that ends at b[to] does not continue in the stream or in the rest of the text.
func (t *Tokenizer) complete(b []byte, to int) bool {
	return to < len(b) || len(b) == len(t.text) && !t.more
}

// isTag reports whether the opening bracket b[i] begins a tag pair, which has to be well-formed within a line.
func (t *Tokenizer) isTag(b []byte, i int) bool {
	if !looksLikeTag(b, i) {
		return false
	}
	if atLineStart(b, i) {
		return true
	}
	_, _, ok := pairAt(b, i)
	if !t.complete(b, lineEnd(b, i)) {
		t.seen = len(t.text)
	}
	return ok
}

// numbered reports whether a move with its number begins at b[i]. In draughts the number may be a square.
func (t *Tokenizer) numbered(b []byte, i int) bool {
	j := i
	for j < len(b) && classes[b[j]]&digit != 0 {
		j++
	}
	if j == i || t.notation == Draughts {
		return j > i
	}
	for j < len(b) && (classes[b[j]]&(blank|dot) != 0 || b[j] == ')' || b[j] == ':') {
		j++
	}
	to := j
	for to < len(b) && classes[b[to]]&blank == 0 {
		to++
	}
	if !t.complete(b, to) {
		t.seen = len(t.text)
		return false
	}
	return to > j && moveForm(b[j:to], t.notation)
}

// numberDot reports whether a text begins with a number and a dot: with movetext, whatever follows.
func numberDot(b []byte) bool {
	rest := bytes.TrimLeft(b, "0123456789")
	return len(rest) < len(b) && len(rest) > 0 && rest[0] == '.'
}

// moveForm reports whether a word looks like a move and like nothing else. The letter of its piece may come from any
// language.
func moveForm(word []byte, n Notation) bool {
	if word = bytes.TrimRight(Plain(word), ",;.!?"); !likeMove(word, n) {
		return false
	}
	signs := "abcdefgh12345678xX:-=+#()KQRBNkqrbnp.@" // with drops, and in antichess promotions to king
	switch {
	case n == Draughts && !bytes.ContainsAny(word, "0123456789"):
		return false
	case n == Draughts:
		signs = "0123456789abcdefghxX:-*+#"
	case len(bytes.Trim(word, "O0o-+#")) == 0:
		return true
	case word[0] >= 'A' && word[0] <= 'Z':
		word = word[1:]
	}
	return !bytes.ContainsFunc(word, func(r rune) bool { return !strings.ContainsRune(signs, r) })
}
