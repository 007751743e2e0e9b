package sgf

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Write writes a game and a line feed. It fails if w fails, or if the game
// would not be read back: a property has no value, or a name that is not 1 to
// 64 upper-case letters, or variations are nested deeper than 1,000.
func Write(w io.Writer, g *Game) error {
	b := bufio.NewWriter(w)
	if g.Root == nil {
		return fmt.Errorf("sgf: game %d has no root", g.Number)
	}
	if err := writeTree(b, g.Root, 1); err != nil {
		return err
	}
	b.WriteByte('\n')
	return b.Flush()
}

// writeTree writes a node with all that follows it, in parentheses.
func writeTree(b *bufio.Writer, n *Node, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("sgf: %w", errTooDeep)
	}
	b.WriteByte('(')
	for {
		if err := writeNode(b, n); err != nil {
			return err
		}
		if len(n.Children) != 1 {
			break
		}
		n = n.Children[0]
	}
	for _, child := range n.Children {
		b.WriteByte('\n')
		if err := writeTree(b, child, depth+1); err != nil {
			return err
		}
	}
	return b.WriteByte(')')
}

func writeNode(b *bufio.Writer, n *Node) error {
	b.WriteByte(';')
	for _, p := range n.Properties {
		switch {
		case p.ID == "" || len(p.ID) > 64 || strings.Trim(p.ID, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "":
			return fmt.Errorf("sgf: property %q; a property is named by 1 to 64 upper-case letters", p.ID)
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

var escaper = strings.NewReplacer(`\`, `\\`, `]`, `\]`)
