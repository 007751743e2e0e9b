package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/search"
)

// auditAnswer is what `zobrist keys audit` prints.
type auditAnswer struct {
	Keys    string   `json:"keys"`
	Space   string   `json:"space,omitempty"`
	Order   []string `json:"order,omitempty"`        // of the keys
	Assumed bool     `json:"orderAssumed,omitempty"` // the file does not say it
	Unseen  []string `json:"unseen,omitempty"`       // groups or features of the game that no key depends on
	*audit.Report
}

func newKeysAudit(a *app) *cobra.Command {
	var k keysFlags
	var o audit.Options
	var strict int
	cmd := a.Command("keys audit", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return a.keysAudit(cmd.Context(), &k, o, strict, args[0])
	})
	k.register(cmd)
	flags := cmd.Flags()
	flags.IntVarP(&o.MaxWeight, "max-weight", "w", 9, "search dependencies to this number of features")
	flags.IntVarP(&o.Exhaustive, "exhaustive", "e", 6,
		"list all dependencies to this number, 2 to 8; 7 and 8 take minutes")
	flags.Float64Var(&o.Missed, "missed", 0.01, "go on until the chance to miss one is at most this")
	flags.Uint64Var(&o.Iterations, "iterations", 0, "or for so many iterations of the search (default: no bound)")
	flags.Uint64Var(&o.Seed, "seed", 0, "seed of the search")
	flags.IntVar(&strict, "strict", 0,
		"exit with 1 unless all sets of up to so many keys have another XOR than 0, to the chance --missed")
	flags.IntSliceVar(&o.Truncations, "truncate", nil,
		"widths at which both ends of the hashes are audited (default 8,12,16,20,24,28,32,40,48)")
	flags.IntVarP(&o.Threads, "threads", "t", 0, "goroutines (default: one a core)")
	return cmd
}

// keysAudit audits the keys that spec names.
func (a *app) keysAudit(ctx context.Context, k *keysFlags, o audit.Options, strict int, spec string) error {
	err := cmp.Or(cli.InRange("strict", strict, 0, math.MaxInt),
		cli.InRange("max-weight", o.MaxWeight, 1, math.MaxInt), cli.InRange("exhaustive", o.Exhaustive, 2, 8),
		cli.InRange("missed", o.Missed, 1e-300, 1), cli.InRange("threads", o.Threads, 0, search.MaxThreads))
	for _, bits := range o.Truncations {
		err = cmp.Or(err, cli.InRange("truncate", bits, 1, maxBits))
	}
	if err != nil {
		return err
	}
	t, err := k.open(ctx, a, spec)
	if err = t.prove(k, err); err != nil {
		return err
	}
	o.Bits, o.MaxWeight = t.Bits, max(o.MaxWeight, strict)
	t.auditFor(&o)
	estimate, err := audit.Estimate(t.Set, o)
	if err != nil {
		return err
	}
	t.remark(a)
	a.Remark("the audit of %s takes %s; interrupted, it prints what it has found", t.Name, roughly(estimate))
	if n := len(t.Keys); n > math.MaxUint16 {
		a.Remark("%d keys are too many for the searches: sets of three and more are not looked for", n)
	} else if n > 8191 && o.Exhaustive > 4 {
		a.Remark("of %d keys all sets of up to 4 are listed; larger ones are found by chance", n)
	}
	done := followAudit(a, &o.Progress)
	report, err := audit.Run(ctx, t.Set, o)
	done()
	if report == nil {
		return err
	}
	answer := auditAnswer{Keys: t.Name, Order: t.lines(), Assumed: t.assumed, Unseen: o.Unseen, Report: report}
	if o.Space != nil {
		answer.Space = o.Space.Name()
	}
	if err := a.Print(answer); err != nil {
		return err
	}
	switch {
	case err != nil:
		return err
	case strict > 0:
		if err := report.Check(strict, o.Missed); err != nil {
			return fmt.Errorf("--strict %d: %w", strict, err)
		}
	}
	if len(answer.Verdict.Flaws) > 0 {
		return cli.ErrFound
	}
	return nil
}

// prove returns a usage error if the numbers of a text may be something other than the keys that were asked for, so
// that no verdict is possible. err is the error of opening the table.
func (t *table) prove(k *keysFlags, err error) error {
	isStated := k.features != 0 || t.layout != nil && !t.assumed // and counted
	switch {
	case errors.Is(err, zobrist.ErrKeyCount) && t.Parts != nil:
		return cli.UsageError(fmt.Errorf("%w; what was read: %s", err, t.Describe()))
	case err != nil || isStated:
		return err
	}
	if err := t.Proof(t.game); err != nil {
		return cli.Usagef("say with --layout what each key is for, or let the program print its keys and audit these",
			"%s is %v", t.Name, err)
	}
	return nil
}

// roughly writes how long something takes on an idle machine, with one digit or two; 0 is unknown.
func roughly(d time.Duration) string {
	text := "months"
	switch {
	case d == 0:
		return "a time that is unknown, because many keys are equal"
	case d < time.Second:
		return "less than a second"
	case d < 2*time.Minute:
		text = fmt.Sprintf("%d s", int(d.Seconds()+.5))
	case d < 2*time.Hour:
		text = fmt.Sprintf("%d min", int(d.Minutes()+.5))
	case d < 1000*time.Hour:
		text = fmt.Sprintf("%d h", int(d.Hours()+.5))
	}
	return "about " + text + " on an idle machine"
}

func (r auditAnswer) Text(w io.Writer) {
	name := r.Keys
	if r.Space != "" {
		name += " for " + r.Space
	}
	fmt.Fprintf(w, "order of the keys of %s", name)
	switch {
	case r.Order == nil:
		fmt.Fprint(w, ": not known; --layout says what each key is for, and how many there must be")
	case r.Assumed:
		fmt.Fprint(w, ", assumed because the file does not state it")
	}
	fmt.Fprintln(w)
	for _, line := range r.Order {
		fmt.Fprintf(w, "  %s\n", line)
	}
	fmt.Fprintf(w, "%s: ", name)
	_ = r.WriteText(w) // output remembers the error
}

// followAudit sets o.Progress to a line of progress for each stage and
// returns what removes the last.
func followAudit(a *app, set *func(stage string, done, total float64)) (done func()) {
	var p *cli.Progress
	last := ""
	*set = func(stage string, done, total float64) {
		if stage != last {
			if p != nil {
				p.Done()
			}
			last = stage
			unit := map[string]string{"MacWilliams": "words", "Stern": "iterations"}[stage]
			if unit == "" {
				unit = "sums"
			}
			p = a.Progress(stage, unit, int64(min(total, 1<<62)))
		}
		p.Set(int64(done))
	}
	return func() {
		if p != nil {
			p.Done()
		}
	}
}
