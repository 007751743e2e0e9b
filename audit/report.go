package audit

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/zobrist-go/zobrist"
)

// A Report is the result of an audit. Features are numbers, with names if
// [Options] gave a space.
type Report struct {
	Features int `json:"features"`
	Bits     int `json:"bits"` // width of the keys
	Rank     int `json:"rank"` // over GF(2): there are 2^rank hashes

	Verdict Verdict `json:"verdict"` // in words

	Zero    []zobrist.Feature   `json:"zero"`  // keys that are 0
	Equal   [][]zobrist.Feature `json:"equal"` // groups of equal keys
	Bitwise Bits                `json:"bitwise"`
	Hamming Hamming             `json:"hamming"`

	// Aliased are pairs of different keys of which one is the other shifted,
	// rotated or otherwise rearranged: the trace of a short table from which the
	// keys were cut. Random keys have none.
	Aliased []Dependency `json:"aliased"`

	// Distributions count dependencies among all features, among the features that can
	// occur, and among differences of two legal positions. The last two need
	// functions in [Options].
	Distributions []Distribution `json:"distributions"`

	// Dependencies are all sets found, smallest first.
	Dependencies []Dependency `json:"dependencies"`

	Truncations []Truncation `json:"truncations"`
	Searches    []Search     `json:"searches"` // the searches made

	// Interrupted is set if the audit was stopped: the report is right, but
	// parts are missing.
	Interrupted bool `json:"interrupted"`
}

// A Distribution counts the dependencies of one kind by weight.
type Distribution struct {
	Name     string   `json:"name"`
	Features int      `json:"features"` // considered
	Rank     int      `json:"rank"`
	Weights  []Weight `json:"weights"` // ascending, from 1
}

// A Weight counts the dependencies of one weight.
type Weight struct {
	Weight int `json:"weight"`
	// Count is the number of dependencies if Exact is set; otherwise the number
	// found.
	Count *big.Int `json:"count"`
	Exact bool     `json:"exact"`
	// Expected is the mean number for random keys of the same width.
	Expected float64 `json:"expected"`
	// Missed bounds the probability that a given dependency of this weight was
	// not found; 0 if Exact is set.
	Missed float64 `json:"missed"`
	// Witness is one of the dependencies found, or nil.
	Witness *Dependency `json:"witness,omitempty"`
}

// Least returns the smallest weight of a dependency. Unless exact is set, a
// smaller one may have been missed. If found is false, there is none to the
// weight searched.
func (v Distribution) Least() (weight int, exact, found bool) {
	exact = true
	for _, l := range v.Weights {
		exact = exact && l.Exact
		if l.Count.Sign() > 0 {
			return l.Weight, exact, true
		}
	}
	return 0, exact, false
}

// Check returns an error unless no set of up to weight features that can occur has keys
// that XOR to 0, as far as is known: unless the chance that one was missed is at most missed at
// each of these weights.
func (r *Report) Check(weight int, missed float64) error {
	if len(r.Distributions) == 0 {
		return errors.New("audit: it was stopped before any search")
	}
	d := r.Distributions[0]
	if len(r.Distributions) > 1 && r.Distributions[1].Name == occursName {
		d = r.Distributions[1]
	}
	for w := 1; w <= min(weight, d.Features); w++ {
		l := d.of(w)
		switch {
		case l.Count.Sign() > 0:
			return fmt.Errorf("audit: the keys of %v sets of %s XOR to 0", l.Count, number(w))
		case !l.Exact && (w > len(d.Weights) || l.Missed > missed):
			return fmt.Errorf("audit: sets of %s were not all searched for", number(w))
		}
	}
	return nil
}

// A Truncation describes the keys cut to some of their bits.
type Truncation struct {
	End   string `json:"end"` // "low" or "high" bits of the hash
	Bits  int    `json:"bits"`
	Rank  int    `json:"rank"`
	Least int    `json:"least"` // smallest weight of a dependency
	// AtLeast is set if there is no dependency to weight Least − 1, the largest
	// searched; otherwise Least is exact.
	AtLeast bool     `json:"atLeast"`
	Count   *big.Int `json:"count"`    // dependencies of weight Least
	Random  float64  `json:"expected"` // mean least weight of random keys
}

// A Search describes one search of an audit.
type Search struct {
	Name    string  `json:"name"`    // "MacWilliams", "exhaustive", "Stern"
	Work    float64 `json:"work"`    // words, key sums or iterations
	Unit    string  `json:"unit"`    // of Work
	Seconds float64 `json:"seconds"` // by the clock
	Reached string  `json:"reached"` // "every weight", or "to weight 6" and the reason
}
