package serve

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/internal/games"
	"github.com/zobrist-go/zobrist/sgf"
)

// readSGF reads the first game of an SGF with its variations. Its first position is the one before the first move,
// with handicap and setup; a later setup is a move "setup".
func readSGF(ctx context.Context, text []byte) (*treeJSON, error) {
	reader := sgf.NewReader(bytes.NewReader(text))
	g, err := reader.Next()
	if g == nil {
		return nil, noRecord(games.Baduk, err)
	}
	line, err := g.Start(baduk.Options{})
	if err != nil {
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
	turns := []baduk.Color{baduk.Black} // the side to move at the start and after each move
steps:
	for step := range line.Tree() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		board := games.Baduk.Text(badukindex.BoardText(line.Position))
		switch {
		case step.Number != step.Parent:
			if len(j.Moves) == mostReadMoves {
				j.Problem = tooManyMoves
				break steps
			}
			move := games.Move{Move: sgfMove(line.Position, turns[step.Parent], step)}
			j.Moves = append(j.Moves, treeMove{Parent: step.Parent, stepJSON: stepJSON{move, board}})
			turns = append(turns, line.Position.Turn())
		case len(j.Moves) == 0:
			j.Text, turns[0] = board, line.Position.Turn()
		}
		if step.Last {
			j.remark(step.Node, step.Number)
		}
	}
	remarks := slices.Concat(g.Remarks, line.Remarks)
	slices.SortStableFunc(remarks, func(a, b *game.RecordError) int { return cmp.Compare(a.Offset, b.Offset) })
	list := faults(remarks)
	if j.Problem != "" {
		list = append([]string{j.Problem}, list...)
	}
	j.Problem = brief(strings.Join(list, "; "))
	next, _ := reader.Next()
	j.More = next != nil
	return j, nil
}

// mostFaults is the number of faults of a record that are listed. The others are counted.
const mostFaults = 5

// faults lists what was passed over in a record, or read in another way than written, each with its place. Komi and rules
// do not matter here.
func faults(remarks []*game.RecordError) (list []string) {
	for _, r := range remarks {
		if !strings.HasPrefix(r.Text, "KM[") && !strings.HasPrefix(r.Text, "RU[") {
			list = append(list, strings.TrimPrefix(r.Error(), "sgf: "))
		}
	}
	if n := len(list) - mostFaults; n > 0 {
		list = append(list[:mostFaults], fmt.Sprintf("and %d more", n))
	}
	return list
}

// remark adds the comments and signs of a node to a move, 0 for the first position.
func (j *treeJSON) remark(n *sgf.Node, move int) {
	text, _ := n.Get("C")
	text = strings.TrimSpace(text)
	if move == 0 {
		j.Comment = strings.TrimSpace(j.Comment + " " + text)
		return
	}
	m := &j.Moves[move-1]
	m.Comment = strings.TrimSpace(m.Comment + " " + text)
	for _, p := range n.Properties {
		if nag, ok := map[string]int{"TE": 1, "BM": 2, "IT": 5, "DO": 6}[p.ID]; ok {
			m.NAGs = append(m.NAGs, nag)
		}
	}
}

// sgfMove writes a move, with its side if the other one was to move.
func sgfMove(board *baduk.Position, turn baduk.Color, step sgf.Step) string {
	switch step.Color {
	case baduk.Empty:
		return "setup"
	case turn:
		return board.MoveString(step.Move)
	}
	return strings.ToUpper(step.Color.String()[:1]) + " " + board.MoveString(step.Move)
}
