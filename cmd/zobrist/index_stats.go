package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/index"
)

// statsAnswer is what `zobrist index stats` prints.
type statsAnswer struct {
	index.Manifest
	Positions        int64            `json:"positions"` // different ones; at most so many where exact is false
	Exact            bool             `json:"exact"`
	Single           int64            `json:"single,omitempty"` // that occur in one game; with --exact
	Bytes            int64            `json:"bytes"`            // on disk
	Tables           map[string]int64 `json:"tables"`
	BytesPerPosition float64          `json:"bytesPerPosition"`
	Sources          []index.Source   `json:"sources"`
}

func newIndexStats(a *app) *cobra.Command {
	var f indexFlags
	var exact bool
	command := &cobra.Command{
		Use:   "stats --db DIR [flags]",
		Short: "Print what an index holds and how large it is",
		Long: `Print what an index holds, what it was made from and how large it is. With --exact
all positions are read, counted and checked.`,
		Example: `  zobrist index stats --db games.db
  zobrist index stats --db games.db --exact --json`,
		Args: cobra.NoArgs,
		RunE: a.run(func(c *cobra.Command, _ []string) error {
			ctx := c.Context()
			e, s, err := f.open(ctx)
			if err != nil {
				return err
			}
			defer s.Close()
			m := e.Index().Manifest()
			answer := statsAnswer{Manifest: m, Positions: m.Records, Exact: m.Builds <= 1, Tables: make(map[string]int64), Sources: []index.Source{}}
			if exact {
				bar := a.progress("count", "positions", m.Records)
				survey, err := e.Index().Survey(ctx, bar.set)
				bar.done()
				if err != nil {
					return f.explain(err)
				}
				answer.Positions, answer.Single, answer.Exact = survey.Positions, survey.Single, true
			}
			sizes, err := s.Size(ctx)
			if err != nil {
				return f.explain(err)
			}
			for t, n := range sizes {
				answer.Tables[t.String()] = n
				answer.Bytes += n
			}
			if answer.Positions > 0 {
				answer.BytesPerPosition = float64(answer.Bytes) / float64(answer.Positions)
			}
			err = index.Sources(ctx, s, func(src index.Source) error {
				answer.Sources = append(answer.Sources, src)
				return nil
			})
			if err != nil {
				return f.explain(err)
			}
			slices.SortFunc(answer.Sources, func(x, y index.Source) int { return cmp.Compare(x.First, y.First) })
			return a.printStats(answer)
		}),
	}
	f.register(command)
	command.Flags().BoolVar(&exact, "exact", false, "read and count all positions")
	return command
}

func (a *app) printStats(s statsAnswer) error {
	if a.json {
		return a.printJSON(s)
	}
	about := "at most "
	if s.Exact {
		about = ""
	}
	rows := [][2]string{
		{"game", s.Game},
		{"rules", s.Rules},
		{"keys", fmt.Sprintf("%s (digest %.12s…)", s.KeysName, s.KeysDigest)},
		{"format", fmt.Sprint(s.Format)},
		{"builds", group3(s.Builds)},
		{"games", group3(s.Games)},
		{"positions", about + group3(s.Positions)},
		{"visits", group3(s.Visits)},
		{"bytes", fmt.Sprintf("%s, %.1f a position", group3(s.Bytes), s.BytesPerPosition)},
	}
	if s.Single > 0 {
		rows = append(rows, [2]string{"single", fmt.Sprintf("%s, %.1f%% of the positions, occur in one game", group3(s.Single), 100*float64(s.Single)/float64(s.Positions))})
	}
	for _, t := range index.Tables() {
		rows = append(rows, [2]string{"  " + t.String(), group3(s.Tables[t.String()]) + " bytes"})
	}
	for _, src := range s.Sources {
		var text strings.Builder
		text.WriteString(fmt.Sprintf("%s: %s", src.Name, number(src.Games, "game")))
		if src.Broken > 0 {
			text.WriteString(fmt.Sprintf(", %s broken", group3(src.Broken)))
		}
		for name, n := range src.Skipped {
			text.WriteString(fmt.Sprintf(", %d of %s skipped", n, name))
		}
		rows = append(rows, [2]string{"source", text.String()})
	}
	if a.plain {
		for _, r := range rows {
			if _, err := fmt.Fprintf(a.out, "%s\t%s\n", r[0], r[1]); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\n", r[0], r[1])
	}
	return w.Flush()
}
