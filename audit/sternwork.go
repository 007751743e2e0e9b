package audit

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A sternWorker does the iterations of one goroutine. Columns are kept in two
// arrays of words; the high one is nil to rank 64. The rows of the window are
// bits 0 to window−1.
type sternWorker struct {
	sternPlan
	limit   int // of weight
	columns []zobrist.Uint128
	enter   func([]zobrist.Feature)

	places  int     // of the base and the halves; the target follows
	order   []int32 // column at each place
	low     []uint64
	high    []uint64
	column  []int32 // by row: place of its pivot, or −1
	surplus []int   // places in the base whose columns depend on others there
	unused  zobrist.Uint128
	runs    []uint32 // by window: where its run of sums begins
	sums    []uint64 // low words of the first half's pair sums, by window
	pairs   []uint32 // the places, in the half, of each sum's pair; nil to rank 64
}

// maxSurplus is the number of relations in a base that are tried out.
const maxSurplus = 12

func newSternWorker(columns []zobrist.Uint128, plan sternPlan, limit int, enter func([]zobrist.Feature)) *sternWorker {
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

// iterate does iteration i of the seed. It reports false where it gave up.
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
func (w *sternWorker) at(place int) zobrist.Uint128 {
	u := zobrist.Uint128{Lo: w.low[place]}
	if w.high != nil {
		u.Hi = w.high[place]
	}
	return u
}

// eliminate turns the columns of the base to unit vectors of rows outside the
// window, but for the surplus. It reports false where that is too large.
func (w *sternWorker) eliminate() bool {
	window, free := mask(w.window), mask(w.rank)
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
		row := lowest(andNot(c, window))
		if row == 128 {
			// Only rows of the window are left to this column: add one
			// of them to a row that may have the pivot.
			row = lowest(andNot(free, window))
			w.add(lowest(c), row)
		}
		w.pivot(j, row)
		w.column[row] = int32(j)
		free = free.Xor(one(row))
	}
	w.unused = andNot(free, window)
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
	change := w.at(j).Xor(one(row))
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

// fill sorts the pair sums of the first half by their window: a counting
// sort. Those with window k come to lie from runs[k] to runs[k+1].
func (w *sternWorker) fill() {
	a, _ := w.halves()
	half := w.low[w.base() : w.base()+a]
	clear(w.runs)
	counts := w.runs[2:]
	window := uint64(len(counts) - 1)
	for i, x := range half {
		for _, y := range half[:i] {
			counts[(x^y)&window]++
		}
	}
	total := uint32(0)
	for k, n := range w.runs {
		total += n
		w.runs[k] = total
	}
	ends := w.runs[1:]
	sums := w.sums
	for i, x := range half {
		for j, y := range half[:i] {
			s := x ^ y
			end := &ends[s&window]
			sums[*end] = s
			if w.pairs != nil {
				w.pairs[*end] = uint32(i)<<16 | uint32(j)
			}
			*end++
		}
	}
}

// atOnce is the number of sums that are compared whether or not the run has
// so many: a run holds about one, and to foresee its end costs more.
const atOnce = 3

// match compares the pair sums of the second half with those of the first.
// Sums that agree in the window differ in rows of the base only, and there in
// at most limit − 4 where a small set is met.
func (w *sternWorker) match() {
	a, _ := w.halves()
	second := w.base() + a
	half, target := w.low[second:w.places], w.low[w.places]
	runs, sums := w.runs, w.sums
	window := uint64(len(runs) - 3)
	few := w.limit - 4
	if len(w.surplus) > 0 {
		few = 64
	}
	for i, x := range half {
		x ^= target
		for j, y := range half[:i] {
			s := x ^ y
			k := s & window
			run, end := int(runs[k]), int(runs[k+1])
			three := (*[atOnce]uint64)(sums[run:])
			if bits.OnesCount64(s^three[0]) <= few || bits.OnesCount64(s^three[1]) <= few || bits.OnesCount64(s^three[2]) <= few {
				for at := run; at < min(run+atOnce, end); at++ {
					if bits.OnesCount64(s^sums[at]) <= few {
						w.meet(s, at, second+i, second+j)
					}
				}
			}
			for at := run + atOnce; at < end; at++ {
				if bits.OnesCount64(s^sums[at]) <= few {
					w.meet(s, at, second+i, second+j)
				}
			}
		}
	}
}

// meet follows up a match of the sum s of the second half's pair at places i
// and j with a sum of the first half.
func (w *sternWorker) meet(s uint64, at, i, j int) {
	first := w.sums[at]
	base := w.base()
	if w.pairs != nil {
		p := w.pairs[at]
		w.complete(base+int(p>>16), base+int(p&0xffff), i, j)
		return
	}
	if len(w.surplus) > 0 && !w.promising(s^first) {
		return
	}
	// Matches are rare where the low word is all: no pair is kept for them.
	a, _ := w.halves()
	half := w.low[base : base+a]
	for p, x := range half {
		for q, y := range half[:p] {
			if x^y == first {
				w.complete(base+p, base+q, i, j)
			}
		}
	}
}

// promising reports whether some of the surplus brings the low word of a sum
// to few bits.
func (w *sternWorker) promising(sum uint64) bool {
	for t := range 1 << len(w.surplus) {
		v := sum
		for i, place := range w.surplus {
			v ^= w.low[place] & -uint64(t>>i&1)
		}
		if bits.OnesCount64(v)+bits.OnesCount(uint(t)) <= w.limit-4 {
			return true
		}
	}
	return false
}

// complete enters every small set with these four places and some of the base.
func (w *sternWorker) complete(places ...int) {
	sum := w.at(w.places)
	for _, p := range places {
		sum = sum.Xor(w.at(p))
	}
	if !sum.And(w.unused).IsZero() {
		return
	}
	for t := range 1 << len(w.surplus) {
		v, size := sum, 4+bits.OnesCount(uint(t))
		for i, place := range w.surplus {
			if t>>i&1 == 1 {
				v = v.Xor(w.at(place))
			}
		}
		if size+weight(v) > w.limit {
			continue
		}
		var set []zobrist.Feature
		for _, p := range places {
			set = append(set, zobrist.Feature(w.order[p]))
		}
		for i, place := range w.surplus {
			if t>>i&1 == 1 {
				set = append(set, zobrist.Feature(w.order[place]))
			}
		}
		for ; !v.IsZero(); v = v.Xor(one(lowest(v))) {
			set = append(set, zobrist.Feature(w.order[w.column[lowest(v)]]))
		}
		slices.Sort(set)
		w.enter(set)
	}
}
