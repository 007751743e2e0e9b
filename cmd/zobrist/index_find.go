package main

import (
	"fmt"
	"io"

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
			if answer.Foreign > 0 {
				games := number(answer.Foreign, "game")
				a.remark("%s with a move that is not legal here: of another position with the same key", games)
			}
			return a.print(findAnswer{answer, p})
		}),
	}
	f.register(cmd)
	at.register(cmd)
	return cmd
}

// findAnswer is what `zobrist index find` prints about a position.
type findAnswer struct {
	index.Answer
	position *chess.Position
}

// MarshalJSON writes the answer as [chessindex.AnswerJSON] does.
func (f findAnswer) MarshalJSON() ([]byte, error) { return chessindex.AnswerJSON(f.position, f.Answer) }

func (f findAnswer) plain(w io.Writer) {
	for _, m := range append(f.Moves, f.Transpositions...) {
		move := chess.Move(m.Move)
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", f.position.UCI(move), f.position.SAN(move),
			m.Games, m.First, m.Drawn, m.Second, m.AverageRating(), m.LastYear, m.Reaches)
	}
}

func (f findAnswer) text(w io.Writer) {
	fmt.Fprintf(w, "%s\n%s", f.position.FEN(), number(f.Games, "game"))
	if f.Ended > 0 {
		fmt.Fprintf(w, ", of which %s here", ends(f.Ended))
	}
	fmt.Fprintln(w)
	if len(f.Moves)+len(f.Transpositions) == 0 {
		return
	}
	columns(w, true, func(w io.Writer) {
		fmt.Fprintln(w, "\nmove\tgames\twhite\tdraws\tblack\trating\tlast\treaches\t")
		for _, m := range f.Moves {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", f.position.SAN(chess.Move(m.Move)), group3(m.Games),
				share(m.First, m.Games), share(m.Drawn, m.Games), share(m.Second, m.Games),
				known(m.AverageRating()), known(m.LastYear), group3(m.Reaches))
		}
		for _, m := range f.Transpositions {
			fmt.Fprintf(w, "%s\t–\t\t\t\t\t\t%s\t\n", f.position.SAN(chess.Move(m.Move)), group3(m.Reaches))
		}
	})
}

func ends(n int64) string {
	if n == 1 {
		return "1 ends"
	}
	return group3(n) + " end"
}
