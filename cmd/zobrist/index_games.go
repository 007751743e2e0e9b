package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// gamesFlags are the flags of `zobrist index games`.
type gamesFlags struct {
	questionFlags
	list  index.ListOptions
	order cli.Choice
	pgn   bool
	board bool
}

func newIndexGames(a *app) *cobra.Command {
	f := &gamesFlags{order: cli.Choice{Value: "rating", Names: []string{"rating", "recent"}}}
	cmd := a.Command("index games", nil, func(cmd *cobra.Command, args []string) error {
		err := cmp.Or(cli.InRange("limit", f.list.Limit, 1, index.MaxList),
			cli.InRange("skip", f.list.Skip, 0, index.MaxList))
		if err != nil {
			return err
		}
		f.list.Recent = f.order.Value == "recent"
		return a.indexGames(cmd.Context(), f, args)
	})
	f.register(cmd, "games with the same part of the position")
	flags := cmd.Flags()
	flags.Var(&f.order, "order", "rating or recent")
	flags.IntVar(&f.list.Limit, "limit", 10, "number of games at most")
	flags.IntVar(&f.list.Skip, "skip", 0, "number of games to leave out at the beginning")
	for _, name := range []string{"pgn", "sgf", "pdn"} {
		flags.BoolVar(&f.pgn, name, false, "print the games as they were read, as "+strings.ToUpper(name))
	}
	flags.BoolVar(&f.board, "board", false, "draw the position")
	return cmd
}

func (a *app) indexGames(ctx context.Context, f *gamesFlags, args []string) error {
	if f.pgn {
		if err := a.OneForm("records with --pgn, --sgf and --pdn"); err != nil {
			return err
		}
	}
	q, err := f.ask(ctx, args)
	if err != nil {
		return err
	}
	defer q.store.Close()
	total, err := q.CountGames(ctx, q.query, q.position)
	if err != nil {
		return f.explain(err)
	}
	list, err := q.List(ctx, q.query, q.position, f.list)
	if err != nil {
		return f.explain(err)
	}
	if err := a.remarkElsewhere(ctx, &f.questionFlags, q, args, total); err != nil {
		return f.explain(err)
	}
	if !f.pgn {
		all, err := q.Played(ctx, q.query, q.position)
		if err != nil {
			return f.explain(err)
		}
		all.Games = total // once each, also in a view of parts
		page := games.PageQuery{Position: q.position, Line: q.line, Query: q.query, By: f.by, List: f.list}
		return a.Print(gamesAnswer{q.gameIndex, page, f.board, all.Tally, list})
	}
	numbers := make([]int64, len(list))
	for i, g := range list {
		numbers[i] = g.Number
	}
	return f.explain(q.ExportGames(ctx, a.Records(), numbers))
}

// gamesAnswer is what `zobrist index games` prints.
type gamesAnswer struct {
	*gameIndex
	page  games.PageQuery
	board bool        // is drawn
	all   index.Tally // of the games that contain the position
	list  []index.FoundGame
}

// MarshalJSON writes the games as the server does.
func (g gamesAnswer) MarshalJSON() ([]byte, error) {
	return jsontext.Marshal(games.NewPage(g.gameIndex, g.game, g.page, g.all, g.list))
}

// move returns the move that a game played in the position, "" if it ended there.
func (g gamesAnswer) move(game index.FoundGame) string {
	if game.Move == 0 {
		return ""
	}
	_, usual := g.game.Notation(g.page.Position, game.Move)
	return usual
}

func (g gamesAnswer) Text(w io.Writer) {
	position := g.page.Position.String()
	if g.board {
		position = games.Draw(g.game, g.page.Position)
	}
	fmt.Fprintf(w, "%s\n%s", position, cli.Number(g.all.Games, "game"))
	if n := len(g.list); n > 0 {
		fmt.Fprintf(w, ", %s to %s", cli.Group3(int64(g.page.List.Skip+1)), cli.Group3(int64(g.page.List.Skip+n)))
	}
	fmt.Fprintln(w)
	if len(g.list) == 0 {
		return
	}
	cli.Columns(w, false, func(w io.Writer) {
		sides := g.game.About().Sides
		fmt.Fprintf(w, "\ndate\t%s\trating\t%s\trating\tresult\tmove\tevent\n", sides[0], sides[1])
		for _, f := range g.list {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
				f.Date, f.First, ratingText(g.game, f.FirstRating), f.Second, ratingText(g.game, f.SecondRating),
				games.Score(g.game, &f.Game), g.move(f), f.Event)
		}
	})
}
