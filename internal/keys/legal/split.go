package legal

import (
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// tries is the number of ways to divide a difference that are tried.
const tries = 400

// split divides the features of a difference between two positions at random: one each if a place
// has two, and about half of the others.
func split(set []zobrist.Feature, place func(zobrist.Feature) int, r *rand.Rand) (left, right []zobrist.Feature) {
	order := slices.Clone(set)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	// Features that share a place come first, in pairs.
	rank := make(map[int]int)
	for i, f := range order {
		if _, twice := rank[place(f)]; twice {
			rank[place(f)] = -1 - i
		} else {
			rank[place(f)] = i
		}
	}
	slices.SortStableFunc(order, func(a, b zobrist.Feature) int {
		return min(rank[place(a)], 0) - min(rank[place(b)], 0)
	})
	for i, f := range order {
		last := i > 0 && place(order[i-1]) == place(f)
		switch {
		case last && slices.Contains(left, order[i-1]):
			right = append(right, f)
		case last, len(left) < len(right), len(left) == len(right) && r.IntN(2) == 0:
			left = append(left, f)
		default:
			right = append(right, f)
		}
	}
	return left, right
}
