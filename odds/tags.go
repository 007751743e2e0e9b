package odds

import "math"

// Tags are the sizes of a transposition table that determine its errors: a probe
// compares the tag of a position with the tags in one cluster, and a type 1 error is
// a match with another position's tag. The zero
// value has no probes and no errors.
type Tags struct {
	Probes    float64 // of positions that are not in the table
	Fill      float64 // part of the slots in use, 0 to 1
	Slots     float64 // slots a probe looks at, at least 1; 0 means 1
	TagBits   int     // bits compared
	IndexBits int     // bits that choose the cluster; has an effect only with HashBits
	HashBits  int     // width of the hash; 0 means as wide as needed
}

// Bits returns the number of tag bits that the choice of the cluster does not
// imply: TagBits, or HashBits − IndexBits if that is less.
func (t Tags) Bits() int {
	if t.HashBits > 0 {
		return max(0, min(t.TagBits, t.HashBits-t.IndexBits))
	}
	return t.TagBits
}

// WrongHit returns the probability that a probe of an absent position meets an
// entry with its tag, Fill·Slots·2^−Bits(). That is exact: a store replaces the
// entry that has its tag, so the tags of a cluster differ, and a probe matches
// at most one of them.
func (t Tags) WrongHit() float64 {
	return min(1, math.Ldexp(t.Fill*max(t.Slots, 1), -t.Bits()))
}

// WrongHits returns the expected number of type 1 errors, Probes·WrongHit().
func (t Tags) WrongHits() float64 { return t.Probes * t.WrongHit() }

// NoError returns the probability that there is no type 1 error at all.
func (t Tags) NoError() float64 { return math.Exp(t.logNoError()) }

// SomeError returns 1 − NoError, accurate even if that is tiny.
func (t Tags) SomeError() float64 { return max(0, -math.Expm1(t.logNoError())) } // not −0

func (t Tags) logNoError() float64 {
	if t.Probes == 0 {
		return 0
	}
	return t.Probes * math.Log1p(-t.WrongHit())
}

// TagBits returns the least number of tag bits, 0 to 1000, with which a table
// like t, except for its TagBits and HashBits, has at most wanted wrong hits.
// It returns −1 if 1000 do not suffice, as for wanted ≤ 0.
func TagBits(t Tags, wanted float64) int {
	t.HashBits = 0
	for t.TagBits = 0; t.TagBits <= 1000; t.TagBits++ {
		if t.WrongHits() <= wanted {
			return t.TagBits
		}
	}
	return -1
}
