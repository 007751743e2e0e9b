package audit

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
	"github.com/zobrist-go/zobrist/odds"
)

// A Verdict is the meaning of a report in words.
type Verdict struct {
	// Flaws is a phrase for each kind of flaw that random keys do not have. Keys of features that
	// never occur do not count if they are 0 or equal, nor do the linear bits of coded keys. A small set
	// whose keys XOR to 0, as random keys have none, counts in every view, unless at most one of its features can hold
	// at a time.
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
	if len(a.Unseen) > 0 {
		v.Words = append(v.Words, fmt.Sprintf("Positions that differ only in %s have the same hash.",
			strings.Join(a.Unseen, ", ")))
	}
	switch {
	case rank == features && len(a.Unseen) > 0:
		v.Words = append(v.Words, "The keys are linearly independent: no other two positions have the same hash.")
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
	kind := "whose keys XOR to 0"
	switch {
	case a.Differ != nil:
		kind = "in which two legal positions can differ and whose keys XOR to 0"
	case a.Occurs != nil:
		kind = "of features that can occur whose keys XOR to 0"
	}
	least, exact, found := view.Least()
	if !found && len(view.Weights) == 0 {
		return nil
	} else if !found {
		words := []string{fmt.Sprintf("No set of up to %s was found %s; %s.", number(len(view.Weights)), kind, usual)}
		if len(a.Unseen) == 0 {
			words = append(words, fmt.Sprintf("An attacker who knows the keys needs two positions that differ in more; "+
				"to find them takes %s.", a.effort(rank)))
		}
		return append(words, a.smaller(len(view.Weights)+1)...)
	}
	which := "The smallest set found"
	if exact {
		which = "The smallest set"
	}
	words := []string{fmt.Sprintf("%s %s has %s; %s.", which, kind, number(least), usual)}
	switch w := view.Weights[least-1].Witness; {
	case len(a.Unseen) > 0: // an attacker has two positions
	case w != nil:
		words = append(words, fmt.Sprintf("An attacker needs two positions that differ in these: %s.",
			strings.Join(w.Names, ", ")))
	default:
		words = append(words, fmt.Sprintf("An attacker needs two positions that differ in one of %v such sets.",
			view.Weights[least-1].Count))
	}
	return append(words, a.smaller(least)...)
}

// smaller returns a sentence about the smallest set of all keys if it has fewer than least features.
func (a *job) smaller(least int) []string {
	w, _, found := a.report.Views[0].Least()
	if found && w < 3 { // zero and equal keys have words of their own
		found = false
		for _, d := range a.report.Dependencies {
			if w = d.weight(); w > 2 && a.minimal(d.Features) && !a.oneOf(d.Features) {
				found = true
				break
			}
		}
	}
	if !found || w >= least {
		return nil
	}
	doubt := "of those found, none is a difference of two legal positions"
	if a.Differ == nil {
		doubt = "each of those found has a feature that never occurs"
	}
	return []string{fmt.Sprintf("Among all keys a set of %s XORs to 0; %s.", number(w), doubt)}
}

// number writes a number of features.
func number(n int) string {
	if n == 1 {
		return "1 feature"
	}
	return fmt.Sprintf("%d features", n)
}

// effort returns how long it takes to find two positions with one hash.
func (a *job) effort(rank int) string {
	switch {
	case rank > 64:
		return "far more than seconds at this width"
	case rank < a.Bits:
		return fmt.Sprintf("seconds, as for any keys worth %d bits (zobrist keys collide)", rank)
	}
	return fmt.Sprintf("seconds, as for any keys of %d bits (zobrist keys collide)", rank)
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
	add(a.blind(), "no key depends on %s", strings.Join(a.Unseen, ", "))
	zero := a.zero()
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
		list = append(list, cancels(l))
	}
	for _, l := range a.harmless() {
		list = append(list, cancels(l)+", though no two positions differ in just these")
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

// harmless returns the sets, of one key too, that are too small for random keys, but in which no two positions differ.
// A set does not count if the keys of a part of it XOR to 0, or if it is within a group of which one feature holds at a time: the keys
// of sets of castling rights are often XORs of four keys. A single key counts if its feature can occur.
func (a *job) harmless() (list []Line) {
	if len(a.report.Views) < 2 { // each set is a difference
		return nil
	}
	for _, l := range a.report.Views[0].Weights {
		if l.Weight == 2 || l.Expected >= math.Ldexp(1, rare) {
			continue
		}
		l.Count, l.Witness = new(big.Int), nil
		for _, d := range a.report.Dependencies {
			set := d.Features
			if len(set) != l.Weight || a.possible(set) && (a.Differ == nil || a.Differ(set)) || a.oneOf(set) ||
				len(set) == 1 && !a.possible(set) || !a.minimal(set) {
				continue
			}
			if l.Count.Add(l.Count, big.NewInt(1)); l.Witness == nil {
				l.Witness = &d
			}
		}
		if l.Witness != nil {
			list = append(list, l)
		}
	}
	return list
}

// minimal reports whether no keys of a part of a dependency XOR to 0.
func (a *job) minimal(set []zobrist.Feature) bool {
	var keys []gf2.Word
	for _, f := range set {
		keys = append(keys, a.keys[f])
	}
	return gf2.Rank(keys) == len(set)-1
}

// oneOf reports whether at most one feature of a set holds at a time.
func (a *job) oneOf(set []zobrist.Feature) bool {
	return a.Space != nil && slices.ContainsFunc(a.Space.Groups(), func(g zobrist.Group) bool {
		return g.Kind == zobrist.KindOneOf && g.Contains(set[0]) && g.Contains(set[len(set)-1])
	})
}

// cancels writes that the keys of sets XOR to 0.
func cancels(l Line) string {
	if l.Witness == nil {
		return fmt.Sprintf("%v sets of %d keys XOR to 0", l.Count, l.Weight)
	}
	more := ""
	if n := new(big.Int).Sub(l.Count, big.NewInt(1)); n.Sign() > 0 {
		more = fmt.Sprintf(", and those of %v more sets of %d", n, l.Weight)
	}
	names := strings.Join(l.Witness.Names, ", ")
	if n := new(big.Int).Sub(l.Count, big.NewInt(1)); l.Weight == 1 && n.Sign() > 0 {
		return fmt.Sprintf("the keys of %s and %v more features are 0", names, n)
	} else if l.Weight == 1 {
		return fmt.Sprintf("the key of %s is 0", names)
	}
	return fmt.Sprintf("the keys of %s XOR to 0%s", names, more)
}

// blind reports whether Unseen has anything but en passant. An engine that leaves out only en passant loses little; one
// that does not hash the turn or castling gets wrong values.
func (a *job) blind() bool {
	return slices.ContainsFunc(a.Unseen, func(name string) bool { return !strings.HasPrefix(name, "en passant") })
}

// zero returns the features whose keys are 0, as far as two positions can differ in them alone.
func (a *job) zero() []zobrist.Feature {
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
	return a.blind() || len(a.zero()) > 0 || len(a.strange()) > 0 || slices.ContainsFunc(a.equal(), a.mergesOne)
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
