package gametext

import (
	"bytes"
	"iter"
	"strings"
)

// A Kind is the kind of a token.
type Kind uint8

const (
	End      Kind = iota // of the text; From is the start of a number or a line that may continue
	Word                 // a move, or a remark in letters
	NAG                  // $n, or a sign such as "!?"
	Comment              // in braces, from a semicolon to the end of the line, or in brackets
	Unclosed             // a comment that has no closing brace: the rest of the text
	Open                 // the parenthesis that begins a variation
	Close                // the one that ends it
	Result               // a termination marker
	Tag                  // a tag pair; see Tokenizer.Pair
	BadTag               // a tag pair without quotes or without its closing bracket
	Junk                 // anything else, up to a blank or another kind of token
	Stray                // text between the tag pairs, or before the first move, that is neither
	Restart              // in the scanner only: the number 1 after a blank line in movetext
	nothing              // in this package only: text that is passed over
)

// A Token is a piece of the text, Text[From:To].
type Token struct {
	Kind     Kind
	From, To int
}

// A Notation is the notation of a text.
type Notation uint8

const (
	Chess    Notation = iota
	Draughts          // words may begin with numbers, and there are other results
)

// String returns "pgn" or "pdn".
func (n Notation) String() string { return [...]string{"pgn", "pdn"}[n] }

// A Place is a part of the text of a game.
type Place uint8

const (
	Outside    Place = iota // before the first game, or after a termination marker
	InTags                  // after a tag pair
	InMovetext              // after a move, a number or anything else
)

// A Tokenizer cuts a text into tokens. It skips blanks, move numbers with their dots, byte order
// marks between games and at the start of a line, and lines escaped by a per cent sign.
type Tokenizer struct {
	state

	text     []byte
	notation Notation
	seen     int  // how far the text was read; later bytes may change the last token
	more     bool // the text continues in the stream
	line     bracketLine
	brace    int // the closing brace of the last comment
	nested   int // its closing brace if comments in the comment count
	work     int // bytes read so far, for tests
}

// A state is what changes with each token. A copy of it marks a place in the text to go back to.
type state struct {
	spot
	Pair Pair // the last tag pair

	// The number of the first move before movetext: 0 if there is none, 2 if it is 2 or more. The caller resets it.
	number int

	bothLose bool // the tag Result says 0-0
}

// A spot is where the next token is looked for. The cutter goes back to one if the text after it is to be read again.
type spot struct {
	At    int   // offset
	Place Place // of the text at At
	Depth int   // number of open variations at At
}

// NewTokenizer returns a tokenizer of a text.
func NewTokenizer(text []byte, n Notation) Tokenizer {
	return Tokenizer{text: text, notation: n}
}

// Text returns the text of a token.
func (t *Tokenizer) Text(tok Token) []byte { return t.text[tok.From:tok.To] }

// Rest returns the text from a token on.
func (t *Tokenizer) Rest(tok Token) []byte { return t.text[tok.From:] }

// Joined appends the word tok to dst, and then the words after it one by one, without the blanks between them. After
// each of these it yields dst and the offset where that word ends. It stops before a blank line, the number of a move,
// and anything that is no word.
func (t *Tokenizer) Joined(tok Token, dst []byte) iter.Seq2[[]byte, int] {
	return func(yield func([]byte, int) bool) {
		dst = append(dst, t.Text(tok)...)
		for end := tok.To; ; {
			from := end
			for from < len(t.text) && classes[t.text[from]]&blank != 0 {
				from++
			}
			if CountLines(t.text[end:from]) > 1 {
				return
			}
			end = from
			for end < len(t.text) && classes[t.text[end]]&inWord != 0 {
				end++
			}
			rank := end == from+1 && dst[len(dst)-1] >= 'a' && dst[len(dst)-1] <= 'h' // Nf 6
			if from == tok.To || end == from || end < len(t.text) && t.text[end] == '.' ||
				!rank && t.isNumber(from, end) && len(bytes.Trim(t.text[from:end], "0123456789")) == 0 {
				return
			}
			if dst = append(dst, t.text[from:end]...); !yield(dst, end) {
				return
			}
		}
	}
}

// Numbered reports whether the number of a move is before a token.
func (t *Tokenizer) Numbered(tok Token) bool { return numberBefore(t.text, tok.From) < tok.From }

// CutOff returns the termination marker that ends the text, in a variation or comment that is not closed, or nil.
func (t *Tokenizer) CutOff() []byte { return lastResult(t.text) }

// Next returns the next token.
func (t *Tokenizer) Next() Token {
	for i := t.At; i < len(t.text); {
		c := t.text[i]
		class := classes[c]
		if class&(blank|dot) != 0 {
			i++
			continue
		}
		if t.Place == InTags && t.number == 0 {
			if tok := t.amongTags(i); tok.Kind != nothing {
				return tok
			}
		}
		var tok Token
		switch {
		case class&letter != 0:
			t.Place = InMovetext
			return t.token(Word, i, t.endOfWord(i, i+1))
		case class&digit != 0:
			tok = t.digits(i)
		case class&inWord != 0:
			return t.word(i, t.endOfWord(i, i+1))
		case isForeign(c):
			tok = t.foreign(i)
		case c == '%' && (t.Place == Outside || atLineStart(t.text, i)):
			tok = t.escaped(i)
		default:
			return t.sign(i)
		}
		if tok.Kind != nothing {
			return tok
		}
		i = tok.To
	}
	return t.token(End, len(t.text), len(t.text))
}

// amongTags returns the token at text[i], after a tag pair and before the number of a move, if it is another tag pair
// or text that is passed over.
func (t *Tokenizer) amongTags(i int) Token {
	b := t.text
	switch c := b[i]; {
	case c == '[' && looksLikeTag(b, i):
		return t.tag(i)
	case c == '{', c == '1' && i+1 < len(b) && b[i+1] == '.', isForeign(c) && skipForeign(b, i) > i:
		return Token{Kind: nothing}
	}
	switch end := t.stray(i); {
	case end < 0:
		return t.token(End, i, len(b))
	case end > i:
		return t.token(Stray, i, end)
	}
	return Token{Kind: nothing}
}

// digits returns the token that begins with the digit text[i]: a termination marker, castling or another word; or
// nothing, up to the end of the number of a move.
func (t *Tokenizer) digits(i int) Token {
	if end := t.spacedResult(i); end > i {
		return t.result(i, end)
	}
	if end := t.spacedCastling(i); end > i {
		return t.word(i, end)
	}
	b, j := t.text, i+1
	for j < len(b) && classes[b[j]]&digit != 0 {
		j++
	}
	if !t.isNumber(i, j) {
		return t.word(i, t.endOfWord(i, j))
	}
	if j == len(b) || t.unsure() {
		return t.token(End, i, len(b))
	}
	if t.Place != InMovetext {
		t.number = 2
		if j == i+1 {
			t.number = min(2, int(b[i]-'0'))
		}
	}
	if b[j] == ':' || b[j] == ')' && t.Depth == 0 {
		j++
	}
	return Token{nothing, i, j}
}

// foreign returns the token that begins with a character outside ASCII, at text[i]: a termination marker or another
// word; or nothing, up to the end of blanks and of invisible characters.
func (t *Tokenizer) foreign(i int) Token {
	if j := skipForeign(t.text, i); j > i {
		return Token{nothing, i, j}
	}
	if end := t.spacedResult(i); end > i {
		return t.result(i, end)
	}
	return t.word(i, wordEnd(t.text, i))
}

// escaped returns nothing, up to the end of the line that the per cent sign text[i] begins, or End if the text ends
// there.
func (t *Tokenizer) escaped(i int) Token {
	j := lineEnd(t.text, i)
	if j == len(t.text) {
		return t.token(End, i, j)
	}
	return Token{nothing, i, j}
}

// endOfWord returns the end of a word in ASCII that begins at text[i] and goes on at text[j].
func (t *Tokenizer) endOfWord(i, j int) int {
	b := t.text
	for j < len(b) && classes[b[j]]&inWord != 0 {
		j++
	}
	if c := b[j-1]; c <= '2' && c >= '0' && j-i > 4 && b[j-2] < '0' {
		j -= gluedResult(b[i:j], t.notation)
	}
	if j < len(b) && classes[b[j]]&afterWord != 0 {
		if isForeign(b[j]) {
			return wordEnd(b, j)
		}
		if len(b)-j < len("(Q)") {
			t.seen = len(b)
		}
		j += suffix(b[i:j], b[j:], t.notation)
	}
	return j
}

// word returns the word text[from:to], which may be a result.
func (t *Tokenizer) word(from, to int) Token {
	word := t.text[from:to]
	if isResult(Plain(word), t.notation) || t.bothLose && t.endsWith(word, to) {
		return t.result(from, to)
	}
	t.Place = InMovetext
	return t.token(Word, from, to)
}

// endsWith reports whether a game that both players lost, by its tag Result, ends with the
// word before text[to]: 0-0 that is not castling, because no move follows.
func (t *Tokenizer) endsWith(word []byte, to int) bool {
	if t.notation != Chess || !bothLose(word) || t.Depth > 0 {
		return false
	}
	b, i := t.text, to
	for i < len(b) {
		switch {
		case classes[b[i]]&blank != 0:
			i++
		case isForeign(b[i]) && skipForeign(b, i) > i:
			i = skipForeign(b, i)
		case b[i] == ';' || b[i] == '%' && atLineStart(b, i):
			i = lineEnd(b, i)
		case b[i] == '{':
			n := bytes.IndexByte(b[i:], '}')
			if n < 0 {
				t.seen = len(b)
				return false
			}
			i += n + 1
		default:
			t.seen = max(t.seen, min(i+2, len(b)))
			return b[i] == '[' || bytes.HasPrefix(b[i:], []byte("1."))
		}
	}
	t.seen = len(b)
	return true
}

// bothLose reports whether a result says that both players lost.
func bothLose(result []byte) bool {
	switch string(result) {
	case "1-0", "0-1", "1/2-1/2", "*":
		return false // without allocations
	}
	return PlainResult(result) == "0-0"
}

// token returns the token text[from:to] and continues after it.
func (t *Tokenizer) token(kind Kind, from, to int) Token {
	t.goTo(to)
	return Token{kind, from, to}
}

// atEnd reports whether a token reaches the end of the text, or was read with a look at the end. If the text continues,
// the token may change.
func (t *Tokenizer) atEnd(tok Token) bool { return max(tok.To, t.seen) == len(t.text) }

// unsure reports whether bytes that are not read yet may change what was read last.
func (t *Tokenizer) unsure() bool { return t.more && t.seen == len(t.text) }

// runeAt is the function runeAt, and notes that the end of the text may cut off the character.
func (t *Tokenizer) runeAt(i int) (r rune, n int) {
	if r, n = runeAt(t.text, i); i+n == len(t.text) {
		t.seen = len(t.text)
	}
	return r, n
}

// goTo continues at an offset, and counts the bytes up to there.
func (t *Tokenizer) goTo(i int) {
	t.work += i - t.At
	t.At = i
}

// isNumber reports whether the digits b[i:j] are the number of a move. It may
// be written close to the move, as in 3Bb5, and a colon may follow. In draughts
// four digits without a dot are a move. In chess zeros are castling, 00 and 000,
// or a null move, 0000.
func (t *Tokenizer) isNumber(i, j int) bool {
	switch {
	case j == len(t.text):
	case t.text[j] == ':' && j+1 < len(t.text) && classes[t.text[j+1]]&(blank|letter) != 0:
		return true
	case isForeign(t.text[j]):
		r, n := t.runeAt(j)
		for k := j + n; isInvisible(r) && !isBlank(r) && k < len(t.text); k += n {
			r, n = t.runeAt(k)
		}
		if text := asciiOf[r]; r == '-' || text == "-" || text == "/" || text == ":" {
			return false
		}
	case classes[t.text[j]]&inWord != 0:
		return classes[t.text[j]]&letter != 0 && t.notation == Chess
	}
	if t.notation == Chess && j-i > 1 && len(bytes.Trim(t.text[i:j], "0")) == 0 {
		return j < len(t.text) && t.text[j] == '.'
	}
	return t.notation == Chess || j-i != 4 || j < len(t.text) && t.text[j] == '.'
}

// suffix returns how many bytes of rest belong to the word before it: (Q) in
// a8(Q), .p. in exd6e.p. and .p in e.p; in draughts the asterisk of a forced
// move.
func suffix(word, rest []byte, n Notation) int {
	switch {
	case n == Draughts && rest[0] == '*':
		return 1
	case n == Draughts:
	case word[len(word)-1] == 'e' && bytes.HasPrefix(rest, []byte(".p.")):
		return 3
	case word[len(word)-1] == 'e' && bytes.HasPrefix(rest, []byte(".p")):
		return 2
	case len(rest) >= 3 && rest[0] == '(' && strings.IndexByte("KQRBNkqrbn", rest[1]) >= 0 && rest[2] == ')' &&
		word[0] >= 'a' && word[0] <= 'h':
		return 3
	}
	return 0
}

// result notes the end of the game, unless a variation is open.
func (t *Tokenizer) result(from, to int) Token {
	if t.Depth == 0 {
		t.Place = Outside
	}
	return t.token(Result, from, to)
}

// sign reads a token that begins with any other character at b[i].
func (t *Tokenizer) sign(i int) Token {
	b := t.text
	switch b[i] {
	case '{':
		return t.comment(i)
	case ';':
		return t.token(Comment, i, lineEnd(b, i))
	case '[':
		if t.Place != InMovetext || atLineStart(b, i) {
			if looksLikeTag(b, i) {
				return t.tag(i)
			}
			t.seen = max(t.seen, skipSpaces(b, i+1))
		}
		if end := t.bracket(i); end > i {
			return t.token(Comment, i, end)
		}
	case '<':
		if end := t.markup(i); end > i {
			t.Place = InMovetext
			return t.token(Junk, i, end)
		}
	case '*':
		if i+1 == len(b) || classes[b[i+1]]&inWord == 0 {
			return t.result(i, i+1)
		}
	}
	t.Place = InMovetext
	switch b[i] {
	case '(':
		t.Depth++
		return t.token(Open, i, i+1)
	case ')':
		t.Depth = max(0, t.Depth-1)
		return t.token(Close, i, i+1)
	case '$':
		j := i + 1
		for j < len(b) && classes[b[j]]&digit != 0 {
			j++
		}
		return t.token(NAG, i, j)
	case '!', '?':
		j := i + 1
		if j < len(b) && (b[j] == '!' || b[j] == '?') {
			j++
		}
		return t.token(NAG, i, j)
	}
	j, end := i+1, blank|notJunk
	if b[i] == ',' || b[i] == '|' { // e4,e5
		end |= letter | digit
	}
	for j < len(b) && classes[b[j]]&end == 0 {
		j++
	}
	return t.token(Junk, i, j)
}
