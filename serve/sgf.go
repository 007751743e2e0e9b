package serve

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game/baduk"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/internal/games"
	"github.com/zobrist-go/zobrist/sgf"
)

// mostReplayed is the number of nodes that are replayed to read all variations of a record, each from the root.
const mostReplayed = 300_000

// tooManyNodes names the limit on moves too, as long variations reach either.
var tooManyNodes = fmt.Sprintf("the variations are too many or too long; %s", tooManyMoves)

// readSGF reads the first game of an SGF with its variations. Its first position is the one before the first move,
// with handicap and setup; a setup within the game is a move "setup".
func readSGF(ctx context.Context, text []byte) (*treeJSON, error) {
	reader := sgf.NewReader(bytes.NewReader(text))
	g, err := reader.Next()
	if g == nil {
		return nil, noRecord(games.Baduk, err)
	}
	j := &treeJSON{Kind: "game", Tags: map[string]string{}, Moves: []treeMove{}, Result: cmp.Or(g.Score(), "*")}
	for _, p := range g.Root.Properties {
		switch p.ID {
		case "AB", "AW", "AE", "B", "W", "C":
		default:
			j.Tags[p.ID] = strings.Join(strings.Fields(p.Values[0]), " ")
		}
	}
	t := &sgfTree{treeJSON: j, game: g, last: map[*sgf.Node]int{}, parent: map[*sgf.Node]*sgf.Node{}}
	for heads := []*sgf.Node{g.Root}; len(heads) > 0 && j.Problem == ""; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := heads[0]
		heads = heads[1:]
		var path []*sgf.Node
		for up := t.parent[n]; up != nil; up = t.parent[up] {
			path = append(path, up)
		}
		slices.Reverse(path)
		known := len(path)
		for path = append(path, n); len(n.Children) > 0; path = append(path, n) {
			for _, c := range n.Children {
				t.parent[c] = n
			}
			heads = append(heads, n.Children[1:]...)
			n = n.Children[0]
		}
		if err := t.add(path, known); err != nil {
			return nil, noRecord(games.Baduk, err)
		}
	}
	next, _ := reader.Next()
	j.More = next != nil
	return j, nil
}

// A sgfTree is the tree of a record so far.
type sgfTree struct {
	*treeJSON
	game     *sgf.Game
	last     map[*sgf.Node]int // number of the last move up to a node
	parent   map[*sgf.Node]*sgf.Node
	replayed int
}

// add adds a line from the root whose first nodes are known.
func (t *sgfTree) add(path []*sgf.Node, known int) error {
	line, err := t.game.Start(baduk.Options{})
	if err != nil {
		return err
	}
	fresh, parent := map[*sgf.Node]bool{}, 0
	for _, n := range path[known:] {
		fresh[n] = true
	}
	if known > 0 {
		parent = t.last[path[known-1]]
	}
	if room := mostReplayed - t.replayed; len(path) > room {
		path, t.Problem = path[:max(1, room)], tooManyNodes
		known = min(known, len(path))
	}
	t.replayed += len(path)
	line.Path = path
	read := len(path)                 // nodes
	begun, turn := false, baduk.Empty // the side to move after the move before
	for c, m := range line.Moves() {
		if len(t.Moves) == mostReadMoves {
			t.Problem = tooManyMoves
			read = max(known, slices.Index(path, line.Node))
			break
		}
		if !begun && c != baduk.Empty {
			t.Text = games.Baduk.Text(badukindex.BoardText(line.Position))
		}
		if begun = begun || c != baduk.Empty; !begun {
			continue // the first position has the setup
		}
		after := line.Position
		if fresh[line.Node] {
			one := treeMove{Parent: parent}
			one.Move.Move = sgfMove(after, turn, c, m)
			if c != baduk.Empty {
				after = after.Clone()
				_ = after.Force(c, m) // as Moves does
			}
			one.Text = games.Baduk.Text(badukindex.BoardText(after))
			t.Moves = append(t.Moves, one)
			parent = len(t.Moves)
			t.last[line.Node] = parent
		}
		if turn = c.Opponent(); c == baduk.Empty {
			turn = line.Position.Turn()
		}
	}
	if !begun {
		t.Text = games.Baduk.Text(badukindex.BoardText(line.Position))
	}
	for i, n := range path[known:read] {
		if at := known + i; at > 0 {
			t.last[n] = max(t.last[n], t.last[path[at-1]])
		}
		t.remark(n, t.last[n])
	}
	return nil
}

// remark adds the comments and signs of a node to a move, 0 for the first position.
func (t *sgfTree) remark(n *sgf.Node, move int) {
	text, _ := n.Get("C")
	text = strings.TrimSpace(text)
	if move == 0 {
		t.Comment = strings.TrimSpace(t.Comment + " " + text)
		return
	}
	m := &t.Moves[move-1]
	m.Comment = strings.TrimSpace(m.Comment + " " + text)
	for _, p := range n.Properties {
		if nag, ok := map[string]int{"TE": 1, "BM": 2, "IT": 5, "DO": 6}[p.ID]; ok {
			m.NAGs = append(m.NAGs, nag)
		}
	}
}

// sgfMove writes a move, with its side if the other one was to move.
func sgfMove(board *baduk.Position, turn, c baduk.Color, m baduk.Move) string {
	switch {
	case c == baduk.Empty:
		return "setup"
	case turn == c || turn == baduk.Empty:
		return board.MoveString(m)
	}
	return strings.ToUpper(c.String()[:1]) + " " + board.MoveString(m)
}
