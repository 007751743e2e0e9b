package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
)

// maxNesting is how deep variations may be nested.
const maxNesting = 64

// A line reads one line of play: the main line, or a variation from within
// its parentheses.
type line struct {
	*tree
	Variation                 // what was read
	depth     int             // 0 for the main line
	over      bool            // only comments are read: the termination marker has come
	closed    bool            // by its parenthesis
	pos       *chess.Position // where the line begins; it is left as it was
	now       *chess.Position // where it is: pos, or another one after a null move
	before    *chess.Position // pos as of the last move: now, or the one that passed
	made      int             // moves made on pos
}

// read reads to the end of the line. A fault ends a variation, and all of the
// game in the main line.
func (l *line) read() {
	for l.i < len(l.b) && !l.closed {
		f := l.step()
		if f == nil {
			continue
		}
		if l.depth == 0 && !l.over {
			l.fault = f
		} else {
			l.forgive(f)
		}
		end := -1
		if l.depth > 0 {
			end = closing(l.b, l.i)
		}
		if l.closed = end >= 0; l.closed {
			l.i = end
		} else {
			l.i = len(l.b)
		}
	}
	for range l.made {
		l.pos.Unmake()
	}
}

// step reads what stands at l.i.
func (l *line) step() *fault {
	b, i := l.b, l.i
	switch c := b[i]; {
	case classes[c]&blank != 0 || c == '.':
		l.i++
	case c == '{':
		n := bytes.IndexByte(b[i:], '}')
		if n < 0 {
			return newFault(b, i, len(b), ErrUnclosed, "close the comment with a brace")
		}
		l.comment(newComment(b[i+1 : i+n]))
		l.i += n + 1
	case c == ';':
		l.i = lineEnd(b, i)
		l.comment(newComment(b[i+1 : l.i]))
	case c == '%' && atLineStart(b, i):
		l.i = lineEnd(b, i)
	case l.over:
		l.i++
	case c == '(':
		return l.variation()
	case c == ')' && l.depth > 0:
		l.i++
		l.closed = true
	case c == '$':
		end := i + 1
		for end < len(b) && classes[b[end]]&digit != 0 {
			end++
		}
		n, err := strconv.ParseUint(string(b[i+1:end]), 10, 8)
		if err != nil {
			l.forgive(newFault(b, i, end, ErrSyntax, "a NAG is a number from $0 to $255"))
		} else {
			l.nag(NAG(n))
		}
		l.i = end
	case c == '!' || c == '?':
		end := i + 1
		if end < len(b) && (b[end] == '!' || b[end] == '?') {
			end++
		}
		n, _ := glyph(b[i:end])
		l.nag(n)
		l.i = end
	default:
		return l.word()
	}
	return nil
}

// last returns the move read last; there must be one.
func (l *line) last() *Move { return &l.Moves[len(l.Moves)-1] }

// comment keeps a comment, unless it is empty.
func (l *line) comment(c Comment) {
	switch {
	case c == "":
	case len(l.Moves) == 0:
		l.Comments = append(l.Comments, c)
	default:
		l.last().Comments = append(l.last().Comments, c)
	}
}

// nag keeps a NAG; one before the first move says nothing and is dropped.
func (l *line) nag(n NAG) {
	if len(l.Moves) > 0 {
		l.last().NAGs = append(l.last().NAGs, n)
	}
}

// variation reads the variation that begins at l.i.
func (l *line) variation() *fault {
	if len(l.Moves) == 0 || l.depth == maxNesting {
		f := newFault(l.b, l.i, l.i+40, ErrSyntax, fmt.Sprintf("a variation follows the move that it replaces, and they are nested %d deep at most", maxNesting))
		end := skipVariation(l.b, l.i)
		if end < 0 {
			return f
		}
		l.forgive(f)
		l.i = end
		return nil
	}
	opening := l.i
	l.i++
	last := l.last()
	if last.Move != chess.NoMove {
		l.before.Unmake()
	}
	v := line{tree: l.tree, depth: l.depth + 1, pos: l.before, now: l.before}
	v.read()
	if last.Move != chess.NoMove {
		l.before.Make(last.Move)
	}
	last.Variations = append(last.Variations, v.Variation)
	if !v.closed {
		return newFault(l.b, opening, opening+40, ErrUnclosed, "close the variation with a parenthesis")
	}
	return nil
}

// word reads a move, a move number, a sign or a termination marker.
func (l *line) word() *fault {
	b, i := l.b, l.i
	if r, n := resultAt(b, i); n > 0 {
		l.i += n
		if l.depth == 0 {
			l.over = true
			if l.result == game.Unknown {
				l.result = r
			}
		}
		return nil
	}
	j := i
	for j < len(b) && classes[b[j]]&digit != 0 {
		j++
	}
	if j > i && (j == len(b) || classes[b[j]]&inWord == 0 || classes[b[j]]&letter != 0) {
		l.i = j // a move number
		return nil
	}
	if classes[b[i]]&inWord == 0 {
		j = wordEnd(b, i)
		if !isRemark(b[i:j]) {
			return newFault(b, i, j, ErrSyntax, "put it in braces to make it a comment")
		}
	} else {
		for j < len(b) && classes[b[j]]&inWord != 0 {
			j++
		}
		move, err := l.now.ParseSANBytes(b[i:j])
		if err == nil {
			l.i = j
			l.make(move)
			return nil
		}
		if l.depth > 0 && isNull(b[i:j]) {
			return l.pass(j)
		}
		if move, j = odd(l.now, b, i, j); j < 0 {
			return moveFault(b, i, err)
		}
		if move != chess.NoMove {
			l.i = j
			l.make(move)
			return nil
		}
	}
	if n, ok := glyph(b[i:j]); ok {
		l.nag(n)
	}
	l.i = j
	return nil
}

// make plays a move.
func (l *line) make(move chess.Move) {
	l.p.san = l.now.AppendSAN(l.p.san[:0], move)
	l.Moves = append(l.Moves, Move{Move: move, SAN: l.p.share(l.p.san)})
	l.before = l.now
	l.now.Make(move)
	if l.now == l.pos {
		l.made++
	}
}

// pass plays the null move l.b[l.i:end].
func (l *line) pass(end int) *fault {
	next, err := passed(l.now)
	if err != nil {
		return newFault(l.b, l.i, end, fmt.Errorf("%w: %w", ErrMove, err), "correct the variation")
	}
	l.Moves = append(l.Moves, Move{SAN: "--"})
	l.before, l.now = l.now, next
	l.i = end
	return nil
}

var errPassInCheck = errors.New("the side to move is in check")

// passed returns the position with the other side to move.
func passed(pos *chess.Position) (*chess.Position, error) {
	if pos.InCheck() {
		return nil, errPassInCheck
	}
	fields := strings.Fields(pos.FEN())
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[3] = "-"
	if fields[1] == "w" && len(fields) == 6 {
		if n, err := strconv.Atoi(fields[5]); err == nil {
			fields[5] = strconv.Itoa(n + 1)
		}
	}
	return chess.ParseFEN(strings.Join(fields, " "))
}
