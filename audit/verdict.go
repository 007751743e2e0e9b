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
	// Flaws are the kinds of flaws that random keys do not have and that do harm. Keys of features that never occur do
	// not count, nor do the linear bits of coded keys. Sets whose keys XOR to 0 are a flaw if random keys would have as
	// many with a chance below 2^−16, and half as many on the average, whether or not two legal positions differ in
	// them.
	Flaws []Flaw `json:"flaws"`
	// Remarks are phrases about what random keys do not have either, but that does no harm.
	Remarks []string `json:"remarks"`
	// Words are sentences: the quality of the keys, their flaws, the clashes to expect, and the
	// cost of an attack. The first clash is expected at the mean, [odds.FirstClash] of the rank.
	Words []string `json:"words"`
}

// A Flaw is a phrase for each of three questions.
type Flaw struct {
	Text   string `json:"flaw"`   // what it is
	Harm   string `json:"harm"`   // what it does
	Remedy string `json:"remedy"` // what to do
}

// judge fills in Report.Verdict. It is called after the distributions are known.
func (a *job) judge() {
	r := a.report
	v := Verdict{Words: []string{}}
	v.Flaws, v.Remarks = a.flaws()
	rank, features := r.Rank, len(a.words)
	if a.Occurs != nil && len(r.Distributions) > 1 && r.Distributions[1].Features > 0 { // of features that can occur
		rank, features = r.Distributions[1].Rank, r.Distributions[1].Features
	}
	features += len(slices.DeleteFunc(slices.Clone(r.Zero), func(f zobrist.Feature) bool {
		return !a.possible([]zobrist.Feature{f})
	}))
	v.Words = append(v.Words, flawWords(v.Flaws)...)
	if len(v.Remarks) > 0 {
		v.Words = append(v.Words, "Of no harm: "+strings.Join(v.Remarks, "; ")+".")
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
	if n := len(a.words); n > largestListed && a.Exhaustive > 4 {
		v.Words = append(v.Words, fmt.Sprintf("Of %d keys the audit lists sets of up to %d only; larger "+
			"ones it finds by chance.", n, a.complete))
	}
	r.Verdict = v
}

// largestListed is the largest number of keys of which sets of more than four are listed.
const largestListed = 8191

// flawWords returns sentences about the flaws.
func flawWords(flaws []Flaw) []string {
	if len(flaws) == 0 {
		return []string{"These keys have no flaw in single keys and bits."}
	}
	var texts, remedies []string
	for _, f := range flaws {
		text := f.Text
		if f.Harm != "" {
			text += " (" + f.Harm + ")"
		}
		texts = append(texts, text)
		if !slices.Contains(remedies, f.Remedy) {
			remedies = append(remedies, f.Remedy)
		}
	}
	return []string{
		"These keys have flaws that random keys do not have: " + strings.Join(texts, "; ") + ".",
		"Remedy: " + strings.Join(remedies, "; ") + ".",
	}
}

// attacks returns sentences about the smallest clash.
func (a *job) attacks(rank, features int) []string {
	if len(a.report.Distributions) == 0 {
		return nil
	}
	d := a.report.Distributions[len(a.report.Distributions)-1] // differences of positions, if these are known
	usual := fmt.Sprintf("for random keys of this width the smallest has about %.1f", odds.RandomDistance(features,
		a.Bits))
	kind := "whose keys XOR to 0"
	switch {
	case a.Differ != nil:
		kind = "in which two legal positions can differ and whose keys XOR to 0"
	case a.Occurs != nil:
		kind = "of features that can occur whose keys XOR to 0"
	}
	least, exact, found := d.Least()
	if pair := a.zeroPair(); pair != nil && (!found || least > 2) {
		return []string{fmt.Sprintf("The smallest set %s has 2 features; %s.", kind, usual), fmt.Sprintf("An attacker "+
			"needs two positions that differ in these: %s, %s.", a.name(pair[0]), a.name(pair[1]))}
	} else if !found && len(d.Weights) == 0 {
		return nil
	} else if !found {
		words := []string{fmt.Sprintf("No set of up to %s was found %s; %s.", number(len(d.Weights)), kind, usual)}
		if len(a.Unseen) == 0 {
			words = append(words, fmt.Sprintf("An attacker who knows the keys needs two positions that differ in more; "+
				"to find them takes %s.", a.effort(rank)))
		}
		return append(words, a.smaller(len(d.Weights)+1)...)
	}
	which := "The smallest set found"
	if exact {
		which = "The smallest set"
	}
	words := []string{fmt.Sprintf("%s %s has %s; %s.", which, kind, number(least), usual)}
	switch w := d.Weights[least-1].Witness; {
	case len(a.Unseen) > 0: // an attacker has two positions
	case w != nil:
		words = append(words, fmt.Sprintf("An attacker needs two positions that differ in these: %s.",
			strings.Join(w.Names, ", ")))
	default:
		words = append(words, fmt.Sprintf("An attacker needs two positions that differ in one of %v such sets.",
			d.Weights[least-1].Count))
	}
	return append(words, a.smaller(least)...)
}

// smaller returns a sentence about the smallest set of all keys if it has fewer than least features.
func (a *job) smaller(least int) []string {
	w, _, found := a.report.Distributions[0].Least()
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
func cancels(l Weight) string {
	if l.Witness == nil {
		return fmt.Sprintf("%v sets of %d keys XOR to 0", l.Count, l.Weight)
	}
	more := ""
	if n := new(big.Int).Sub(l.Count, big.NewInt(1)); n.Sign() > 0 {
		more = fmt.Sprintf(", and so do %v more sets of %d", n, l.Weight)
	}
	names := strings.Join(l.Witness.Names, ", ")
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

// zeroPair returns two features whose keys are 0 in which two positions can differ, though in neither alone, such as
// the squares of a king; nil if there are none. Zero keys are in no set that a search lists.
func (a *job) zeroPair() []zobrist.Feature {
	const most = 2000 // a bound of the time; chess has 64 squares for a king
	if len(a.zero()) > 0 {
		return nil // a single feature is a smaller set
	}
	list := slices.DeleteFunc(slices.Clone(a.report.Zero), func(f zobrist.Feature) bool {
		return !a.possible([]zobrist.Feature{f})
	})
	list = list[:min(most, len(list))]
	for i, f := range list {
		for _, g := range list[i+1:] {
			if pair := []zobrist.Feature{f, g}; a.Differ == nil || a.Differ(pair) {
				return pair
			}
		}
	}
	return nil
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
	return a.blind() || len(a.zero()) > 0 || a.zeroPair() != nil || a.clashes() || slices.ContainsFunc(a.equal(), a.mergesOne)
}

// clashes reports whether two legal positions, or any if legality is unknown, can differ in a set of too many.
func (a *job) clashes() bool {
	if len(a.report.Distributions) == 0 {
		return false
	}
	last := a.report.Distributions[len(a.report.Distributions)-1]
	return slices.ContainsFunc(last.Weights, func(l Weight) bool { return l.Weight > 2 && a.unlikely(l) })
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
