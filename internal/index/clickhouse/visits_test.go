package clickhouse

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// TestSortVisits compares the order of a block with a plain sort's.
func TestSortVisits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 2, 3, 5, 64} {
		for shard := range n {
			first, last := shardRange(shard, n)
			rows := make([]visitRow, rng.IntN(3000))
			for i := range rows {
				lo := first + rng.Uint64N(8)*((last-first)/8)
				switch rng.IntN(4) {
				case 0:
					lo = []uint64{first, last}[rng.IntN(2)]
				case 1:
					lo = first + rng.Uint64N(last-first)
				}
				view := []uint8{0, 1, index.MaxViews - 1, linesView}[rng.IntN(4)]
				rows[i] = visitRow{index.Key{Lo: lo, Hi: uint16(rng.IntN(2))}, rng.Uint32N(3), uint32(i), 0, view}
			}
			want := slices.Clone(rows)
			slices.SortStableFunc(want, func(a, b visitRow) int {
				return cmp.Or(cmp.Compare(a.view, b.view), cmp.Compare(head(a.Key), head(b.Key)),
					cmp.Compare(tail(a.Key), tail(b.Key)), cmp.Compare(a.move, b.move), cmp.Compare(a.game, b.game))
			})
			rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
			if !slices.Equal(sortVisits(rows, shard, n), want) {
				t.Fatalf("shard %d of %d: %d rows are not in order", shard, n, len(rows))
			}
			for _, r := range want {
				if joinKey(head(r.Key), tail(r.Key)) != r.Key {
					t.Fatalf("key %v is %v after it was stored", r.Key, joinKey(head(r.Key), tail(r.Key)))
				}
			}
		}
	}
}

// TestVisitsWithoutTallies: the conditions for what tallies leave out are short enough for a query,
// however many runs there are, and together they cover each hash and run once.
func TestVisitsWithoutTallies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, share := range []int{0, 1, 500, 1000} { // of 1000 pairs, those with tallies
		q := target[zobrist.Uint128]{items: make([]zobrist.Uint128, maxItems)}
		for i := range q.items {
			q.items[i] = zobrist.Uint128{Hi: rng.Uint64(), Lo: 1<<63 | rng.Uint64()}
		}
		for i := range uint64(12) {
			q.runs = append(q.runs, run{Parts: []stored{{ID: 1<<60 + i, TallyID: 1<<61 + i}}})
		}
		var sums []subtotal
		want := make(map[string]bool)
		for _, h := range q.items {
			for i := range uint64(12) {
				if rng.IntN(1000) < share {
					sums = append(sums, subtotal{run: 1<<61 + i, key: index.KeyOf(h)})
				} else {
					k := index.KeyOf(h)
					want[fmt.Sprintf("%d %d %d", 1<<60+i, head(k), tail(k))] = true
				}
			}
		}
		for _, c := range visitsWithoutTallies(&q, sums) {
			if len(c) > 200_000 {
				t.Errorf("a condition of %d bytes", len(c))
			}
			for group := range strings.SplitSeq(strings.Trim(c, "()"), " OR ") {
				runs, keys, _ := strings.Cut(group, " AND (head, tail) IN (")
				_, runs, _ = strings.Cut(runs, "run IN (")
				for r := range strings.SplitSeq(strings.Trim(runs, "()"), ",") {
					for k := range strings.SplitSeq(strings.Trim(keys, "()"), "),(") {
						head, tail, _ := strings.Cut(k, ",")
						if name := fmt.Sprintf("%s %s %s", r, head, tail); !want[name] {
							t.Fatalf("%s is asked for twice, or was tallied", name)
						} else {
							delete(want, name)
						}
					}
				}
			}
		}
		if len(want) > 0 {
			t.Errorf("%d of the visits are not asked for", len(want))
		}
	}
}
