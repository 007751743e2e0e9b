package sgf

import (
	"iter"
	"strconv"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// FromMoves returns a record of Go: the board of start with its komi and its rules, if
// they have a name, and, as setup, its stones and the side to move, then a node for
// each move. Properties may be added to its Root. The record has neither the ko nor the
// earlier boards of start. The moves are not checked.
func FromMoves(start *baduk.Position, moves iter.Seq2[baduk.Color, baduk.Move]) *Game {
	o := start.Options()
	size := strconv.Itoa(o.Width)
	if o.Height != o.Width {
		size += ":" + strconv.Itoa(o.Height)
	}
	root := &Node{}
	root.add("FF", "4")
	root.add("GM", "1")
	root.add("CA", "UTF-8")
	root.add("SZ", size)
	root.add("KM", strconv.FormatFloat(float64(o.Komi)/2, 'f', -1, 64))
	if rules := (baduk.Rules{Ko: o.Ko, Suicide: o.Suicide}).Usual().String(); rules != "" {
		root.add("RU", rules)
	}
	var stones [3][]string
	for m := range baduk.Move(o.Width * o.Height) {
		c := start.Stone(m)
		stones[c] = append(stones[c], FormatPoint(o, m))
	}
	root.add("AB", stones[baduk.Black]...)
	root.add("AW", stones[baduk.White]...)
	switch {
	case start.Turn() == baduk.White:
		root.add("PL", "W")
	case stones[baduk.Black] != nil:
		root.add("PL", "B")
	}
	last := root
	for c, m := range moves {
		n := &Node{}
		n.add([]string{baduk.Black: "B", baduk.White: "W"}[c], FormatPoint(o, m))
		last.Children = []*Node{n}
		last = n
	}
	return &Game{Root: root}
}

// add appends a property that has values.
func (n *Node) add(id string, values ...string) {
	if len(values) > 0 {
		n.Properties = append(n.Properties, Property{id, values})
	}
}
