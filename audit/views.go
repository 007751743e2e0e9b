package audit

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// views fills Report.Views.
func (a *job) views() {
	if a.report.Dependencies == nil {
		a.report.Dependencies = []Dependency{}
	}
	n := len(a.keys)
	all := func([]zobrist.Feature) bool { return true }
	a.view("all features", n, a.report.Rank, a.exact, all, nil)
	some := a.some()
	if a.Occurs != nil {
		a.view("features that can occur", len(some), gf2.Rank(some), a.occurs, a.possible, nil)
	}
	if a.Differ != nil {
		a.view("differences of two legal positions", len(some), gf2.Rank(some), nil,
			func(set []zobrist.Feature) bool { return a.possible(set) && a.Differ(set) }, a.share)
	}
}

// listed reports whether the dependencies of weight w in the report are all that
// MacWilliams's transform counts.
func (a *job) listed(w int) bool {
	if w >= len(a.exact) {
		return false
	}
	n := int64(0)
	for _, d := range a.report.Dependencies {
		if d.weight() == w {
			n++
		}
	}
	return a.exact[w].Cmp(big.NewInt(n)) == 0
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
	for f := range a.keys {
		if a.Occurs == nil || a.Occurs(zobrist.Feature(f)) {
			features = append(features, zobrist.Feature(f))
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

// view adds a view of the dependencies that keep accepts, among n features.
// share returns which part of all sets of a weight keep accepts; nil: all.
func (a *job) view(
	name string, n, rank int, exact []*big.Int, keep func([]zobrist.Feature) bool, share func(int) float64,
) {
	v := View{Name: name, Features: n, Rank: rank}
	searched := max(a.complete, min(a.reach(a.MaxWeight), a.MaxWeight))
	if a.stern.Iterations == 0 {
		searched = a.complete
	}
	for w := 1; w <= max(searched, len(exact)-1); w++ {
		l := Line{Weight: w, Count: new(big.Int), Expected: dependency.Expected(n, w, a.Bits)}
		if share != nil {
			l.Expected *= share(w)
		}
		for _, d := range a.report.Dependencies {
			if d.weight() == w && keep(d.Features) {
				l.Count.Add(l.Count, big.NewInt(1))
				if l.Witness == nil {
					l.Witness = &d
				}
			}
		}
		switch {
		case w < len(exact):
			l.Count, l.Exact = exact[w], true
		case w <= a.complete || a.listed(w):
			l.Exact = true
		default:
			l.Missed = a.stern.Missed(w)
		}
		v.Weights = append(v.Weights, l)
	}
	a.report.Views = append(a.report.Views, v)
}
