package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/engines/play"
	"github.com/zobrist-go/zobrist/search"
)

// playFlags are the flags of `zobrist play`.
type playFlags struct {
	game    gameFlag
	machine *cli.Choice
	time    time.Duration
	nodes   cli.Count
	depth   int
	threads int
	hash    cli.Size

	ko   *cli.Choice
	komi float64
	swap bool

	komiGiven bool

	options play.Options
}

// machineSides are the values of --machine.
var machineSides = []struct {
	name  string
	sides play.Sides
}{{"second", play.Second}, {"first", play.First}, {"both", play.Both}, {"none", play.None}}

func newPlay(a *app) *cobra.Command {
	f := playFlags{game: mustGame("chess"), hash: 64 << 20, machine: &cli.Choice{Value: "second"}}
	for _, m := range machineSides {
		f.machine.Names = append(f.machine.Names, m.name)
	}
	f.ko = koRules(baduk.PositionalSuperko.String())
	cmd := a.Command("play", nil, func(cmd *cobra.Command, args []string) error {
		f.komiGiven = cmd.Flags().Changed("komi")
		return a.play(cmd.Context(), f, strings.Join(args, " "))
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(&f.game, "game", "g", "the game, and for some its size: hex:7, baduk:9, mnk:4,4,4")
	flags.Var(f.machine, "machine", "what the searcher plays: "+strings.Join(f.machine.Names, ", "))
	flags.DurationVar(&f.time, "time", 0, "time for a move (default 1s unless --nodes or --depth is given)")
	flags.Var(&f.nodes, "nodes", "positions for a move, in Go random games; 0: no limit")
	flags.IntVar(&f.depth, "depth", 0, "plies for a move, not in Go; 0: no limit")
	flags.IntVarP(&f.threads, "threads", "t", 1, "goroutines that think")
	flags.Var(&f.hash, "hash", "size of the table")
	flags.StringVar(&f.options.Save, "save", "", "`FILE` for the record, written after every move")
	flags.StringVar(&f.options.Resume, "resume", "", "`FILE` with the record of a game to go on with")
	flags.BoolVar(&f.swap, "swap", false, "in Hex, the second player may take the first stone over")
	flags.Float64Var(&f.komi, "komi", 7.5, "points for White in Go")
	flags.Var(f.ko, "ko", "ko rule of Go: "+strings.Join(f.ko.Names, ", "))
	cli.OneForm(cmd, "a dialogue")
	return cmd
}

// play runs the command.
func (a *app) play(ctx context.Context, f playFlags, text string) error {
	s, err := f.setup()
	if err != nil {
		return err
	}
	o := f.options
	o.In, o.Out, o.Threads, o.Bytes = a.In, a.Text, f.threads, int64(f.hash)
	o.Limits = search.Limits{Time: f.time, Nodes: uint64(f.nodes), Depth: f.depth}
	o.Engine = "zobrist " + cli.Version()
	for _, m := range machineSides {
		if m.name == f.machine.Value {
			o.Machine = m.sides
		}
	}
	o.Terminal = term.IsTerminal(int(os.Stdin.Fd()))
	o.Color = a.Colors()
	if text != "" && o.Resume != "" {
		return cli.Usagef("leave out one of them", "--resume and POSITION exclude each other")
	}
	b, err := f.game.open(text, s)
	if err != nil {
		return err
	}
	signal.Reset(os.Interrupt) // play.Run takes it from here: the first one need not be the end
	err = b.play(ctx, o)
	switch {
	case errors.Is(err, os.ErrExist):
		return cli.Hint(err, "--resume goes on with it")
	case errors.Is(err, context.Canceled) && ctx.Err() == nil:
		return cli.Stopped(syscall.SIGINT)
	}
	return err
}

// setup checks the flags and returns how the game is opened.
func (f *playFlags) setup() (s setup, err error) {
	err = cmp.Or(cli.InRange("threads", f.threads, 0, search.MaxThreads),
		cli.InRange("depth", f.depth, 0, search.MaxPly), cli.InRange("komi", f.komi, -500, 500))
	switch {
	case err != nil:
		return s, err
	case f.time < 0:
		return s, cli.Usagef("give a time such as 5s", "--time %v is negative", f.time)
	case f.nodes >= 1<<62:
		return s, cli.Usagef("give fewer", "--nodes %s is too large", f.nodes.String())
	case f.hash <= 0:
		return s, cli.Usagef("give a size such as 64M", "--hash %s is not a table size", f.hash.String())
	case f.swap && f.game.name != "hex":
		return s, cli.Usagef("leave out --swap", "--swap is for Hex alone")
	case f.komiGiven && f.game.name != "baduk":
		return s, cli.Usagef("leave out --komi", "--komi is for Go alone")
	case f.depth > 0 && f.game.name == "baduk":
		return s, cli.Usagef("give --time or --nodes", "--depth does not apply to Go")
	case f.komi*2 != float64(int(f.komi*2)):
		return s, cli.Usagef("give a multiple of 0.5", "--komi %v is not a multiple of half a point", f.komi)
	}
	s.swap, s.komi = f.swap, int(f.komi*2)
	s.ko, err = baduk.ParseKo(f.ko.Value)
	return s, err
}

// play plays a game from the board's position.
func (b played[M, P]) play(ctx context.Context, o play.Options) error {
	g := play.New[M, P](b.p)
	done, err := prepare(g, o)
	if err != nil {
		return err
	}
	defer done()
	return play.Run(ctx, g, o)
}
