package gametext

import (
	"bytes"
	"unicode/utf8"
)

// A cutter finds where the games of a text begin. A game begins
//
//   - with the tag pair that follows a termination marker or movetext, in
//     movetext only at the start of a line;
//   - with a tag pair that has the name of the first one of its section, if a blank line is before
//     it, or if another name comes again after it: then the game before it had no movetext;
//   - with a tag pair behind one that the file was cut off in, likewise;
//   - with anything else but a comment that follows a termination marker: it
//     has no tags;
//   - with the number 1 and a move after a blank line in movetext: it has no
//     tags, and the game before it no termination marker.
//
// The number of the first move belongs to a game without tags. If it is not 1, the game before goes on
// after its termination marker; and if it is missing although that game has numbers, a move beside the
// marker is a remark.
//
// Text after a termination marker that begins with neither a tag pair nor a move is not a game. It
// is cut out like one, up to the next game.
//
// Nothing in a comment begins a game, unless the comment is not closed; see
// [cutter.gameIn].
type cutter struct {
	tokens  Tokenizer
	section section
	noGame  bool // the current text does not look like a game
	moved   bool // its movetext begins with a move
	number  bool // that move has a number
	found   int  // number of beginnings that look like a game
	failed  bool // the stream continues, but cannot be read
}

// scan continues at b[i] and appends to starts where games begin. It returns the offset that it
// reached, which may be less than len(b) if the stream continues: the last token may be incomplete.
func (c *cutter) scan(b []byte, i int, ended bool, starts []int) (int, []int) {
	t := &c.tokens
	t.text, t.At, t.seen, t.more, t.line, t.brace = b, i, 0, !ended, bracketLine{}, 0
	for {
		before := t.spot
		tok := t.skim()
		if at := c.gameIn(tok, ended); at >= 0 {
			t.spot = spot{At: at}
			continue
		}
		if t.atEnd(tok) && !ended {
			t.spot = before
			if before.Place == InTags { // the lines between two tokens are counted
				return before.At, starts
			}
			return tok.From, starts
		}
		if before.Place == InTags && tok.From > before.At+1 {
			c.section.pass(b[before.At:tok.From])
		}
		from := -1
		switch tok.Kind {
		case End:
			return len(b), starts
		case Comment, Unclosed, Stray:
		case Result: // alone it is no game
			if t.Depth == 0 {
				t.number = 0
			}
		case Tag, BadTag:
			from = c.tag(tok, before)
		default:
			var sure bool
			if from, sure = c.movetext(tok, before, ended); !sure {
				t.spot = before
				return tok.From, starts
			}
		}
		if from >= 0 {
			starts = append(starts, from)
			if !c.noGame && tok.Kind != BadTag {
				c.found++
			}
		}
	}
}

// tag returns where the game begins whose first tag pair is the token, or one before it; -1 if none begins. before is
// where the token was looked for.
func (c *cutter) tag(tok Token, before spot) int {
	t := &c.tokens
	t.number = 0
	begins, from := true, tok.From
	if before.Place == InTags {
		begins, from = c.section.again(&t.Pair, from)
	}
	if tok.Kind == BadTag {
		begins = begins && !c.noGame
	} else {
		begins, c.noGame = begins || c.noGame, false
	}
	c.section.add(&t.Pair, begins && from == tok.From)
	if !begins {
		return -1
	}
	return from
}

// movetext returns where the game without tags begins whose movetext the token begins, -1 if none begins. before is
// where the token was looked for. sure is false if the text is too short to decide and the stream continues.
func (c *cutter) movetext(tok Token, before spot, ended bool) (from int, sure bool) {
	t := &c.tokens
	number := t.number
	if before.Place == InTags {
		c.moved, c.number = tok.Kind == Word && likeMove(t.Text(tok), t.notation), number > 0
	}
	if tok.Kind == Restart {
		return c.restart(tok, before, ended)
	}
	if before.Place != Outside {
		return -1, true
	}
	moves, sure := c.moves(tok, ended)
	if !sure {
		return -1, false
	}
	if moves && !c.noGame && c.found > 0 && (number > 1 || c.remark(t.text[:tok.From])) {
		return -1, true // of the game before
	}
	if from = numberBefore(t.text, tok.From); !moves && c.noGame {
		from = -1
	}
	c.moved, c.noGame, c.number = moves, !moves, number > 0
	return from, true
}

// restart is movetext for the number 1 after a blank line. If no move follows, it belongs to the movetext before.
func (c *cutter) restart(tok Token, before spot, ended bool) (from int, sure bool) {
	t := &c.tokens
	first := t.Next()
	moves, sure := c.moves(first, ended)
	if !sure {
		return -1, false
	}
	if !moves || !c.moved && !c.noGame {
		t.spot = spot{tok.To, before.Place, before.Depth}
		return -1, true
	}
	c.moved, c.noGame, c.number = true, false, true
	return numberBefore(t.text, first.From), true
}

// moves reports whether the token begins movetext: it looks like a move, and so does the next token
// if that is a word. sure is false if the text ends before that and the stream continues.
func (c *cutter) moves(tok Token, ended bool) (moves, sure bool) {
	t := &c.tokens
	if t.atEnd(tok) && !ended {
		return false, false
	}
	if tok.Kind != Word || !likeMove(t.Text(tok), t.notation) {
		return false, true
	}
	before := t.state
	next := t.Next()
	t.state = before
	if t.atEnd(next) && !ended && !c.failed && next.Kind != Unclosed {
		return false, false
	}
	moves = next.Kind != Junk && (next.Kind != Word || c.failed || likeMove(t.Text(next), t.notation))
	return moves, true
}

// remark reports whether a move after a text that ends with a termination marker is a remark on a game
// whose moves have numbers: it has none, and is beside the marker.
func (c *cutter) remark(before []byte) bool {
	before = bytes.TrimRight(before, " \t")
	if !c.number || c.tokens.number != 0 || len(before) == 0 {
		return false
	}
	last := before[len(before)-1]
	return last != '\r' && last != '\n' && last != '}'
}

// numberBefore returns where the number of the move b[i] begins, i if there is none.
func numberBefore(b []byte, i int) int {
	j := len(bytes.TrimRight(b[:i], blanks+".):"))
	n := j
	for n > 0 && j-n < len("9999") && classes[b[n-1]]&digit != 0 {
		n--
	}
	if n == j || n > 0 && (classes[b[n-1]]&inWord != 0 || b[n-1] == '$') {
		return i
	}
	return n
}

// likeMove reports whether a word has the form of a move: it names a square,
// or castles.
func likeMove(word []byte, n Notation) bool {
	if word = Plain(word); len(word) == 0 || len(word) > 2*len("Ng1xf3e.p.") {
		return false
	}
	if n == Draughts {
		return classes[word[0]]&digit != 0 && bytes.ContainsAny(word, "-xX:") || len(word) == 4
	}
	for i := range len(word) - 1 {
		if word[i] >= utf8.RuneSelf {
			return false
		}
		before, c := word[i], word[i+1]
		square := before >= 'a' && before <= 'h' && c >= '1' && c <= '8'
		castles := c == '-' || c == before && len(bytes.Trim(word, "O0o+#")) == 0
		if square || castles && (before == 'O' || before == '0' || before == 'o') {
			return true
		}
	}
	return false
}
