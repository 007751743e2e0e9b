package search

import (
	"fmt"
	"strings"
)

// Methods is a set of the methods by which Search looks at promising lines more
// deeply than at others, or finds them sooner. docs/engine.md says what each is worth
// in chess.
type Methods uint32

// Each of the methods.
const (
	NullMove           Methods = 1 << iota // a position is good enough if passing is
	ReverseFutility                        // positions far above beta are not searched
	Futility                               // hopeless quiet moves near the leaves are left out
	LateMoves                              // the last quiet moves near the leaves are left out
	Exchanges                              // moves that lose material come last, or are left out
	Reductions                             // late moves are searched less deeply at first
	IterativeReduction                     // so are nodes without a move in the table
	CheckExtension                         // forced positions are searched one ply deeper
	Singular                               // so is a move that alone is good
	History                                // quiet moves are ordered by their success elsewhere
	Continuation                           // quiet moves are ordered by their success after the two moves before
	Killers                                // quiet moves that refuted a sibling come first
	Aspiration                             // the root is searched with narrow bounds
	Repetition                             // a side that can repeat a position has a draw at least
	allMethods         Methods = 1<<iota - 1
)

var methodNames = []string{"null-move", "reverse-futility", "futility", "late-moves", "exchanges", "reductions",
	"iterative-reduction", "check-extension", "singular", "history", "continuation", "killers",
	"aspiration", "repetition"}

// String lists the methods, separated by commas.
func (m Methods) String() string {
	var names []string
	for i, name := range methodNames {
		if m&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// ParseMethods reads what String writes. The error wraps [ErrOptions].
func ParseMethods(s string) (Methods, error) {
	var m Methods
	if s == "" {
		return 0, nil
	}
next:
	for word := range strings.SplitSeq(s, ",") {
		for i, name := range methodNames {
			if word == name {
				m |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("%w: there is no method %q; there are %v", ErrOptions, word, allMethods)
	}
	return m, nil
}

// uses reports whether a method is in use.
func (w *worker[M, P]) uses(m Methods) bool { return w.methods&m != 0 }
