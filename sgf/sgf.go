package sgf

import (
	"fmt"

	"github.com/zobrist-go/zobrist/game"
)

// Limits of a game.
const (
	maxBytes  = 16 << 20 // of text
	maxItems  = 1 << 20  // nodes, properties and values
	maxNames  = 1000     // properties of one node
	maxName   = 64       // letters of a name
	maxFaults = 1000     // remarks
)

// LeftOut is the error of the remark after a thousand, the last one. It wraps [game.ErrTooLong].
type LeftOut struct {
	Remarks int // that there would be in its place
}

func (e *LeftOut) Error() string {
	return fmt.Sprintf("%v: more than %d remarks; %d are left out", game.ErrTooLong, maxFaults, e.Remarks)
}

// Unwrap returns [game.ErrTooLong].
func (e *LeftOut) Unwrap() error { return game.ErrTooLong }

// A Property is a name with its values, in the order of the file.
type Property struct {
	ID     string   // upper-case letters and digits, such as "AB"
	Values []string // at least one; escapes removed
}

// A Node is one step of a record: properties, and the nodes that follow. The
// first child continues the main line, the others are variations.
type Node struct {
	Properties []Property
	Children   []*Node

	at int // offset in the text of its game
}

// Get returns the first value of a property.
func (n *Node) Get(id string) (string, bool) {
	if v := n.All(id); len(v) > 0 {
		return v[0], true
	}
	return "", false
}

// All returns the values of a property, or nil. The caller must not change
// them.
func (n *Node) All(id string) []string {
	for _, p := range n.Properties {
		if p.ID == id {
			return p.Values
		}
	}
	return nil
}

// A Game is one game of a file: the root of its tree, its text and where it began.
type Game struct {
	Root   *Node
	Number int   // in its file, from 1
	Line   int   // of its first byte, from 1
	Offset int64 // of its first byte, from 0

	// Text is the game as it stands in the file, byte for byte, or as UTF-8 if the file
	// is UTF-16. It is nil for a game that was not read.
	Text []byte

	// Before is the text between the game and the one before it, blanks for the most part.
	Before []byte

	// Remarks say what was passed over in the text, or read in a way of its own, each
	// with its place. They wrap [game.ErrSyntax], [game.ErrTooLong], or, if the file or
	// another game cut it off, [game.ErrUnfinished]. After a thousand, [LeftOut] counts the others.
	Remarks []*game.RecordError
}

// MainLine returns the nodes from the root along the first children.
func (g *Game) MainLine() []*Node {
	var line []*Node
	for n := g.Root; n != nil; {
		line = append(line, n)
		if len(n.Children) == 0 {
			break
		}
		n = n.Children[0]
	}
	return line
}
