package main

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/internal/engines/gtp"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/search"
)

// koRules is a flag that names a ko rule, value by default.
func koRules(value string) *cli.Choice {
	c := &cli.Choice{Value: value}
	for k := baduk.SimpleKo; k <= baduk.NaturalSituationalSuperko; k++ {
		c.Names = append(c.Names, k.String())
	}
	return c
}

func newGTP(a *app) *cobra.Command {
	o := gtp.Options{Version: cli.Version()}
	if o.Version == "(devel)" {
		o.Version = "0.0.0 (devel)" // Lizzie reads a number after the first dot
	}
	var ix indexFlags
	ko, suicide, hash := koRules(baduk.PositionalSuperko.String()), false, cli.Size(64<<20)
	cmd := a.Command("gtp", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		err := cmp.Or(cli.InRange("threads", o.Threads, 0, search.MaxThreads),
			cli.InRange("effort", o.Effort, 0, math.MaxInt))
		if err != nil {
			return err
		}
		if o.Time < 0 {
			return cli.Usagef("give a time such as 3s", "--time %v is negative", o.Time)
		}
		if o.Board.Ko, err = baduk.ParseKo(ko.Value); err != nil {
			return err
		}
		o.Board.Suicide = suicide
		o.Hash = int64(hash)
		if ix.db != "" {
			opened, s, err := ix.open(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			if opened.game != games.Baduk {
				return cli.Usagef("name an index of Go", "--db %s holds %s", ix.db, opened.game.About().Name)
			}
			o.Opening = a.openings(opened)
		}
		return gtp.Run(cmd.Context(), a.In, a.Text, o)
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(ko, "ko", "rule against repetition: "+strings.Join(ko.Names, ", "))
	flags.BoolVar(&suicide, "suicide", false, "allow suicide of two stones or more")
	flags.Var(&hash, "hash", "size of the table for small boards, and of the tree for others, in bytes")
	flags.IntVar(&o.Threads, "threads", 1, "goroutines that think")
	flags.DurationVar(&o.Time, "time", 0, "limit for the search for a move if no clock is set (default 1s)")
	flags.IntVar(&o.Effort, "effort", 0, "most random games, or positions, for a move (default no limit)")
	flags.BoolVar(&o.NeverResign, "never-resign", false, "play lost games to their end")
	flags.StringVar(&ix.db, "db", "", dbHelp+", whose games are openings: each of their moves is played as often as there")
	flags.StringVar(&ix.keys, "keys", "", "`KEYS` of the index, if the name that it records does not suffice")
	cli.OneForm(cmd, "the protocol GTP")
	return cmd
}

// openings returns what plays the moves of an index of Go, each with the probability of its share of the games. A move
// that symmetry makes equal to others is played in one of the orientations.
func (a *app) openings(ix *gameIndex) func(context.Context, *baduk.Position) (baduk.Move, bool) {
	find := func(ctx context.Context, board *baduk.Position) (m baduk.Move, found, total int64, err error) {
		o := board.Options()
		text := strings.Join(strings.Fields(board.String())[:2], " ")
		p, err := ix.Position(text)
		if err != nil {
			return 0, 0, 0, err
		}
		answer, err := ix.Find(ctx, index.Query{}, p)
		answer.Moves = slices.DeleteFunc(answer.Moves, func(t index.MoveTally) bool {
			return t.Games == 0 || int(t.Move) > o.Width*o.Height // a pass or a setup
		})
		for _, t := range answer.Moves {
			total += t.Games
		}
		if err != nil || total == 0 {
			return 0, 0, 0, err
		}
		n := rand.Int64N(total)
		for _, t := range answer.Moves {
			if n -= t.Games; n < 0 {
				equal := append(p.(*badukindex.Position).Symmetric(index.Positions, t.Move), t.Move)
				return baduk.Move(equal[rand.IntN(len(equal))]) - 1, t.Games, total, nil
			}
		}
		return 0, 0, 0, nil
	}
	return func(ctx context.Context, board *baduk.Position) (baduk.Move, bool) {
		m, found, total, err := find(ctx, board)
		switch {
		case err != nil:
			a.Remark("the index has no answer, so the player searches: %v", err)
		case total > 0:
			a.Remark("%s is from the index, in %s of %s", board.MoveString(m), cli.Group3(found), cli.Number(total, "game"))
		}
		return m, total > 0
	}
}
