//go:build !amd64 || purego

package tabulation

import "iter"

// eachStep yields the names of the sets of steps that this machine has.
func eachStep() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) { yield(0, "Go") }
}
