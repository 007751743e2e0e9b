package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// exportFlags are the flags of `zobrist index export`.
type exportFlags struct {
	indexFlags
	filter    filterFlags
	positions cli.Choice
	minGames  int64
	output    string
}

func newIndexExport(a *app) *cobra.Command {
	f := &exportFlags{positions: cli.Choice{Names: []string{"jsonl", "csv"}}}
	cmd := a.Command("index export", cobra.NoArgs, func(c *cobra.Command, _ []string) error {
		if err := cli.InRange("min-games", f.minGames, 1, math.MaxInt32); err != nil {
			return err
		}
		if c.Flags().Changed("min-games") && f.positions.Value == "" {
			return cli.Usagef("give --positions jsonl or csv", "--min-games is for positions, and games are written")
		}
		if f.positions.Value != "jsonl" {
			if err := a.OneForm(cmp.Or(f.positions.Value, "the records") + "; --positions jsonl writes JSON"); err != nil {
				return err
			}
		}
		return a.indexExport(c.Context(), f)
	})
	f.register(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "-", "`FILE` to write; it is replaced when all is written")
	flags.Var(&f.positions, "positions", "write positions: jsonl or csv")
	flags.Int64Var(&f.minGames, "min-games", 1, "with --positions: only positions of at least so many games")
	f.filter.register(flags)
	return cmd
}

func (a *app) indexExport(ctx context.Context, f *exportFlags) error {
	ix, s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	filter, err := f.filter.resolve(ctx, ix)
	if err != nil {
		return err
	}
	var n int64
	what := "game"
	err = a.WriteOutput(f.output, func(w io.Writer) error {
		var err error
		switch f.positions.Value {
		case "":
			n, err = ix.Export(ctx, w, filter)
			return f.explain(err)
		case "csv":
			n, err = exportCSV(w, ix.game, ix.Positions(ctx, filter, f.minGames))
		default:
			n, err = exportLines(w, ix.game, ix.Positions(ctx, filter, f.minGames))
		}
		what = "position"
		return f.explain(err)
	})
	if err == nil && f.output != "-" {
		a.Remark("wrote %s to %s", cli.Number(n, what), f.output)
	}
	return err
}

// positions are what an export goes through.
type positions = func(yield func(index.PositionTally, error) bool)

func exportLines(w io.Writer, g games.Game, list positions) (n int64, err error) {
	out := bufio.NewWriterSize(w, 1<<16)
	for p, err := range list {
		if err != nil {
			return n, err
		}
		text, err := jsontext.Marshal(games.NewStored(g, p))
		if err != nil {
			return n, err
		}
		if _, err := out.Write(append(text, '\n')); err != nil {
			return n, err
		}
		n++
	}
	return n, out.Flush()
}

// exportCSV writes the total of each position as a row without a move, and then its moves.
func exportCSV(w io.Writer, g games.Game, list positions) (n int64, err error) {
	out := csv.NewWriter(w)
	position, notations := "fen", []string{"uci", "san"}
	if !g.About().FEN {
		position = "position"
	}
	if !g.About().UCI {
		notations = []string{"move"}
	}
	_ = out.Write(slices.Concat([]string{"key", "ply", position}, notations,
		[]string{"games", "white", "draws", "black", "averageRating", "lastYear", "ended"}))
	for p, err := range list {
		if err != nil {
			return n, err
		}
		n++
		at := []string{p.Key.String(), strconv.Itoa(p.Ply), p.Position.String()}
		row := func(engine, usual string, t index.Tally, rating int, ended int64) {
			move := []string{engine, usual}
			row := slices.Concat(at, move[2-len(notations):])
			white, black := games.Colors(g, t.First, t.Second)
			for _, v := range []int64{t.Games, white, t.Drawn, black, int64(rating), int64(t.LastYear), ended} {
				row = append(row, strconv.FormatInt(v, 10))
			}
			_ = out.Write(row)
		}
		row("", "", p.Tally, p.AverageRating(), p.Ended)
		for _, m := range p.Moves {
			engine, usual := g.Notation(p.Position, m.Move)
			row(engine, usual, m.Tally, m.SideRating(games.Mover(g, p.Position, m.Move)), 0)
		}
		if err := out.Error(); err != nil {
			return n, err
		}
	}
	out.Flush()
	return n, out.Error()
}
