package gametext

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
		case Tag:
			h.Pairs = append(h.Pairs, t.Pair)
		case BadTag:
			h.Pairs = append(h.Pairs, t.Pair)
			if h.Bad == nil {
				h.Bad = NewFault(tok, t.Text(tok), ErrTag, `write it as [Name "value"]`)
				h.Bad.Whole = true
			}
		case Comment:
			h.Comments = append(h.Comments, t.Text(tok))
		default:
			t.At, t.Place, t.Depth = tok.From, InTags, 0
			return
		}
	}
}
