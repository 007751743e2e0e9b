package pgn

import (
	"fmt"

	"github.com/zobrist-go/zobrist/internal/gametext"
)

// maxNesting is how deep variations may be nested.
const maxNesting = 64

// Game reads game i of the chunk with its comments, NAGs and variations. For a
// broken game the error is an [*Error] as for [Parser.Mainline], and the game
// has all that was read before the place where it breaks; a variation that
// breaks ends there, and the game goes on after it.
func (p *Parser) Game(c *Chunk, i int) (*Game, error) {
	t := tree{Tokenizer: gametext.NewTokenizer(c.Game(i), gametext.Chess), p: p}
	t.header.read(&t.Tokenizer)
	g := &Game{Number: c.First() + i, Tags: make(Tags, len(t.tags)), Result: t.result}
	g.Line, g.Offset = c.text.Place(i, 0)
	for k, tag := range t.tags {
		g.Tags[k] = Tag{p.share(tag.Name), Text(tag.Value)}
	}
	if t.variant != nil {
		return g, variantError(c, i, t.variant)
	}
	broken := p.start(c.Game(i), &t.header)
	if broken == nil {
		l := line{tree: &t}
		for _, raw := range t.comments {
			l.comment(raw)
		}
		l.read()
		g.Comments, g.Moves, g.Result = l.Comments, l.Moves, t.result
		broken = t.broken
	}
	return g, judge(c, i, broken, t.minor)
}

// share returns b as a string, one for all that are equal as long as there
// are not too many.
func (p *Parser) share(b []byte) string {
	if known, ok := p.names[string(b)]; ok {
		return known
	}
	s := string(b)
	if len(p.names) < 1<<14 && len(s) < 64 {
		p.names[s] = s
	}
	return s
}

// A tree reads the movetext of a game with everything in it.
type tree struct {
	gametext.Tokenizer
	header
	p      *Parser
	over   bool   // only comments are read: the termination marker has come
	broken *fault // breaks the main line
}

// A line reads one line of play: the main line, or a variation from within
// its parentheses.
type line struct {
	*tree
	Variation     // what was read
	depth     int // 0 for the main line
}

// read reads to the end of the line and takes its moves back. A fault ends a
// variation, or the whole game if it is in the main line. It reports whether a
// parenthesis closed the variation.
func (l *line) read() (closed bool) {
	for {
		tok := l.Next()
		if tok.Kind == gametext.End {
			if l.depth == 0 && !l.over && len(l.Moves) > 0 {
				l.forgive(noMarker(tok))
			}
			break
		}
		if tok.Kind == gametext.Close && l.depth > 0 {
			closed = true
			break
		}
		if f := l.take(tok); f != nil {
			if l.depth > 0 {
				l.forgive(f)
				closed = l.Leave(l.depth)
			} else {
				l.broken = f
			}
			break
		}
	}
	for range l.Moves {
		l.p.pos.Unmake()
	}
	return closed
}

// take reads a token.
func (l *line) take(tok gametext.Token) *fault {
	text := l.Text(tok)
	switch kind := tok.Kind; {
	case kind == gametext.Comment:
		l.comment(text)
	case l.over:
		if kind == gametext.Unclosed {
			l.forgive(tokenFault(tok, text))
		}
	case kind == gametext.Word:
		return l.word(tok, text)
	case kind == gametext.NAG:
		n, ok := parseNAG(text)
		if !ok {
			l.forgive(newFault(tok, text, ErrSyntax, "a NAG is a number from $0 to $255"))
			break
		}
		l.annotate(n)
	case kind == gametext.Open:
		return l.variation(tok)
	case kind == gametext.Result:
		if l.depth == 0 {
			l.over = true
			l.end(text)
		}
	default:
		return l.remark(text, tokenFault(tok, text))
	}
	return nil
}

// word reads a move, or a remark in letters.
func (l *line) word(tok gametext.Token, text []byte) *fault {
	pos := l.p.pos
	move, err := pos.ParseSANBytes(text)
	switch {
	case err == nil:
		l.p.san = pos.AppendSAN(l.p.san[:0], move)
		l.Moves = append(l.Moves, Move{Move: move, SAN: l.p.share(l.p.san)})
		pos.Make(move)
	case !isNull(text) || l.depth == 0:
		return l.remark(text, moveFault(tok, text, err))
	case pos.InCheck():
		return newFault(tok, text, fmt.Errorf("%w: the side to move is in check", ErrMove), "correct the variation")
	default:
		l.Moves = append(l.Moves, Move{SAN: "--"})
		pos.MakeNull()
	}
	return nil
}

// remark reads what may say something about the last move; it is a fault if it
// does not.
func (l *line) remark(text []byte, otherwise *fault) *fault {
	n, ok := remark(text)
	if !ok {
		return otherwise
	}
	if n != 0 {
		l.annotate(n)
	}
	return nil
}

// annotate adds a NAG to the last move; before the first it says nothing.
func (l *line) annotate(n NAG) {
	if len(l.Moves) > 0 {
		l.last().NAGs = append(l.last().NAGs, n)
	}
}

// comment keeps a comment, unless it is empty.
func (l *line) comment(raw []byte) {
	c := Comment(gametext.CommentText(raw))
	switch {
	case c == "":
	case len(l.Moves) == 0:
		l.Comments = append(l.Comments, c)
	default:
		l.last().Comments = append(l.last().Comments, c)
	}
}

// variation reads the variation that tok opens.
func (l *line) variation(tok gametext.Token) *fault {
	rest := l.Rest(tok)
	if len(l.Moves) == 0 || l.depth == maxNesting {
		remedy := fmt.Sprintf("a variation follows the move that it replaces, and they are nested %d deep at most", maxNesting)
		f := newFault(tok, rest, ErrSyntax, remedy)
		if l.Leave(l.depth + 1) {
			l.forgive(f)
			return nil
		}
		return f
	}
	last, pos := l.last(), l.p.pos
	pos.Unmake()
	v := line{tree: l.tree, depth: l.depth + 1}
	closed := v.read()
	play(pos, last.Move)
	last.Variations = append(last.Variations, v.Variation)
	if !closed {
		return newFault(tok, rest, ErrUnclosed, unclosedVariation)
	}
	return nil
}

// last returns the move read last; there must be one.
func (l *line) last() *Move { return &l.Moves[len(l.Moves)-1] }
