package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/index"
)

// statsAnswer is what `zobrist index stats` prints.
type statsAnswer struct {
	index.Manifest
	Positions        int64            `json:"positions"` // different ones; at most so many unless exact
	Exact            bool             `json:"exact"`
	Single           int64            `json:"single,omitempty"` // that occur in one game; with --exact
	Bytes            int64            `json:"bytes"`            // of all sections on disk
	Sections         map[string]int64 `json:"sections"`         // bytes of each
	BytesPerPosition float64          `json:"bytesPerPosition"`
	Temporary        int64            `json:"temporary"` // bytes of files that an interrupted build has left
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
			ix, s, err := f.open(ctx)
			if err != nil {
				return err
			}
			defer s.Close()
			m := ix.Manifest()
			answer := statsAnswer{Manifest: m, Positions: m.Records, Exact: m.Builds <= 1}
			if exact {
				bar := a.progress("count", "positions", m.Records)
				survey, err := ix.Survey(ctx, bar.set)
				bar.done()
				if err != nil {
					return f.explain(err)
				}
				answer.Positions, answer.Single, answer.Exact = survey.Positions, survey.Single, true
			}
			sizes, left, err := s.Size(ctx)
			if err != nil {
				return f.explain(err)
			}
			answer.Temporary, answer.Sections = left, make(map[string]int64)
			for section, n := range sizes {
				answer.Sections[section.String()] = n
				answer.Bytes += n
			}
			if answer.Positions > 0 {
				answer.BytesPerPosition = float64(answer.Bytes) / float64(answer.Positions)
			}
			if answer.Sources, err = ix.Sources(ctx); err != nil {
				return f.explain(err)
			}
			return a.print(answer)
		}),
	}
	f.register(command)
	command.Flags().BoolVar(&exact, "exact", false, "read and count all positions")
	return command
}

func (s statsAnswer) plain(w io.Writer) {
	for _, row := range s.rows() {
		fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
	}
}

func (s statsAnswer) text(w io.Writer) { columns(w, false, s.plain) }

// rows returns the statistics as names and values.
func (s statsAnswer) rows() [][2]string {
	atMost := "at most "
	if s.Exact {
		atMost = ""
	}
	rows := [][2]string{
		{"game", s.Game},
		{"rules", s.Rules},
		{"keys", fmt.Sprintf("%s (digest %.12s…)", s.KeysName, s.KeysDigest)},
		{"format", fmt.Sprint(s.Format)},
		{"builds", group3(s.Builds)},
		{"games", group3(s.Games)},
		{"positions", atMost + group3(s.Positions)},
		{"visits", group3(s.Visits)},
		{"bytes", fmt.Sprintf("%s, %.1f a position", group3(s.Bytes), s.BytesPerPosition)},
	}
	if s.Single > 0 {
		percent := 100 * float64(s.Single) / float64(s.Positions)
		text := fmt.Sprintf("%s, %.1f%% of the positions, occur in one game", group3(s.Single), percent)
		rows = append(rows, [2]string{"single", text})
	}
	for _, section := range index.Sections() {
		rows = append(rows, [2]string{"  " + section.String(), group3(s.Sections[section.String()]) + " bytes"})
	}
	if s.Temporary > 0 {
		text := group3(s.Temporary) + " bytes left by an interrupted build; the next build uses or removes them"
		rows = append(rows, [2]string{"temporary", text})
	}
	for _, src := range s.Sources {
		var text strings.Builder
		fmt.Fprintf(&text, "%s: %s", src.Name, number(src.Games, "game"))
		if src.Broken > 0 {
			fmt.Fprintf(&text, ", %s broken", group3(src.Broken))
		}
		for _, name := range slices.Sorted(maps.Keys(src.Skipped)) {
			fmt.Fprintf(&text, ", %d of %s skipped", src.Skipped[name], name)
		}
		rows = append(rows, [2]string{"source", text.String()})
	}
	return rows
}
