package audit

import (
	"math/big"

	"github.com/zobrist-go/zobrist"
)

// A Report is what an audit has found out about a table of keys. Features are
// numbers, with their names beside them if [Options] gave a space.
type Report struct {
	Features int `json:"features"`
	Bits     int `json:"bits"` // width of the keys
	Rank     int `json:"rank"` // over GF(2): there are 2^rank hashes

	Verdict Verdict `json:"verdict"` // what all of this means

	Zero    []zobrist.Feature   `json:"zero"`    // keys that are 0
	Equal   [][]zobrist.Feature `json:"equal"`   // groups of equal keys
	Aliased []Alias             `json:"aliased"` // keys that are others rearranged
	Bitwise Bits                `json:"bitwise"`
	Hamming Hamming             `json:"hamming"`

	// Views counts dependencies among all features, among those that can
	// occur, and among differences of two legal positions, if [Options] say
	// which these are.
	Views []View `json:"views"`

	// Dependencies are all that were found, smallest first.
	Dependencies []Dependency `json:"dependencies"`

	Truncations []Truncation `json:"truncations"`
	Engines     []Engine     `json:"engines"` // that took part

	// Interrupted is set if the audit was stopped: what it says holds, but
	// parts are missing.
	Interrupted bool `json:"interrupted"`
}

// A View is the dependencies of one kind, by weight.
type View struct {
	Name     string `json:"name"`
	Features int    `json:"features"` // that take part
	Rank     int    `json:"rank"`
	Weights  []Line `json:"weights"` // from 1 up
}

// A Line is about the dependencies of one weight.
type Line struct {
	Weight int `json:"weight"`
	// Count is how many there are if Exact is set, otherwise how many were
	// found.
	Count *big.Int `json:"count"`
	Exact bool     `json:"exact"`
	// Expected is the mean number for random keys of the same width.
	Expected float64 `json:"expected"`
	// Missed bounds the chance that a given dependency of this weight was
	// not found; 0 if Exact is set.
	Missed float64 `json:"missed"`
	// Witness is one of them, if any was found.
	Witness *Dependency `json:"witness,omitempty"`
}

// Least returns the smallest weight at which there is a dependency. Unless exact
// is set, a smaller one may have been missed; found is false if there is none to
// the weight that was searched.
func (v View) Least() (weight int, exact, found bool) {
	exact = true
	for _, l := range v.Weights {
		exact = exact && l.Exact
		if l.Count.Sign() > 0 {
			return l.Weight, exact, true
		}
	}
	return 0, exact, false
}

// A Truncation is what is left of a table when hashes are cut.
type Truncation struct {
	End   string `json:"end"` // "low" or "high" bits of the hash
	Bits  int    `json:"bits"`
	Rank  int    `json:"rank"`
	Least int    `json:"least"` // smallest weight of a dependency
	// AtLeast is set if no dependency was found to weight Least − 1, the
	// largest that was searched; otherwise Least is exact.
	AtLeast bool     `json:"atLeast"`
	Count   *big.Int `json:"count"`    // dependencies of that weight
	Random  float64  `json:"expected"` // mean least weight of random keys
}

// An Engine is a part that one of the searches had in an audit.
type Engine struct {
	Name    string  `json:"name"`    // "MacWilliams", "exhaustive", "Stern"
	Work    float64 `json:"work"`    // words, key sums or iterations
	Unit    string  `json:"unit"`    // of Work
	Seconds float64 `json:"seconds"` // by the clock
	Reached string  `json:"reached"` // "every weight", "to weight 6", and why it was no more
}
