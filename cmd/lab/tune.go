package main

import (
	"errors"
	"fmt"
	"os/exec"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/engines/tuner"
)

// newTune returns `lab tune`.
func newTune(a *cli.App) *cobra.Command {
	var o tuner.Options
	cmd := a.Command("tune", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if o.PerPart < 0 {
			return cli.Usagef("0 means the usual number", "--positions is %d, which is below 0", o.PerPart)
		}
		err := tuner.Run(cmd.Context(), o, func(format string, args ...any) { fmt.Fprintf(a.Text, format+"\n", args...) })
		if errors.Is(err, exec.ErrNotFound) {
			return cli.Hint(err, "install Stockfish, or name the program by --stockfish")
		}
		return err
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&o.Games, "games", "", "PGN `FILE` of games of masters")
	flags.StringVar(&o.Openings, "openings", "", "EPD `FILE` of openings")
	flags.StringVar(&o.Stockfish, "stockfish", "stockfish", "`PROGRAM` that judges positions")
	flags.StringVar(&o.Taught, "taught", "", "`FILE` of judged positions; it is written if it does not exist")
	flags.IntVar(&o.PerPart, "positions", 0,
		"judged positions in each of four parts (default 300000, or 2000 to measure)")
	flags.StringVarP(&o.Write, "output", "o", "", "tune, and write the weights to this `FILE`")
	for _, name := range []string{"games", "openings"} {
		_ = cmd.MarkFlagRequired(name)
	}
	cli.OneForm(cmd, "lines of text")
	return cmd
}
