package main

import (
	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/internal/lab"
)

// newIndependence returns `zobrist independence`.
func newIndependence(a *app) *cobra.Command {
	var sizes lab.Sizes
	var dir string
	cmd := &cobra.Command{
		Use:   "independence",
		Short: "Count which sets of scenes have independent hashes, beside the formulas",
		Long: `Count which sets of scenes have independent hashes, beside the formulas.

Under random keys the hashes of k scenes are jointly uniform if and only if
their incidence vectors are linearly independent over GF(2). Every subset of
small families of scenes is ranked: ordered scenes are 3- but not
4-independent, unordered ones 2- but not 3-independent; scenes that all have
an odd number of features of a class, as chess positions have kings, are
3-independent, and of any five of them one is independent of the others.

With sizes, the scenes of those sizes are counted instead.`,
		Example: `  zobrist independence
  zobrist independence --characters 3 --columns 2
  zobrist independence --features 5 --class 3 --json`,
		Args: cobra.NoArgs,
		RunE: a.run(func(cmd *cobra.Command, _ []string) error {
			e := lab.Independence()
			if sizes != (lab.Sizes{}) {
				if err := sizes.Check(); err != nil {
					return usagef("zobrist independence --help shows sizes", "%v", err)
				}
				e = lab.IndependenceOf(sizes)
			}
			return a.experiment(cmd, e, lab.Options{}, dir)
		}),
	}
	flags := cmd.Flags()
	flags.IntVar(&sizes.Characters, "characters", 0, "ordered scenes: characters a column can take")
	flags.IntVar(&sizes.Columns, "columns", 0, "ordered scenes: columns")
	flags.IntVar(&sizes.Features, "features", 0, "unordered scenes: features; all non-empty sets of them")
	flags.IntVar(&sizes.Class, "class", 0, "only sets with an odd number of the first so many features")
	flags.StringVarP(&dir, "output", "o", "", "folder to save a .tsv and an .svg of each table in")
	return cmd
}
