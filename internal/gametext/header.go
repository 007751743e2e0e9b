package gametext

import "fmt"

// MaxPairs is the number of tag pairs of a game that are kept.
const MaxPairs = 1000

// A Header is what stands before the first move of a game.
type Header struct {
	Pairs    []Pair   // in the order of the text
	Comments [][]byte // with their braces or semicolons
	Bad      *Fault   // the first malformed tag pair, or nil
}

// Read reads up to the first token that is neither a tag pair nor a comment.
// It reuses the slices of the header.
func (h *Header) Read(t *Tokenizer) {
	h.Pairs, h.Comments, h.Bad = h.Pairs[:0], h.Comments[:0], nil
	for {
		switch tok := t.Next(); tok.Kind {
		case Tag, BadTag:
			h.add(t, tok)
		case Comment:
			h.Comments = append(h.Comments, t.Text(tok))
		default:
			t.At, t.Place, t.Depth = tok.From, InTags, 0
			return
		}
	}
}

// add adds a tag pair, unless there are too many.
func (h *Header) add(t *Tokenizer, tok Token) {
	var f *Fault
	switch {
	case len(h.Pairs) == MaxPairs:
		f = NewFault(tok, t.Text(tok), fmt.Errorf("%w: more than %d tag pairs", ErrTooLong, MaxPairs), "")
	case tok.Kind == BadTag:
		f = NewFault(tok, t.Text(tok), ErrSyntax, `write it as [Name "value"]`)
		fallthrough
	default:
		h.Pairs = append(h.Pairs, t.Pair)
	}
	if f != nil && h.Bad == nil {
		f.Whole = true
		h.Bad = f
	}
}
