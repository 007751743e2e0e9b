package audit

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gf2"
)

// A sternWorker does the iterations of one goroutine. Columns are kept in two
// arrays of words; the high one is nil to rank 64. The rows of the window are
// bits 0 to window−1.
type sternWorker struct {
	sternPlan
	limit   int // of weight
	columns []gf2.Word
	enter   func([]zobrist.Feature)

	places  int     // of the base and the halves; the target follows
	order   []int32 // column at each place
	low     []uint64
	high    []uint64
	column  []int32 // by row: place of its pivot, or −1
	surplus []int   // places in the base whose columns depend on others there
	unused  gf2.Word
	runs    []uint32 // by window: where its run of sums begins
	sums    []uint64 // low words of the first half's pair sums, by window
	pairs   []uint32 // the places, in the half, of each sum's pair; nil to rank 64
}

// maxSurplus is the number of relations in a base that are tried out.
const maxSurplus = 12

func newSternWorker(columns []gf2.Word, plan sternPlan, limit int, enter func([]zobrist.Feature)) *sternWorker {
	a, b := plan.halves()
	places := plan.base() + a + b
	w := &sternWorker{
		sternPlan: plan, limit: limit, columns: columns, enter: enter,
		places: places,
		order:  make([]int32, plan.n),
		low:    make([]uint64, places+1),
		column: make([]int32, plan.rank),
		runs:   make([]uint32, 1<<plan.window+2),
		sums:   make([]uint64, a*(a-1)/2+atOnce),
	}
	if plan.rank > 64 {
		w.high = make([]uint64, places+1)
		w.pairs = make([]uint32, len(w.sums))
	}
	return w
}

// iterate does iteration i of the seed. It reports false if it gave up.
func (w *sternWorker) iterate(seed, i uint64) bool {
	w.shuffle(rand.NewPCG(seed, i))
	if !w.eliminate() {
		return false
	}
	w.fill()
	w.match()
	return true
}

// shuffle puts columns at the places, in random order, and the target after
// them.
func (w *sternWorker) shuffle(src *rand.PCG) {
	for i := range w.order {
		w.order[i] = int32(i)
	}
	for i := w.n - 1; i > 0; i-- {
		j, _ := bits.Mul64(src.Uint64(), uint64(i+1)) // biased by 2^−48 at most
		w.order[i], w.order[j] = w.order[j], w.order[i]
	}
	for i, c := range w.order[:w.places] {
		w.low[i] = w.columns[c].Lo
	}
	w.low[w.places] = w.columns[w.n].Lo
	if w.high == nil {
		return
	}
	for i, c := range w.order[:w.places] {
		w.high[i] = w.columns[c].Hi
	}
	w.high[w.places] = w.columns[w.n].Hi
}

// at returns the column at a place.
func (w *sternWorker) at(place int) gf2.Word {
	u := gf2.Word{Lo: w.low[place]}
	if w.high != nil {
		u.Hi = w.high[place]
	}
	return u
}

// eliminate turns the columns of the base into unit vectors of rows outside the
// window, except for the surplus. It reports false if that is too large.
func (w *sternWorker) eliminate() bool {
	window, free := gf2.Ones(w.window), gf2.Ones(w.rank)
	w.surplus = w.surplus[:0]
	for i := range w.column {
		w.column[i] = -1
	}
	for j := range w.base() {
		c := w.at(j).And(free)
		if c.IsZero() {
			w.surplus = append(w.surplus, j)
			continue
		}
		row := c.AndNot(window).TrailingZeros()
		if row == 128 {
			// Only rows of the window are left to this column: add one
			// of them to a row that may have the pivot.
			row = free.AndNot(window).TrailingZeros()
			w.add(c.TrailingZeros(), row)
		}
		w.pivot(j, row)
		w.column[row] = int32(j)
		free = free.Xor(gf2.Unit(row))
	}
	w.unused = free.AndNot(window)
	return len(w.surplus) <= maxSurplus
}

// add adds row from, which is in the window, to row to.
func (w *sternWorker) add(from, to int) {
	for k, c := range w.low {
		b := c >> uint(from) & 1
		if to < 64 {
			w.low[k] = c ^ b<<uint(to)
		} else {
			w.high[k] ^= b << uint(to-64)
		}
	}
}

// pivot makes the column at place j the unit vector of the row.
func (w *sternWorker) pivot(j, row int) {
	change := w.at(j).Xor(gf2.Unit(row))
	from := w.low
	if row >= 64 {
		from = w.high
	}
	shift := uint(row) & 63
	if w.high == nil {
		for k, c := range from {
			w.low[k] = c ^ change.Lo&-(c>>shift&1)
		}
		return
	}
	high := w.high[:len(from)]
	for k, c := range from {
		set := -(c >> shift & 1)
		w.low[k] ^= change.Lo & set
		high[k] ^= change.Hi & set
	}
}
