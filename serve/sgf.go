package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/internal/index/games"
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
	if err := j.replay(ctx, line); err != nil {
		return nil, err
	}
	list := faults(slices.Concat(g.Remarks, line.Remarks))
	if j.Problem != "" {
		list = append([]string{j.Problem}, list...)
	}
	j.Problem = brief(strings.Join(list, "; "))
	next, _ := reader.Next()
	j.More = next != nil
	return j, nil
}

// replay adds the moves of all variations, with their comments and signs.
func (j *treeJSON) replay(ctx context.Context, line *sgf.Line) error {
	board := func() games.Text { return games.Baduk.About().Text(badukindex.BoardText(line.Position)) }
	turns := []baduk.Color{baduk.Black} // the side to move at the start and after each move
	comments := [][]string{nil}         // likewise
	nodes := 0
	for step := range line.Tree() {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case step.Number != step.Parent && len(j.Moves) == mostReadMoves:
			j.Problem = tooManyMoves
		case nodes == mostReadNodes:
			j.Problem = tooManyNodes
		case step.Number != step.Parent:
			move := games.Move{Move: sgfMove(line.Position, turns[step.Parent], step)}
			j.Moves = append(j.Moves, treeMove{Parent: step.Parent, stepJSON: stepJSON{move, board()}})
			turns, comments = append(turns, line.Position.Turn()), append(comments, nil)
		case len(j.Moves) == 0:
			j.Text, turns[0] = board(), line.Position.Turn()
		}
		if j.Problem != "" {
			break
		}
		if step.Last {
			nodes++
			if text, _ := step.Node.Get("C"); strings.TrimSpace(text) != "" {
				comments[step.Number] = append(comments[step.Number], strings.TrimSpace(text))
			}
			if step.Number > 0 {
				j.Moves[step.Number-1].sign(step.Node)
			}
		}
	}
	for i, list := range comments {
		if i == 0 {
			j.Comment = strings.Join(list, " ")
		} else {
			j.Moves[i-1].Comment = strings.Join(list, " ")
		}
	}
	return nil
}

// mostFaults is the number of faults of a record that are listed. The others are counted.
const mostFaults = 5

// faults lists what was passed over in a record, or read in another way than written, each with its place and in the
// order of their places. Komi and rules do not matter here.
func faults(remarks []*game.RecordError) (list []string) {
	more := 0
	remarks = slices.DeleteFunc(remarks, func(r *game.RecordError) bool {
		var left *sgf.LeftOut
		if errors.As(r, &left) {
			more += left.Remarks
		}
		return left != nil || strings.HasPrefix(r.Text, "KM[") || strings.HasPrefix(r.Text, "RU[")
	})
	slices.SortStableFunc(remarks, func(a, b *game.RecordError) int { return cmp.Compare(a.Offset, b.Offset) })
	for i, r := range remarks {
		if i == mostFaults {
			more += len(remarks) - mostFaults
			break
		}
		list = append(list, strings.TrimPrefix(r.Error(), "sgf: "))
	}
	if more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return list
}

// sign adds the signs of a node to a move.
func (m *treeMove) sign(n *sgf.Node) {
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
