package dependency

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// A sternWorker does the iterations of one goroutine. The rows of the window are
// bits 0 to window−1.
type sternWorker struct {
	SternPlan
	limit   int // of weight
	columns []gf2.Word
	enter   func([]zobrist.Feature)
	ended   func() bool // the iteration is not needed any more

	places  int        // of the base and the halves; the target follows
	order   []int32    // column at each place
	placed  []gf2.Word // the columns, by place
	low     []uint64   // their low words after the elimination
	column  []int32    // by row: place of its pivot, or −1
	surplus []int      // places in the base whose columns depend on others there
	unused  gf2.Word
	runs    []uint32 // by window: where its run of sums begins
	sums    []uint64 // low words of the first half's pair sums, by window
	pairs   []uint32 // the places, in the half, of each sum's pair; nil to rank 64
}

// maxSurplus is the number of relations in a base that are tried out.
const maxSurplus = 12

func newSternWorker(
	columns []gf2.Word, plan SternPlan, limit int, enter func([]zobrist.Feature), ended func() bool,
) *sternWorker {
	a, b := plan.halves()
	places := plan.base() + a + b
	w := &sternWorker{
		SternPlan: plan, limit: limit, columns: columns, enter: enter, ended: ended,
		places: places,
		order:  make([]int32, plan.n),
		placed: make([]gf2.Word, places+1),
		low:    make([]uint64, places+1),
		column: make([]int32, plan.rank),
		runs:   make([]uint32, 1<<plan.window+2),
		sums:   make([]uint64, a*(a-1)/2+atOnce),
	}
	if plan.rank > 64 {
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
		w.placed[i] = w.columns[c]
	}
	w.placed[w.places] = w.columns[w.n]
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
		c := w.placed[j].And(free)
		if c.IsZero() {
			w.surplus = append(w.surplus, j)
			continue
		}
		row := c.AndNot(window).TrailingZeros()
		if row == 128 {
			// Only rows of the window are left to this column: add one
			// of them to a row that may have the pivot.
			row = free.AndNot(window).TrailingZeros()
			gf2.AddRow(w.placed, c.TrailingZeros(), row)
		}
		gf2.Pivot(w.placed, j, row)
		w.column[row] = int32(j)
		free = free.Xor(gf2.Unit(row))
	}
	w.unused = free.AndNot(window)
	for i, c := range w.placed {
		w.low[i] = c.Lo
	}
	return len(w.surplus) <= maxSurplus
}
