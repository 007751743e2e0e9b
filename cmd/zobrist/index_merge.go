package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

func newIndexMerge(a *app) *cobra.Command {
	f := &buildFlags{duplicates: cli.Choice{Value: "skip", Names: []string{"skip", "keep"}}}
	cmd := a.Command("index merge", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return a.indexMerge(cmd.Context(), f, args[0])
	})
	flags := cmd.Flags()
	flags.StringVar(&f.db, "db", "", dbHelp)
	flags.StringVar(&f.keys, "keys", "", "`KEYS` of the index, if the name that it records does not suffice")
	flags.IntVar(&f.maxPly, "max-ply", 0, "plies of a game whose positions are indexed (default: all)")
	flags.BoolVar(&f.noText, "no-text", false, "do not keep the texts of the games")
	flags.Var(&f.duplicates, "duplicates", "games that the index has already: skip or keep")
	registerMemory(&f.memory, flags, memoryHelp)
	flags.IntVar(&f.threads, "threads", 0, "goroutines (default: one a core)")
	f.filter.register(flags)
	_ = cmd.MarkFlagRequired("db")
	return cmd
}

func (a *app) indexMerge(ctx context.Context, f *buildFlags, other string) error {
	if err := f.check(); err != nil {
		return err
	}
	source := indexFlags{db: other}
	from, fromStore, err := source.open(ctx)
	if err != nil {
		return err
	}
	defer fromStore.Close()
	filter, err := f.filter.resolve(ctx, from)
	if err != nil {
		return err
	}
	s, err := openStore(ctx, f.db, false)
	if err != nil {
		return f.explain(err)
	}
	defer s.Close()
	m, err := from.Manifest(ctx)
	if err != nil {
		return source.explain(err)
	}
	var ix *gameIndex
	if _, err = index.ReadManifest(ctx, s); errors.Is(err, index.ErrEmpty) {
		ix, err = openGame(ctx, s, from.game, games.Options{Set: from.Config().Set, Rules: m.Rules, Views: m.Views})
	} else if err == nil {
		ix, err = f.openStore(ctx, s)
	}
	if err != nil {
		return f.explain(err)
	}
	if ix.game != from.game {
		return cli.Hint(fmt.Errorf("%s holds %s, and %s holds %s", source.db, from.game.About().Name, f.db, ix.game.About().Name),
			"name another folder")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	start := time.Now()
	bar := a.Progress("read games", "games", m.Games)
	sum, err := ix.Merge(ctx, from.Index, index.MergeOptions{
		BuildOptions: index.BuildOptions{
			Memory: int64(f.memory), Workers: f.threads, NoTexts: f.noText,
			KeepDuplicates: f.duplicates.Value == "keep",
		},
		MaxPly: f.maxPly, Filter: filter,
		Progress: func(games int64, sorted float64) {
			if sorted > 0 {
				bar.Describe("sort", "")
			}
			bar.Set(games)
		},
	})
	bar.Done()
	if err != nil {
		return f.explainChange(fmt.Errorf("merge %s: %w", source.db, err), "begins again")
	}
	a.Changed, ctx = true, context.WithoutCancel(ctx)
	if m, err = ix.Manifest(ctx); err != nil {
		return fmt.Errorf("the merge took effect, but the index could not be read again: %w", f.explain(err))
	}
	answer := newBuildAnswer(sum, m, start)
	if !a.JSON {
		a.remarkBuild(answer, "", "; --duplicates keep adds them")
	}
	return a.Print(answer)
}
