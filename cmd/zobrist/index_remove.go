package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

func newIndexRemove(a *app) *cobra.Command {
	var f indexFlags
	var filter filterFlags
	var dry bool
	cmd := a.Command("index remove", cobra.NoArgs, func(c *cobra.Command, _ []string) error {
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
			return cli.Usagef("name the games, for instance by --source; to remove all, remove the folder",
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
			return a.Print(removeAnswer{n, true})
		}
		set, end := a.shareProgress("remove")
		n, err := ix.Remove(ctx, selected, set)
		end()
		if err != nil {
			return f.explainChange(err, "begins again")
		}
		a.Changed = true
		return a.Print(removeAnswer{n, false})
	})
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

func (r removeAnswer) Text(w io.Writer) {
	if r.DryRun {
		fmt.Fprintf(w, "%s would be removed\n", cli.Number(r.Games, "game"))
		return
	}
	fmt.Fprintf(w, "removed %s\n", cli.Number(r.Games, "game"))
}
