package sgf

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// A fault is something in a text that was passed over, or read in a way of its own.
type fault struct {
	at   int // offset in the text of the game
	text string
	err  error
}

// A parser reads the game at the start of a text. It needs no stack of its own depth:
// the open variations are a list.
type parser struct {
	text    []byte
	ended   bool // the file ends with text
	cut     error
	charset charset
	shift   int // for charset.width

	at      int
	short   bool // the game may go on after the text
	root    *Node
	node    *Node   // to which properties are added, or nil
	parents []*Node // of each open parenthesis, the node that its variation hangs from
	closed  bool    // a variation of node was closed
	over    bool    // the game has ended, as another one begins
	items   int     // nodes, properties and values
	foreign bool    // a value has bytes that the charset does not have
	broken  int     // faults that are values with a few such bytes
	faults  []fault
	noted   int      // faults, also those left out
	leftOut *LeftOut // of faults; nil: none is
	buffer  []byte   // for value
	lost    Node     // for properties that are left out
}

// note adds a fault at an offset.
func (p *parser) note(at int, text []byte, kind error, format string, args ...any) {
	p.noted++
	switch {
	case p.noted <= maxFaults:
		text = text[:min(len(text), 64)]
		p.faults = append(p.faults, fault{at, gametext.Shorten(text), fmt.Errorf("%w: "+format,
			append([]any{kind}, args...)...)})
	case p.leftOut == nil:
		p.leftOut = &LeftOut{1}
		p.faults = append(p.faults, fault{at, "", p.leftOut})
	default:
		p.leftOut.Remarks++
	}
}

// more reports whether there is a byte to read. If not, the game ends here, or short
// is set.
func (p *parser) more() bool {
	if p.at < len(p.text) {
		return true
	}
	p.short = p.short || !p.ended
	return false
}

// space skips white space.
func (p *parser) space() bool {
	for p.more() {
		switch c := p.text[p.at]; {
		case c <= ' ':
			p.at++
		case bytes.HasPrefix(p.text[p.at:], []byte("\ufeff")): // within a game: files were joined
			p.at += len("\ufeff")
		case bytes.HasPrefix(p.text[p.at:], []byte("\u00a0")) || bytes.HasPrefix(p.text[p.at:], []byte("\u3000")):
			_, n := utf8.DecodeRune(p.text[p.at:])
			p.at += n
		default:
			return true
		}
	}
	return false
}

// tree reads the game, to its last parenthesis, to the beginning of another game, or to
// the end of the text.
func (p *parser) tree() {
	for !p.over && p.space() && !p.short {
		switch c := p.text[p.at]; {
		case c == '(':
			if len(p.parents) > 0 && p.begins(p.at) {
				p.note(p.at, nil, game.ErrUnfinished, "another game begins; closing parentheses are missing")
				p.over = true
				return
			}
			p.open()
		case c == ')':
			p.at++
			p.node = p.parents[len(p.parents)-1]
			p.parents = p.parents[:len(p.parents)-1]
			p.closed = true
			if len(p.parents) == 0 {
				return
			}
		case c == ';':
			if p.closed && p.node != nil {
				p.note(p.at, nil, game.ErrSyntax, "a node follows a variation; it is taken for another one")
			}
			p.at++
			p.begin()
		case isLetter(c):
			if p.node == nil || p.closed {
				p.note(p.at, nil, game.ErrSyntax, "a node begins with a semicolon")
				p.begin()
			}
			p.property()
		default:
			p.stray()
		}
	}
	if !p.short && !p.over {
		if p.cut != nil {
			p.note(p.at, nil, p.cut, "the rest is not read")
		} else {
			p.note(p.at, nil, game.ErrUnfinished, "the file ends inside the game")
		}
	}
}

// open reads the parenthesis that begins a variation.
func (p *parser) open() {
	from := p.at
	p.at++
	p.parents = append(p.parents, p.node)
	p.closed = false
	if !p.space() {
		return
	}
	switch c := p.text[p.at]; {
	case c == ';':
	case c == '(' || c == ')':
		p.note(from, nil, game.ErrSyntax, "a variation has no node")
	case isLetter(c):
		p.note(p.at, nil, game.ErrSyntax, "a variation begins with a semicolon")
		p.begin()
	}
}

// begin begins a node.
func (p *parser) begin() {
	p.closed = false
	if !p.room() { // it is left out, with what follows it
		p.node = &p.lost
		return
	}
	n := &Node{at: p.at}
	switch {
	case p.root == nil:
		p.root = n
	case p.node == nil: // two trees in one parenthesis
		p.root.Children = append(p.root.Children, n)
	case p.node != &p.lost:
		p.node.Children = append(p.node.Children, n)
	}
	p.node = n
}

// room counts a node, a property or a value, and reports whether it may be kept.
func (p *parser) room() bool {
	if p.items++; p.items == maxItems+1 {
		p.note(p.at, nil, game.ErrTooLong, "more than %d nodes, properties and values; the rest is not read", maxItems)
	}
	return p.items <= maxItems
}

// stray skips text that is not part of a game.
func (p *parser) stray() {
	from := p.at
	if p.text[from] == '[' {
		if p.value(); p.short {
			return
		}
		p.note(from, p.text[from:p.at], game.ErrSyntax, "the value belongs to no property")
		return
	}
	for p.more() {
		if c := p.text[p.at]; c == '(' || c == ')' || c == ';' || c == '[' || c <= ' ' || isLetter(c) {
			break
		}
		p.at++
	}
	p.note(from, p.text[from:p.at], game.ErrSyntax, "this is nothing of a game")
}

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

// name reads the name of a property. Lower-case letters are left out, as FF[3] and
// before have it, if there are others.
func (p *parser) name() string {
	from := p.at
	var id []byte
	for p.more() {
		c := p.text[p.at]
		if !isLetter(c) && (c < '0' || c > '9') {
			break
		}
		if c < 'a' {
			id = append(id, c)
		}
		p.at++
	}
	word := p.text[from:p.at]
	if len(id) == 0 || id[0] <= '9' {
		return string(bytes.ToUpper(word))
	}
	return string(id)
}

// property reads a name and its values into the node.
func (p *parser) property() {
	from := p.at
	id := p.name()
	word := p.text[from:p.at]
	if p.space(); p.short {
		return
	}
	if p.at == len(p.text) || p.text[p.at] != '[' {
		p.note(from, word, game.ErrSyntax, "the property has no value in brackets")
		return
	}
	if len(id) > maxName {
		p.note(from, word, game.ErrTooLong, "a property is named by 1 to %d letters", maxName)
	} else if c := word[0]; c >= 'a' && string(bytes.ToUpper(word)) == id {
		p.note(from, word, game.ErrSyntax, "a property is named by upper-case letters")
	}
	var values []string
	for p.space() && p.text[p.at] == '[' {
		v := p.value()
		if p.short {
			return
		}
		if len(id) <= maxName && p.room() {
			values = append(values, v)
		}
		if p.over {
			break
		}
	}
	if len(values) == 0 {
		return
	}
	n := p.node
	for i := range n.Properties {
		if n.Properties[i].ID == id { // written twice: one property with all values
			n.Properties[i].Values = append(n.Properties[i].Values, values...)
			return
		}
	}
	if len(n.Properties) == maxNames {
		p.note(from, word, game.ErrTooLong, "more than %d properties in a node", maxNames)
		return
	}
	n.Properties = append(n.Properties, Property{id, values})
}

// value reads from an opening bracket to the closing one. A backslash before a line
// break removes it, before anything else it makes it literal.
func (p *parser) value() string {
	from := p.at + 1
	p.at = from
	v := p.buffer[:0]
	defer func() { p.buffer = v[:0] }()
	inner := 0 // opening brackets in the value that are still open
	for {
		if !p.more() {
			if !p.short {
				p.note(from-1, p.text[from-1:], game.ErrUnfinished, "a closing bracket is missing")
			}
			break
		}
		c := p.text[p.at]
		if w := p.width(); w != 1 {
			if w == 0 {
				p.short = true
				return ""
			}
			v = append(v, p.text[p.at:p.at+w]...)
			p.at += w
			continue
		}
		if c == ']' {
			if inner == 0 || p.closes() {
				break
			}
			p.note(p.at, nil, game.ErrSyntax, "a bracket within a value is written with a backslash before it")
			inner--
		}
		p.at++
		switch c {
		case '[':
			inner++
			v = append(v, c)
		case '\\':
			if !p.more() {
				continue
			}
			if p.text[p.at] == '\r' || p.text[p.at] == '\n' {
				p.lineEnd()
				continue
			}
			if p.text[p.at] == ']' {
				inner = max(0, inner-1)
			}
			w := max(1, p.width())
			v = append(v, p.text[p.at:p.at+w]...)
			p.at += w
		case '\r', '\n':
			p.at--
			p.lineEnd()
			v = append(v, '\n')
		default:
			v = append(v, c)
		}
	}
	if p.short {
		return ""
	}
	if at := p.quoted(from); at >= 0 {
		p.note(from-1, p.text[from-1:], game.ErrUnfinished, "a closing bracket is missing before another game")
		p.at, p.over = at, true
		return p.decode(from, bytes.TrimSpace(p.text[from:at]))
	}
	p.at = min(p.at+1, len(p.text))
	return p.decode(from, v)
}

// closes reports whether the closing bracket that comes next ends the value, though the
// value has an opening bracket: what follows is another value, a property, a node or a
// variation.
func (p *parser) closes() bool {
	const longest = 2 * maxName
	if p.at+longest > len(p.text) && !p.ended {
		p.short = true
		return true
	}
	rest := bytes.TrimLeft(p.text[p.at+1:min(p.at+longest, len(p.text))], blanks)
	if len(rest) == 0 || bytes.IndexByte([]byte("[;()"), rest[0]) >= 0 {
		return true
	}
	name, _, opens := bytes.Cut(rest, []byte("["))
	name = bytes.TrimRight(name, blanks)
	return opens && !slices.ContainsFunc(name, func(c byte) bool { return !isLetter(c) && (c < '0' || c > '9') }) &&
		slices.ContainsFunc(name, func(c byte) bool { return c >= 'A' && c <= 'Z' })
}

// width returns the length of the next character, 0 if the text may be cut off in it.
func (p *parser) width() int {
	if p.charset.width == nil {
		return 1
	}
	w := p.charset.width(p.text, p.at, &p.shift)
	if w == 0 && p.ended {
		return 1
	}
	return w
}

// lineEnd skips a line break, which may be two bytes.
func (p *parser) lineEnd() {
	c := p.text[p.at]
	p.at++
	if p.more() && p.text[p.at] != c && (p.text[p.at] == '\r' || p.text[p.at] == '\n') {
		p.at++
	}
}

// decode returns the text of a value.
func (p *parser) decode(from int, raw []byte) string {
	s, good, broken := p.charset.decode(raw)
	switch {
	case broken:
		p.broken++
		p.note(from, []byte(s), game.ErrSyntax, "bytes that are not in the character set are lost")
	case !good && p.charset.encoding != nil:
		p.note(from, []byte(s), game.ErrSyntax, "not in the character set of CA")
	}
	p.foreign = p.foreign || !good && !broken
	return s
}

// quoted returns where in the value before at another game begins whose first property
// has the closing bracket found, -1 if none does. A comment that quotes a game escapes
// the brackets.
func (p *parser) quoted(from int) int {
	v := p.text[from:p.at]
	i := bytes.LastIndexByte(v, '(')
	if i <= 0 || bytes.Count(v[i:], []byte("[")) != 1 || !p.begins(from+i) {
		return -1
	}
	return from + i
}

// begins reports whether the parenthesis at an offset begins another game: it is the
// first of its line, and its node begins with a property that only a root has.
func (p *parser) begins(at int) bool {
	before := bytes.TrimRight(p.text[:at], " \t")
	if n := len(before); n == 0 || before[n-1] != '\n' && before[n-1] != '\r' {
		return false
	}
	const longest = 64
	if at+longest > len(p.text) && !p.ended {
		p.short = true
		return false
	}
	rest := bytes.TrimLeft(p.text[at+1:min(at+longest, len(p.text))], blanks)
	rest, ok := bytes.CutPrefix(rest, []byte(";"))
	id, _, opens := bytes.Cut(bytes.TrimLeft(rest, blanks), []byte("["))
	return ok && opens && slices.Contains(rootOnly, string(bytes.TrimRight(id, blanks)))
}

const blanks = " \t\r\n"

// rootOnly are properties that only the root of a game has.
var rootOnly = []string{"FF", "GM", "SZ", "CA", "AP", "ST"}
