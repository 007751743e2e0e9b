package audit

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

const occursName = "features that can occur" // of a distribution

// distributions fills Report.Distributions.
func (a *job) distributions() {
	n := len(a.words)
	all := func([]zobrist.Feature) bool { return true }
	name := "all features"
	if n < len(a.keys) {
		name += " except zero and unused keys"
	}
	a.distribution(name, n, a.report.Rank, a.exact, all, nil)
	some := a.some()
	if a.Occurs != nil {
		a.distribution(occursName, len(some), gf2.Rank(some), a.occurs, a.possible, nil)
	}
	if a.Differ != nil {
		a.distribution("differences of two legal positions", len(some), gf2.Rank(some), nil,
			func(set []zobrist.Feature) bool { return a.possible(set) && a.Differ(set) }, a.share)
	}
}

// listed reports whether the dependencies of weight w in the report are all that
// MacWilliams's transform counts.
func (a *job) listed(w int) bool {
	if w >= len(a.exact) {
		return false
	}
	return a.exact[w].Cmp(big.NewInt(int64(len(a.ofWeight(w))))) == 0
}

// ofWeight returns the dependencies of a weight.
func (a *job) ofWeight(w int) []Dependency {
	list := a.report.Dependencies
	from := sort.Search(len(list), func(i int) bool { return list[i].weight() >= w })
	to := sort.Search(len(list), func(i int) bool { return list[i].weight() > w })
	return list[from:to]
}

// possible reports whether all of the features can occur.
func (a *job) possible(set []zobrist.Feature) bool {
	return a.Occurs == nil || !slices.ContainsFunc(set, func(f zobrist.Feature) bool { return !a.Occurs(f) })
}

// share estimates from a fixed sample which part of the sets of w possible
// features is a difference of two legal positions.
func (a *job) share(w int) float64 {
	const sample = 20000
	var features []zobrist.Feature
	for _, f := range a.used {
		if a.Occurs == nil || a.Occurs(f) {
			features = append(features, f)
		}
	}
	if w > len(features) {
		return 0
	}
	r := rand.New(rand.NewPCG(uint64(w), 1970))
	hits := 0
	for range sample {
		for i := range w {
			j := i + r.IntN(len(features)-i)
			features[i], features[j] = features[j], features[i]
		}
		set := slices.Clone(features[:w])
		slices.Sort(set)
		if a.Differ(set) {
			hits++
		}
	}
	return float64(hits) / sample
}

// distribution adds the distribution of the dependencies that keep accepts, among n features.
// share returns which part of all sets of a weight keep accepts; nil: all.
func (a *job) distribution(
	name string, n, rank int, exact []*big.Int, keep func([]zobrist.Feature) bool, share func(int) float64,
) {
	v := Distribution{Name: name, Features: n, Rank: rank}
	searched := max(a.complete, min(a.reach(a.MaxWeight), a.MaxWeight))
	if a.stern.Iterations == 0 {
		searched = a.complete
	}
	for w := 1; w <= max(searched, len(exact)-1); w++ {
		l := Weight{Weight: w, Count: new(big.Int), Expected: dependency.Expected(n, w, a.Bits)}
		if share != nil {
			l.Expected *= share(w)
		}
		for _, d := range a.ofWeight(w) {
			if keep(d.Features) {
				l.Count.Add(l.Count, big.NewInt(1))
				if l.Witness == nil {
					l.Witness = &d
				}
			}
		}
		switch {
		case w == 1: // zero keys are known without a search
			l.Exact = true
		case w < len(exact):
			l.Count, l.Exact = exact[w], true
		case w <= a.complete || a.listed(w):
			l.Exact = true
		default:
			l.Missed = a.stern.Missed(w)
		}
		v.Weights = append(v.Weights, l)
	}
	a.report.Distributions = append(a.report.Distributions, v)
}
