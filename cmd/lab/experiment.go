package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/lab"
)

// experimentFlags are the flags of a run of one experiment.
type experimentFlags struct {
	options lab.Options
	dir     string // "" for nowhere
}

func (f *experimentFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "output", "o", "", "folder to save a page, and a .tsv and an .svg of each table, in")
	flags.Uint64Var(&f.options.Seed, "seed", 1, "seed of every random choice")
	flags.IntVar(&f.options.Trials, "trials", 0, "trials a row, from which the verdict follows; few "+
		"decide nothing (default: the experiment's own number)")
	flags.BoolVar(&f.options.Full, "full", false, "sizes for figures to print, even if that takes minutes")
	cli.Exclude(cmd, "trials", "full")
}

// newExperiment returns `lab NAME`.
func newExperiment(a *cli.App) *cobra.Command {
	var f experimentFlags
	cmd := a.Command("lab", oneName, func(cmd *cobra.Command, args []string) error {
		e, _ := named(args)
		return f.run(cmd, a, e, true)
	})
	f.register(cmd)
	cmd.ValidArgsFunction = cli.Only(names())
	help := cmd.HelpFunc()
	cmd.SetHelpFunc(func(c *cobra.Command, args []string) {
		if e, ok := named(c.Flags().Args()); ok && c == cmd {
			describe(cmd, e)
		}
		help(c, args)
	})
	return cmd
}

// newIndependence returns `lab independence`, the experiment with sizes of its own.
func newIndependence(a *cli.App) *cobra.Command {
	var f experimentFlags
	var sizes lab.Sizes
	cmd := a.Command("independence", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if sizes == (lab.Sizes{}) {
			return f.run(cmd, a, lab.Independence(), true)
		}
		if err := sizes.Check(); err != nil {
			return cli.Usagef("give --characters and --columns, or --features and perhaps --class", "%v", err)
		}
		return f.run(cmd, a, lab.IndependenceOf(sizes), false)
	})
	examples := cmd.Example
	describe(cmd, lab.Independence())
	cmd.Example = examples
	f.register(cmd)
	flags := cmd.Flags()
	flags.IntVar(&sizes.Characters, "characters", 0, "ordered scenes alone: characters a column can take")
	flags.IntVar(&sizes.Columns, "columns", 0, "ordered scenes alone: columns")
	flags.IntVar(&sizes.Features, "features", 0, "unordered scenes alone: features; all non-empty sets of them")
	flags.IntVar(&sizes.Class, "class", 0, "with --features: only sets with an odd number of the first so many")
	return cmd
}

// describe makes the help of cmd the help of an experiment.
func describe(cmd *cobra.Command, e lab.Experiment) {
	cmd.Short = e.Title
	cmd.Long = fmt.Sprintf("%s.\n\nClaim: %s\n\nSource: %s\n\nCtrl-C prints, and with -o saves, the rows finished so "+
		"far. A table that lacks\nrows is marked as partial. The same command goes on from there.",
		e.Title, e.Claim, e.Source)
	cmd.Example = "  lab " + e.Name + " -o out"
}

// oneName checks that args are the name of an experiment.
func oneName(_ *cobra.Command, args []string) error {
	if _, ok := named(args); ok {
		return nil
	}
	hint := "the experiments are " + strings.Join(names(), ", ")
	switch len(args) {
	case 0:
		return cli.Usagef(hint, "lab needs the NAME of an experiment, or a command")
	case 1:
		return cli.Usagef(hint, "no experiment %q", args[0])
	}
	return cli.Usagef("give one NAME, or run lab all", "unexpected argument %q", args[1])
}

// named returns the experiment of which args are the name.
func named(args []string) (e lab.Experiment, ok bool) {
	all := lab.Experiments()
	i := slices.IndexFunc(all, func(e lab.Experiment) bool { return len(args) == 1 && e.Name == args[0] })
	if i < 0 {
		return e, false
	}
	return all[i], true
}

// names lists the names of the experiments.
func names() (list []string) {
	for _, e := range lab.Experiments() {
		list = append(list, e.Name)
	}
	return list
}

// newAll returns `lab all`.
func newAll(a *cli.App) *cobra.Command {
	var o lab.Options
	var dir string
	var again bool
	cmd := a.Command("all", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		var reports []*lab.Report
		if err := makeFolder(dir); err != nil {
			return err
		}
		var stopped, unsaved error
		var files []string
		all := lab.Experiments()
		for i, e := range all {
			place := fmt.Sprintf("%d of %d: %s", i+1, len(all), e.Name)
			r, before, err := measureOrLoad(cmd, a, e, o, dir, again, place)
			if r == nil {
				return err
			}
			stopped = err
			if len(r.Tables) > 0 {
				reports = append(reports, r)
				if dir != "" {
					files, unsaved = lab.SaveAll(dir, reports)
				}
			}
			if stopped != nil || unsaved != nil {
				break
			}
			a.Remark("%s: %s%s", place, r.Verdict.Word, before)
		}
		if len(reports) == 0 {
			return stopped
		}
		if dir != "" && unsaved == nil {
			a.Remark("%d files in %s", len(files), dir)
		}
		return cmp.Or(a.Print(labReport(reports)), unsaved, stopped)
	})
	flags := cmd.Flags()
	flags.StringVarP(&dir, "output", "o", "", "folder to save pages, tables and plots in")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of every random choice")
	flags.BoolVar(&o.Full, "full", false,
		"sizes for figures to print: half an hour of processor time in place of five minutes")
	flags.BoolVar(&again, "again", false, "run experiments again that the folder has")
	return cmd
}

// run runs e, prints what it finds and saves it. goOn says that it finishes what the folder has of an interrupted run.
func (f *experimentFlags) run(cmd *cobra.Command, a *cli.App, e lab.Experiment, goOn bool) error {
	o, dir := f.options, f.dir
	if o.Trials < 0 {
		return cli.Usagef("--trials 0 means the experiment's own number", "--trials is %d, which is below 0", o.Trials)
	}
	if err := makeFolder(dir); err != nil {
		return err
	}
	var before *lab.Report
	if dir != "" && goOn {
		var err error
		if before, err = e.Load(dir, o); err != nil {
			return hintLoad(err, "remove the file to measure again")
		}
		if before != nil && !before.Interrupted {
			before = nil
		}
	}
	r, stopped := measure(cmd, a, e, o, before, e.Name)
	if len(r.Tables) == 0 && stopped != nil {
		return stopped
	}
	var unsaved error
	if dir != "" {
		var files []string
		if files, unsaved = r.Save(dir); unsaved == nil {
			a.Remark("%d files in %s", len(files), dir)
		}
	}
	return cmp.Or(a.Print(labAnswer{r}), unsaved, stopped)
}

// hintLoad says what to do about a report that cannot be loaded, unless the file cannot be read
// at all.
func hintLoad(err error, remedy string) error {
	var place *fs.PathError
	if errors.As(err, &place) {
		return err
	}
	return cli.Hint(err, "%s", remedy)
}

// makeFolder makes the folder for the results before the work begins, "" for
// none.
func makeFolder(dir string) error {
	if dir == "" {
		return nil
	}
	return cli.Hint(os.MkdirAll(dir, 0o777), "give -o a folder that can be made or written")
}

// measureOrLoad runs e, or loads what dir has of it, "" for nothing, and goes on with what
// was interrupted. before says that the whole was loaded. The report is nil if there is an
// error about the folder.
func measureOrLoad(
	cmd *cobra.Command, a *cli.App, e lab.Experiment, o lab.Options, dir string, again bool, place string,
) (r *lab.Report, before string, err error) {
	if dir != "" && !again {
		r, err = e.Load(dir, o)
		if err != nil {
			return nil, "", hintLoad(err, "remove the file to measure again, or give --again")
		}
		if r != nil && !r.Interrupted {
			return r, " (from " + dir + ")", nil
		}
	}
	r, err = measure(cmd, a, e, o, r, place)
	return r, "", err
}

// measure runs e, which was perhaps interrupted before, and shows its progress, after the
// place of e among others.
func measure(cmd *cobra.Command, a *cli.App, e lab.Experiment, o lab.Options, before *lab.Report, place string) (
	*lab.Report, error) {
	p := a.Progress(place, "", 1000)
	defer p.Done()
	o.Progress = func(what string, share float64) {
		p.Describe(place+", "+what, "")
		p.Set(int64(1000 * share))
	}
	return e.Resume(cmd.Context(), o, before)
}

// labAnswer is what an experiment prints.
type labAnswer struct{ *lab.Report }

func (r labAnswer) Text(w io.Writer) { _ = r.WriteText(w) }

// labReport is what all of them print.
type labReport []*lab.Report

func (l labReport) Text(w io.Writer) {
	for i, r := range l {
		if i > 0 {
			fmt.Fprintln(w)
		}
		_ = r.WriteText(w)
	}
}
