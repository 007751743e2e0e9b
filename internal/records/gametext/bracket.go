package gametext

import "bytes"

// bracket returns the end of the remark in brackets that begins at b[i], such as [%clk 0:10:00], on one
// line. It returns i if there is none, because the text is a tag pair, or a sign without blanks.
func (t *Tokenizer) bracket(i int) int {
	l := &t.line
	if i < l.from || i >= l.end {
		*l = bracketLine{from: i, end: lineEnd(t.text, i)}
		l.pair = lastClosing(t.text[:l.end], i)
		t.work += l.end - i
	}
	if i < l.opening || i >= l.closing {
		l.opening, l.closing = i, l.end
		if n := bytes.IndexByte(t.text[i:l.end], ']'); n >= 0 {
			l.closing = i + n
		}
		l.blank = i + bytes.LastIndexByte(t.text[i:l.closing], ' ')
		t.work += l.closing - i
	}
	if l.closing == len(t.text) {
		t.seen = len(t.text)
	}
	if l.closing == l.end || t.text[i+1] != '%' && l.blank < i {
		return i
	}
	if _, value := nameAt(t.text, i); t.text[value] == '"' {
		if value < l.pair {
			return i // pairAt finds the end of the value
		}
		if l.end == len(t.text) {
			t.seen = len(t.text)
		}
	}
	return l.closing + 1
}

// A bracketLine is a line in which an opening bracket was read, with the facts about it from that bracket on. Without
// it, the line would be searched for each of its brackets.
type bracketLine struct {
	from, end        int // the bracket, and the end of the line
	pair             int // the last quote that closes a tag pair, -1 if none does
	opening, closing int // the last opening bracket that was searched from, and the next closing one, or end
	blank            int // the last space between the two, or an offset before them
}

// markup returns the end of the element of HTML that begins at b[i], such as <br>, and i if there is none.
func (t *Tokenizer) markup(i int) int {
	b := t.text[i:min(i+200, len(t.text))]
	b = b[:lineEnd(b, 0)]
	n := bytes.IndexByte(b, '>')
	if n < 0 && i+len(b) == len(t.text) {
		t.seen = len(t.text)
	}
	if n < 2 || b[1] != '/' && classes[b[1]]&letter == 0 {
		return i
	}
	return i + n + 1
}

// tag reads the tag pair at b[i].
func (t *Tokenizer) tag(i int) Token {
	pair, end, ok := pairAt(t.text, i)
	if t.Place != InTags {
		t.bothLose = false
	}
	if string(pair.Name) == "Result" {
		t.bothLose = bothLose(pair.Value)
	}
	t.Pair, t.Place, t.Depth = pair, InTags, 0
	if pair.odd {
		t.seen = max(t.seen, lineEnd(t.text, end))
	}
	if !ok {
		return t.token(BadTag, i, end)
	}
	return t.token(Tag, i, end)
}
