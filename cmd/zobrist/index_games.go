package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

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
				return a.print(gamesAnswer{p, answer.Games, o.Skip, games})
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

// gamesAnswer is what `zobrist index games` prints.
type gamesAnswer struct {
	position *chess.Position
	total    int64 // games that contain the position
	skip     int
	games    []index.FoundGame
}

// MarshalJSON writes the games as [chessindex.GameJSON] does.
func (g gamesAnswer) MarshalJSON() ([]byte, error) {
	games := []json.RawMessage{}
	for _, game := range g.games {
		value, err := chessindex.GameJSON(g.position, game)
		if err != nil {
			return nil, err
		}
		games = append(games, value)
	}
	return json.Marshal(struct {
		FEN   string            `json:"fen"`
		Total int64             `json:"total"`
		Skip  int               `json:"skip"`
		Games []json.RawMessage `json:"games"`
	}{g.position.FEN(), g.total, g.skip, games})
}

// san returns the move that a game played in the position, "" if it ended there.
func (g gamesAnswer) san(game index.FoundGame) string {
	if game.Move == 0 {
		return ""
	}
	return g.position.SAN(chess.Move(game.Move))
}

func (g gamesAnswer) plain(w io.Writer) {
	for _, f := range g.games {
		fmt.Fprintf(w, "%d\t%s\t%d\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n",
			f.Number, f.First, f.FirstRating, f.Second, f.SecondRating, f.Result, f.Date, f.Event, f.Site, g.san(f))
	}
}

func (g gamesAnswer) text(w io.Writer) {
	fmt.Fprintf(w, "%s\n%s", g.position.FEN(), number(g.total, "game"))
	if n := len(g.games); n > 0 {
		fmt.Fprintf(w, ", %s to %s", group3(int64(g.skip+1)), group3(int64(g.skip+n)))
	}
	fmt.Fprintln(w)
	if len(g.games) == 0 {
		return
	}
	columns(w, false, func(w io.Writer) {
		fmt.Fprintln(w, "\ndate\twhite\trating\tblack\trating\tresult\tmove\tevent")
		for _, f := range g.games {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
				f.Date, f.First, known(f.FirstRating), f.Second, known(f.SecondRating), f.Result, g.san(f), f.Event)
		}
	})
}
