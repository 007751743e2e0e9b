package pgn

import (
	"bytes"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/gametext"
)

// A header is what stands before the first move of a game, and what is wrong
// with the game.
type header struct {
	gametext.Header
	gametext.Faults
	result  game.Result    // as the tag Result says, or else the termination marker
	fen     *gametext.Pair // nil for the usual start position
	variant *gametext.Pair // nil for chess
}

// read reads up to the movetext.
func (h *header) read(t *gametext.Tokenizer) {
	h.Header.Read(t)
	h.Faults = gametext.Faults{Minor: h.Bad}
	h.result, h.fen, h.variant = game.Unknown, nil, nil
	for i := range h.Pairs {
		tag := &h.Pairs[i]
		switch string(tag.Name) {
		case "FEN":
			if tag.Value = bytes.TrimSpace(tag.Value); h.fen == nil && len(tag.Value) > 0 {
				h.fen = tag
			}
		case "Result":
			h.end(tag.Value)
		case "Variant":
			if h.variant == nil && !standard(tag.Value) {
				h.variant = tag
			}
		}
	}
}

// end notes a result, unless there is one.
func (h *header) end(text []byte) {
	if h.result == game.Unknown {
		h.result, _ = game.ParseResult(string(text))
	}
}

// start sets the position of the parser up. It reports whether the game can be
// played from there.
func (h *header) start(p *Parser) bool {
	switch {
	case h.variant != nil:
		h.Broken = &gametext.Fault{At: h.variant.At, Text: Text(h.variant.Value), Err: game.ErrVariant}
	case h.fen == nil:
		p.pos.Reset()
	default:
		if err := p.pos.Set(Text(h.fen.Value)); err != nil {
			h.Broken = &gametext.Fault{
				At: h.fen.At, Text: gametext.Shorten(h.fen.Value),
				Err: fmt.Errorf("%w: %s", game.ErrSyntax, gametext.Reason(err)), Remedy: "correct the tag FEN",
			}
		}
	}
	return h.Broken == nil
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
