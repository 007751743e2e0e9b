package pdn

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/records/charset"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// A tree reads the movetext of a game with everything in it.
type tree struct {
	gametext.Tokenizer
	gametext.Faults
	room     gametext.Room
	position *checkers.Position
	result   game.Result // as the termination marker says
	resultAt gametext.Token
	encoding charset.Encoding
	over     bool // only comments are read: the termination marker has come
}

// A line reads one line of play: the game, or a variation from within its
// parentheses.
type line struct {
	*tree
	Variation        // what was read
	depth     int    // 0 for the game
	before    int    // plies from the start position to the line
	part      []byte // the jumps so far of a capture that is written jump by jump
	partAt    gametext.Token
}

// read reads to the end of the line and takes its moves back. A fault ends a
// variation. In the main line it ends the moves, and the termination marker is read. It reports whether a
// parenthesis closed the variation.
func (l *line) read() (closed bool) {
	for tok := l.Next(); ; tok = l.Next() {
		closed = tok.Kind == gametext.Close && l.depth > 0
		f := l.unfinished(tok)
		if f == nil && (closed || tok.Kind == gametext.End) {
			break
		}
		if f == nil {
			f = l.take(tok)
		}
		if f == nil {
			continue
		}
		if l.depth == 0 {
			l.Break(f, len(l.Moves))
			l.part = nil
			continue
		}
		l.Forgive(f)
		closed = closed || l.Leave(l.depth)
		break
	}
	for range l.Moves {
		l.position.Unmake()
	}
	return closed
}

// unfinished returns the fault of a capture that was begun, if tok cannot
// follow it.
func (l *line) unfinished(tok gametext.Token) *gametext.Fault {
	switch tok.Kind {
	case gametext.End, gametext.Close, gametext.Result:
		if l.part != nil {
			return gametext.NewFault(l.partAt, l.part, game.ErrMove, "the capture goes on")
		}
	}
	return nil
}

// take reads a token.
func (l *line) take(tok gametext.Token) *gametext.Fault {
	text := l.Text(tok)
	switch kind := tok.Kind; {
	case l.Broken != nil && !l.over && kind != gametext.Result:
		if kind == gametext.Unclosed {
			l.cutOff(gametext.Misplaced(tok, text))
		} else if kind == gametext.Open && !l.Leave(1) {
			l.cutOff(gametext.NotClosed(tok, l.Rest(tok)))
		}
	case kind == gametext.Comment:
		if l.Broken == nil { // else it is not about the last move
			l.comment(text)
		}
	case kind == gametext.Unclosed:
		if !l.over && len(text) <= gametext.MaxTagBytes { // a longer one is the rest of the file rather than a comment
			l.comment(text)
		}
		l.cutOff(gametext.Misplaced(tok, text))
	case l.over:
		if result, _ := parseResult(string(text)); kind != gametext.Result || result != l.result {
			l.Forgive(gametext.AfterResult(tok, text))
		}
	case kind == gametext.Word:
		return l.word(tok, text)
	case kind == gametext.NAG:
		n, ok := parseNAG(text)
		if !ok {
			l.Forgive(gametext.NewFault(tok, text, game.ErrSyntax, "a NAG is a number from $0 to $255"))
		} else if len(l.Moves) > 0 && l.room.Take(tok.From, &l.Faults) { // before the first move it says nothing
			l.last().NAGs = append(l.last().NAGs, n)
		}
	case kind == gametext.Open:
		return l.variation(tok)
	case kind == gametext.Result:
		if l.depth == 0 {
			l.over, l.resultAt = true, tok
			l.result, _ = parseResult(string(text))
		}
	case kind == gametext.Close, kind == gametext.Junk && gametext.IsRemark(text):
		l.Forgive(gametext.PassOver(tok, text))
	default:
		return gametext.Misplaced(tok, text)
	}
	return nil
}

// parseNAG reads a NAG.
func parseNAG(text []byte) (uint8, bool) {
	if text[0] != '$' {
		i := slices.Index([]string{"!", "?", "!!", "??", "!?", "?!"}, string(text))
		return uint8(i + 1), i >= 0
	}
	n, err := strconv.ParseUint(string(text[1:]), 10, 8)
	return uint8(n), err == nil
}

// word reads a move, or one jump of a capture.
func (l *line) word(tok gametext.Token, word []byte) *gametext.Fault {
	if gametext.IsRemark(word) {
		l.Forgive(gametext.PassOver(tok, word))
		return nil
	}
	word = bytes.TrimRight(word, "*+#=") // marks of a forced move, and of chess
	if len(word) == 4 && bytes.Trim(word, "0123456789") == nil {
		word = slices.Concat(word[:2], []byte{'x'}, word[2:])
	}
	text := word
	if l.part != nil {
		last := l.part[bytes.LastIndexAny(l.part, "xX-:")+1:]
		rest, found := bytes.CutPrefix(word, last)
		if !found || len(rest) == 0 || rest[0] >= '0' && rest[0] <= '9' {
			return gametext.NewFault(tok, word, game.ErrMove, fmt.Sprintf("the capture %s goes on from %s", l.part, last))
		}
		text = slices.Concat(l.part, rest)
	}
	m, err := l.position.ParseMove(string(text))
	switch {
	case err == nil && l.before+len(l.Moves) == gametext.MaxPlies:
		return gametext.TooManyMoves(tok, text)
	case err == nil && l.depth > 0 && !l.room.Take(tok.From, &l.Faults):
		return gametext.TooManyRemarks(tok.From)
	case err == nil:
		l.part = nil
		l.position.Make(m)
		l.Moves = append(l.Moves, Move{Move: m})
	case l.begins(text):
		if l.part == nil {
			l.partAt = tok
		}
		l.part = slices.Clone(text)
	default:
		return gametext.NewFault(tok, word, game.ErrMove, strings.TrimPrefix(gametext.Reason(err), "not legal; "))
	}
	return nil
}

// begins reports whether text is the beginning of a legal capture.
func (l *line) begins(text []byte) bool {
	prefix := strings.NewReplacer("X", "x", "-", "x", ":", "x").Replace(string(text)) + "x"
	var room [64]checkers.Move
	return slices.ContainsFunc(l.position.AppendMoves(room[:0]), func(m checkers.Move) bool {
		return m.Captures() > 1 && strings.HasPrefix(m.String(), prefix)
	})
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
	if len(l.Moves) == 0 || l.part != nil || l.depth == gametext.MaxNesting {
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
	last := l.last()
	l.position.Unmake()
	v := line{tree: l.tree, depth: l.depth + 1, before: l.before + len(l.Moves) - 1}
	closed := v.read()
	l.position.Make(last.Move)
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
	l.cutOff(f)
	return nil
}

// cutOff notes that the text ends in a variation or a comment: the main line is what comes before.
func (t *tree) cutOff(f *gametext.Fault) {
	t.Forgive(f)
	if result := t.CutOff(); !t.over && result != nil {
		t.result, _ = parseResult(string(result))
	}
}

// contradicts notes that the termination marker says otherwise than the tag Result, which counts.
func (t *tree) contradicts(tag game.Result) {
	if t.result != game.Unknown && t.result != tag {
		t.Forgive(gametext.NewFault(t.resultAt, t.Text(t.resultAt), game.ErrSyntax,
			"the tag Result says "+tag.String()+"; correct one of them"))
	}
}

// last returns the move read last; there must be one.
func (l *line) last() *Move { return &l.Moves[len(l.Moves)-1] }
