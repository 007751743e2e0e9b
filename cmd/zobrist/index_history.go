package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

func newIndexHistory(a *app) *cobra.Command {
	var f questionFlags
	var months bool
	cmd := a.Command("index history", nil, func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		q, err := f.ask(ctx, args)
		if err != nil {
			return err
		}
		defer q.store.Close()
		periods, err := q.History(ctx, q.query, q.position)
		if err != nil {
			return f.explain(err)
		}
		var games int64
		for _, p := range periods {
			games += p.Games
		}
		if err := a.remarkElsewhere(ctx, &f, q, args, games); err != nil {
			return f.explain(err)
		}
		if !months {
			periods = index.Years(periods)
		}
		return a.Print(historyAnswer{q.game, periods})
	})
	f.register(cmd, "games with the same part of the position")
	cmd.Flags().BoolVar(&months, "months", false, "by months")
	return cmd
}

// historyAnswer is what `zobrist index history` prints.
type historyAnswer struct {
	game    games.Game
	periods []index.Period
}

// MarshalJSON writes the history as the server does.
func (h historyAnswer) MarshalJSON() ([]byte, error) {
	list := make([]games.Period, len(h.periods))
	for i, p := range h.periods {
		list[i] = games.NewPeriod(h.game, p)
	}
	return jsontext.Marshal(list)
}

// period writes the year or the month.
func period(p index.Period) string {
	return cmp.Or(index.Date{Year: p.Year, Month: p.Month}.ISO(), "–")
}

func (h historyAnswer) Text(w io.Writer) {
	cli.Columns(w, true, func(w io.Writer) {
		fmt.Fprintf(w, "date\tgames\t%s\tdraws\t%s\trating\t\n", h.game.About().Sides[0], h.game.About().Sides[1])
		for _, p := range h.periods {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t\n", period(p), cli.Group3(p.Games), share(p.First, p.Games),
				share(p.Drawn, p.Games), share(p.Second, p.Games), ratingText(h.game, p.AverageRating()))
		}
	})
}
