package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/evals"
)

func newEvalsStats(a *app) *cobra.Command {
	var f evalFlags
	var exact bool
	cmd := a.Command("evals stats", cobra.NoArgs, func(c *cobra.Command, _ []string) error {
		s, err := f.open()
		if err != nil {
			return err
		}
		defer s.Close()
		var answer evalsStatsAnswer
		if answer.Files, answer.Temporary, err = s.Files(); err != nil {
			return f.explain(err)
		}
		if answer.Sources, err = s.Sources(); err != nil {
			return f.explain(err)
		}
		for _, file := range answer.Files {
			answer.Positions += file.Records
			answer.Bytes += file.Bytes
		}
		answer.Exact = len(answer.Files) <= 1
		if exact {
			bar := a.Progress("count", "positions", answer.Positions)
			t, err := s.Count(c.Context(), func(n int64) { bar.Set(n) })
			bar.Done()
			if err != nil {
				return f.explain(err)
			}
			answer.Positions, answer.Exact, answer.Totals = t.Positions, true, &t
		}
		if answer.Positions > 0 {
			answer.BytesPerPosition = float64(answer.Bytes) / float64(answer.Positions)
		}
		return a.Print(answer)
	})
	f.register(cmd)
	cmd.Flags().BoolVar(&exact, "exact", false, "read and count all positions")
	return cmd
}

// evalsStatsAnswer is what `zobrist evals stats` prints.
type evalsStatsAnswer struct {
	Positions        int64          `json:"positions"` // different ones, or an upper bound
	Exact            bool           `json:"exact"`     // whether Positions is exact
	Bytes            int64          `json:"bytes"`
	BytesPerPosition float64        `json:"bytesPerPosition"`
	Temporary        int64          `json:"temporary"` // bytes of files that an interrupted build has left
	Totals           *evals.Totals  `json:"totals,omitempty"`
	Files            []evals.File   `json:"files"`
	Sources          []evals.Source `json:"sources"`
}

func (s evalsStatsAnswer) Text(w io.Writer) {
	atMost := "at most "
	if s.Exact {
		atMost = ""
	}
	rows := [][2]string{
		{"positions", atMost + cli.Group3(s.Positions)},
		{"bytes", fmt.Sprintf("%s; %.1f a position", cli.Group3(s.Bytes), s.BytesPerPosition)},
	}
	if t := s.Totals; t != nil {
		rows = append(rows, [2]string{"evaluations", cli.Group3(t.Evaluations)}, [2]string{"lines", cli.Group3(t.Lines)},
			[2]string{"plies", cli.Group3(t.Plies)}, [2]string{"kept positions", cli.Group3(t.Packed)})
	}
	for _, file := range s.Files {
		rows = append(rows, [2]string{"file", fmt.Sprintf("%s: %s, %s bytes", file.Path, cli.Number(file.Records, "record"),
			cli.Group3(file.Bytes))})
	}
	if s.Temporary > 0 {
		rows = append(rows, [2]string{"temporary", cli.Group3(s.Temporary) + " bytes left by an interrupted build; the next " +
			"build uses or removes them"})
	}
	for _, src := range s.Sources {
		var text strings.Builder
		fmt.Fprintf(&text, "%d: %s: %s", src.Number, src.Name, cli.Number(src.Counts.Positions, "position"))
		if src.Counts.Editor > 0 {
			fmt.Fprintf(&text, ", %s of board editors", cli.Group3(src.Counts.Editor))
		}
		for k, n := range src.Counts.Problems {
			if n > 0 {
				fmt.Fprintf(&text, ", %s: %s", evals.Kind(k), cli.Group3(n))
			}
		}
		rows = append(rows, [2]string{"source", text.String()})
	}
	cli.Columns(w, false, func(w io.Writer) {
		for _, row := range rows {
			fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
		}
	})
}
