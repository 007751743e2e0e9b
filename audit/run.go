package audit

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gf2"
)

// Options say what [Run] examines. The zero value audits all features: every
// dependency to weight 6, those to weight 9 with a chance of one in a hundred to
// miss one, and the usual truncations.
type Options struct {
	Bits  int            // number of low bits of the keys to audit; 0: 128, or 64 without a secondary code
	Space *zobrist.Space // names of the features; nil: "feature N"

	// Occurs reports the features that some legal position has; nil: all.
	Occurs func(zobrist.Feature) bool
	// Differ reports whether a set of features, ascending, can be the
	// difference of two legal positions; nil: these are not counted.
	Differ func([]zobrist.Feature) bool

	MaxWeight  int     // Stern's search goes to this weight; 0: 9
	Exhaustive int     // the exhaustive search goes to this one, 2 to 8; 0: 6. Weights 7 and 8 take a minute or two
	Missed     float64 // Stern stops when one of MaxWeight is missed with at most this chance; 0: 0.01
	Iterations uint64  // … or after this number of them; 0: no bound

	Truncations []int // widths audited at both ends; nil: 8 12 16 20 24 28 32 40 48, below Bits

	// Memory bounds what the exhaustive search and the lists of dependencies take, in bytes, about: a
	// table of n keys is searched beyond weight 2 if 20·n² bytes suffice. Stern's search takes
	// up to 100 MB a thread besides. 0: 1.3 GB
	Memory   int64
	Threads  int            // 0: GOMAXPROCS
	Seed     uint64         // of Stern's search
	Progress func(Progress) // nil: silent; called from several goroutines, one at a time
}

// listable is the number of dependencies to expect at which a weight is left
// to counting.
const listable = 1e5

// countable is the rank to which an audit counts by MacWilliams.
const countable = 32

// pairs returns the most pairs of keys whose sums may be kept. One takes 40 bytes.
func (o *Options) pairs() float64 {
	if o.Memory == 0 {
		return maxPairs
	}
	return min(maxPairs, float64(o.Memory)/40)
}

// limit returns the most dependencies that a search may list, 0 for its default. One takes about half
// a KiB, its names included, and two searches list them.
func (o *Options) limit() int {
	if o.Memory == 0 {
		return 0
	}
	return int(max(1, min(1<<20, o.Memory/1024)))
}

// Run audits a table of keys. If ctx ends early, the report of what was found so
// far is returned together with the error. An error without a report is about
// the arguments: no keys, or more than an audit can take.
//
// A disagreement of two engines is an error: it would be a mistake in this
// package.
func Run(ctx context.Context, set zobrist.Set, o Options) (*Report, error) {
	if err := o.complete(set); err != nil {
		return nil, err
	}
	keys := columns(set.Truncate(o.Bits))
	a := &job{Options: o, keys: keys, report: &Report{
		Features: len(keys),
		Bits:     o.Bits,
		Rank:     gf2.Rank(keys),
		Zero:     zeros(keys),
		Equal:    equals(keys),
		Aliased:  aliases(ctx, keys, o.Bits),
		Bitwise:  auditBits(ctx, keys, o.Bits),
		Hamming:  auditHamming(ctx, keys),
	}}
	for i := range a.report.Aliased {
		l := &a.report.Aliased[i]
		l.Names = [2]string{a.name(l.Features[0]), a.name(l.Features[1])}
	}
	err := a.engines(ctx)
	a.views()
	a.judge()
	if err == nil {
		err = a.truncations(ctx)
	}
	a.report.Interrupted = err != nil
	return a.report, err
}

// complete fills in the defaults and checks the arguments of [Run].
func (o *Options) complete(set zobrist.Set) error {
	if len(set.Keys) == 0 {
		return errors.New("audit: no keys")
	}
	wide := 64
	if set.Second != nil {
		wide = 128
	}
	switch {
	case o.Bits == 0:
		o.Bits = wide
	case o.Bits < 1 || o.Bits > wide:
		return fmt.Errorf("audit: Options.Bits: %d bits are not in 1 to %d, the width of the keys", o.Bits, wide)
	}
	if o.Space != nil {
		if err := checkCount(set, o.Space); err != nil {
			return err
		}
	}
	if o.MaxWeight <= 0 {
		o.MaxWeight = 9
	}
	if o.Exhaustive <= 0 || o.Exhaustive > 8 {
		o.Exhaustive = 6
	}
	if o.Truncations == nil {
		o.Truncations = []int{8, 12, 16, 20, 24, 28, 32, 40, 48}
	}
	return nil
}

// A job is one run.
type job struct {
	Options
	keys     []gf2.Word
	report   *Report
	complete int         // weight to which Dependencies has all
	stern    SternResult // zero if it did not run
	exact    []*big.Int  // by weight, all features; nil if not counted
	occurs   []*big.Int  // by weight, those that can occur
}

func (a *job) name(f zobrist.Feature) string {
	if a.Space == nil {
		return fmt.Sprintf("feature %d", f)
	}
	return a.Space.FeatureName(f)
}

// engine notes what an engine has done.
func (a *job) engine(name string, work float64, unit string, from time.Time, reached string) {
	a.report.Engines = append(a.report.Engines, Engine{name, work, unit, time.Since(from).Seconds(), reached})
}

// reach returns the largest weight to most at which random keys of this rank
// would have no more dependencies than can be listed.
func (a *job) reach(most int) int {
	sum := 0.0
	for w := 1; w <= most; w++ {
		if sum += Expected(len(a.keys), w, a.report.Rank); sum > listable {
			return max(w-1, 2)
		}
	}
	return most
}

// crossCheck is the number of iterations of Stern's search if another engine has
// counted all that it can find.
const crossCheck = 2000

// bound returns the most iterations of Stern's search, 0 for no bound.
func (a *job) bound(counted bool) uint64 {
	if counted && (a.Iterations == 0 || a.Iterations > crossCheck) {
		return crossCheck
	}
	return a.Iterations
}

// engines runs the engines on the whole table, the cheap ones first.
func (a *job) engines(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := a.count(ctx); err != nil {
		return err
	}
	began := time.Now()
	listed, err := exhaustive(ctx, a.keys, ExhaustiveOptions{
		MaxWeight: a.reach(a.Exhaustive), Limit: a.limit(), Threads: a.Threads, Progress: a.Progress, pairs: a.pairs(),
	})
	a.add(listed.Dependencies)
	a.complete = listed.Complete
	reached := fmt.Sprintf("to weight %d", listed.Complete)
	switch {
	case errors.Is(err, ErrTooLarge):
		reached += "; the keys are too many for more"
	case errors.Is(err, ErrTooMany):
		reached += "; there are too many dependencies of greater weight to list"
	}
	a.engine("exhaustive", listed.Sums, "sums", began, reached)
	if err != nil && !tooMuch(err) {
		return err
	}
	for w, n := range listed.Counts {
		if w < len(a.exact) && a.exact[w].Cmp(new(big.Int).SetUint64(n)) != 0 {
			return fmt.Errorf("audit: weight %d: the exhaustive search lists %d dependencies, MacWilliams counts %v; "+
				"please report this", w, n, a.exact[w])
		}
	}
	began = time.Now()
	a.stern, err = stern(ctx, a.keys, SternOptions{
		MaxWeight: a.reach(a.MaxWeight), Missed: a.Missed,
		Iterations: a.bound(a.exact != nil || a.complete >= a.MaxWeight),
		Limit:      a.limit(), Threads: a.Threads, Seed: a.Seed, Progress: a.Progress,
	})
	if a.stern.Iterations > 0 || tooMuch(err) {
		reached := fmt.Sprintf("to weight %d", a.reach(a.MaxWeight))
		switch {
		case errors.Is(err, ErrTooLarge):
			reached = "to weight 0; the keys are too many for more"
		case errors.Is(err, ErrTooMany):
			reached = "not all " + reached + ": there are too many dependencies"
		}
		a.engine("Stern", float64(a.stern.Iterations), "iterations", began, reached)
	}
	if mistake := a.add(a.stern.Dependencies); mistake != nil {
		return mistake
	}
	if err != nil && !tooMuch(err) {
		return err
	}
	return nil
}

// count counts by MacWilliams's transform what is in its reach.
func (a *job) count(ctx context.Context) (err error) {
	began := time.Now()
	counts := func(keys []gf2.Word) ([]*big.Int, float64, error) {
		if !canCount(len(keys), gf2.Rank(keys)) {
			return nil, 0, nil
		}
		e, err := macWilliams(ctx, keys, MacWilliamsOptions{
			MaxWeight: min(max(a.MaxWeight, 8), len(keys)), Threads: a.Threads, Progress: a.Progress,
		})
		return e.Counts, e.Words, err
	}
	words, more := 0.0, 0.0
	if a.exact, words, err = counts(a.keys); err != nil {
		return err
	}
	if a.Occurs != nil {
		if a.occurs, more, err = counts(a.some()); err != nil {
			return err
		}
	}
	if words+more > 0 {
		a.engine("MacWilliams", words+more, "words", began, "every weight")
	}
	return nil
}

// canCount reports whether an audit counts by MacWilliams's transform.
func canCount(n, rank int) bool { return min(rank, n-rank) <= countable && n <= maxLane }

// some returns the keys of the features that can occur.
func (a *job) some() []gf2.Word {
	var keys []gf2.Word
	for f, k := range a.keys {
		if a.Occurs == nil || a.Occurs(zobrist.Feature(f)) {
			keys = append(keys, k)
		}
	}
	return keys
}

// add enters dependencies that are not known yet. A new one that a complete
// search should have listed is a mistake in this package.
func (a *job) add(found []Dependency) error {
	known := a.report.Dependencies
	for _, d := range found {
		if _, ok := slices.BinarySearchFunc(known, d, compareDependencies); ok {
			continue
		}
		if d.Weight() <= a.complete {
			return fmt.Errorf("audit: Stern's search finds %v, the exhaustive one does not; please report this",
				d.Features)
		}
		for _, f := range d.Features {
			d.Names = append(d.Names, a.name(f))
		}
		a.report.Dependencies = append(a.report.Dependencies, d)
	}
	slices.SortFunc(a.report.Dependencies, compareDependencies)
	return nil
}

// tooMuch reports whether an engine gave up because of the size of its task. The
// others may still do it.
func tooMuch(err error) bool { return errors.Is(err, ErrTooLarge) || errors.Is(err, ErrTooMany) }
