package clickhouse

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// A visitRow is a row of visits before it is sent.
type visitRow struct {
	index.Key
	move, game uint32
	facts      index.Facts
	view       uint8
}

// uploadBytes is about how many bytes of memory a visit takes while it is sent: the row,
// the sorted rows, their columns, and the driver's copy of the block before them.
const uploadBytes = 256

// sortVisits returns the rows of a shard of n in the order of the table. A server sorts a
// block that is not in order, which takes it longer than all the rest.
func sortVisits(rows []visitRow, shard, n int) []visitRow {
	first, _ := shardRange(shard, n)
	width := ^uint64(0)/uint64(n) + 1 // of the shard's low words, 0 for all of them
	shift := 64 - bits.Len64(width-1)
	const fine = 14
	bucket := func(r *visitRow) int { // ascending in the view, then in the low word
		return min(int(r.view), index.MaxViews)<<fine | int((r.Lo-first)<<shift>>(64-fine))
	}
	start := make([]int32, (index.MaxViews+1)<<fine+1)
	for i := range rows {
		start[bucket(&rows[i])+1]++
	}
	for i := range start[1:] {
		start[i+1] += start[i]
	}
	sorted := make([]visitRow, len(rows))
	next := slices.Clone(start)
	for i := range rows {
		at := &next[bucket(&rows[i])]
		sorted[*at] = rows[i]
		*at++
	}
	for i := range len(start) - 1 {
		if one := sorted[start[i]:start[i+1]]; len(one) > 1 {
			slices.SortFunc(one, compareVisits)
		}
	}
	return sorted
}

func compareVisits(a, b visitRow) int {
	if a.Key != b.Key {
		return a.Key.Compare(b.Key)
	}
	if a.move != b.move {
		return cmp.Compare(a.move, b.move)
	}
	return cmp.Compare(a.game, b.game)
}

// columnsOf returns the columns of a block, in the order of visitColumns.
func columnsOf(run uint64, rows []visitRow) []any {
	n := len(rows)
	runs, views, heads, tails := make([]uint64, n), make([]uint8, n), make([]uint16, n), make([]uint64, n)
	moveHeads, moveTails := make([]uint16, n), make([]uint16, n)
	gameHeads, gameTails := make([]uint16, n), make([]uint16, n)
	days, firsts, seconds := make([]uint32, n), make([]uint16, n), make([]uint16, n)
	results, speeds, modes := make([]uint8, n), make([]uint8, n), make([]uint8, n)
	for i := range rows {
		r := &rows[i]
		runs[i], views[i], heads[i], tails[i] = run, r.view, head(r.Key), tail(r.Key)
		moveHeads[i], moveTails[i] = uint16(r.move>>16), uint16(r.move)
		gameHeads[i], gameTails[i] = uint16(r.game>>16), uint16(r.game)
		first, second := r.facts.Ratings()
		days[i], firsts[i], seconds[i] = r.facts.DateRank(), uint16(first), uint16(second)
		results[i], speeds[i], modes[i] = uint8(r.facts.Result()), uint8(r.facts.Speed()), uint8(r.facts.Mode())
	}
	return []any{runs, views, heads, tails, moveHeads, moveTails, gameHeads, gameTails, days, firsts, seconds, results,
		speeds, modes}
}
