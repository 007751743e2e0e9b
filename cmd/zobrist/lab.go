package main

import (
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
  zobrist lab tabulation --trials 50 --json`, verbs...)
}

func newLabRun(a *app, e lab.Experiment) *cobra.Command {
	var o lab.Options
	var dir string
	cmd := &cobra.Command{
		Use:     e.Name,
		Short:   e.Title,
		Long:    e.Title + ".\n\nClaim: " + e.Claim + "\n\nSource: " + e.Source + "\n\nCtrl-C prints, and with -o saves, the tables finished so far.",
		Example: "  zobrist lab " + e.Name + " -o out",
		Args:    cobra.NoArgs,
		RunE: a.run(func(cmd *cobra.Command, _ []string) error {
			return a.experiment(cmd, e, o, dir)
		}),
	}
	flags := cmd.Flags()
	flags.StringVarP(&dir, "output", "o", "", "folder to save a .tsv and an .svg of each table in")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of every random choice")
	flags.IntVar(&o.Trials, "trials", 0, "trials a row; 0 means the experiment's own number")
	return cmd
}

// experiment runs e, prints what it finds and saves it in dir, "" for nowhere.
func (a *app) experiment(cmd *cobra.Command, e lab.Experiment, o lab.Options, dir string) error {
	if o.Trials < 0 {
		return usagef("--trials 0 means the experiment's own number", "--trials is %d, which is below 0", o.Trials)
	}
	p := a.progress(e.Name, "", 1000)
	o.Progress = func(what string, done, total int) {
		p.describe(what, "")
		p.set(int64(done) * 1000 / int64(max(total, 1)))
	}
	var r lab.Report
	err := e.Start(cmd.Context(), o, &r)
	p.done()
	if err != nil {
		return err
	}
	if dir != "" {
		files, err := r.Save(dir)
		if err != nil {
			return err
		}
		a.remark("%d files in %s", len(files), dir)
	}
	switch {
	case a.json:
		err = a.printJSON(&r)
	case a.plain:
		err = r.WritePlain(a.out)
	default:
		err = r.WriteText(a.out)
	}
	if err == nil && r.Interrupted {
		return cmd.Context().Err()
	}
	return err
}
