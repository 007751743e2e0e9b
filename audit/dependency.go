package audit

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
)

// A Dependency is a set of features whose keys XOR to zero: two positions that
// differ in exactly these have the same hash. In [Report.Aliased] it is a pair of
// features.
type Dependency struct {
	Features []zobrist.Feature `json:"features"`        // ascending
	Names    []string          `json:"names,omitempty"` // in the order of Features

	// How says what makes one key of an aliased pair the other: "rotated by 8
	// bits", "complement", "bytes reversed" and the like. It is empty otherwise.
	How string `json:"how,omitempty"`
}

// weight returns the number of features.
func (d Dependency) weight() int { return len(d.Features) }

func compareDependencies(a, b Dependency) int { return dependency.Compare(a.Features, b.Features) }

// dependency returns a set of features with their names.
func (a *job) dependency(features []zobrist.Feature, how string) Dependency {
	d := Dependency{Features: slices.Clone(features), How: how}
	for _, f := range features {
		d.Names = append(d.Names, a.name(f))
	}
	return d
}
