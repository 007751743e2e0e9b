//go:build !purego

package tabulation

import "iter"

// eachStep turns on the ways to hash a batch that this machine has, one after another, and yields their names.
func eachStep() iter.Seq[string] {
	return func(yield func(string) bool) {
		vbmi, pairs, planes := hasVBMI, hasPairs, planesWin
		defer func() { hasVBMI, hasPairs, planesWin = vbmi, pairs, planes }()
		if planesWin = true; vbmi && !yield("byte planes, AVX-512 VBMI") {
			return
		}
		if hasVBMI = false; !yield("byte planes, Go") {
			return
		}
		if planesWin = false; pairs && !yield("pairs, AVX2 and BMI2") {
			return
		}
		hasPairs = false
		yield("words, Go")
	}
}
