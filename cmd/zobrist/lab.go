package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/lab"
)

// newLab returns `zobrist lab`, with one command for each experiment.
func newLab(a *app) *cobra.Command {
	var verbs []*cobra.Command
	for _, e := range lab.Experiments() {
		verbs = append(verbs, newLabRun(a, e))
	}
	return a.Noun("lab", append(verbs, newLabAll(a))...)
}

// newLabAll returns `zobrist lab all`.
func newLabAll(a *app) *cobra.Command {
	var o lab.Options
	var dir string
	var again bool
	cmd := a.Command("lab all", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		var reports []*lab.Report
		if err := makeFolder(dir); err != nil {
			return err
		}
		var stopped, unsaved error
		var files []string
		all := lab.Experiments()
		for i, e := range all {
			place := fmt.Sprintf("%d of %d: %s", i+1, len(all), e.Name)
			r, before, err := a.measureOrLoad(cmd, e, o, dir, again, place)
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

func newLabRun(a *app, e lab.Experiment) *cobra.Command {
	var o lab.Options
	var sizes lab.Sizes
	var dir string
	cmd := a.Command("lab experiment", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		goOn := sizes == lab.Sizes{}
		if !goOn {
			if err := sizes.Check(); err != nil {
				return cli.Usagef("give --characters and --columns, or --features and perhaps --class", "%v", err)
			}
			e = lab.IndependenceOf(sizes)
		}
		return a.experiment(cmd, e, o, dir, goOn)
	})
	cmd.Use, cmd.Short = e.Name, e.Title
	fill := strings.NewReplacer("{{name}}", e.Name, "{{title}}", e.Title, "{{claim}}", e.Claim, "{{source}}", e.Source)
	cmd.Long, cmd.Example = fill.Replace(cmd.Long), fill.Replace(cmd.Example)
	flags := cmd.Flags()
	flags.StringVarP(&dir, "output", "o", "", "folder to save a page, and a .tsv and an .svg of each table, in")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of every random choice")
	flags.IntVar(&o.Trials, "trials", 0, "trials a row, from which the verdict follows; few "+
		"decide nothing (default: the experiment's own number)")
	flags.BoolVar(&o.Full, "full", false, "sizes for figures to print, even if that takes minutes")
	cli.Exclude(cmd, "trials", "full")
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

// experiment runs e, prints what it finds and saves it in dir, "" for nowhere. goOn says
// that it finishes what dir has of an interrupted run.
func (a *app) experiment(cmd *cobra.Command, e lab.Experiment, o lab.Options, dir string, goOn bool) error {
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
	r, stopped := a.measure(cmd, e, o, before, e.Name)
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
func (a *app) measureOrLoad(cmd *cobra.Command, e lab.Experiment, o lab.Options, dir string, again bool, place string) (
	r *lab.Report, before string, err error) {
	if dir != "" && !again {
		r, err = e.Load(dir, o)
		if err != nil {
			return nil, "", hintLoad(err, "remove the file to measure again, or give --again")
		}
		if r != nil && !r.Interrupted {
			return r, " (from " + dir + ")", nil
		}
	}
	r, err = a.measure(cmd, e, o, r, place)
	return r, "", err
}

// measure runs e, which was perhaps interrupted before, and shows its progress, after the
// place of e among others.
func (a *app) measure(cmd *cobra.Command, e lab.Experiment, o lab.Options, before *lab.Report, place string) (
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
