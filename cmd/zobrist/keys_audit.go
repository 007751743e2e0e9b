package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/audit/legal"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/search"
)

// auditAnswer is what `zobrist keys audit` prints.
type auditAnswer struct {
	Keys  string `json:"keys"`
	Space string `json:"space,omitempty"`
	*audit.Report
}

func newKeysAudit(a *app) *cobra.Command {
	var k keysFlags
	var o audit.Options
	cmd := &cobra.Command{
		Use:   "audit [flags] KEYS",
		Short: "Find out what a table of keys is worth",
		Long: `Find out what a table of keys is worth: zero, equal and aliased keys; stuck,
biased and linear bits; the rank; and the dependencies, sets of features whose
keys XOR to zero, by the number of features. Two positions clash exactly when
they differ in such a set.

KEYS are ` + keyfile.Names + `.

Every dependency to weight 6 is listed, to weight 8 with --exhaustive 8; larger
ones are searched for to --max-weight, with the chance that one was missed.
Where the rank is 32 or less all weights are counted. The counts are for all
features, for those that can occur in a legal position, and for differences of
two legal positions, as far as the game's rules are known.

The exit status is 1 where keys or bits have a flaw that random ones have not,
or the audit was interrupted; what was found so far is printed then.`,
		Example: `  zobrist keys audit polyglot
  zobrist keys audit --exhaustive 8 --json polyglot
  zobrist keys audit --bits 31 coded:1
  zobrist keys audit --game baduk:19 random:pcg:1`,
		Args: cobra.ExactArgs(1),
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			err := cmp.Or(inRange("max-weight", o.MaxWeight, 1, math.MaxInt), inRange("exhaustive", o.Exhaustive, 2, 8),
				inRange("missed", o.Missed, 1e-300, 1), inRange("threads", o.Threads, 0, search.MaxThreads))
			for _, bits := range o.Truncations {
				err = cmp.Or(err, inRange("truncate", bits, 1, maxBits))
			}
			if err != nil {
				return err
			}
			t, space, err := k.open(a.in, args[0])
			if err != nil {
				return err
			}
			o.Bits, o.Space = t.Bits, space
			switch {
			case space == chess.Space():
				o.Occurs, o.Differ = legal.Occurs, legal.Differ
			case space != nil:
				o.Differ = audit.Differences(space)
			}
			done := followAudit(a, &o.Progress)
			report, err := audit.Run(cmd.Context(), t.Set, o)
			done()
			if report == nil {
				return err
			}
			answer := auditAnswer{Keys: t.Name, Report: report}
			if space != nil {
				answer.Space = space.Name()
			}
			if err := a.printAudit(answer); err != nil {
				return err
			}
			if err == nil && answer.flawed() {
				return errFound
			}
			return err
		}),
	}
	k.register(cmd)
	flags := cmd.Flags()
	flags.IntVarP(&o.MaxWeight, "max-weight", "w", 9, "search dependencies to this number of features")
	flags.IntVarP(&o.Exhaustive, "exhaustive", "e", 6, "list all dependencies to this number, 2 to 8; 7 and 8 take minutes")
	flags.Float64Var(&o.Missed, "missed", 0.01, "go on until the chance to miss one is at most this")
	flags.Uint64Var(&o.Iterations, "iterations", 0, "or for so many iterations of the search (default: no bound)")
	flags.Uint64Var(&o.Seed, "seed", 0, "seed of the search")
	flags.IntSliceVar(&o.Truncations, "truncate", nil, "widths at which both ends of the hashes are audited (default 8,12,16,20,24,28,32,40,48)")
	flags.IntVarP(&o.Threads, "threads", "t", 0, "goroutines (default: one a core)")
	return cmd
}

// flawed reports what no table of random keys has, but for a parity.
func (r auditAnswer) flawed() bool {
	b := r.Bitwise
	lost := slices.ContainsFunc(b.Linear, func(l audit.Relation) bool { return l.Sum == 0 })
	return lost || len(r.Zero)+len(r.Equal)+len(r.Aliased)+len(b.Stuck)+len(b.Biased)+len(b.Recurrent) > 0
}

func (a *app) printAudit(r auditAnswer) error {
	switch {
	case a.json:
		return a.printJSON(r)
	case a.plain:
		for _, v := range r.Views {
			for _, l := range v.Weights {
				if _, err := fmt.Fprintf(a.out, "%s\t%d\t%v\t%t\t%g\t%g\n", v.Name, l.Weight, l.Count, l.Exact, l.Expected, l.Missed); err != nil {
					return err
				}
			}
		}
		for _, d := range r.Dependencies {
			if _, err := fmt.Fprintf(a.out, "dependency\t%d\t%s\t%s\n", d.Weight(), featuresText(d.Features), strings.Join(d.Names, " ⊕ ")); err != nil {
				return err
			}
		}
		return nil
	}
	name := r.Keys
	if r.Space != "" {
		name += " for " + r.Space
	}
	if _, err := fmt.Fprintf(a.out, "%s: ", name); err != nil {
		return err
	}
	return r.WriteText(a.out)
}

func featuresText(set []zobrist.Feature) string {
	return strings.Trim(fmt.Sprint(set), "[]")
}

// followAudit sets o.Progress to a line of progress for each stage and
// returns what removes the last.
func followAudit(a *app, set *func(audit.Progress)) (done func()) {
	var p *progress
	stage := ""
	*set = func(now audit.Progress) {
		if now.Stage != stage {
			if p != nil {
				p.done()
			}
			stage = now.Stage
			unit := map[string]string{"MacWilliams": "words", "Stern": "iterations"}[stage]
			if unit == "" {
				unit = "sums"
			}
			p = a.progress(stage, unit, int64(min(now.Total, 1<<62)))
		}
		p.set(int64(now.Done))
	}
	return func() {
		if p != nil {
			p.done()
		}
	}
}
