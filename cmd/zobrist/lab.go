package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/internal/lab"
)

// newLab returns `zobrist lab`, with one command for each experiment.
func newLab(a *app) *cobra.Command {
	var verbs []*cobra.Command
	for _, e := range lab.Experiments() {
		verbs = append(verbs, newLabRun(a, e))
	}
	return a.noun("lab", "Reproduce a published claim: a table and a plot each",
		`  zobrist lab tabulation -o out
  zobrist lab tabulation --published
  zobrist lab independence --characters 3 --columns 2`, verbs...)
}

func newLabRun(a *app, e lab.Experiment) *cobra.Command {
	var o lab.Options
	var sizes lab.Sizes
	var dir string
	cmd := &cobra.Command{
		Use:   e.Name,
		Short: e.Title,
		Long: fmt.Sprintf(`%s.

Claim: %s

Source: %s

Ctrl-C prints, and with -o saves, the rows finished so far. A table that lacks
rows is marked as partial.`, e.Title, e.Claim, e.Source),
		Example: "  zobrist lab " + e.Name + " -o out",
		Args:    cobra.NoArgs,
		RunE: a.run(func(cmd *cobra.Command, _ []string) error {
			if sizes != (lab.Sizes{}) {
				if err := sizes.Check(); err != nil {
					return usagef("give --characters and --columns, or --features and perhaps --class", "%v", err)
				}
				e = lab.IndependenceOf(sizes)
			}
			return a.experiment(cmd, e, o, dir)
		}),
	}
	flags := cmd.Flags()
	flags.StringVarP(&dir, "output", "o", "", "folder to save a .tsv and an .svg of each table in")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of every random choice")
	flags.IntVar(&o.Trials, "trials", 0, "trials a row (default: the experiment's own number)")
	flags.BoolVar(&o.Published, "published", false, "as many trials as were published, even if that takes minutes")
	cmd.MarkFlagsMutuallyExclusive("trials", "published")
	if e.Name == "independence" {
		cmd.Example += "\n  zobrist lab independence --characters 3 --columns 2\n" +
			"  zobrist lab independence --features 5 --class 3 --json"
		flags.IntVar(&sizes.Characters, "characters", 0, "ordered scenes alone: characters a column can take")
		flags.IntVar(&sizes.Columns, "columns", 0, "ordered scenes alone: columns")
		flags.IntVar(&sizes.Features, "features", 0, "unordered scenes alone: features; all non-empty sets of them")
		flags.IntVar(&sizes.Class, "class", 0, "with --features: only sets with an odd number of the first so many")
	}
	return cmd
}

// experiment runs e, prints what it finds and saves it in dir, "" for nowhere.
func (a *app) experiment(cmd *cobra.Command, e lab.Experiment, o lab.Options, dir string) error {
	if o.Trials < 0 {
		return usagef("--trials 0 means the experiment's own number", "--trials is %d, which is below 0", o.Trials)
	}
	p := a.progress(e.Name, "", 1000)
	o.Progress = func(what string, share float64) {
		p.describe(what, "")
		p.set(int64(1000 * share))
	}
	r, stopped := e.Run(cmd.Context(), o)
	p.done()
	if len(r.Tables) == 0 && stopped != nil {
		return stopped
	}
	if dir != "" {
		files, err := r.Save(dir)
		if err != nil {
			return err
		}
		a.remark("%d files in %s", len(files), dir)
	}
	if err := a.print(labAnswer{r}); err != nil {
		return err
	}
	return stopped
}

// labAnswer is what an experiment prints.
type labAnswer struct{ *lab.Report }

func (r labAnswer) plain(w io.Writer) { _ = r.WritePlain(w) }

func (r labAnswer) text(w io.Writer) { _ = r.WriteText(w) }
