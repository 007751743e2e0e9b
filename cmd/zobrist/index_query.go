package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// queryFlags are the flags of `zobrist index query`.
type queryFlags struct {
	indexFlags
	filter   filterFlags
	by       string
	minGames int64
	minScore float64
	side     cli.Choice
	order    cli.Choice
	minPly   int
	maxPly   int
	limit    int
}

// Questions of `zobrist index query`.
var queryNames = []string{"novelties", "score", "contested"}

func newIndexQuery(a *app) *cobra.Command {
	f := &queryFlags{side: cli.Choice{Value: "either", Names: []string{"either", "white", "black"}},
		order: cli.Choice{Names: []string{"games", "score"}}}
	cmd := a.Command("index query", nil, func(c *cobra.Command, args []string) error {
		if len(args) != 1 || !slices.Contains(queryNames, args[0]) {
			return cli.Usagef("write one of: "+strings.Join(queryNames, ", "), "which positions? not %q",
				strings.Join(args, " "))
		}
		r, err := f.ranking(args[0], c.Flags().Changed)
		if err != nil {
			return err
		}
		return a.indexQuery(c.Context(), f, args[0], r)
	})
	f.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.by, "by", "", "compare parts of positions: `VIEW` is pawns or material")
	flags.Int64Var(&f.minGames, "min-games", 100,
		"only positions of at least so many games; 2 is the default for novelties")
	flags.Float64Var(&f.minScore, "min-score", 60,
		"only positions with at least this score in per cent; 0 is the default but for score")
	flags.Var(&f.side, "for", "whose score: white, black or either, which is the better one")
	flags.Var(&f.order, "order", "which positions come first, not for contested: games or score")
	flags.IntVar(&f.minPly, "min-ply", 0, "only positions after at least so many plies of their first game")
	flags.IntVar(&f.maxPly, "max-ply", 0, "only positions after at most so many plies of it; 0 is no bound")
	flags.IntVar(&f.limit, "limit", 10, "number of positions at most")
	f.filter.register(flags)
	return cmd
}

// ranking returns the ranking that answers a question. changed reports whether a flag is
// given.
func (f *queryFlags) ranking(question string, changed func(flag string) bool) (r index.Ranking, err error) {
	if err := cmp.Or(cli.InRange("limit", f.limit, 1, index.MaxRanked), cli.InRange("min-score", f.minScore, 0, 100),
		cli.InRange("min-games", f.minGames, 1, math.MaxInt32), cli.InRange("min-ply", f.minPly, 0, math.MaxInt32),
		cli.InRange("max-ply", f.maxPly, 0, math.MaxInt32)); err != nil {
		return r, err
	}
	switch {
	case f.maxPly > 0 && f.maxPly < f.minPly:
		return r, cli.Usagef("exchange them", "--min-ply %d is more than --max-ply %d", f.minPly, f.maxPly)
	case question == "contested" && f.order.Value != "":
		return r, cli.Usagef("leave it out, or list novelties or scores", "--order does not apply to contested")
	}
	r = index.Ranking{MinPly: f.minPly, MaxPly: f.maxPly, MinGames: f.minGames, Limit: f.limit,
		Side: game.Side(slices.Index(f.side.Names, f.side.Value))}
	if question == "score" || changed("min-score") {
		r.MinScore = int(math.Round(10 * f.minScore))
	}
	switch question {
	case "novelties":
		if r.By = index.ByGames; !changed("min-games") {
			r.MinGames = 2
		}
	case "score":
		r.By = index.ByScore
	case "contested":
		r.By = index.ByContest
	}
	switch f.order.Value {
	case "games":
		r.By = index.ByGames
	case "score":
		r.By = index.ByScore
	}
	return r, nil
}

func (a *app) indexQuery(ctx context.Context, f *queryFlags, question string, r index.Ranking) error {
	ix, s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	selected, err := f.filter.resolve(ctx, ix)
	if err != nil {
		return err
	}
	if question == "novelties" {
		r.First = selected
	} else {
		r.Filter = selected
	}
	if r.View, err = viewOf(ix, f.by); err != nil {
		return err
	}
	m, err := ix.Manifest(ctx)
	if err != nil {
		return f.explain(err)
	}
	bar := a.Progress("compare", "positions", m.Records)
	list, err := ix.Rank(ctx, r, func(done float64) { bar.Set(int64(done * float64(m.Records))) })
	bar.Done()
	if err != nil {
		return f.explain(err)
	}
	return a.Print(queryAnswer{ix, r.View, r.By, list})
}

// queryAnswer is what `zobrist index query` prints.
type queryAnswer struct {
	*gameIndex
	view index.View
	by   index.Measure
	list []index.Ranked
}

// MarshalJSON writes the positions with their first games.
func (q queryAnswer) MarshalJSON() ([]byte, error) {
	list := make([]games.Ranked, len(q.list))
	for i, p := range q.list {
		list[i] = games.NewRanked(q.gameIndex, q.game, q.view, p)
	}
	return jsontext.Marshal(list)
}

// valueNames are headings of the values of measures that differ from the number of games.
var valueNames = map[index.Measure]string{index.ByScore: "score", index.ByContest: "contest"}

func (q queryAnswer) Text(w io.Writer) {
	if len(q.list) == 0 {
		fmt.Fprintln(w, "no position")
		return
	}
	cli.Columns(w, false, func(w io.Writer) {
		heading := ""
		if name := valueNames[q.by]; name != "" {
			heading = name + "\t"
		}
		sides := q.game.About().Sides
		fmt.Fprintf(w, "%sgames\t%s\tdraws\t%s\tfirst game\tafter\tposition\n", heading, sides[0], sides[1])
		for _, p := range q.list {
			if heading != "" {
				fmt.Fprintf(w, "%.1f%%\t", 100*p.Value)
			}
			g, move := p.Game, "start"
			if p.Ply > 0 {
				move = moveNumber(p.Ply)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s %s – %s\t%s\t%s\n", cli.Group3(p.Games), share(p.Tally.First, p.Games),
				share(p.Drawn, p.Games), share(p.Second, p.Games), g.Date, g.First, g.Second, move, p.Position.String())
		}
	})
}
