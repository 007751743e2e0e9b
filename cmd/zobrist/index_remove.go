package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

func newIndexRemove(a *app) *cobra.Command {
	var f indexFlags
	var filter filterFlags
	var dry bool
	cmd := &cobra.Command{
		Use:   "remove --db FOLDER FLAGS",
		Short: "Remove games from an index",
		Long: `Remove the games that the flags select, all of them in one step: if it is interrupted
or killed, the index stays as it was. Other games keep their numbers. A source of
which no game is left is forgotten, so that it can be added again.`,
		Example: `  zobrist index remove --db games.db --source games.pgn
  zobrist index remove --db games.db --rating -2000 --dry-run
  zobrist index remove --db games.db --speeds bullet,ultraBullet`,
		Args: cobra.NoArgs,
		RunE: a.run(func(c *cobra.Command, _ []string) error {
			ctx := c.Context()
			ix, s, err := f.change(ctx)
			if err != nil {
				return err
			}
			defer s.Close()
			selected, err := filter.resolve(ctx, ix)
			if err != nil {
				return err
			}
			if selected.Empty() {
				return usagef("name the games, for instance by --source; to remove all, remove the folder",
					"no flag selects games")
			}
			if dry {
				n := int64(0)
				for _, err := range ix.Select(ctx, selected, 0) {
					if err != nil {
						return f.explain(err)
					}
					n++
				}
				return a.print(removeAnswer{n, true})
			}
			const steps = 1000
			bar := a.progress("remove", "", steps)
			n, err := ix.Store.Remove(ctx, selected, func(done float64) { bar.set(int64(done * steps)) })
			bar.done()
			if err != nil {
				return f.explainChange(err, "begins again")
			}
			return a.print(removeAnswer{n, false})
		}),
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&dry, "dry-run", false, "only count the games")
	filter.register(cmd.Flags())
	return cmd
}

// removeAnswer is what `zobrist index remove` prints.
type removeAnswer struct {
	Games  int64 `json:"games"`
	DryRun bool  `json:"dryRun"`
}

func (r removeAnswer) text(w io.Writer) {
	if r.DryRun {
		fmt.Fprintf(w, "%s would be removed\n", number(r.Games, "game"))
		return
	}
	fmt.Fprintf(w, "removed %s\n", number(r.Games, "game"))
}
