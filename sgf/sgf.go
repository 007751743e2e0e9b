// Package sgf reads and writes game records in the Smart Game Format, FF[4]
// and before, and replays those of Go.
//
//	r := sgf.NewReader(file)
//	for {
//		g, err := r.Next()
//		if err == io.EOF {
//			break
//		}
//		var broken *sgf.Error
//		if errors.As(err, &broken) {
//			fmt.Println(broken) // this game is lost, the next one is not
//			continue
//		}
//		end, err := sgf.Replay(g, baduk.Options{})
//		…
//	}
//
// # Guarantees
//
// Reading what [Write] wrote gives the same tree. A broken game yields an
// [Error] with its place, and the reader goes on at the next game. Any bytes
// may be read: there is no panic, and nesting is bounded by [MaxDepth].
//
// # Limits
//
// A game is held in memory as a whole. Values are kept as bytes of the file's
// character set, which the root's CA property names; nothing is converted.
// Line breaks inside values become line feeds, and escapes are removed.
//
// # Sources
//
// A. Hollosi, SGF File Format FF[4], 1997–2022.
package sgf

import (
	"fmt"
	"strings"
)

// MaxDepth is the largest number of variations within one another.
const MaxDepth = 1000

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
	Number int // in its file, from 1
	Line   int // of its first byte, from 1
	Offset int64
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

// An Error says where a record is wrong. It costs that game alone.
type Error struct {
	Game   int   // number in its file, from 1
	Line   int   // from 1
	Offset int64 // bytes from 0
	Reason string
	Err    error // what refused the record, or nil
}

func (e *Error) Error() string {
	s := fmt.Sprintf("sgf: game %d, line %d, byte %d: %s", e.Game, e.Line, e.Offset, e.Reason)
	if e.Err != nil {
		s += ": " + strings.TrimPrefix(e.Err.Error(), "sgf: ")
	}
	return s
}

// Unwrap returns what refused the record.
func (e *Error) Unwrap() error { return e.Err }
