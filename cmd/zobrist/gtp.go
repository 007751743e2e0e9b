package main

import (
	"errors"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/gtp"
	"github.com/zobrist-go/zobrist/search"
)

// koRules is a flag that names a ko rule, value by default.
func koRules(value string) *choice {
	c := &choice{value: value}
	for k := baduk.SimpleKo; k <= baduk.NaturalSituationalSuperko; k++ {
		c.names = append(c.names, k.String())
	}
	return c
}

func newGTP(a *app) *cobra.Command {
	o := gtp.Options{Version: buildVersion().Version}
	if o.Version == "(devel)" {
		o.Version = "0.0.0 (devel)" // Lizzie reads a number after the first dot
	}
	ko, suicide, hash := koRules(baduk.PositionalSuperko.String()), false, size(64<<20)
	cmd := a.command("gtp", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		err := errors.Join(inRange("threads", o.Threads, 0, search.MaxThreads),
			inRange("effort", o.Effort, 0, math.MaxInt))
		if err != nil {
			return err
		}
		if o.Time < 0 {
			return usagef("give a time such as 3s", "--time %v is negative", o.Time)
		}
		if o.Board.Ko, err = baduk.ParseKo(ko.value); err != nil {
			return err
		}
		o.Board.Suicide = suicide
		o.Hash = int64(hash)
		return gtp.Run(cmd.Context(), a.in, a.out, o)
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(ko, "ko", "rule against repetition: "+strings.Join(ko.names, ", "))
	flags.BoolVar(&suicide, "suicide", false, "allow suicide of two stones or more")
	flags.Var(&hash, "hash", "size of the table for small boards, and of the tree for others, in bytes")
	flags.IntVar(&o.Threads, "threads", 1, "goroutines that think")
	flags.DurationVar(&o.Time, "time", 0, "limit for the search for a move if no clock is set (default 1s)")
	flags.IntVar(&o.Effort, "effort", 0, "most random games, or positions, for a move (default no limit)")
	flags.BoolVar(&o.NeverResign, "never-resign", false, "play lost games to their end")
	return cmd
}
