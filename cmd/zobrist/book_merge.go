package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/polyglot"
)

// mergeAnswer is what `zobrist book merge` prints.
type mergeAnswer struct {
	File string `json:"file"`
	polyglot.MergeStats
}

func newBookMerge(a *app) *cobra.Command {
	var output string
	var first bool
	cmd := a.Command("book merge", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		rule := polyglot.AddWeights
		if first {
			rule = polyglot.FirstWins
		}
		return a.bookMerge(cmd.Context(), rule, output, args)
	})
	cmd.Flags().StringVarP(&output, "output", "o", "", "`FILE` to write the book to, - for standard output")
	cmd.Flags().BoolVar(&first, "first", false, "take each position from the first book that has it")
	_ = cmd.MarkFlagRequired("output")
	return cmd
}

func (a *app) bookMerge(ctx context.Context, rule polyglot.MergeRule, output string, names []string) error {
	if output == "-" {
		if err := a.OneForm("the book with -o -"); err != nil {
			return err
		}
	}
	if !slices.Contains(names, output) {
		if err := checkReplaced(output); err != nil {
			return err
		}
	}
	var readers []io.Reader
	for _, name := range names {
		f, err := interrupt.Open(ctx, name)
		if err != nil {
			return err
		}
		defer f.Close()
		readers = append(readers, f)
	}
	answer := mergeAnswer{File: output}
	err := a.WriteOutput(output, func(w io.Writer) (err error) {
		answer.MergeStats, err = polyglot.Merge(ctx, w, rule, readers...)
		return err
	})
	if err != nil {
		return explainBook(err, names...)
	}
	if output == "-" {
		return nil
	}
	return a.Print(answer)
}

func (m mergeAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "wrote %s with %s for %s, of which %s in more than one book\n", m.File,
		cli.Number(m.Entries, "move"), cli.Number(m.Positions, "position"), are(m.Shared))
}

func are(n int64) string {
	if n == 1 {
		return "1 is"
	}
	return cli.Group3(n) + " are"
}
