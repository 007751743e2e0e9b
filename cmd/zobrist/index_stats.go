package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
)

// statsAnswer is what `zobrist index stats` prints.
type statsAnswer struct {
	index.Manifest
	Positions        int64          `json:"positions"`        // different ones, or an upper bound
	Exact            bool           `json:"exact"`            // whether Positions is exact
	Single           int64          `json:"single,omitempty"` // that occur in one game; with --exact
	Bytes            int64          `json:"bytes"`            // of all parts on disk
	Parts            []index.Part   `json:"parts"`            // bytes of each
	BytesPerPosition float64        `json:"bytesPerPosition"` // without the texts of the games
	Temporary        int64          `json:"temporary"`        // bytes of files that an interrupted build has left
	Sources          []index.Source `json:"sources"`
}

func newIndexStats(a *app) *cobra.Command {
	var f indexFlags
	var exact bool
	command := a.Command("index stats", cobra.NoArgs, func(c *cobra.Command, _ []string) error {
		ctx := c.Context()
		ix, s, err := f.open(ctx)
		if err != nil {
			return err
		}
		defer s.Close()
		answer, err := a.indexStats(ctx, ix, exact)
		if err != nil {
			return f.explain(err)
		}
		return a.Print(answer)
	})
	f.register(command)
	command.Flags().BoolVar(&exact, "exact", false, "read and count all positions")
	return command
}

func (a *app) indexStats(ctx context.Context, ix *gameIndex, exact bool) (answer statsAnswer, err error) {
	if answer.Manifest, err = ix.Manifest(ctx); err != nil {
		return answer, err
	}
	// One build makes one run, and a run has one record for each of its positions. Of several
	// builds, whose runs may have been merged, the manifest does not say how many runs are left.
	answer.Positions, answer.Exact = answer.Records, answer.Builds <= 1
	if exact {
		if err := a.countPositions(ctx, ix, &answer); err != nil {
			return answer, err
		}
	}
	if answer.Parts, answer.Temporary, err = ix.Size(ctx); err != nil {
		return answer, err
	}
	texts := int64(0)
	for _, part := range answer.Parts {
		answer.Bytes += part.Bytes
		if part.Name == "texts" {
			texts = part.Bytes
		}
	}
	if answer.Positions > 0 {
		answer.BytesPerPosition = float64(answer.Bytes-texts) / float64(answer.Positions)
	}
	answer.Sources = index.ByName(answer.Manifest.Sources)
	for i := range answer.Sources {
		answer.Sources[i].Spellings = nil // thousands
	}
	return answer, nil
}

// countPositions counts the different positions by reading all of them.
func (a *app) countPositions(ctx context.Context, ix *gameIndex, answer *statsAnswer) error {
	bar := a.Progress("count", "positions", answer.Records)
	defer bar.Done()
	answer.Positions, answer.Exact = 0, true
	for p, err := range ix.Each(ctx, index.Positions) {
		if err != nil {
			return err
		}
		answer.Positions++
		games := int64(0)
		for _, m := range p.Moves {
			games += m.Games
		}
		if games == 1 {
			answer.Single++
		}
		if answer.Positions%(1<<16) == 0 {
			bar.Set(answer.Positions)
		}
	}
	return nil
}

func (s statsAnswer) Text(w io.Writer) {
	cli.Columns(w, false, func(w io.Writer) {
		for _, row := range s.rows() {
			fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
		}
	})
}

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
		{"views", strings.Join(s.Views, ", ")},
		{"builds", cli.Group3(s.Builds)},
		{"games", cli.Group3(s.Games)},
		{"positions", atMost + cli.Group3(s.Positions)},
		{"visits", cli.Group3(s.Visits)},
		{"bytes", fmt.Sprintf("%s; %.1f a position without the texts", cli.Group3(s.Bytes), s.BytesPerPosition)},
	}
	if s.Single > 0 {
		percent := 100 * float64(s.Single) / float64(s.Positions)
		text := fmt.Sprintf("%s, %.1f%% of the positions, occur in one game", cli.Group3(s.Single), percent)
		rows = append(rows, [2]string{"single", text})
	}
	for _, part := range s.Parts {
		rows = append(rows, [2]string{"  " + part.Name, cli.Group3(part.Bytes) + " bytes"})
	}
	if s.Temporary > 0 {
		text := cli.Group3(s.Temporary) + " bytes left by an interrupted build; the next build uses or removes them"
		rows = append(rows, [2]string{"temporary", text})
	}
	for _, src := range s.Sources {
		var text strings.Builder
		fmt.Fprintf(&text, "%s: %s", src.Name, cli.Number(src.Games, "game"))
		if src.Broken > 0 {
			fmt.Fprintf(&text, ", %s broken", cli.Group3(src.Broken))
		}
		if src.Cut > 0 {
			fmt.Fprintf(&text, ", %s cut short", cli.Group3(src.Cut))
		}
		for _, name := range slices.Sorted(maps.Keys(src.Skipped)) {
			fmt.Fprintf(&text, ", %d of %s skipped", src.Skipped[name], name)
		}
		if src.Duplicates > 0 {
			fmt.Fprintf(&text, ", %s already there", cli.Group3(src.Duplicates))
		}
		rows = append(rows, [2]string{"source", text.String()})
	}
	return rows
}
