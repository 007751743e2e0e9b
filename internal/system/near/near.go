// Package near finds the words that a misspelt one may mean.
package near

import (
	"cmp"
	"slices"
	"strings"
)

// Words returns up to n of the words that are most like text, the likest first.
func Words(text string, words []string, n int) []string {
	type candidate struct {
		word     string
		distance int
	}
	var all []candidate
	for _, w := range words {
		all = append(all, candidate{w, Distance(strings.ToLower(text), strings.ToLower(w))})
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var near []string
	for _, c := range all[:min(n, len(all))] {
		near = append(near, c.word)
	}
	return near
}

// Distance is the least number of bytes to insert, remove, replace, or exchange
// with the next one that turns a into b (R. Wagner and R. Lowrance, An extension
// of the string-to-string correction problem, JACM 22, 1975, without edits
// between exchanged letters).
func Distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
