package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
)

func newIndexFind(a *app) *cobra.Command {
	var f indexFlags
	var at positionFlags
	cmd := &cobra.Command{
		Use:   "find --db DIR [flags] [POSITION]",
		Short: "Print what was played in a position",
		Long: positionHelp + `

For each move: the games that played it when they first reached the position, how
they ended, the mean of the known ratings of their players, the last year, and how
many games reach the position after the move by whatever way. Transpositions
follow: moves that no game played here, although they reach a position of the
index. The exit status is 0 even if no game contains the position.`,
		Example: `  zobrist index find --db games.db
  zobrist index find --db games.db --moves "e4 e5 Nf3"
  zobrist index find --db games.db "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
  zobrist index find --db games.db --json e2e4 c7c5`,
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			ix, s, err := f.open(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			p, err := at.position(ix, args)
			if err != nil {
				return err
			}
			answer, err := ix.Find(cmd.Context(), p)
			if err != nil {
				return f.explain(err)
			}
			return a.printFind(p, answer)
		}),
	}
	f.register(cmd)
	at.register(cmd)
	return cmd
}

func (a *app) printFind(p *chess.Position, answer index.Answer) error {
	switch {
	case a.json:
		value, err := chessindex.AnswerJSON(p, answer)
		if err != nil {
			return err
		}
		return a.printJSON(value)
	case a.plain:
		for _, m := range append(answer.Moves, answer.Transpositions...) {
			move := chess.Move(m.Move)
			_, err := fmt.Fprintf(a.out, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", p.UCI(move), p.SAN(move),
				m.Games, m.First, m.Drawn, m.Second, m.AverageRating(), m.LastYear, m.Reaches)
			if err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(a.out, "%s\n%s", p.FEN(), number(answer.Games, "game"))
	if answer.Ended > 0 {
		fmt.Fprintf(a.out, ", of which %s here", ends(answer.Ended))
	}
	fmt.Fprintln(a.out)
	if answer.Foreign > 0 {
		games := number(answer.Foreign, "game")
		a.remark("%s with a move that is not legal here: of another position with the same key", games)
	}
	if len(answer.Moves)+len(answer.Transpositions) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\nmove\tgames\twhite\tdraws\tblack\trating\tlast\treaches\t")
	for _, m := range answer.Moves {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", p.SAN(chess.Move(m.Move)), group3(m.Games),
			share(m.First, m.Games), share(m.Drawn, m.Games), share(m.Second, m.Games),
			known(m.AverageRating()), known(m.LastYear), group3(m.Reaches))
	}
	for _, m := range answer.Transpositions {
		fmt.Fprintf(w, "%s\t–\t\t\t\t\t\t%s\t\n", p.SAN(chess.Move(m.Move)), group3(m.Reaches))
	}
	return w.Flush()
}

func ends(n int64) string {
	if n == 1 {
		return "1 ends"
	}
	return group3(n) + " end"
}

// share returns a part in per cent.
func share(part, all int64) string {
	if all == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f%%", 100*float64(part)/float64(all))
}

// known returns a number, or a dash for 0.
func known(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}
