package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/search"
)

// solveFlags are the flags of `zobrist solve`.
type solveFlags struct {
	game              gameFlag
	hash              cli.Size
	threads           int
	time              time.Duration
	symmetry          bool
	compare, openings bool
	ko                *cli.Choice
	outcome           *cli.Choice
	keys              string
	table             string // file
}

func newSolve(a *app) *cobra.Command {
	f := solveFlags{game: mustGame("tictactoe"), hash: 64 << 20, ko: koRules(""),
		outcome: &cli.Choice{Names: []string{depthFirst, proofNumbers}}}
	cmd := a.Command("solve", nil, func(cmd *cobra.Command, args []string) error {
		return a.solve(cmd.Context(), f, strings.Join(args, " "))
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(&f.game, "game", "g", "the game, and for some its size: mnk:4,4,4, hex:4, baduk:3")
	flags.Var(&f.hash, "hash", "size of the table; 0: no table")
	flags.IntVarP(&f.threads, "threads", "t", 1, "goroutines that search together")
	flags.DurationVar(&f.time, "time", 0, "give up after this time for each search: 90s, 10m")
	flags.BoolVar(&f.symmetry, "symmetry", false, symmetryHelp)
	rules := strings.Join(f.ko.Names, ", ")
	flags.Var(f.ko, "ko", "ko rule of Go: "+rules)
	flags.Var(f.outcome, "outcome", "prove only who wins: "+strings.Join(f.outcome.Names, " or "))
	flags.StringVar(&f.keys, "keys", "", "hash with these keys: coded:SEED, random:GENERATOR:SEED or a file")
	flags.StringVar(&f.table, "table", "", "with --outcome depth-first: `FILE` that keeps the table between runs")
	flags.BoolVar(&f.compare, "compare", false, "search without a table, with one, and with symmetry")
	flags.BoolVar(&f.openings, "openings", false, "solve what each move leads to")
	return cmd
}

// symmetryHelp says what the flag --symmetry does.
const symmetryHelp = "let positions that the symmetries of the game map to each other share a hash"

// solve runs the command on the position that text describes.
func (a *app) solve(ctx context.Context, f solveFlags, text string) error {
	ways, err := f.ways()
	if err != nil {
		return err
	}
	var answer solveAnswer
	var unsaved error
	unsolved := false
	for _, w := range ways {
		if f.keys != "" {
			b, err := f.game.open("", setup{})
			if err != nil {
				return err
			}
			if w.setup.set, err = gameSet(ctx, b.Space(), f.keys); err != nil {
				return err
			}
		}
		b, err := f.game.open(text, w.setup)
		if err != nil {
			return err
		}
		answer.Game, answer.Position = b.Space().Name(), b.String()
		o := search.Options{Threads: f.threads, Scoring: f.game.scoring}
		at, superko := superkoBoard(b)
		superko = superko && w.hash != 0
		if superko && f.threads > 1 {
			return cli.Usagef("leave out --threads, or give --hash 0", "under superko a table is for one thread")
		}
		if w.hash != 0 && w.setup.ko == baduk.SimpleKo {
			if o.Table, err = f.openTable(b, w); err != nil {
				return hintPerft(err)
			}
		}
		var rows []solveRow
		switch {
		case superko:
			rows, err = a.solveSuperko(ctx, at, f)
		case f.outcome.Value != "":
			rows, err = a.prove(ctx, b, f, o.Table)
		default:
			rows, err = b.solve(ctx, o, f.time, f.openings)
		}
		if o.Table != nil {
			unsaved = errors.Join(unsaved, f.saveTable(o.Table), o.Table.Close())
		}
		if err != nil {
			return hintPerft(err)
		}
		for _, r := range rows {
			r.Way = w.name
			unsolved = unsolved || !r.Solved
			answer.Searches = append(answer.Searches, r)
		}
	}
	if len(answer.Searches) == 0 {
		return errors.New("the game is over, there is no move to solve")
	}
	if err := a.Print(answer); err != nil {
		return err
	}
	if unsaved != nil { // the result is worth more than the table
		return unsaved
	}
	if unsolved {
		return cli.ErrFound
	}
	return nil
}

// solveWay is a way to solve a position.
type solveWay struct {
	name  string // to tell it from others
	setup setup
	hash  cli.Size
}

// ways returns the ways that the flags ask for: one, or with --compare three.
func (f solveFlags) ways() ([]solveWay, error) {
	way := solveWay{setup: setup{symmetry: f.symmetry}, hash: f.hash}
	superko := f.ko.Value != "" && f.ko.Value != baduk.SimpleKo.String()
	switch {
	case f.threads < 0 || f.threads > search.MaxThreads:
		return nil, cli.InRange("threads", f.threads, 0, search.MaxThreads)
	case f.time < 0:
		return nil, cli.Usagef("give a time such as 90s", "--time %v is negative", f.time)
	case f.compare && (f.hash == 0 || f.symmetry || f.openings):
		return nil, cli.Usagef("leave out --symmetry, --openings and --hash 0",
			"--compare chooses the table and the symmetry itself")
	case f.outcome.Value != "" && f.game.repeats():
		return nil, cli.Usagef("leave out --outcome", "a position of %s can occur twice", f.game.name)
	case f.outcome.Value != "" && f.threads > 1:
		return nil, cli.Usagef("leave out --threads", "--outcome searches on one thread")
	case f.outcome.Value == proofNumbers && f.hash == 0:
		return nil, cli.Usagef("give --hash a size", "proof numbers need a table")
	case f.table != "" && f.outcome.Value != depthFirst:
		return nil, cli.Usagef("add --outcome depth-first", "--table is for --outcome depth-first alone")
	case f.table != "" && f.hash == 0:
		return nil, cli.Usagef("leave out --hash 0", "--table needs a table")
	case f.compare && f.outcome.Value != "":
		return nil, cli.Usagef("leave out one of them", "--compare and --outcome exclude each other")
	case f.ko.Value != "" && f.game.name != "baduk":
		return nil, cli.Usagef("leave out --ko", "only baduk has a ko rule")
	case f.compare && superko:
		return nil, cli.Usagef("leave out --compare", "under a superko rule there is one way only")
	case f.compare:
		ways := []solveWay{
			{"no table", setup{}, 0},
			{"table", setup{}, f.hash},
			{"table, symmetry", setup{symmetry: true}, f.hash},
		}
		if f.game.variant() {
			ways = ways[:2]
		}
		return ways, nil
	case superko: // an image of an earlier board does not repeat it
		way.setup.symmetry = false
	}
	if f.ko.Value != "" {
		var err error
		if way.setup.ko, err = baduk.ParseKo(f.ko.Value); err != nil {
			return nil, err
		}
	}
	return []solveWay{way}, nil
}
