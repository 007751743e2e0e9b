package sgf

import (
	"iter"
	"maps"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// A Step is a change of the board in a replay of all variations, a move or a setup, or a node without one.
type Step struct {
	Node   *Node
	Color  baduk.Color // of the move; Empty: there is none
	Move   baduk.Move
	Number int  // of this change, from 1, or, without one, Parent
	Parent int  // the number of the change before it in its variation; 0: the start
	Last   bool // no later step has this node
}

// Tree replays all variations of a game, each node once. It yields each step after it is made: the main line first, and
// after the end of each variation the next one of the nearest branching. Changes are numbered as they come.
//
// The setup before the first move and the first branching is no change but the start, which has the number 0. The last
// step with that number before the first change has the start as Position. A later setup is a change of its own node,
// unless it leaves a chain without a liberty and more setup follows. All else is as in [Line.Moves]; Strict ends a
// variation before a move that is not on the board. A loop that ends early leaves Position after the last step.
//
// Memory and time are in proportion to the nodes and their values. A step takes as long as a move, or as a setup if its
// node has one; a variation takes as long as a setup, which is in proportion to the points.
func (l *Line) Tree() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		l.handicap(l.game.MainLine())
		w := &walk{Line: l, yield: yield}
		var open []fork // the branchings whose variations are not all replayed
		for n := l.game.Root; w.node(n); {
			if len(n.Children) > 0 && !w.ended {
				if len(n.Children) > 1 {
					w.begun = true
					open = append(open, fork{path: w.path, setup: maps.Clone(l.setup), next: n.Children[1:],
						restore: l.Position.Save()})
				}
				n = n.Children[0]
				continue
			}
			if len(open) == 0 {
				return
			}
			f := &open[len(open)-1]
			f.restore()
			w.path = f.path
			n, f.next = f.next[0], f.next[1:]
			if len(f.next) == 0 {
				l.setup = f.setup
				open = open[:len(open)-1]
			} else {
				l.setup, f.restore = maps.Clone(f.setup), l.Position.Save()
			}
		}
	}
}

// A walk is a replay of all variations.
type walk struct {
	*Line
	yield func(Step) bool
	begun bool // the start is complete
	count int  // of changes
	path
}

// A path is the state of a walk that depends on the nodes from the root, besides the board.
type path struct {
	at          int // the number of the last change
	moved, told bool
	ended       bool // by Strict
}

// A fork is a branching: its state, and the variations that are left.
type fork struct {
	path
	setup   map[baduk.Move]baduk.Color
	next    []*Node
	restore func() // the board
}

// node replays a node and yields its steps. It reports whether the loop goes on.
func (w *walk) node(n *Node) bool {
	added := w.gather(n) || n == w.game.Root // which has the handicap
	mover := n.mover()
	must := mover != baduk.Empty || len(n.Children) == 0
	step := Step{Node: n, Number: w.at, Parent: w.at}
	change := func() {
		w.count++
		step.Number, step.Parent, w.at = w.count, w.at, w.count
	}
	if (added || must) && w.placeNow(n, must) && w.begun {
		change()
	}
	w.told = w.turn(n) || w.told
	for _, p := range n.Properties {
		c := sides[p.ID]
		if c == baduk.Empty {
			continue
		}
		w.moved = true
		m, on := w.point(n, p)
		if w.ended = !on && w.Strict; w.ended {
			break
		}
		if w.setTurn(c); !on {
			continue
		}
		if (!w.begun || step.Number != step.Parent) && !w.yield(step) { // the start, or the change before in this node
			return false
		}
		w.begun = true
		w.play(n, c, p, m)
		step.Color, step.Move = c, m
		change()
	}
	if len(n.Children) == 0 && !w.moved && !w.told {
		w.first()
	}
	step.Last = true
	return w.yield(step)
}

// placeNow puts the setup on the board, if there is one. Unless it must, it leaves a setup for later that takes the
// last liberty of a chain.
func (l *Line) placeNow(n *Node, must bool) bool {
	switch {
	case len(l.setup) == 0:
		return false
	case must:
		l.place(n)
	case l.Position.Place(l.setup) != nil:
		return false
	default:
		clear(l.setup)
	}
	return true
}

// setTurn makes c the side to move, also after two passes.
func (l *Line) setTurn(c baduk.Color) {
	if l.Position.Turn() != c || l.Position.Over() {
		l.Position.SetTurn(c)
	}
}
