package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// gamesAnswer is what `zobrist index games` prints.
type gamesAnswer struct {
	FEN   string                 `json:"fen"`
	Total int64                  `json:"total"` // games that contain the position
	Skip  int                    `json:"skip"`
	Games []chessindex.FoundGame `json:"games"`
}

var listOrders = map[string]index.Order{"rating": index.BestRated, "recent": index.MostRecent}

func newIndexGames(a *app) *cobra.Command {
	var f indexFlags
	var at positionFlags
	var o index.ListOptions
	var order string
	var asPGN bool
	cmd := &cobra.Command{
		Use:   "games --db DIR [flags] [POSITION]",
		Short: "List the games that contain a position",
		Long: positionHelp + `

Games are listed best rated first, by the mean of the ratings known of their
players, or most recent first; then the ones added last.`,
		Example: `  zobrist index games --db games.db --moves "e4 e5 Nf3"
  zobrist index games --db games.db --order recent --limit 20 --skip 20 d4 d5
  zobrist index games --db games.db --pgn --limit 1 e4 c5`,
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			var ok bool
			if o.Order, ok = listOrders[order]; !ok {
				return usagef("write rating or recent", "no order %q", order)
			}
			if o.Limit < 1 || o.Skip < 0 {
				return usagef("", "--limit %d and --skip %d: at least one game, and none skipped twice", o.Limit, o.Skip)
			}
			e, s, err := f.open(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			p, err := at.position(e, args)
			if err != nil {
				return err
			}
			answer := gamesAnswer{FEN: p.FEN(), Skip: o.Skip}
			found, err := e.Find(cmd.Context(), p)
			if err != nil {
				return f.explain(err)
			}
			answer.Total = found.Games
			if answer.Games, err = e.List(cmd.Context(), p, o); err != nil {
				return f.explain(err)
			}
			if !asPGN {
				return a.printGames(answer)
			}
			w := pgn.NewWriter(a.out)
			for _, found := range answer.Games {
				g, err := e.Game(cmd.Context(), found.Number)
				if err != nil {
					return f.explain(err)
				}
				if err := w.Write(g); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	f.register(cmd)
	at.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&order, "order", "rating", "rating or recent")
	flags.IntVar(&o.Limit, "limit", 10, "list at most so many games")
	flags.IntVar(&o.Skip, "skip", 0, "leave out so many of the first ones")
	flags.BoolVar(&asPGN, "pgn", false, "print the games as PGN")
	return cmd
}

func (a *app) printGames(answer gamesAnswer) error {
	switch {
	case a.json:
		return a.printJSON(answer)
	case a.plain:
		for _, g := range answer.Games {
			fmt.Fprintf(a.out, "%d\t%s\t%d\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n",
				g.Number, g.White, g.WhiteRating, g.Black, g.BlackRating, g.Result, g.Date, g.Event, g.Site, g.SAN)
		}
		return nil
	}
	fmt.Fprintf(a.out, "%s\n%s", answer.FEN, number(answer.Total, "game"))
	if n := len(answer.Games); n > 0 {
		fmt.Fprintf(a.out, ", %s to %s", group3(int64(answer.Skip+1)), group3(int64(answer.Skip+n)))
	}
	fmt.Fprintln(a.out)
	if len(answer.Games) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ndate\twhite\trating\tblack\trating\tresult\tmove\tevent")
	for _, g := range answer.Games {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			g.Date, g.White, known(g.WhiteRating), g.Black, known(g.BlackRating), g.Result, g.SAN, g.Event)
	}
	return w.Flush()
}
