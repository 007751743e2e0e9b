package gametext

// skim returns the next token that is not a word, a NAG or junk, unless that
// begins the movetext. It is faster than Next because it does not look at most
// words.
func (t *Tokenizer) skim() Token {
	b := t.text
	for t.Place == InMovetext {
		i := t.At
		for i < len(b) && classes[b[i]]&special == 0 {
			i++
		}
		if i == len(b) {
			return t.token(End, t.back(i, blank, 0), i)
		}
		switch {
		case classes[b[i]]&inWord != 0 || b[i] == '*': // the word may be a result
			i = t.back(i, inWord, inWord)
		case b[i] == '%':
			end := i + 1
			if atLineStart(b, i) {
				end = lineEnd(b, i)
			}
			if end == len(b) {
				return t.token(End, i, end)
			}
			t.goTo(end)
			continue
		}
		t.goTo(i)
		if tok := t.Next(); tok.Kind != Word && tok.Kind != Junk || tok.To == len(b) {
			return tok
		}
	}
	return t.Next()
}

// back returns the start of the run of bytes before text[i], none of them
// before At, whose class in mask is want.
func (t *Tokenizer) back(i int, mask, want uint8) int {
	for i > t.At && classes[t.text[i-1]]&mask == want {
		i--
	}
	return i
}

// Leave goes on after the parenthesis that closes the variation of a depth,
// the outermost having depth 1. It reports whether there is one.
func (t *Tokenizer) Leave(depth int) bool {
	for t.Depth >= depth {
		if t.skim().Kind == End {
			return false
		}
	}
	return true
}
