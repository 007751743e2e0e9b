package gametext

// skim returns the next token that begins the movetext or is not a word, a NAG or junk. It is
// faster than Next because it skips most words. It also returns a token Restart, which Next does
// not.
func (t *Tokenizer) skim() Token {
	b := t.text
	for t.Place == InMovetext {
		i := nextSpecial(b, t.At)
		if i == len(b) {
			return t.token(End, t.back(i, blank, 0), i)
		}
		switch {
		case b[i] == '\n' || b[i] == '\r':
			if tok := t.blankLine(i); tok.Kind != nothing {
				return tok
			}
			continue
		case classes[b[i]]&inWord != 0 || b[i] == '*' || isForeign(b[i]): // the word may be a result
			if isForeign(b[i]) {
				if j := skipForeign(b, i); j == len(b) {
					return t.token(End, t.back(i, blank, 0), j)
				} else if j > i { // not for Next, which would go on to what follows
					t.goTo(j)
					continue
				}
			}
			i = t.back(i, inWord, inWord)
			if i-t.At >= 2 && (b[i-1] == '.' || b[i-1] == ',') && b[i-2] == '0' && b[i] == '5' { // 0.5-0.5
				i -= 2
			}
			if i > 0 && classes[b[i-1]]&inWord == 0 {
				from := t.resultBefore(i)
				if t.unsure() {
					return t.token(End, i, len(b))
				}
				i = from
			}
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
		if tok := t.Next(); tok.Kind != Word && tok.Kind != Junk || tok.To == len(b) || t.unsure() {
			return tok
		}
	}
	return t.Next()
}

// nextSpecial returns the offset of the first byte from b[i] on that is special, len(b) if there is none.
func nextSpecial(b []byte, i int) int {
	for ; len(b)-i >= 8; i += 8 { // most have none
		w := (*[8]byte)(b[i:])
		if (classes[w[0]]|classes[w[1]]|classes[w[2]]|classes[w[3]]|
			classes[w[4]]|classes[w[5]]|classes[w[6]]|classes[w[7]])&special != 0 {
			break
		}
	}
	for i < len(b) && classes[b[i]]&special == 0 {
		i++
	}
	return i
}

// blankLine continues at the line end text[i]. It returns a token Restart, up to White's move, if a
// blank line and the number 1 follow outside variations, the rest of the text as End if that is
// too short to decide, and otherwise nothing.
func (t *Tokenizer) blankLine(i int) Token {
	b, j, lines := t.text, i, 0
	for ; j < len(b) && classes[b[j]]&blank != 0; j++ {
		if b[j] == '\n' || b[j] == '\r' && (j+1 == len(b) || b[j+1] != '\n') {
			lines++
		}
	}
	if lines < 2 || t.Depth > 0 || j+1 < len(b) && string(b[j:j+2]) != "1." && string(b[j:j+2]) != "1)" {
		if j == len(b) {
			return t.token(End, i, j)
		}
		return t.token(nothing, i, j)
	}
	for j += 2; j < len(b) && classes[b[j]]&blank != 0; j++ {
	}
	if j >= len(b) {
		return t.token(End, i, len(b))
	}
	if b[j] == '.' || skipForeign(b, j) > j { // the dots of Black's move
		return t.token(nothing, i, j)
	}
	return t.token(Restart, i, j)
}

// back returns the start of the run of bytes before text[i] whose class in mask is want. The run
// does not begin before At.
func (t *Tokenizer) back(i int, mask, want uint8) int {
	for i > t.At && classes[t.text[i-1]]&mask == want {
		i--
	}
	return i
}

// Leave skips to the end of the variation of this depth, 1 for the outermost. It reports whether
// its parenthesis is closed.
func (t *Tokenizer) Leave(depth int) bool {
	for t.Depth >= depth {
		if t.skim().Kind == End {
			return false
		}
	}
	return true
}
