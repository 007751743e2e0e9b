package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/odds"
)

func newOddsDistance(a *app) *cobra.Command {
	var k keysFlags
	var widths []int
	cmd := a.Command("odds distance", cobra.NoArgs, func(*cobra.Command, []string) error {
		space, err := k.space()
		if err != nil {
			return err
		}
		n := space.Len()
		if k.changed("features") {
			n = k.features
		}
		if err := cli.InRange("features", n, 0, 1<<24); err != nil {
			return err
		}
		for _, bits := range widths {
			if err := cli.InRange("bits", bits, 1, maxBits); err != nil {
				return err
			}
		}
		return a.Print(distanceAnswer{n, odds.Distances(n, widths...)})
	})
	flags := cmd.Flags()
	flags.VarP(&k.game, "game", "g", "features of this game, and for some its size: baduk:9 (default chess)")
	flags.IntVarP(&k.features, "features", "n", 0, "this number of features, instead of a game's")
	flags.IntSliceVarP(&widths, "bits", "b", []int{8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128}, "widths")
	cli.Exclude(cmd, "game", "features")
	k.changed = flags.Changed
	return cmd
}

// distanceAnswer is what `zobrist odds distance` prints.
type distanceAnswer struct {
	Features  int             `json:"features"`
	Distances []odds.Distance `json:"distances"`
}

func (d distanceAnswer) Text(w io.Writer) {
	all := func(distance int) string { return distanceText(distance, d.Features) }
	fmt.Fprintf(w, "%d features\n\n", d.Features)
	cli.Columns(w, true, func(w io.Writer) {
		fmt.Fprintln(w, "bits\tcoded\trandom\tbest ≥\tbest ≤\t")
		for _, r := range d.Distances {
			fmt.Fprintf(w, "%d\t%s\t%.2f\t%s\t%s\t\n", r.Bits, all(r.Coded), r.Random, all(r.Possible), all(r.Limit))
		}
	})
}
