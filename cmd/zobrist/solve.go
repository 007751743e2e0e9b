package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// solveFlags are the flags of `zobrist solve`.
type solveFlags struct {
	game              string
	hash              size
	threads           int
	time              time.Duration
	canonical         bool
	compare, openings bool
	ko                *choice
}

func newSolve(a *app) *cobra.Command {
	f := solveFlags{hash: 64 << 20, ko: koRules("")}
	cmd := &cobra.Command{
		Use:   "solve [flags] [POSITION]",
		Short: "Prove the value of a position by searching to the end of the game",
		Long: `Prove who wins a position, the start position where none is given, in how many
plies, or by how many points in Go, and print a line of best play. In Hex only
who wins is proven, not how soon. The value is for the side to move.

Ctrl-C and --time end the search with the bounds that are proven so far; the
exit status is 1 where the value is not.`,
		Example: `  zobrist solve --game tictactoe
  zobrist solve --game mnk:4,4,4 --compare
  zobrist solve --game hex:5 --openings
  zobrist solve --game baduk:3
  zobrist solve --game baduk:2 --ko positional
  zobrist solve --game checkers W:WK19,K23:BK32`,
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			return a.solve(cmd.Context(), f, strings.Join(args, " "))
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.game, "game", "g", "tictactoe", "the game, and for some its size: mnk:4,4,4, hex:4, baduk:3")
	flags.Var(&f.hash, "hash", "size of the table; 0: no table")
	flags.IntVarP(&f.threads, "threads", "t", 1, "goroutines that search together")
	flags.DurationVar(&f.time, "time", 0, "give up after this time for each search: 90s, 10m")
	flags.BoolVar(&f.canonical, "symmetry", false, "let positions that are images of each other share a hash: mnk, hex and qubic")
	flags.Var(f.ko, "ko", "ko rule of baduk: "+strings.Join(f.ko.names, ", ")+"; all but simple search without a table")
	flags.BoolVar(&f.compare, "compare", false, "search without a table, with one, and with symmetry")
	flags.BoolVar(&f.openings, "openings", false, "solve what each move leads to")
	return cmd
}

// solve runs the command on the position that text describes.
func (a *app) solve(ctx context.Context, f solveFlags, text string) error {
	if f.time < 0 {
		return usagef("give a time such as 90s", "--time %v is negative", f.time)
	}
	if f.compare && (f.hash == 0 || f.canonical || f.openings) {
		return usagef("leave out --symmetry, --openings and --hash 0", "--compare chooses the table and the symmetry itself")
	}
	g, gameSize, err := findGame(f.game)
	if err != nil {
		return err
	}
	plain, space, keys, err := openDefault(g, gameSize, text)
	if err != nil {
		return hintFEN(err)
	}
	answer := solveAnswer{Game: space.Name(), Position: plain.String()}
	symmetric, hasSymmetry, err := canonical(plain, keys)
	if err != nil {
		return err
	}
	if f.canonical && !hasSymmetry {
		return usagef("leave out --symmetry", "the game %s has no hash that images of a position share", g.name)
	}
	if f.ko.value != "" {
		if plain, err = withKo(plain, f.ko.value); err != nil {
			return err
		}
		if baduk.SimpleKo.String() != f.ko.value { // values hang on the way to a position: no table
			if f.compare {
				return usagef("leave out --compare", "under a superko rule the table is not used")
			}
			f.hash = 0
		}
	}
	type way struct {
		name  string
		board board
		hash  size
	}
	ways := []way{{"", plain, f.hash}}
	switch {
	case f.canonical:
		ways[0].board = symmetric
	case f.compare:
		ways = []way{{"no table", plain, 0}, {"table", plain, f.hash}}
		if hasSymmetry {
			ways = append(ways, way{"table, symmetry", symmetric, f.hash})
		}
	}
	unsolved := false
	for _, w := range ways {
		o := search.Options{Threads: f.threads, Margin: scoring(g.name)}
		if w.hash != 0 {
			if o.Table, err = tt.New(tt.Options{Bytes: int64(w.hash)}); err != nil {
				return hintPerft(err)
			}
		}
		rows, err := w.board.solve(ctx, o, f.time, f.openings)
		if o.Table != nil {
			o.Table.Close()
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
	if err := a.printSolve(answer); err != nil {
		return err
	}
	if unsolved {
		return errFound
	}
	return nil
}

// withKo gives a game of Go another ko rule.
func withKo(b board, name string) (board, error) {
	p, ok := b.(played[baduk.Move, *baduk.Position])
	if !ok {
		return nil, usagef("leave out --ko", "only baduk has a ko rule")
	}
	ko, err := baduk.ParseKo(name)
	if err != nil {
		return nil, usagef("", "%w", err)
	}
	o := p.p.Options()
	o.Ko = ko
	return opened(b.String(), o, baduk.New, baduk.Parse)
}

// canonical opens a position again with hashes that its images share.
func canonical(b board, keys zobrist.Set) (same board, ok bool, err error) {
	switch p := b.(type) {
	case played[mnk.Move, *mnk.Position]:
		o := p.p.Options()
		o.Canonical, o.Set = true, keys
		same, err = opened(b.String(), o, mnk.New, mnk.Parse)
	case played[hex.Move, *hex.Position]:
		o := p.p.Options()
		o.Canonical, o.Set = true, keys
		same, err = opened(b.String(), o, hex.New, hex.Parse)
	case played[qubic.Move, *qubic.Position]:
		same, err = opened(b.String(), qubic.Options{Canonical: true, Set: keys}, qubic.New, qubic.Parse)
	default:
		return b, false, nil
	}
	return same, true, err
}
