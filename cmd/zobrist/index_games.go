package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
)

// gamesFlags are the flags of `zobrist index games`.
type gamesFlags struct {
	questionFlags
	list  index.ListOptions
	order choice
	pgn   bool
}

func newIndexGames(a *app) *cobra.Command {
	f := &gamesFlags{order: choice{"rating", []string{"rating", "recent"}}}
	cmd := &cobra.Command{
		Use:   "games --db FOLDER [flags] [POSITION]",
		Short: "List the games that contain a position",
		Long: `List the games that contain a position.

` + positionHelp + `

The best rated games are listed first, by the mean of the known ratings of their
players, or the most recent ones. Among equals, the game added last comes first.
--pgn prints the games as they were read, with comments and clocks.`,
		Example: `  zobrist index games --db games.db --moves "e4 e5 Nf3"
  zobrist index games --db games.db --order recent --limit 20 --skip 20 d4 d5
  zobrist index games --db games.db --player Fischer --result 1-0 e4 c5
  zobrist index games --db games.db --pgn --limit 1 e4 c5`,
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			err := cmp.Or(inRange("limit", f.list.Limit, 1, index.MaxList),
				inRange("skip", f.list.Skip, 0, index.MaxList))
			if err != nil {
				return err
			}
			f.list.Recent = f.order.value == "recent"
			return a.indexGames(cmd.Context(), f, args)
		}),
	}
	f.register(cmd, "games with the same part of the position")
	flags := cmd.Flags()
	flags.Var(&f.order, "order", "rating or recent")
	flags.IntVar(&f.list.Limit, "limit", 10, "number of games at most")
	flags.IntVar(&f.list.Skip, "skip", 0, "number of games to leave out at the beginning")
	flags.BoolVar(&f.pgn, "pgn", false, "print the games as PGN")
	return cmd
}

func (a *app) indexGames(ctx context.Context, f *gamesFlags, args []string) error {
	if f.pgn {
		if err := a.oneForm("PGN with --pgn"); err != nil {
			return err
		}
	}
	q, err := f.ask(ctx, args)
	if err != nil {
		return err
	}
	defer q.store.Close()
	total, err := q.Count(ctx, q.query, q.position)
	if err != nil {
		return f.explain(err)
	}
	games, err := q.List(ctx, q.query, q.position, f.list)
	if err != nil {
		return f.explain(err)
	}
	if !f.pgn {
		return a.print(gamesAnswer{q.position, total, f.list.Skip, games})
	}
	numbers := make([]int64, len(games))
	for i, g := range games {
		numbers[i] = g.Number
	}
	return f.explain(q.ExportGames(ctx, a.out, numbers))
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
