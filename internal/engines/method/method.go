// Package method names the methods of selective search, so that experiments can switch them off.
// docs/engine.md says what each is worth in chess.
package method

import (
	"fmt"
	"strings"
)

// A Set is a set of methods.
type Set uint32

// The methods.
const (
	NullMove           Set = 1 << iota // a position is good enough if passing is
	ReverseFutility                    // positions far above beta are not searched
	Futility                           // hopeless quiet moves near the leaves are left out
	LateMoves                          // the last quiet moves near the leaves are left out
	Exchanges                          // moves that lose material come last, or are left out
	Reductions                         // late moves are searched less deeply at first
	IterativeReduction                 // so are nodes without a move in the table
	CheckExtension                     // forced positions are searched one ply deeper
	Singular                           // so is a move that alone is good
	History                            // quiet moves are ordered by their success elsewhere
	Continuation                       // quiet moves are ordered by their success after the two moves before
	Killers                            // quiet moves that refuted a sibling come first
	Aspiration                         // the root is searched with narrow bounds
	Repetition                         // a side that can repeat a position has a draw at least
	All                Set = 1<<iota - 1
)

// Selective are the methods that search some lines more deeply than others or leave moves
// out. A search without them is plain alpha-beta, to the same depth everywhere but for the
// quiescence at the end of each line.
const Selective = NullMove | ReverseFutility | Futility | LateMoves | Reductions | IterativeReduction | CheckExtension |
	Singular | Repetition

var names = []string{"null-move", "reverse-futility", "futility", "late-moves", "exchanges", "reductions",
	"iterative-reduction", "check-extension", "singular", "history", "continuation", "killers",
	"aspiration", "repetition"}

// String lists the methods, separated by commas.
func (m Set) String() string {
	var list []string
	for i, name := range names {
		if m&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, ",")
}

// Parse reads what String writes.
func Parse(s string) (Set, error) {
	var m Set
	if s == "" {
		return 0, nil
	}
next:
	for word := range strings.SplitSeq(s, ",") {
		for i, name := range names {
			if word == name {
				m |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("no method %q: there are %v", word, All)
	}
	return m, nil
}
