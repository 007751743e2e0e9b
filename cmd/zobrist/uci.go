package main

import (
	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/internal/uci"
)

func newUCI(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "uci",
		Short: "Play chess with a graphical interface, by the UCI protocol",
		Example: `  zobrist uci        # then: uci, position startpos, go movetime 1000, quit
  cutechess-cli -engine cmd=zobrist arg=uci proto=uci …`,
		Args: cobra.NoArgs,
		RunE: a.run(func(cmd *cobra.Command, _ []string) error {
			return uci.Run(cmd.Context(), a.in, a.out)
		}),
	}
}
