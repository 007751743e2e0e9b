package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
	"github.com/zobrist-go/zobrist/polyglot"
)

func newBookFind(a *app) *cobra.Command {
	var at positionFlags
	cmd := a.Command("book find", cobra.MinimumNArgs(1), func(_ *cobra.Command, args []string) error {
		book, err := polyglot.Open(args[0])
		if err != nil {
			return explainBook(err)
		}
		defer book.Close()
		p, err := at.position(polyglot.Position, args[1:])
		if err != nil {
			return err
		}
		answer, err := book.Find(p)
		if err != nil {
			return explainBook(err, args[0])
		}
		for i, e := range answer.Illegal {
			if i == 10 {
				a.Remark("warning: %d more moves are not legal here", len(answer.Illegal)-i)
				break
			}
			a.Remark("warning: %s, weight %d, is not legal here: "+foreign, polyglot.MoveText(e.Move), e.Weight)
		}
		return a.Print(bookAnswer{answer, p})
	})
	at.register(cmd)
	return cmd
}

// foreign is what an entry may be whose move is not legal.
const foreign = "it is of another position with the same key, or no move"

// bookAnswer is what `zobrist book find` prints.
type bookAnswer struct {
	polyglot.Answer
	position *chess.Position
}

// MarshalJSON writes the moves in both notations.
func (b bookAnswer) MarshalJSON() ([]byte, error) {
	answer := struct {
		Position string      `json:"position"`
		Key      string      `json:"key"`
		Moves    []entryJSON `json:"moves"`
		Illegal  []entryJSON `json:"illegal"`
	}{b.position.FEN(), keyText(b.Key), []entryJSON{}, []entryJSON{}}
	for _, m := range b.Moves {
		answer.Moves = append(answer.Moves, moveJSON(b.position, m))
	}
	for _, e := range b.Illegal {
		answer.Illegal = append(answer.Illegal,
			entryJSON{UCI: polyglot.MoveText(e.Move), Weight: e.Weight, Learn: e.Learn})
	}
	return jsontext.Marshal(answer)
}

func moveJSON(p *chess.Position, m polyglot.Move) entryJSON {
	return entryJSON{UCI: p.UCI(m.Move), SAN: p.SAN(m.Move), Weight: m.Weight, Learn: m.Learn}
}

func (b bookAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "%s\nkey %s, %s\n", b.position.FEN(), keyText(b.Key), cli.Number(int64(len(b.Moves)), "move"))
	if len(b.Moves) == 0 {
		return
	}
	sum := sumWeights(b.Moves)
	cli.Columns(w, true, func(w io.Writer) {
		fmt.Fprintln(w, "\nmove\tweight\tshare\tlearn\t")
		for _, m := range b.Moves {
			fmt.Fprintf(w, "%s\t%d\t%s\t%d\t\n", b.position.SAN(m.Move), m.Weight, weightShare(m.Weight, sum), m.Learn)
		}
	})
}
