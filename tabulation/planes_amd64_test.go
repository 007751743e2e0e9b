//go:build !purego

package tabulation

import "iter"

// eachStep yields the names of the sets of steps that this machine has, while
// they are in use.
func eachStep() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		defer func(has bool) { hasVBMI = has }(hasVBMI)
		if hasVBMI && !yield(0, "AVX-512 VBMI") {
			return
		}
		hasVBMI = false
		yield(1, "Go")
	}
}
