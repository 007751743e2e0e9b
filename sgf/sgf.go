package sgf

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// Limits of a game.
const (
	maxDepth = 1000     // variations within one another
	maxBytes = 16 << 20 // of text, with what precedes the game
	maxItems = 1 << 20  // nodes, properties and values
	maxNames = 1000     // properties of one node
)

var errTooDeep = fmt.Errorf("%w: more than %d variations within one another", game.ErrTooLong, maxDepth)

// A Property is a name with its values, in the order of the file.
type Property struct {
	ID     string   // upper-case letters, such as "AB"
	Values []string // at least one; escapes removed
}

// A Node is one step of a record: properties, and the nodes that follow. The
// first child continues the main line, the others are variations.
type Node struct {
	Properties []Property
	Children   []*Node
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

// A Game is one game of a file: the root of its tree and where it began.
type Game struct {
	Root   *Node
	Number int   // in its file, from 1
	Line   int   // of its first byte, from 1
	Offset int64 // of its first byte, from 0
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

// Result returns how a game of Go ended, as the property RE says: Black is the first
// player. It is [game.Unknown] if there is no RE, or one of another form than the
// standard's.
func (g *Game) Result() game.Result {
	text, _ := g.Root.Get("RE")
	switch {
	case strings.HasPrefix(text, "B+"):
		return game.FirstWins
	case strings.HasPrefix(text, "W+"):
		return game.SecondWins
	case text == "0" || text == "Draw":
		return game.Draw
	}
	return game.Unknown
}
