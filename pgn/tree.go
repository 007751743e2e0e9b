package pgn

import (
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/charset"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// Game reads game i of the chunk with its comments, NAGs and variations. For a
// broken game the error is a [*game.RecordError] as for [Parser.Mainline], and the game
// has all that was read before the place where it breaks; a variation that
// breaks ends there, and the game goes on after it.
func (p *Parser) Game(c *Chunk, i int) (*Game, error) {
	text := c.Game(i)
	t := &p.tree
	*t = tree{Tokenizer: gametext.NewTokenizer(text, gametext.Chess), header: t.header, p: p, encoding: c.text.Encoding()}
	t.read(&t.Tokenizer)
	g := &Game{Number: c.First() + i, Tags: make(game.Tags, len(t.Pairs))}
	g.Line, g.Offset = c.Place(i, 0)
	for k, tag := range t.Pairs {
		g.Tags[k] = game.Tag{Name: p.share(tag.Name), Value: c.Text(tag.Value)}
	}
	if t.start(p) {
		l := line{tree: t}
		for _, raw := range t.Header.Comments {
			l.comment(raw)
		}
		l.read()
		if t.Broken == nil && !t.over && len(l.Moves) > 0 {
			t.Forgive(gametext.NoMarker(t.At))
		}
		g.Comments, g.Moves = l.Comments, l.Moves
		t.check(text, len(l.Moves))
	}
	g.Result = t.result
	return g, report(c, i, t.Worst(&c.text, i))
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
	room     gametext.Room
	p        *Parser
	over     bool // only comments are read: the termination marker has come
	encoding charset.Encoding
	stop     bool // nothing is read up to it: the main line is broken, or has a null move
}

// A line reads one line of play: the main line, or a variation from within
// its parentheses.
type line struct {
	*tree
	Variation     // what was read
	depth     int // 0 for the main line
	before    int // plies from the start position to the line
}

// read reads to the end of the line and takes its moves back. A fault ends a
// variation. In the main line it ends the moves, and the termination marker is read. It reports whether a
// parenthesis closed the variation.
func (l *line) read() (closed bool) {
	for tok := l.Next(); tok.Kind != gametext.End; tok = l.Next() {
		if closed = tok.Kind == gametext.Close && l.depth > 0; closed {
			break
		}
		f := l.take(tok)
		if f == nil {
			continue
		}
		if l.depth == 0 {
			l.Break(f, len(l.Moves))
			l.stop = true
			continue
		}
		l.Forgive(f)
		closed = l.Leave(l.depth)
		break
	}
	for range l.Moves {
		l.p.pos.Unmake()
	}
	return closed
}

// take reads a token.
func (l *line) take(tok gametext.Token) *gametext.Fault {
	text := l.Text(tok)
	switch kind := tok.Kind; {
	case l.stop && !l.over && kind != gametext.Result && kind != gametext.Unclosed:
		if kind == gametext.Open && !l.Leave(1) {
			return l.notClosed(gametext.NotClosed(tok, l.Rest(tok)))
		}
	case kind == gametext.Comment:
		if l.Broken == nil { // else it is not about the last move
			l.comment(text)
		}
	case l.over:
		l.after(tok, text)
	case kind == gametext.Unclosed:
		if !l.stop && len(text) <= gametext.MaxTagBytes { // a longer one is the rest of the file rather than a comment
			l.comment(text)
		}
		l.cutOff(&l.Tokenizer, gametext.Misplaced(tok, text))
	case kind == gametext.Word, kind == gametext.Junk && isNull(text):
		return l.word(tok, text)
	case kind == gametext.NAG:
		n, ok := parseNAG(text)
		if !ok {
			l.Forgive(gametext.NewFault(tok, text, game.ErrSyntax, "a NAG is a number from $0 to $255"))
			break
		}
		l.annotate(n)
	case kind == gametext.Open:
		return l.variation(tok)
	case kind == gametext.Result:
		if l.depth == 0 {
			l.over = true
			l.end(tok.From, text)
		}
	default:
		return l.other(tok, text, gametext.Misplaced(tok, text))
	}
	return nil
}

// word reads a move, or a remark in letters.
func (l *line) word(tok gametext.Token, text []byte) *gametext.Fault {
	pos := l.p.pos
	move, err := pos.ParseSANBytes(text)
	var signs []NAG
	if err != nil && !isNull(text) {
		if move, signs, err = l.p.oddMove(&l.header, &l.Tokenizer, tok, err); err == nil && move == chess.NoMove {
			l.annotate(signs...)
			return nil
		}
	}
	switch {
	case err == nil && l.before+len(l.Moves) == gametext.MaxPlies:
		return gametext.TooManyMoves(tok, text)
	case (err == nil || isNull(text)) && l.depth > 0 && !l.room.Take(tok.From, &l.Faults):
		return gametext.TooManyRemarks(tok.From)
	case err == nil:
		l.p.san = pos.AppendSAN(l.p.san[:0], move)
		l.Moves = append(l.Moves, Move{Move: move, SAN: l.p.share(l.p.san)})
		pos.Make(move)
		l.annotate(signs...)
	case !isNull(text) || l.depth == 0:
		return l.other(tok, text, moveFault(tok, text, err))
	case pos.InCheck():
		return gametext.NewFault(tok, text, fmt.Errorf("%w: the side to move is in check", game.ErrMove),
			"correct the variation")
	default:
		l.Moves = append(l.Moves, Move{SAN: "--"})
		pos.MakeNull()
	}
	return nil
}

// other reads what may say something about the last move; it is a fault if it does not.
func (l *line) other(tok gametext.Token, text []byte, broken *gametext.Fault) *gametext.Fault {
	if signs, ok := appendRemarks(nil, gametext.Plain(text)); ok && tok.Kind != gametext.Close {
		l.annotate(signs...)
		return nil
	}
	f := l.header.other(tok, text, broken)
	l.stop = f == nil && l.depth == 0 && isNull(text)
	return f
}

// annotate adds NAGs to the last move; before the first they say nothing.
func (l *line) annotate(nags ...NAG) {
	for _, n := range nags {
		if len(l.Moves) > 0 && l.room.Take(l.At, &l.Faults) {
			l.last().NAGs = append(l.last().NAGs, n)
		}
	}
}

// comment keeps a comment, unless it is empty.
func (l *line) comment(raw []byte) {
	c := gametext.CommentText(l.encoding.Text(raw))
	switch {
	case c == "" || !l.room.Take(l.At, &l.Faults):
	case len(l.Moves) == 0:
		l.Comments = append(l.Comments, c)
	default:
		l.last().Comments = append(l.last().Comments, c)
	}
}

// variation reads the variation that tok opens.
func (l *line) variation(tok gametext.Token) *gametext.Fault {
	if len(l.Moves) == 0 || l.depth == gametext.MaxNesting {
		f := gametext.NoVariation(tok, l.Rest(tok))
		if l.Leave(l.depth + 1) {
			l.Forgive(f)
			return nil
		}
		return l.notClosed(f)
	}
	if !l.room.Take(tok.From, &l.Faults) {
		if l.Leave(l.depth + 1) {
			return nil
		}
		return l.notClosed(gametext.NotClosed(tok, l.Rest(tok)))
	}
	last, pos := l.last(), l.p.pos
	pos.Unmake()
	v := line{tree: l.tree, depth: l.depth + 1, before: l.before + len(l.Moves) - 1}
	closed := v.read()
	play(pos, last.Move)
	last.Variations = append(last.Variations, v.Variation)
	if !closed {
		return l.notClosed(gametext.NotClosed(tok, l.Rest(tok)))
	}
	return nil
}

// notClosed returns the fault of a variation that the end of the text ends. Another variation ends with it, but
// the main line is whole.
func (l *line) notClosed(f *gametext.Fault) *gametext.Fault {
	if l.depth > 0 {
		return f
	}
	l.cutOff(&l.Tokenizer, f)
	return nil
}

// last returns the move read last; there must be one.
func (l *line) last() *Move { return &l.Moves[len(l.Moves)-1] }
