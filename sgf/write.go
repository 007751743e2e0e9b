package sgf

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Write writes a game as UTF-8, and a line feed. A property CA of the root says so: it is
// changed, or added if there are other characters than ASCII, or escape characters. To keep a game byte for
// byte, write its Text. It fails if w fails, or if the game would not be read back: a
// property has no value, or a name that is not 1 to 64 upper-case letters and digits.
func Write(w io.Writer, g *Game) error {
	b := bufio.NewWriter(w)
	if g.Root == nil {
		return fmt.Errorf("sgf: game %d has no root", g.Number)
	}
	root := *g.Root
	root.Properties = slices.Clone(root.Properties)
	root.declare(g.Root)
	// Variations may be nested deeper than a stack should grow, so this is a list of what
	// is left to write: nodes with the text before them.
	type item struct {
		before string
		node   *Node // nil at the end of a variation
	}
	left := []item{{"\n", nil}, {")", nil}, {"(", &root}}
	for len(left) > 0 {
		next := left[len(left)-1]
		left = left[:len(left)-1]
		b.WriteString(next.before)
		if next.node == nil {
			continue
		}
		if err := writeNode(b, next.node); err != nil {
			return err
		}
		children := next.node.Children
		if len(children) == 1 {
			left = append(left, item{"", children[0]})
			continue
		}
		for _, child := range slices.Backward(children) {
			before := "\n("
			if len(child.Properties) > 0 && slices.Contains(rootOnly, child.Properties[0].ID) {
				before = "(" // on a line of its own it would read back as another game
			}
			left = append(left, item{")", nil}, item{before, child})
		}
	}
	return b.Flush()
}

// declare makes CA of the root say UTF-8, if there is one or the game needs one.
func (n *Node) declare(whole *Node) {
	for i := range n.Properties {
		if p := &n.Properties[i]; p.ID == "CA" && len(p.Values) > 0 {
			if c, known := lookUp(p.Values[0]); !known || c.encoding != nil {
				p.Values = []string{"UTF-8"}
			}
			return
		}
	}
	for left := []*Node{whole}; len(left) > 0; {
		next := left[len(left)-1]
		left = append(left[:len(left)-1], next.Children...)
		for _, p := range next.Properties {
			for _, v := range p.Values {
				// Without CA, an escape character may begin a text in ISO-2022-JP.
				if strings.ContainsFunc(v, func(c rune) bool { return c >= utf8.RuneSelf || c == 0x1b }) {
					n.add("CA", "UTF-8")
					return
				}
			}
		}
	}
}

func writeNode(b *bufio.Writer, n *Node) error {
	b.WriteByte(';')
	for _, p := range n.Properties {
		switch {
		case !isName(p.ID):
			return fmt.Errorf("sgf: property %q; a property is named by 1 to %d upper-case letters and digits", p.ID, maxName)
		case len(p.Values) == 0:
			return fmt.Errorf("sgf: property %s has no value", p.ID)
		}
		b.WriteString(p.ID)
		for _, v := range p.Values {
			b.WriteByte('[')
			b.WriteString(escaper.Replace(v))
			b.WriteByte(']')
		}
	}
	return nil
}

// isName reports whether a property of that name is read back.
func isName(id string) bool {
	return id != "" && len(id) <= maxName && id[0] >= 'A' && id[0] <= 'Z' &&
		strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

var escaper = strings.NewReplacer(`\`, `\\`, `]`, `\]`)
