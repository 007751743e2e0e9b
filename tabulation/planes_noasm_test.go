//go:build !amd64 || purego

package tabulation

import "iter"

// eachStep turns on the ways to hash a batch that this machine has, one after another, and yields their names.
func eachStep() iter.Seq[string] {
	return func(yield func(string) bool) {
		defer func(on bool) { planesWin = on }(planesWin)
		if planesWin = true; !yield("byte planes, Go") {
			return
		}
		planesWin = false
		yield("words, Go")
	}
}
