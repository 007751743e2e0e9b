package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/attack"
	"github.com/zobrist-go/zobrist/internal/keys/legal"
	"github.com/zobrist-go/zobrist/internal/records/bookinfo"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/polyglot"
)

func newBookInfo(a *app) *cobra.Command {
	var collide bool
	var seed uint64
	cmd := a.Command("book info", func(cmd *cobra.Command, args []string) error {
		if collide {
			return cobra.NoArgs(cmd, args)
		}
		return cobra.ExactArgs(1)(cmd, args)
	}, func(cmd *cobra.Command, args []string) error {
		if collide {
			return a.bookCollide(cmd.Context(), seed)
		}
		f, err := interrupt.Open(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		defer f.Close()
		s, err := bookinfo.Inspect(cmd.Context(), f)
		if err != nil {
			return explainBook(err, args[0])
		}
		return a.Print(infoAnswer{args[0], s})
	})
	cmd.Flags().BoolVar(&collide, "collide", false, "make two legal positions that share their entries")
	cmd.Flags().Uint64Var(&seed, "seed", 0, "another seed gives other positions; with --collide")
	return cmd
}

// infoAnswer is what `zobrist book info` prints.
type infoAnswer struct {
	File string `json:"file"`
	bookinfo.Survey
}

func (i infoAnswer) Text(w io.Writer) {
	cli.Columns(w, false, func(w io.Writer) {
		for _, row := range i.rows() {
			fmt.Fprintf(w, "%s\t%s\n", row.name, cli.Group3(row.value))
		}
	})
	for _, c := range i.Clashes {
		fmt.Fprintf(w, "key %s belongs to another position, and to %s\n", c.Key, c.FEN)
	}
}

// An infoRow is a name and a number.
type infoRow struct {
	name  string
	value int64
}

func (i infoAnswer) rows() []infoRow {
	rows := []infoRow{
		{"positions", i.Positions}, {"entries", i.Entries}, {"with a learn field", i.Learned},
		{"positions on lines for White", i.OnLines[chess.White]},
		{"positions on lines for Black", i.OnLines[chess.Black]},
		{"isolated positions", i.Isolated}, {"positions reached by book moves alone", i.Reached},
		{"illegal moves on lines", i.Illegal}, {"keys of two positions on lines", int64(len(i.Clashes))},
		{"moves twice in a position", i.Repeated}, {"entries out of canonical order", i.Misplaced},
	}
	for bits, n := range i.Weights {
		name := fmt.Sprintf("weight %d", bits)
		if bits > 1 {
			name = fmt.Sprintf("weight %d to %d", 1<<(bits-1), 1<<bits-1)
		}
		if n > 0 {
			rows = append(rows, infoRow{name, n})
		}
	}
	return rows
}

// sharedAnswer is what `zobrist book info --collide` prints.
type sharedAnswer struct {
	Key       string   `json:"key"`
	Positions []string `json:"positions"`
	Both      []string `json:"both"` // moves legal in both, in UCI's notation
	One       []string `json:"one"`  // moves legal in the first alone
}

// bookCollide makes two legal positions with one key.
func (a *app) bookCollide(ctx context.Context, seed uint64) error {
	o := attack.Options{Seed: seed, Polish: 1000}
	done := followAudit(a, &o.Progress)
	clash, err := attack.Collide(ctx, keyfile.Polyglot(), legal.Chess(), o)
	done()
	if err != nil {
		return err
	}
	var shared sharedAnswer
	var moves [2][]uint16
	for i, c := range clash.Positions {
		p, err := polyglot.Position(c.Text)
		if err != nil {
			return err
		}
		if key := keyText(p.Hash()); i == 0 {
			shared.Key = key
		} else if key != shared.Key {
			return fmt.Errorf("%s and %s have different keys", shared.Positions[0], p)
		}
		shared.Positions = append(shared.Positions, p.FEN())
		for _, m := range p.AppendMoves(nil) {
			moves[i] = append(moves[i], m.Polyglot())
		}
	}
	for _, word := range moves[0] {
		if slices.Contains(moves[1], word) {
			shared.Both = append(shared.Both, polyglot.MoveText(word))
		} else {
			shared.One = append(shared.One, polyglot.MoveText(word))
		}
	}
	return a.Print(shared)
}

func (s sharedAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "key %s belongs to\n  %s\n  %s\n", s.Key, s.Positions[0], s.Positions[1])
	fmt.Fprintf(w, "an entry with any of %s that are legal in the first would be looked up in the second too;\n",
		cli.Number(int64(len(s.Both)+len(s.One)), "move"))
	fmt.Fprintf(w, "there %d are legal and would be played, and %d are illegal and are reported\n",
		len(s.Both), len(s.One))
}
