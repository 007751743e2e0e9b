package pgn

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// A header is the part of a game before its first move, and the faults of the game.
type header struct {
	gametext.Header
	gametext.Faults
	result  game.Result    // as the tag Result says, or else the termination marker
	fen     *gametext.Pair // nil for the usual start position
	begin   string         // that position as Position.Set reads it, unless it is broken
	variant *gametext.Pair // the tag that names another game than chess, or else the first one; nil for none
	foreign bool           // it names another game
	spaced  bool           // moves have blanks in them
}

// read reads up to the movetext.
func (h *header) read(t *gametext.Tokenizer) {
	h.Header.Read(t)
	h.Faults = gametext.Faults{Minor: h.Bad}
	h.result, h.fen, h.begin, h.variant, h.foreign, h.spaced = game.Unknown, nil, "", nil, false, false
	for i := range h.Pairs {
		tag := &h.Pairs[i]
		switch string(tag.Name) {
		case "FEN":
			if h.fen == nil {
				if h.begin = strings.Join(strings.Fields(Text(tag.Value)), " "); h.begin != "" {
					h.fen = tag
				}
			}
		case "Result":
			h.end(tag.At, tag.Value)
		case "Variant":
			if other := !standard(tag.Value); h.variant == nil || other && !h.foreign {
				h.variant, h.foreign = tag, other
			}
		}
	}
}

// end notes a result at an offset. It may be written with dashes, with ½ and with
// spaces. There is none for 0-0, which both players lose. The first counts: the tag, as in
// python-chess and scalachess. Another one is a fault that is forgiven.
func (h *header) end(at int, text []byte) {
	result, ok := game.ParseResult(string(text))
	if !ok {
		result, _ = game.ParseResult(gametext.PlainResult(text))
	}
	switch {
	case h.result == game.Unknown:
		h.result = result
	case result != game.Unknown && result != h.result:
		h.Forgive(&gametext.Fault{At: at, Text: gametext.Shorten(text), Err: game.ErrSyntax,
			Remedy: fmt.Sprintf("the game has the result %s before; correct one of them", h.result)})
	}
}

// after reads what follows the termination marker: comments, and faults.
func (h *header) after(tok gametext.Token, text []byte) {
	switch tok.Kind {
	case gametext.Comment:
	case gametext.Result:
		h.end(tok.From, text)
	case gametext.Unclosed:
		h.Forgive(gametext.Misplaced(tok, text))
	default:
		h.Forgive(gametext.AfterResult(tok, text))
	}
}

// cutOff notes that the text ends in a variation or a comment: the main line is what comes before.
func (h *header) cutOff(t *gametext.Tokenizer, f *gametext.Fault) {
	h.Forgive(f)
	if result := t.CutOff(); h.result == game.Unknown && result != nil {
		h.end(f.At, result)
	}
}

// other reads a token of the main line that is no move. It returns the given fault if that
// breaks the line.
func (h *header) other(tok gametext.Token, text []byte, broken *gametext.Fault) *gametext.Fault {
	plain := gametext.Plain(text)
	switch _, ok := appendRemarks(nil, plain); {
	case tok.Kind == gametext.Close:
		h.Forgive(gametext.PassOver(tok, text))
	case tok.Kind != gametext.Word && tok.Kind != gametext.Junk:
		return broken
	case ok:
	case isNull(text):
		h.Minor = broken // rather than another one: the line ends here
		h.Minor.Whole = true
	case gametext.IsRemark(plain):
		h.Forgive(gametext.PassOver(tok, text))
	default:
		return broken
	}
	return nil
}

// start sets the position of the parser up. It reports whether the game can be
// played from there.
func (h *header) start(p *Parser) bool {
	switch {
	case !p.plays(h):
		h.Broken = &gametext.Fault{Text: "Standard", Err: game.ErrVariant}
		if h.variant != nil {
			h.Broken.At, h.Broken.Text = h.variant.At, Text(h.variant.Value)
		}
	case h.fen == nil:
		p.pos.Reset()
	default:
		ignored, err := setStart(p.pos, h.begin)
		if err == nil && ignored == nil {
			if strings.ContainsRune(h.begin, '_') {
				h.begin = p.pos.FEN()
			}
			break
		}
		f := &gametext.Fault{At: h.fen.At, Text: gametext.Shorten(h.fen.Value), Remedy: "correct the tag FEN"}
		if err != nil {
			f.Err = fmt.Errorf("%w: %s", game.ErrSyntax, gametext.Reason(err))
			h.Broken = f
			break
		}
		f.Err = fmt.Errorf("%w: ignored: %s", game.ErrSyntax, gametext.Reason(ignored))
		h.Forgive(f)
		h.begin = p.pos.FEN()
	}
	return h.Broken == nil
}

// setStart sets a position up as a tag FEN has it. If that does not fit the rules, lacks fields, or is
// a line of EPD, it returns the first reason why a part of it is ignored.
func setStart(p board, fen string) (ignored, err error) {
	if err = p.Set(fen); err == nil {
		return nil, nil
	}
	position, operations := chess.CutEPD(fen)
	if fields := strings.Fields(fen); operations == "" && len(fields) > 6 {
		position, operations = strings.Join(fields[:6], " "), strings.Join(fields[6:], " ")
	}
	if strings.Contains(operations, "+") { // three-check's field of checks, left or given
		if reasons, err := p.SetLenient(fen); err == nil {
			return cmp.Or(reasons...), nil
		}
	}
	if operations != "" {
		ignored = fmt.Errorf("what follows the position, %q", operations)
		if p.Set(position) == nil {
			return ignored, nil
		}
	}
	reasons, lenientErr := p.SetLenient(position)
	if lenientErr != nil {
		return nil, err
	}
	return cmp.Or(append([]error{ignored}, reasons...)...), nil
}

// check notes that the text is no game, if it is none.
func (h *header) check(text []byte, moves int) {
	if f := h.NoGame(text, moves); f != nil {
		h.Broken = f
	}
}

// standard reports whether the value of a tag Variant names a game that is
// read: chess from the usual or from a given position, or Chess960 under one
// of its names. Case, spaces, hyphens and underscores do not count.
func standard(value []byte) bool {
	var folded [24]byte
	n := 0
	for _, c := range value {
		switch {
		case c == ' ' || c == '-' || c == '_':
			continue
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		}
		if n == len(folded) {
			return false
		}
		folded[n] = c
		n++
	}
	switch string(folded[:n]) {
	case "", "standard", "chess", "normal", "classical", "fromposition", "?",
		"chess960", "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess",
		"960", "frc", "freestyle", "freestylechess":
		return true
	}
	return false
}
