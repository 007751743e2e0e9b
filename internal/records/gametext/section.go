package gametext

import "bytes"

// A section is the tag pairs of a game so far, in which the next game may begin without movetext between.
type section struct {
	names []byte // each after a zero byte, and one at the end; of many pairs the first ones
	first int    // length of the first name
	gap   bool   // a blank line comes after the last pair
	cut   bool   // that pair has no closing bracket
	maybe int    // offset of a pair with which a game begins if another name comes again; 0: none does
	known int    // length of the names before that pair, with a zero byte at their end
}

// add adds a pair, the first one of a game if begins is set.
func (s *section) add(p *Pair, begins bool) {
	const most = 512
	if begins {
		*s = section{names: append(s.names[:0], 0), first: len(p.Name)}
	}
	s.gap, s.cut = false, p.open
	if len(s.names)+len(p.Name) < most {
		s.names = append(append(s.names, p.Name...), 0)
	}
}

// pass notes the blanks between two tokens. A byte order mark among them begins another file.
func (s *section) pass(blanks []byte) {
	s.gap = s.gap || CountLines(blanks) > 1 || bytes.Contains(blanks, []byte(mark))
}

// has reports whether a pair has one of some names.
func has(names []byte, p *Pair) bool {
	var room [64]byte
	name := append(append(append(room[:0], 0), p.Name...), 0)
	return bytes.Contains(names, name)
}

// again reports whether a game begins with a pair at an offset, or before it: where a pair that may begin one was.
func (s *section) again(p *Pair, at int) (begins bool, from int) {
	first := len(s.names) > s.first && bytes.Equal(p.Name, s.names[1:1+s.first])
	switch {
	case first && s.gap, s.cut && has(s.names, p):
		return true, at
	case s.maybe > 0 && !first && has(s.names[:s.known], p):
		from = s.maybe
		s.names = append(s.names[:0], s.names[s.known-1:]...)
		s.first = max(0, bytes.IndexByte(s.names[1:], 0))
		s.maybe = 0
		return true, from
	case s.maybe == 0 && (first || s.cut):
		s.maybe, s.known = at, len(s.names)
	}
	return false, at
}

// move notes that the first n bytes of the text were dropped.
func (s *section) move(n int) { s.maybe = max(0, s.maybe-n) }
