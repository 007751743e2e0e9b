package pgn

import (
	"bytes"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/gametext"
)

// A header is what stands before the first move of a game.
type header struct {
	tags     []gametext.Pair // in file order
	comments [][]byte
	result   game.Result // as the tag Result says, or else the termination marker
	fen      []byte      // nil for the usual start position
	variant  []byte      // the name of another game, nil for chess
	minor    *fault      // the first of those that do not concern the main line
}

// read reads up to the first token that is neither a tag pair nor a comment.
func (h *header) read(t *gametext.Tokenizer) {
	*h = header{tags: h.tags[:0], comments: h.comments[:0]}
	for {
		switch tok := t.Next(); tok.Kind {
		case gametext.BadTag:
			h.forgive(newFault(tok, t.Text(tok), ErrTag, `write it as [Name "value"]`))
			h.add(t.Pair)
		case gametext.Tag:
			h.add(t.Pair)
		case gametext.Comment:
			h.comments = append(h.comments, t.Text(tok))
		default:
			t.At, t.Place, t.Depth = tok.From, gametext.InTags, 0
			return
		}
	}
}

// add adds a tag pair, and notes what the parser itself needs of it.
func (h *header) add(tag gametext.Pair) {
	h.tags = append(h.tags, tag)
	switch string(tag.Name) {
	case "FEN":
		if h.fen == nil {
			h.fen = bytes.TrimSpace(tag.Value)
		}
	case "Result":
		h.end(tag.Value)
	case "Variant":
		if h.variant == nil && !standard(tag.Value) {
			h.variant = tag.Value
		}
	}
}

// end notes a result, unless there is one.
func (h *header) end(text []byte) {
	if h.result == game.Unknown {
		h.result, _ = game.ParseResult(string(text))
	}
}

// forgive notes a fault that does not concern the main line.
func (h *header) forgive(f *fault) {
	if h.minor == nil {
		f.whole = true
		h.minor = f
	}
}

// start sets the position of the parser up.
func (p *Parser) start(text []byte, h *header) *fault {
	if len(h.fen) == 0 {
		h.fen = nil
		p.pos.Reset()
		return nil
	}
	err := p.pos.Set(Text(h.fen))
	if err == nil {
		return nil
	}
	return &fault{at: bytes.Index(text, h.fen), text: gametext.Shorten(h.fen), err: fmt.Errorf("%w: %w", ErrStart, err), remedy: "correct the tag FEN"}
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
