package audit

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

const (
	remedyGenerator = "draw the keys from a generator whose words have all their bits, such as PCG, xoshiro or " +
		"ChaCha8, or take coded keys (zobrist keys export coded:1)"
	remedyAnew = "draw one key of each such set anew"
)

// flaws returns the flaws, and remarks on what does no harm.
func (a *job) flaws() (list []Flaw, remarks []string) {
	list, remarks = []Flaw{}, []string{}
	add := func(is bool, f Flaw) {
		if is {
			list = append(list, f)
		}
	}
	add(a.blind(), Flaw{"no key depends on " + strings.Join(a.Unseen, ", "),
		"positions that differ in these alone have the same hash", "add keys for them"})
	zero := a.zero()
	add(len(zero) > 0, Flaw{fmt.Sprintf("the hash does not see %s, because the key is 0", a.someOf(zero)),
		"positions that differ in it alone have the same hash", "give it a key other than 0"})
	var equal []zobrist.Feature
	merges := false
	for _, group := range a.equal() {
		equal = append(equal, group...)
		merges = merges || a.mergesOne(group)
	}
	harm := "positions that differ in two of these alone have the same hash"
	if !merges {
		harm = "no two legal positions differ in just two of these, but in several"
	}
	add(len(equal) > 0, Flaw{fmt.Sprintf("%s have the same key as another feature", a.someOf(equal)), harm, remedyAnew})
	list = append(list, a.surplus()...)
	list = append(list, a.loneZeros()...)
	bits, harmless := a.bitFlaws()
	list = append(list, bits...)
	var aliased []zobrist.Feature
	for _, l := range a.report.Aliased {
		if a.possible(l.Features) {
			aliased = append(aliased, l.Features[0])
		}
	}
	never := slices.DeleteFunc(slices.Clone(a.report.Zero), func(f zobrist.Feature) bool {
		return a.possible([]zobrist.Feature{f})
	})
	if len(never) > 0 {
		remarks = append(remarks, fmt.Sprintf("the key of %s, which never occurs, is 0", a.someOf(never)))
	}
	if len(aliased) > 0 {
		remarks = append(remarks, "the bits of another key, rearranged, are the key of "+a.someOf(aliased))
	}
	return list, append(remarks, harmless...)
}

// bitFlaws returns the flaws of bits, and remarks on what does no harm: linear rules from key to key, whose
// dependencies the searches would find, a weak bias, and what follows from sorted keys.
func (a *job) bitFlaws() (list []Flaw, remarks []string) {
	b := a.report.Bitwise
	var biased, repeating, ruled []int
	longest, excess := 0, 1.0
	n := float64(len(a.some()))
	for _, x := range b.Biased {
		biased = append(biased, x.Index)
		excess *= 1 + math.Pow(1-2*float64(x.Ones)/n, 4) // the XOR of four such bits is 0 more often
	}
	for _, x := range b.Recurrent {
		if x.Period > 0 {
			repeating = append(repeating, x.Index)
		} else {
			ruled, longest = append(ruled, x.Index), max(longest, x.Complexity)
		}
	}
	lost := 0
	for _, l := range b.Linear {
		if l.Sum == 0 {
			lost++
		}
	}
	if len(b.Stuck) > 0 {
		list = append(list, Flaw{bitsAre(b.Stuck, "is", "are") + " the same in every key",
			"a hash has fewer bits that count, and these are useless in an address", remedyGenerator})
	}
	if len(biased) > 0 {
		text := bitsAre(biased, "is", "are") + " set in far too many or too few keys"
		if excess >= 2 {
			harm := fmt.Sprintf("four keys XOR to 0 about %.2g times as often", excess)
			list = append(list, Flaw{text, harm, remedyGenerator})
		} else {
			remarks = append(remarks, text)
		}
	}
	if len(repeating) > 0 && !b.Sorted {
		list = append(list, Flaw{bitsAre(repeating, "repeats", "repeat") + " from one key to a later one",
			"these bits are a poor address", remedyGenerator})
	}
	if len(ruled) > 0 && !b.Sorted {
		remarks = append(remarks, fmt.Sprintf("%s from at most %d earlier keys by a linear rule",
			bitsAre(ruled, "follows", "follow"), longest))
	}
	if b.Sorted {
		remarks = append(remarks, "the keys are sorted")
	}
	if lost > 0 {
		text := "one bit is the sum of others"
		if lost > 1 {
			text = fmt.Sprintf("%d bits are sums of others", lost)
		}
		list = append(list, Flaw{text, "the hash is worth as many bits less", remedyGenerator})
	}
	return list, remarks
}

// surplus returns a flaw for each weight above 2 of which too many sets of features that can occur XOR to 0. A set does
// not count if the keys of a part of it XOR to 0, or if it is within a group of which one feature holds at a time: the
// keys of sets of castling rights are often XORs of four keys. If two legal positions can differ in a set, it counts in
// any case.
func (a *job) surplus() (list []Flaw) {
	if len(a.report.Distributions) == 0 {
		return nil
	}
	base := a.report.Distributions[0]
	if a.Occurs != nil {
		base = a.report.Distributions[1]
	}
	for i, l := range base.Weights {
		if l.Weight <= 2 || l.Count.Sign() == 0 {
			continue
		}
		legal := Weight{Count: new(big.Int)}
		if a.Differ != nil {
			legal = a.report.Distributions[len(a.report.Distributions)-1].of(l.Weight)
		}
		merges := a.Differ != nil && a.unlikely(legal)
		if !merges && !a.unlikely(l) {
			continue
		}
		l.Witness = base.Weights[i].Witness
		listed := !l.Exact || l.Count.IsInt64() && l.Count.Int64() == a.countPossible(l.Weight)
		if !listed && len(list) > 0 && !merges {
			continue // sets of more keys may have parts that XOR to 0
		}
		if listed {
			if l.Count, l.Witness = a.countMinimal(l.Weight); !merges && !a.unlikely(l) {
				continue
			}
		}
		if legal.Witness != nil {
			l.Witness = legal.Witness
		}
		if l.Count.Cmp(legal.Count) < 0 {
			l.Count = legal.Count // the keys of parts XOR to 0
		}
		f := Flaw{cancels(l), fmt.Sprintf("random keys have %.2g such sets on the average", l.Expected), remedyAnew}
		switch {
		case a.Differ == nil:
		case legal.Count.Sign() == 0 && l.Witness != nil:
			f.Text += ", though no two positions differ in just these"
		case l.Witness != nil && l.Count.Cmp(big.NewInt(1)) == 0:
			f.Text += ", and two legal positions can differ in these"
		case l.Witness != nil:
			f.Text += fmt.Sprintf("; two legal positions can differ in %v of them", legal.Count)
		}
		list = append(list, f)
	}
	return list
}

// of returns the count of a weight, without any set if there is none.
func (v Distribution) of(weight int) Weight {
	for _, l := range v.Weights {
		if l.Weight == weight {
			return l
		}
	}
	return Weight{Weight: weight, Count: new(big.Int)}
}

// unlikely reports whether random tables have as many sets with a chance below 2^rare, and half as many on the average.
// If all keys have an odd number of some bits, as coded keys have by design, all sets are of even size and twice as
// many.
func (a *job) unlikely(l Weight) bool {
	mean := l.Expected
	if slices.ContainsFunc(a.report.Bitwise.Linear, func(r Relation) bool { return r.Sum == 1 }) {
		mean *= 2
	}
	isLost := func(r Relation) bool { return r.Sum == 0 }
	if b := a.report.Bitwise; len(b.Stuck) > 0 || slices.ContainsFunc(b.Linear, isLost) {
		mean = math.Ldexp(mean, a.Bits-a.report.Rank) // the flaw of the bits is the reason
	}
	count, _ := new(big.Float).SetInt(l.Count).Float64()
	return count > 0 && count >= 2*mean && lnTail(count, mean) < rare*math.Ln2
}

// lnTail returns the logarithm of the chance that a Poisson variable is at least count, which is above its mean.
func lnTail(count, mean float64) float64 {
	if mean <= 0 {
		return math.Inf(-1)
	}
	factorial, _ := math.Lgamma(count + 1)
	first := count*math.Log(mean) - mean - factorial
	sum, term := 1.0, 1.0
	for k := count + 1; term > 1e-12*sum; k++ {
		term *= mean / k
		sum += term
	}
	return first + math.Log(sum)
}

// countPossible returns how many sets of a weight are listed all of whose features can occur.
func (a *job) countPossible(weight int) (n int64) {
	for _, d := range a.ofWeight(weight) {
		if a.possible(d.Features) {
			n++
		}
	}
	return n
}

// countMinimal counts the sets of a weight all of whose features can occur, of which at least two can hold at a time,
// and no part of which XORs to 0.
func (a *job) countMinimal(weight int) (*big.Int, *Dependency) {
	n, witness := int64(0), (*Dependency)(nil)
	for _, d := range a.ofWeight(weight) {
		if a.possible(d.Features) && !a.oneOf(d.Features) && a.minimal(d.Features) {
			if n++; witness == nil {
				witness = &d
			}
		}
	}
	return big.NewInt(n), witness
}

// loneZeros returns a flaw if keys are 0 in which alone no two positions differ, unless one feature of their group
// holds at a time anyway.
func (a *job) loneZeros() []Flaw {
	seen := a.zero()
	var names []zobrist.Feature
	for _, f := range a.report.Zero {
		set := []zobrist.Feature{f}
		if a.possible(set) && !slices.Contains(seen, f) && !a.oneOf(set) {
			names = append(names, f)
		}
	}
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []Flaw{{fmt.Sprintf("the key of %s is 0, though no two positions differ in just this", a.someOf(names)),
			"positions that differ in more may have the same hash", "give it a key other than 0"}}
	}
	text := fmt.Sprintf("the keys of %s are 0, though no two positions differ in just one of these", a.someOf(names))
	return []Flaw{{text,
		"positions that differ in two of them have the same hash", "give them keys other than 0"}}
}
