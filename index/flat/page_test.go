package flat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// TestPage compares a page with the first games of a sorted list. Before each game it is asked
// whether it wants one of that rank, as List does for each cell; that must not sort each time.
func TestPage(t *testing.T) {
	for _, size := range []int{1, 2, 7, 300, 5000} {
		rng := rand.New(rand.NewPCG(uint64(size), 1))
		p, sorts := page{size: size}, 0
		var all []ranked
		for number := range 4000 {
			r := ranked{uint32(rng.IntN(1000)), index.Occurrence{Number: int64(number)}}
			all = append(all, r)
			full, last := p.full, p.last
			if p.wants(r.rank) {
				p.add(r)
			}
			if full != p.full || last != p.last {
				sorts++
			}
		}
		slices.SortFunc(all, func(a, b ranked) int {
			if a.before(b) {
				return -1
			}
			return 1
		})
		if got, want := p.sorted(), all[:min(size, len(all))]; !slices.Equal(got, want) {
			t.Errorf("a page of %d games has others", size)
		}
		if most := 2 + len(all)/size; sorts > most {
			t.Errorf("a page of %d games was sorted %d times, and at most %d are needed", size, sorts, most)
		}
	}
}
