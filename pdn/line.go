package pdn

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
)

// maxDepth is how deep variations may be nested.
const maxDepth = 100

// A line reads movetext: that of a game, or of a variation in it.
type line struct {
	*parser
	moves    *[]Move
	comments *[]string // before the first move
	depth    int       // of nesting, 0 for the game
	bad      bool      // moves of this line are no longer read
	part     []byte    // jumps of a capture written one by one
	partAt   int       // where the first stands
}

// read reads up to the end: of the variation, of the text, or of the game with
// its result, where it reports true.
func (l *line) read() (ended bool) {
	for {
		l.space()
		if l.at == len(l.text) {
			if l.depth > 0 {
				l.fail(l.at, ErrSyntax, "a variation is not closed; write )")
			}
			l.unfinished()
			return false
		}
		begin := l.at
		switch c := l.text[l.at]; {
		case '0' <= c && c <= '9':
			if l.number() {
				return true
			}
		case c == '*':
			l.at++
			if l.result(game.Unknown) {
				return true
			}
		case c == '.':
			l.at++
		case c == '!' || c == '?':
			n, ok := glyphs[string(l.take("!?"))]
			if !ok {
				l.fail(begin, ErrSyntax, "want !, ?, !!, ??, !? or ?!")
				continue
			}
			l.annotate(n)
		case c == '$':
			l.at++
			n, err := strconv.Atoi(string(l.take("0123456789")))
			if err != nil || n > 255 {
				l.fail(begin, ErrSyntax, "want a number up to 255 after $")
				continue
			}
			l.annotate(n)
		case c == '{':
			l.at++
			text, ok := l.upTo('}')
			if !ok {
				l.fail(begin, ErrSyntax, "a comment is not closed; write }")
			}
			l.comment(text)
		case c == ';':
			l.at++
			text, _ := l.upTo('\n')
			l.comment(text)
		case c == '(':
			l.at++
			l.variation()
		case c == ')':
			l.at++
			if l.depth > 0 {
				l.unfinished()
				return false
			}
			l.fail(begin, ErrSyntax, "no variation is open")
		case c == '[' && l.depth == 0 && len(*l.moves) == 0 && !l.bad:
			l.tag()
		case c == '[':
			l.fail(begin, ErrSyntax, "tags in the middle of a game")
			l.upTo('\n')
			l.bad = true
		default:
			l.fail(begin, ErrSyntax, "want a move, a comment, a variation or a result")
			l.bad = true
			for l.at++; l.at < len(l.text) && l.text[l.at] > ' ' && strings.IndexByte("{}();[]", l.text[l.at]) < 0; {
				l.at++
			}
		}
	}
}

// glyphs are the signs of strength and their NAGs.
var glyphs = map[string]int{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

// annotate adds a NAG to the last move.
func (l *line) annotate(nag int) {
	if len(*l.moves) > 0 && !l.bad {
		last := &(*l.moves)[len(*l.moves)-1]
		last.NAGs = append(last.NAGs, nag)
	}
}

// comment adds a comment to the last move, or to the line if there is none.
func (l *line) comment(raw []byte) {
	text := strings.Join(strings.Fields(toUTF8(raw)), " ")
	switch {
	case text == "":
	case len(*l.moves) == 0:
		*l.comments = append(*l.comments, text)
	default:
		last := &(*l.moves)[len(*l.moves)-1]
		last.Comments = append(last.Comments, text)
	}
}

// result ends the game; in a variation a result says nothing.
func (l *line) result(r game.Result) (ended bool) {
	if l.depth > 0 {
		return false
	}
	l.unfinished()
	l.game.Result = r
	return true
}

// unfinished fails where a capture was begun and not ended.
func (l *line) unfinished() {
	if l.part != nil {
		l.fail(l.partAt, ErrMove, "the capture goes on")
	}
}

// number reads what begins with a digit: a move number, a move or a result. It
// reports whether the game has ended.
func (l *line) number() (ended bool) {
	begin := l.at
	word := l.take("0123456789-xX:/")
	if l.at < len(l.text) && l.text[l.at] == '*' {
		l.at++ // a forced move; an asterisk that ends a game stands alone
	}
	if result, ok := parseResult(string(word)); ok {
		return l.result(result)
	}
	if isNumber(word) && (len(word) != 4 || l.at < len(l.text) && l.text[l.at] == '.') {
		return false // a move number
	}
	if l.bad {
		return false
	}
	if l.part == nil {
		l.partAt = begin
	}
	if !l.move(begin, word) {
		l.bad, l.part = true, nil
	}
	return false
}

func isNumber(word []byte) bool {
	return !slices.ContainsFunc(word, func(c byte) bool { return c < '0' || c > '9' })
}

// move reads a move, or one jump of a capture, and reports whether the line
// can go on.
func (l *line) move(begin int, word []byte) bool {
	if !l.started {
		l.setUp()
	}
	if l.dead {
		return false
	}
	if len(word) == 4 && isNumber(word) {
		word = slices.Concat(word[:2], []byte{'x'}, word[2:])
	}
	text := word
	if l.part != nil {
		last := l.part[bytes.LastIndexAny(l.part, "xX-:")+1:]
		rest, found := bytes.CutPrefix(word, last)
		if !found || len(rest) == 0 || isNumber(rest[:1]) {
			l.fail(begin, ErrMove, "the capture "+string(l.part)+" goes on from "+string(last))
			return false
		}
		text = slices.Concat(l.part, rest)
	}
	m, err := l.position.ParseMove(string(text))
	switch {
	case err == nil:
		l.part = nil
		l.position.Make(m)
		*l.moves = append(*l.moves, Move{Move: m})
	case l.begins(text):
		l.part = slices.Clone(text)
	default:
		l.fail(begin, ErrMove, reason(err))
		return false
	}
	return true
}

// begins reports whether text is the beginning of a legal capture.
func (l *line) begins(text []byte) bool {
	prefix := strings.NewReplacer("X", "x", "-", "x", ":", "x").Replace(string(text)) + "x"
	var room [64]checkers.Move
	return slices.ContainsFunc(l.position.AppendMoves(room[:0]), func(m checkers.Move) bool {
		return m.Captures() > 1 && strings.HasPrefix(m.String(), prefix)
	})
}

// variation reads a variation on the last move.
func (l *line) variation() {
	if l.bad || len(*l.moves) == 0 || l.depth == maxDepth {
		if !l.bad {
			l.fail(l.at-1, ErrSyntax, "no move to vary, or variations nested too deep")
		}
		l.skip()
		return
	}
	var v Variation
	last := &(*l.moves)[len(*l.moves)-1]
	l.position.Unmake()
	inner := line{parser: l.parser, moves: &v.Moves, comments: &v.Comments, depth: l.depth + 1}
	inner.read()
	for range v.Moves {
		l.position.Unmake()
	}
	l.position.Make(last.Move)
	last.Variations = append(last.Variations, v)
}

// skip moves on to the end of a variation.
func (l *line) skip() {
	for depth := 1; l.at < len(l.text) && depth > 0; {
		c := l.text[l.at]
		l.at++
		switch c {
		case '{':
			l.upTo('}')
		case ';':
			l.upTo('\n')
		case '(':
			depth++
		case ')':
			depth--
		}
	}
}
