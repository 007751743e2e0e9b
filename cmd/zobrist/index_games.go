package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// gamesAnswer is what `zobrist index games` prints.
type gamesAnswer struct {
	FEN   string            `json:"fen"`
	Total int64             `json:"total"` // games that contain the position
	Skip  int               `json:"skip"`
	Games []json.RawMessage `json:"games"`
}

func newIndexGames(a *app) *cobra.Command {
	var f indexFlags
	var at positionFlags
	var o index.ListOptions
	order := &choice{"rating", []string{"rating", "recent"}}
	var asPGN bool
	cmd := &cobra.Command{
		Use:   "games --db DIR [flags] [POSITION]",
		Short: "List the games that contain a position",
		Long: positionHelp + `

The best rated games are listed first, by the mean of the known ratings of their
players, or the most recent ones. Among equals, the game added last comes first.`,
		Example: `  zobrist index games --db games.db --moves "e4 e5 Nf3"
  zobrist index games --db games.db --order recent --limit 20 --skip 20 d4 d5
  zobrist index games --db games.db --pgn --limit 1 e4 c5`,
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			err := cmp.Or(inRange("limit", o.Limit, 1, math.MaxInt), inRange("skip", o.Skip, 0, math.MaxInt))
			if err != nil {
				return err
			}
			o.Recent = order.value == "recent"
			ctx := cmd.Context()
			ix, s, err := f.open(ctx)
			if err != nil {
				return err
			}
			defer s.Close()
			p, err := at.position(ix, args)
			if err != nil {
				return err
			}
			answer, err := ix.Index.Find(ctx, p.Hash128())
			if err != nil {
				return f.explain(err)
			}
			games, err := ix.List(ctx, p, o)
			if err != nil {
				return f.explain(err)
			}
			if !asPGN {
				return a.printGames(p, answer.Games, o.Skip, games)
			}
			w := pgn.NewWriter(a.out)
			for _, found := range games {
				g, err := ix.Game(ctx, found.Number)
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
	flags.Var(order, "order", "rating or recent")
	flags.IntVar(&o.Limit, "limit", 10, "number of games at most")
	flags.IntVar(&o.Skip, "skip", 0, "number of games to leave out at the beginning")
	flags.BoolVar(&asPGN, "pgn", false, "print the games as PGN")
	return cmd
}

func (a *app) printGames(p *chess.Position, total int64, skip int, games []index.FoundGame) error {
	if a.json {
		answer := gamesAnswer{FEN: p.FEN(), Total: total, Skip: skip, Games: []json.RawMessage{}}
		for _, g := range games {
			value, err := chessindex.GameJSON(p, g)
			if err != nil {
				return err
			}
			answer.Games = append(answer.Games, value)
		}
		return a.printJSON(answer)
	}
	san := func(g index.FoundGame) string {
		if g.Move == 0 {
			return ""
		}
		return p.SAN(chess.Move(g.Move))
	}
	if a.plain {
		for _, g := range games {
			_, err := fmt.Fprintf(a.out, "%d\t%s\t%d\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n",
				g.Number, g.First, g.FirstRating, g.Second, g.SecondRating, g.Result, g.Date, g.Event, g.Site, san(g))
			if err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(a.out, "%s\n%s", p.FEN(), number(total, "game"))
	if n := len(games); n > 0 {
		fmt.Fprintf(a.out, ", %s to %s", group3(int64(skip+1)), group3(int64(skip+n)))
	}
	if _, err := fmt.Fprintln(a.out); err != nil || len(games) == 0 {
		return err
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ndate\twhite\trating\tblack\trating\tresult\tmove\tevent")
	for _, g := range games {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			g.Date, g.First, known(g.FirstRating), g.Second, known(g.SecondRating), g.Result, san(g), g.Event)
	}
	return w.Flush()
}
