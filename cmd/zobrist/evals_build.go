package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/evals"
)

// evalsBuildFlags are the flags of `zobrist evals build` and `zobrist evals add`.
type evalsBuildFlags struct {
	evalFlags
	workFlags
	lines, plies, depth int
	positions           bool
	kept                bool // --positions was given
	force               bool
	format              cli.Choice
	into                string
	errors              int
}

func newEvalsBuild(a *app) *cobra.Command {
	return a.evalsBuildCommand("evals build", "")
}

func newEvalsAdd(a *app) *cobra.Command {
	return a.evalsBuildCommand("evals add", "added")
}

// evalsBuildCommand returns a command that adds files, to one source if a name is given.
func (a *app) evalsBuildCommand(name, into string) *cobra.Command {
	f := &evalsBuildFlags{into: into, format: cli.Choice{Names: []string{"lichess", "epd", "pgn"}}}
	cmd := a.Command(name, nil, func(cmd *cobra.Command, args []string) error {
		f.kept = cmd.Flags().Changed("positions")
		return a.evalsBuild(cmd, f, args)
	})
	f.evalFlags.register(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.lines, "lines", 0, "lines of an evaluation to keep, the best ones (default: all)")
	flags.IntVar(&f.plies, "plies", 0, "plies of a line to keep (default: all)")
	flags.BoolVar(&f.positions, "positions", false, "keep the positions, some 11 bytes each, for evals export "+
		"(default: true without --lines and --plies)")
	flags.IntVar(&f.depth, "depth", 0, "depth of evaluations that do not say it (default: not known)")
	flags.Var(&f.format, "format", "format of the files: lichess, epd or pgn (default: by their names or beginnings)")
	if into == "" {
		flags.BoolVar(&f.force, "force", false, "read files again that are in the store already")
	} else {
		flags.StringVar(&f.into, "source", into, "`NAME` of the source to which evaluations are added")
	}
	flags.IntVar(&f.errors, "errors", 10, "number of problems to report, −1 for all")
	f.workFlags.register(cmd)
	return cmd
}

func (a *app) evalsBuild(cmd *cobra.Command, f *evalsBuildFlags, files []string) error {
	if len(files) == 0 {
		return cli.Usagef("name files with evaluations, or - for standard input", "no evaluations to add")
	}
	work, err := f.options()
	if err != nil {
		return err
	}
	for _, n := range []struct {
		name         string
		value, limit int
	}{{"lines", f.lines, 1 << 12}, {"plies", f.plies, 1 << 12}, {"depth", f.depth, evals.MaxDepth}} {
		if err := cli.InRange(n.name, n.value, 0, n.limit); err != nil {
			return err
		}
	}
	inputs := make([]evals.Input, 0, len(files))
	for _, name := range files {
		in := evals.Input{Name: name}
		if name == "-" {
			in = evals.Input{Name: "standard input", Reader: a.In}
		}
		inputs = append(inputs, in)
	}
	positions := f.lines == 0 && f.plies == 0
	if f.kept {
		positions = f.positions
	}
	formats := map[string]evals.Format{"lichess": evals.Lichess, "epd": evals.EPD, "pgn": evals.PGN}
	defer debug.SetGCPercent(debug.SetGCPercent(buildGC))
	start := time.Now()
	watch := &evalsWatch{app: a, errors: f.errors, quiet: f.errors == 0}
	work.Progress = watch.sort
	sum, err := evals.Import(cmd.Context(), f.db, evals.ImportOptions{
		BuildOptions: work, Lines: f.lines, Plies: f.plies, Positions: positions, Depth: f.depth, Into: f.into,
		Format: formats[f.format.Value], Force: f.force, Problem: watch.problem, Reading: watch.reading,
	}, inputs...)
	watch.done()
	if err != nil {
		return f.explainChange(err, "goes on from what was saved, or begins again")
	}
	a.Changed = true
	answer := newEvalsBuildAnswer(sum, time.Since(start).Seconds())
	if !a.JSON {
		a.remarkEvals(answer)
	}
	if err := a.Print(answer); err != nil {
		return err
	}
	switch {
	case len(sum.CutOff) > 0:
		return cli.Hint(fmt.Errorf("%s cannot be read to the end", strings.Join(sum.CutOff, ", ")),
			"get the file again; the same command then adds the rest")
	case sum.Positions == 0 && len(sum.Known) == 0:
		return cli.Hint(errors.New("no evaluation was added"),
			"name files with evaluations: Lichess's lines of JSON, EPD with ce, or PGN with [%%eval]")
	}
	return nil
}

// evalsBuildAnswer is what `zobrist evals build` and `zobrist evals add` print.
type evalsBuildAnswer struct {
	Positions   int64            `json:"positions"`   // that were read, each as often as it occurred
	Evaluations int64            `json:"evaluations"` // of them
	Lines       int64            `json:"lines"`
	Plies       int64            `json:"plies"`
	Editor      int64            `json:"editor"`   // positions that only a board editor can make
	Replaced    int64            `json:"replaced"` // evaluations left out for others in the same line of the file
	Problems    map[string]int64 `json:"problems"` // by their kinds
	Known       []string         `json:"known"`    // files that were in the store
	CutOff      []string         `json:"cutOff"`   // files that could not be read to their end
	Resumed     int64            `json:"resumed"`  // positions that an interrupted build had read
	Seconds     float64          `json:"seconds"`
	Memory      int64            `json:"memory"` // most bytes of it that the process had, with mapped files; 0: unknown
}

func newEvalsBuildAnswer(sum evals.Summary, seconds float64) evalsBuildAnswer {
	b := evalsBuildAnswer{Positions: sum.Positions, Evaluations: sum.Evaluations, Lines: sum.Lines, Plies: sum.Plies,
		Editor: sum.Editor, Replaced: sum.Replaced, Problems: make(map[string]int64),
		Known: append([]string{}, sum.Known...), CutOff: append([]string{}, sum.CutOff...), Resumed: sum.Resumed,
		Seconds: seconds, Memory: cli.PeakMemory()}
	for k, n := range sum.Problems {
		if n > 0 {
			b.Problems[evals.Kind(k).String()] = n
		}
	}
	return b
}

// remarkEvals prints what was left out or is not new.
func (a *app) remarkEvals(b evalsBuildAnswer) {
	if b.Resumed > 0 {
		a.Remark("went on after the %s that an interrupted build had read", cli.Number(b.Resumed, "position"))
	}
	for _, name := range b.Known {
		a.Remark("%s is in the store already; --force reads it again", name)
	}
	for k := evals.Kind(0); ; k++ {
		name := k.String()
		if strings.HasPrefix(name, "kind ") {
			break
		}
		if n := b.Problems[name]; n > 0 {
			a.Remark("%s: %s", name, cli.Group3(n))
		}
	}
	if b.Editor > 0 {
		a.Remark("kept %s that only a board editor can make", cli.Number(b.Editor, "position"))
	}
	if b.Replaced > 0 {
		a.Remark("left out %s that others in the same line replace", cli.Number(b.Replaced, "evaluation"))
	}
}

func (b evalsBuildAnswer) Text(w io.Writer) {
	with := ""
	if b.Memory > 0 {
		with = " with " + cli.Bytes(float64(b.Memory)) + " of memory"
	}
	fmt.Fprintf(w, "added %s with %s in %.1f s%s\n", cli.Number(b.Positions, "position"),
		cli.Number(b.Evaluations, "evaluation"), b.Seconds, with)
}

// evalsWatch shows how far a build is, and reports its first problems.
type evalsWatch struct {
	app     *app
	bar     *cli.Progress
	sorting bool
	start   time.Time
	errors  int  // still to be shown
	quiet   bool // nothing more is shown
}

func (w *evalsWatch) reading(r evals.Reading) {
	if w.bar == nil {
		w.bar, w.start = w.app.Progress("read", "B", r.Size), time.Now()
		w.bar.Then = "before sorting"
	}
	rate := ""
	if s := time.Since(w.start).Seconds(); s >= 1 {
		rate = cli.Group3(int64(float64(r.Positions)/s)) + " positions/s"
	}
	w.bar.Describe("read "+cli.Number(r.Positions, "position"), rate)
	w.bar.Set(r.Bytes)
}

func (w *evalsWatch) sort(done float64) {
	if !w.sorting {
		w.done()
		w.sorting = true
		w.bar = w.app.Progress("sort", "", shareSteps)
	}
	w.bar.Set(int64(done * shareSteps))
}

func (w *evalsWatch) done() {
	if w.bar != nil {
		w.bar.Done()
	}
}

func (w *evalsWatch) problem(p evals.Problem) {
	if w.errors == 0 {
		if !w.quiet {
			w.app.Remark("warning: further problems are counted and not shown; --errors -1 shows all")
		}
		w.quiet = true
		return
	}
	w.errors--
	w.app.Remark("warning: %s", p.Error())
}
