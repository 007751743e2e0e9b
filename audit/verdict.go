package audit

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/odds"
)

// A Verdict is the meaning of a report in words.
type Verdict struct {
	// Flaws is a phrase for each kind of flaw that random keys do not have. Keys of features that
	// never occur do not count, nor do the linear bits of coded keys. If [Options].Differ is set, zero
	// keys and sets of keys count if they are a difference of two positions.
	Flaws []string `json:"flaws"`
	// Words are sentences: the quality of the keys, their flaws, the clashes to expect, and the
	// cost of an attack. The first clash is expected at the mean, [odds.FirstClash] of the rank.
	Words []string `json:"words"`
}

// judge fills in Report.Verdict. It is called after the views are known.
func (a *job) judge() {
	r := a.report
	v := Verdict{Flaws: a.flaws(), Words: []string{}}
	rank, features := r.Rank, r.Features
	for _, view := range r.Views[:min(2, len(r.Views))] { // the second is of features that can occur
		if a.Occurs != nil && view.Features > 0 {
			rank, features = view.Rank, view.Features
		}
	}
	if len(v.Flaws) > 0 {
		flaws := strings.Join(v.Flaws, "; ")
		v.Words = append(v.Words, "These keys have flaws that random keys do not have: "+flaws+".")
	} else {
		v.Words = append(v.Words, "These keys have no flaw in single keys and bits.")
	}
	switch {
	case rank == features:
		v.Words = append(v.Words, "The keys are linearly independent: no two positions have the same hash, so an "+
			"attacker cannot make any.")
	case rank < r.Bits:
		v.Words = append(v.Words, fmt.Sprintf("These %d bits are worth %d: expect the first clash at about %s "+
			"positions, and not at %s.", r.Bits, rank, roundly(odds.FirstClash(rank)), roundly(odds.FirstClash(r.Bits))))
	default:
		apart := ""
		if len(v.Flaws) > 0 && a.merges() {
			apart = ", apart from those that the flaws make one"
		}
		v.Words = append(v.Words, fmt.Sprintf("Their %d bits are all worth something: expect the first clash at about "+
			"%s positions%s.", r.Bits, roundly(odds.FirstClash(rank)), apart))
	}
	if rank < features {
		v.Words = append(v.Words, a.attacks(rank, features)...)
	}
	r.Verdict = v
}

// attacks returns sentences about the smallest clash.
func (a *job) attacks(rank, features int) []string {
	if len(a.report.Views) == 0 {
		return nil
	}
	view := a.report.Views[len(a.report.Views)-1] // differences of positions, if these are known
	usual := fmt.Sprintf("for random keys of this width the smallest has about %.1f", odds.RandomDistance(features,
		a.Bits))
	least, exact, found := view.Least()
	if !found && len(view.Weights) == 0 {
		return nil
	} else if !found {
		return []string{
			fmt.Sprintf("No set of up to %s was found whose keys XOR to 0; %s.", number(len(view.Weights)), usual),
			fmt.Sprintf("An attacker who knows the keys needs two positions that differ in more; "+
				"to find them takes %s.", effort(rank)),
		}
	}
	which := "The smallest set found whose keys XOR to 0 has"
	if exact {
		which = "The smallest set whose keys XOR to 0 has"
	}
	words := []string{fmt.Sprintf("%s %s; %s.", which, number(least), usual)}
	if w := view.Weights[least-1].Witness; w != nil {
		return append(words, fmt.Sprintf("An attacker needs two positions that differ in these: %s.",
			strings.Join(w.Names, ", ")))
	}
	return append(words, fmt.Sprintf("An attacker needs two positions that differ in one of %v such sets.",
		view.Weights[least-1].Count))
}

// number writes a number of features.
func number(n int) string {
	if n == 1 {
		return "1 feature"
	}
	return fmt.Sprintf("%d features", n)
}

// effort returns how long it takes to find two positions with one hash.
func effort(rank int) string {
	if rank <= 64 {
		return "seconds, as for any keys of 64 bits (zobrist keys collide)"
	}
	return "far more than seconds at this width"
}

// roundly writes a number of positions in words, rounded to two digits: "270 million".
func roundly(x float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	x = math.Round(x/max(unit, 1)) * max(unit, 1)
	for _, u := range []struct {
		size float64
		name string
	}{{1e18, " quintillion"}, {1e15, " quadrillion"}, {1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}} {
		if x >= u.size {
			return fmt.Sprintf("%.3g%s", x/u.size, u.name)
		}
	}
	if n := int(x); n >= 1000 {
		return fmt.Sprintf("%d,%03d", n/1000, n%1000)
	}
	return fmt.Sprintf("%.0f", x)
}

// flaws returns a phrase for each kind of flaw.
func (a *job) flaws() []string {
	r, b := a.report, a.report.Bitwise
	list := []string{}
	add := func(is bool, format string, args ...any) {
		if is {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	zero := a.unseen()
	add(len(zero) > 0, "the hash does not see %s, because the key is 0", a.someOf(zero))
	var equal, aliased []zobrist.Feature
	for _, group := range a.equal() {
		equal = append(equal, group...)
	}
	add(len(equal) > 0, "%s have the same key as another feature", a.someOf(equal))
	for _, l := range r.Aliased {
		if a.possible(l.Features) {
			aliased = append(aliased, l.Features[0])
		}
	}
	add(len(aliased) > 0, "the bits of another key, rearranged, are the key of %s", a.someOf(aliased))
	for _, l := range a.strange() {
		w := l.Witness
		if w == nil {
			add(true, "%v sets of %d keys XOR to 0", l.Count, l.Weight)
			continue
		}
		more := ""
		if n := new(big.Int).Sub(l.Count, big.NewInt(1)); n.Sign() > 0 {
			more = fmt.Sprintf(", and those of %v more sets of %d", n, l.Weight)
		}
		add(true, "the keys of %s XOR to 0%s", strings.Join(w.Names, ", "), more)
	}
	var biased, repeating, ruled []int
	longest := 0
	for _, x := range b.Biased {
		biased = append(biased, x.Bit)
	}
	for _, x := range b.Recurrent {
		if x.Period > 0 {
			repeating = append(repeating, x.Bit)
		} else {
			ruled, longest = append(ruled, x.Bit), max(longest, x.Complexity)
		}
	}
	lost := 0
	for _, l := range b.Linear {
		if l.Sum == 0 {
			lost++
		}
	}
	add(len(b.Stuck) > 0, "%s the same in every key", bitsAre(b.Stuck, "is", "are"))
	add(len(biased) > 0, "%s set in far too many or too few keys", bitsAre(biased, "is", "are"))
	add(len(repeating) > 0, "%s from one key to a later one", bitsAre(repeating, "repeats", "repeat"))
	follow := bitsAre(ruled, "follows", "follow")
	add(len(ruled) > 0, "%s from at most %d earlier keys by a linear rule", follow, longest)
	add(lost == 1, "one bit is the sum of others")
	add(lost > 1, "%d bits are sums of others", lost)
	return list
}

// strange returns the sets of three keys and more that XOR to 0, by weights, if random tables have less than 2^rare of
// them on the average.
func (a *job) strange() (list []Line) {
	if len(a.report.Views) == 0 {
		return nil
	}
	for _, l := range a.report.Views[len(a.report.Views)-1].Weights {
		if l.Weight > 2 && l.Count.Sign() > 0 && l.Expected < math.Ldexp(1, rare) {
			list = append(list, l)
		}
	}
	return list
}

// unseen returns the features whose keys are 0, as far as two positions can differ in them alone.
func (a *job) unseen() []zobrist.Feature {
	return slices.DeleteFunc(slices.Clone(a.report.Zero), func(f zobrist.Feature) bool {
		set := []zobrist.Feature{f}
		return !a.possible(set) || a.Differ != nil && !a.Differ(set)
	})
}

// equal returns the groups of features that can occur and share a key.
func (a *job) equal() (groups [][]zobrist.Feature) {
	for _, group := range a.report.Equal {
		group = slices.DeleteFunc(slices.Clone(group), func(f zobrist.Feature) bool {
			return !a.possible([]zobrist.Feature{f})
		})
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// merges reports whether two positions have the same hash because of flaws of few keys.
func (a *job) merges() bool {
	return len(a.unseen()) > 0 || len(a.strange()) > 0 || slices.ContainsFunc(a.equal(), a.mergesOne)
}

// mergesOne reports whether two positions can differ in just two features of a group.
func (a *job) mergesOne(group []zobrist.Feature) bool {
	for i, f := range group {
		for _, g := range group[i+1:] {
			if a.Differ == nil || a.Differ([]zobrist.Feature{f, g}) {
				return true
			}
		}
	}
	return false
}

// someOf returns the names of the first features of a list, and the number of others.
func (a *job) someOf(list []zobrist.Feature) string {
	const named = 3
	var names []string
	for _, f := range list[:min(named, len(list))] {
		names = append(names, a.name(f))
	}
	text := strings.Join(names, ", ")
	if more := len(list) - named; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// bitsAre writes ascending bits as ranges, with the verb for one bit or for many.
func bitsAre(list []int, one, many string) string {
	if len(list) == 1 {
		return fmt.Sprintf("bit %d %s", list[0], one)
	}
	var ranges []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if i == j {
			ranges = append(ranges, fmt.Sprint(list[i]))
		} else {
			ranges = append(ranges, fmt.Sprintf("%d–%d", list[i], list[j]))
		}
		i = j + 1
	}
	return fmt.Sprintf("bits %s %s", strings.Join(ranges, ", "), many)
}
