package gametext

import (
	"bytes"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
)

// A Header has the tag pairs and comments before the first move of a game.
type Header struct {
	Pairs    []Pair   // in the order of the text
	Comments [][]byte // with their braces or semicolons
	Bad      *Fault   // the first malformed tag pair, or nil

	bytes int // of the pairs
	good  int // pairs that are well-formed
}

// Read reads up to the first token that is neither a tag pair nor a comment, and in draughts up to the first number,
// which may be a square. It reuses the slices of the header.
func (h *Header) Read(t *Tokenizer) {
	*h = Header{Pairs: h.Pairs[:0], Comments: h.Comments[:0]}
	for {
		before := t.spot
		t.number = 0
		tok := t.Next()
		switch {
		case t.number > 0 && t.notation == Draughts:
			t.spot = before
			return
		case tok.Kind == Tag || tok.Kind == BadTag:
			h.add(t, tok)
		case tok.Kind == Stray:
			if h.Bad == nil {
				h.Bad = NewFault(tok, t.Text(tok), game.ErrSyntax, "it stands among the tags, and is passed over")
				h.Bad.Whole = true
			}
		case tok.Kind == Comment:
			if len(h.Comments) > MaxRemarks { // one too many, so that the caller reports it
				continue
			}
			h.Comments = append(h.Comments, t.Text(tok))
		default:
			t.spot = spot{At: tok.From, Place: InTags}
			return
		}
	}
}

// add adds a tag pair, unless there are too many.
func (h *Header) add(t *Tokenizer, tok Token) {
	n := tok.To - tok.From
	full := len(h.Pairs) == MaxPairs || h.bytes+n > MaxTagBytes
	if !full {
		h.Pairs = append(h.Pairs, t.Pair)
		h.bytes += n
	}
	if tok.Kind == Tag {
		h.good++
	}
	if h.Bad != nil {
		return
	}
	switch {
	case full:
		h.Bad = NewFault(tok, t.Text(tok), fmt.Errorf("%w: more than %d tag pairs, or %d KiB of them",
			game.ErrTooLong, MaxPairs, MaxTagBytes>>10), "shorten the tags; this one is left out")
	case tok.Kind == BadTag:
		h.Bad = NewFault(tok, t.Text(tok), game.ErrSyntax, `write it as [Name "value"]`)
	case len(h.Pairs) > 1 && bytes.Equal(t.Pair.Name, h.Pairs[0].Name):
		h.Bad = NewFault(tok, t.Text(tok), game.ErrSyntax, "the first tag comes again; the first value counts")
	default:
		return
	}
	h.Bad.Whole = true
}

// NoGame returns the fault of a text that has neither a well-formed tag pair
// nor, if moves is 0, a legal first move. For any other text it is nil.
func (h *Header) NoGame(text []byte, moves int) *Fault {
	if h.good > 0 || moves > 0 {
		return nil
	}
	at := len(text) - len(bytes.TrimLeft(bytes.TrimPrefix(text, []byte(mark)), blanks))
	return &Fault{At: at, Text: Shorten(text[at:]), Err: game.ErrNoGame,
		Remedy: "a game begins with a tag pair or with a legal move"}
}
