package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

// newEvals returns `zobrist evals`; its verbs are in files of their own.
func newEvals(a *app) *cobra.Command {
	return a.Noun("evals", newEvalsBuild(a), newEvalsFind(a), newEvalsStats(a), newEvalsVerify(a), newEvalsExport(a),
		newEvalsAdd(a), newEvalsMerge(a), newEvalsRemove(a))
}

// evalStore is a store of evaluations of chess.
type evalStore = evals.Store[chess.Move]

// evalFlags are common to the commands about a store of evaluations.
type evalFlags struct{ db string }

func (f *evalFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.db, "db", "", "`FOLDER` of the store of evaluations")
	_ = cmd.MarkFlagRequired("db")
}

func (f *evalFlags) open() (*evalStore, error) {
	s, err := evals.Open(f.db)
	return s, f.explain(err)
}

// explain says what to do about an error of a store of evaluations.
func (f *evalFlags) explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, evals.ErrEmpty):
		if info, err := os.Stat(filepath.Join(f.db, "build")); err == nil && info.IsDir() { // package sorted makes it
			return cli.Hint(fmt.Errorf("the first build of %s is not finished", f.db),
				"wait until it ends; if it was interrupted, repeat that zobrist evals build: it goes on from its saved part")
		}
		return cli.Hint(fmt.Errorf("there are no evaluations in %s", f.db),
			"make a store with: zobrist evals build --db %s lichess_db_eval.jsonl.zst", f.db)
	case errors.Is(err, evals.ErrGame), errors.Is(err, evals.ErrFormat):
		return cli.Hint(err, "use the release that built it, or build another store")
	case errors.Is(err, evals.ErrLocked):
		return cli.Hint(err, "wait until the other zobrist process has finished")
	case errors.Is(err, evals.ErrSpace):
		return cli.Hint(err, "free space on that disk, or give --db a folder on another one")
	case errors.Is(err, evals.ErrCorrupt):
		return cli.Hint(err, "build the store again from its files, or copy it from a backup")
	case errors.Is(err, evals.ErrDamaged):
		return cli.Hint(err, "the disk or the memory may be failing; build again, "+
			"and if that fails too, give --db a folder on another disk: temporary files are in it")
	}
	return err
}

// explainChange is explain for a change that has failed.
func (f *evalFlags) explainChange(err error, again string) error {
	if errors.Is(err, context.Canceled) {
		return cli.Hint(err, "the store is as it was before; the same command %s", again)
	}
	return f.explain(err)
}

// workFlags say what a change of a store may take.
type workFlags struct {
	memory  cli.Size
	threads int
}

func (f *workFlags) register(cmd *cobra.Command) {
	registerMemory(&f.memory, cmd.Flags(), "memory for evaluations, at least 16M; what exceeds it goes to temporary files")
	cmd.Flags().IntVar(&f.threads, "threads", 0, "goroutines (default: one a core)")
}

func (f *workFlags) options() (evals.BuildOptions, error) {
	return evals.BuildOptions{Memory: int64(f.memory), Workers: f.threads},
		cmp.Or(checkMemory(&f.memory), cli.InRange("threads", f.threads, 0, 1<<10))
}

func newEvalsVerify(a *app) *cobra.Command {
	var f evalFlags
	cmd := a.Command("evals verify", cobra.NoArgs, func(c *cobra.Command, _ []string) error {
		s, err := f.open()
		if err != nil {
			return err
		}
		defer s.Close()
		files, _, err := s.Files()
		if err != nil {
			return f.explain(err)
		}
		start := time.Now()
		set, end := a.shareProgress("verify")
		err = s.Verify(c.Context(), set)
		end()
		if err != nil {
			return f.explain(err)
		}
		answer := evalsVerifyAnswer{Seconds: time.Since(start).Seconds()}
		for _, file := range files {
			answer.Records += file.Records
			answer.Bytes += file.Bytes
		}
		return a.Print(answer)
	})
	f.register(cmd)
	return cmd
}

// evalsVerifyAnswer is what `zobrist evals verify` prints of a whole store.
type evalsVerifyAnswer struct {
	Records int64   `json:"records"` // a position is one in each file that has it
	Bytes   int64   `json:"bytes"`
	Seconds float64 `json:"seconds"`
}

func (v evalsVerifyAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "ok: %s in %s bytes, in %.1f s\n", cli.Number(v.Records, "record"), cli.Group3(v.Bytes), v.Seconds)
}

func newEvalsMerge(a *app) *cobra.Command {
	var f evalFlags
	var work workFlags
	cmd := a.Command("evals merge", cobra.ExactArgs(1), func(c *cobra.Command, args []string) error {
		o, err := work.options()
		if err != nil {
			return err
		}
		set, end := a.shareProgress("merge")
		o.Progress = set
		start := time.Now()
		added, err := evals.Merge(c.Context(), f.db, evals.Chess(), o, args[0])
		end()
		if errors.Is(err, evals.ErrEmpty) {
			return (&evalFlags{args[0]}).explain(err)
		}
		if err != nil {
			return f.explainChange(err, "begins again")
		}
		a.Changed = true
		return a.Print(evalsMergeAnswer{append([]evals.Source{}, added...), time.Since(start).Seconds()})
	})
	f.register(cmd)
	work.register(cmd)
	return cmd
}

// evalsMergeAnswer is what `zobrist evals merge` prints.
type evalsMergeAnswer struct {
	Sources []evals.Source `json:"sources"` // that were added
	Seconds float64        `json:"seconds"`
}

func (m evalsMergeAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "added %s in %.1f s\n", cli.Number(int64(len(m.Sources)), "source"), m.Seconds)
}

func newEvalsRemove(a *app) *cobra.Command {
	var f evalFlags
	var work workFlags
	var sources []int
	cmd := a.Command("evals remove", cobra.NoArgs, func(c *cobra.Command, _ []string) error {
		o, err := work.options()
		if err != nil {
			return err
		}
		s, err := f.open()
		if err != nil {
			return err
		}
		for _, n := range sources {
			if _, ok := s.Source(n); !ok {
				err = cli.Usagef("zobrist evals stats shows their numbers", "%s has no source %d", f.db, n)
			}
		}
		if err := errors.Join(err, s.Close()); err != nil {
			return err
		}
		set, end := a.shareProgress("remove")
		o.Progress = set
		n, err := evals.Remove(c.Context(), f.db, evals.Chess(), o, sources...)
		end()
		if err != nil {
			return f.explainChange(err, "begins again")
		}
		a.Changed = true
		return a.Print(evalsRemoveAnswer{n})
	})
	f.register(cmd)
	work.register(cmd)
	cmd.Flags().IntSliceVar(&sources, "source", nil, "`NUMBERS` of the sources to remove: 0 or 2,5")
	_ = cmd.MarkFlagRequired("source")
	return cmd
}

// evalsRemoveAnswer is what `zobrist evals remove` prints.
type evalsRemoveAnswer struct {
	Records int64 `json:"records"` // that lost evaluations
}

func (r evalsRemoveAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "removed evaluations of %s\n", cli.Number(r.Records, "record"))
}
