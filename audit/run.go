package audit

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// Options are the parameters of [Run]. The zero value audits all features: it lists
// every dependency to weight 6, misses one of weight 9 with probability 0.01, and
// examines the usual truncations.
type Options struct {
	Bits  int            // number of low bits of the keys to audit; 0: 128, or 64 without a secondary code
	Space *zobrist.Space // names of the features; nil: "feature N"

	// Occurs reports whether a feature holds in some legal position; nil: all do.
	Occurs func(zobrist.Feature) bool
	// Differ reports whether a set of features, ascending, can be the difference
	// of two legal positions; nil: such sets are not counted.
	Differ func([]zobrist.Feature) bool
	// Unused reports the features that never hold, whose keys stay out of all counts; nil: none.
	Unused func(zobrist.Feature) bool
	// Unseen names the features that no key depends on, such as "castling": positions that differ only in these have
	// the same hash. That is a flaw, unless it is en passant alone.
	Unseen []string

	MaxWeight  int     // largest weight of Stern's search, at most the number of keys; 0: 9
	Exhaustive int     // largest weight of the exhaustive search, 2 to 8; 0: 6. Weights 7 and 8 take a minute or two
	Missed     float64 // Stern stops when it misses a set of MaxWeight with at most this probability; 0: 0.01
	Iterations uint64  // … or after this number of iterations; 0: no bound

	Truncations []int // widths audited at both ends; nil: 8 12 16 20 24 28 32 40 48, below Bits

	// Memory limits the exhaustive search and the lists of dependencies to about this many bytes: n keys
	// are searched beyond weight 4 if 20·n² bytes suffice. Stern's search takes up to 100 MB a thread
	// in addition. 0: 1.3 GB
	Memory  int64
	Threads int    // 0: GOMAXPROCS
	Seed    uint64 // of Stern's search

	// Progress is called with the stage ("MacWilliams", "Stern", "exhaustive, weight 8"), and with how many
	// words, iterations or key sums are done and to do; total is 0 if unknown. Calls come from several
	// goroutines, one at a time. nil: silent
	Progress func(stage string, done, total float64)
}

// listable is the expected number of dependencies from which a weight is counted but
// not listed.
const listable = 1e5

// countable is the largest rank at which an audit counts by MacWilliams.
const countable = 32

// pairs returns the most pairs of keys whose sums may be kept. One takes 40 bytes.
func (o *Options) pairs() float64 {
	if o.Memory == 0 {
		return dependency.MaxPairs
	}
	return min(dependency.MaxPairs, float64(o.Memory)/40)
}

// limit returns the most dependencies that a search may list, 0 for its default. A dependency takes
// about half a KiB with its names, and two searches list dependencies.
func (o *Options) limit() int {
	if o.Memory == 0 {
		return 0
	}
	return int(max(1, min(1<<20, o.Memory/1024)))
}

// Run audits a table of keys. If ctx ends early, the report so far is returned
// together with the error. An error without a report is about the arguments: no
// keys, or too many.
//
// A disagreement of two searches is an error: it would be a mistake in this
// package.
func Run(ctx context.Context, set zobrist.Set, o Options) (*Report, error) {
	if err := o.complete(set); err != nil {
		return nil, err
	}
	a := newJob(set, o)
	a.report.Bitwise = auditBits(ctx, a.keys, a.some(), o.Bits)
	a.report.Hamming = auditHamming(ctx, a.words)
	a.report.Aliased = a.aliases(ctx, a.keys, o.Bits)
	err := a.searches(ctx)
	a.distributions()
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
		if n := len(set.Keys); n != o.Space.Len() {
			return fmt.Errorf("audit: %w: %d keys for the %d features of %s",
				zobrist.ErrKeyCount, n, o.Space.Len(), o.Space.Name())
		}
	}
	if o.MaxWeight <= 0 {
		o.MaxWeight = 9
	}
	o.MaxWeight = min(o.MaxWeight, len(set.Keys))
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
	keys     []gf2.Word        // of all features, 0 for unused ones
	used     []zobrist.Feature // features that are used and whose keys are not 0, ascending
	words    []gf2.Word        // their keys, in which the audit searches
	report   *Report
	complete int                    // weight to which Dependencies is complete
	stern    dependency.SternResult // zero if the search did not run
	exact    []*big.Int             // by weight, all features; nil if not counted
	occurs   []*big.Int             // by weight, possible features only
}

// newJob returns a job whose report has the results that need no search.
func newJob(set zobrist.Set, o Options) *job {
	a := &job{Options: o, keys: dependency.Columns(set.Truncate(o.Bits))}
	r := &Report{Features: len(a.keys), Bits: o.Bits, Zero: []zobrist.Feature{}, Dependencies: []Dependency{}}
	a.report = r
	for i, k := range a.keys {
		switch f := zobrist.Feature(i); {
		case o.Unused != nil && o.Unused(f):
			a.keys[i] = gf2.Word{}
		case k.IsZero():
			r.Zero = append(r.Zero, f)
			r.Dependencies = append(r.Dependencies, a.dependency([]zobrist.Feature{f}, ""))
		default:
			a.used, a.words = append(a.used, f), append(a.words, k)
		}
	}
	r.Rank, r.Equal = gf2.Rank(a.words), equals(a.keys)
	return a
}

// originals returns the features of sets of indices in words.
func (a *job) originals(found [][]zobrist.Feature) [][]zobrist.Feature {
	for _, set := range found {
		for i, f := range set {
			set[i] = a.used[f]
		}
	}
	return found
}

func (a *job) name(f zobrist.Feature) string {
	if a.Space == nil {
		return fmt.Sprintf("feature %d", f)
	}
	return a.Space.FeatureName(f)
}

// search adds a search to the report.
func (a *job) search(name string, work float64, unit string, from time.Time, reached string) {
	a.report.Searches = append(a.report.Searches, Search{name, work, unit, time.Since(from).Seconds(), reached})
}

// reach returns the largest weight, up to most, at which random keys of this rank
// would have no more dependencies than can be listed.
func (a *job) reach(most int) int {
	sum := 0.0
	for w := 1; w <= most; w++ {
		if sum += dependency.Expected(len(a.words), w, a.report.Rank); sum > listable {
			return max(w-1, 2)
		}
	}
	return most
}

// crossCheck is the number of iterations of Stern's search if another way has
// counted the sets that it can find.
const crossCheck = 2000

// bound returns the most iterations of Stern's search, 0 for no bound.
func (a *job) bound(counted bool) uint64 {
	if counted && (a.Iterations == 0 || a.Iterations > crossCheck) {
		return crossCheck
	}
	return a.Iterations
}

// searches searches the whole table, by the cheap ways first.
func (a *job) searches(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := a.count(ctx); err != nil {
		return err
	}
	began := time.Now()
	listed, err := dependency.Exhaustive(ctx, a.words, dependency.ExhaustiveOptions{
		MaxWeight: a.reach(a.Exhaustive), Limit: a.limit(), Pairs: a.pairs(), Threads: a.Threads, Progress: a.Progress,
	})
	a.add(a.originals(listed.Dependencies))
	a.complete = listed.Complete
	reached := fmt.Sprintf("to weight %d", listed.Complete)
	switch {
	case errors.Is(err, dependency.ErrTooLarge):
		reached += "; the keys are too many for more"
	case errors.Is(err, dependency.ErrTooMany):
		reached += "; there are too many dependencies of greater weight to list"
	}
	a.search("exhaustive", listed.Sums, "sums", began, reached)
	if err != nil && !dependency.TooMuch(err) {
		return err
	}
	for w, n := range listed.Counts {
		if w < len(a.exact) && a.exact[w].Cmp(new(big.Int).SetUint64(n)) != 0 {
			return fmt.Errorf("audit: weight %d: the exhaustive search lists %d dependencies, MacWilliams counts %v; "+
				"please report this", w, n, a.exact[w])
		}
	}
	began = time.Now()
	a.stern, err = dependency.Stern(ctx, a.words, dependency.SternOptions{
		MaxWeight: a.reach(a.MaxWeight), Missed: a.Missed,
		Iterations: a.bound(a.exact != nil || a.complete >= a.MaxWeight),
		Limit:      a.limit(), Threads: a.Threads, Seed: a.Seed, Progress: a.Progress,
	})
	if a.stern.Iterations > 0 || dependency.TooMuch(err) {
		reached := fmt.Sprintf("to weight %d", a.reach(a.MaxWeight))
		switch {
		case errors.Is(err, dependency.ErrTooLarge):
			reached = "to weight 0; the keys are too many for more"
		case errors.Is(err, dependency.ErrTooMany):
			reached = "not all " + reached + ": there are too many dependencies"
		}
		a.search("Stern", float64(a.stern.Iterations), "iterations", began, reached)
	}
	if mistake := a.add(a.originals(a.stern.Dependencies)); mistake != nil {
		return mistake
	}
	if err != nil && !dependency.TooMuch(err) {
		return err
	}
	return nil
}

// count counts by MacWilliams's transform, if the rank is small enough.
func (a *job) count(ctx context.Context) (err error) {
	began := time.Now()
	counts := func(keys []gf2.Word) ([]*big.Int, float64, error) {
		if !canCount(len(keys), gf2.Rank(keys)) {
			return nil, 0, nil
		}
		e, err := dependency.MacWilliams(ctx, keys, dependency.MacWilliamsOptions{
			MaxWeight: min(max(a.MaxWeight, 8), len(keys)), Threads: a.Threads, Progress: a.Progress,
		})
		return e.Counts, e.Words, err
	}
	words, more := 0.0, 0.0
	if a.exact, words, err = counts(a.words); err != nil {
		return err
	}
	if a.Occurs != nil {
		if a.occurs, more, err = counts(a.some()); err != nil {
			return err
		}
	}
	if words+more > 0 {
		a.search("MacWilliams", words+more, "words", began, "every weight")
	}
	return nil
}

// canCount reports whether an audit counts by MacWilliams's transform.
func canCount(n, rank int) bool { return min(rank, n-rank) <= countable && n <= dependency.MaxKeys }

// some returns the words of the features that can occur.
func (a *job) some() []gf2.Word {
	var keys []gf2.Word
	for i, f := range a.used {
		if a.Occurs == nil || a.Occurs(f) {
			keys = append(keys, a.words[i])
		}
	}
	return keys
}

// add adds new dependencies to the report. If one has a weight that the exhaustive
// search has completed, this package has a mistake.
func (a *job) add(found [][]zobrist.Feature) error {
	known := a.report.Dependencies
	for _, set := range found {
		d := a.dependency(set, "")
		if _, ok := slices.BinarySearchFunc(known, d, compareDependencies); ok {
			continue
		}
		if d.weight() <= a.complete {
			return fmt.Errorf("audit: Stern's search finds %v, the exhaustive one does not; please report this",
				d.Features)
		}
		a.report.Dependencies = append(a.report.Dependencies, d)
	}
	slices.SortFunc(a.report.Dependencies, compareDependencies)
	return nil
}
