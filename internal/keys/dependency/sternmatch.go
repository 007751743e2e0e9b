package dependency

import (
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// fill sorts the pair sums of the first half by their window: a counting
// sort. Those with window k are at runs[k] to runs[k+1].
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

// atOnce is the number of sums that are compared even if the run is shorter: a
// run holds about one, and a mispredicted end of the loop costs more.
const atOnce = 3

// match compares the pair sums of the two halves.
// Sums that agree in the window differ in rows of the base only, and there in
// at most limit − 4 if they belong to a small set.
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
		if w.ended() {
			return
		}
		x ^= target
		for j, y := range half[:i] {
			s := x ^ y
			k := s & window
			run, end := int(runs[k]), int(runs[k+1])
			three := (*[atOnce]uint64)(sums[run:])
			if bits.OnesCount64(s^three[0]) <= few ||
				bits.OnesCount64(s^three[1]) <= few || bits.OnesCount64(s^three[2]) <= few {
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
// and j with a sum of the first half. There may be many if a table is poor.
func (w *sternWorker) meet(s uint64, at, i, j int) {
	if w.ended() {
		return
	}
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
	// Matches are rare if the low word is all: the pair is searched for.
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

// promising reports whether the low word of a sum plus some of the surplus has
// few bits.
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
	sum := w.placed[w.places]
	for _, p := range places {
		sum = sum.Xor(w.placed[p])
	}
	if !sum.And(w.unused).IsZero() {
		return
	}
	for t := range 1 << len(w.surplus) {
		v, size := sum, 4+bits.OnesCount(uint(t))
		for i, place := range w.surplus {
			if t>>i&1 == 1 {
				v = v.Xor(w.placed[place])
			}
		}
		if size+v.OnesCount() <= w.limit {
			w.enter(w.features(places, uint(t), v))
		}
	}
}

// features returns the features at the places, at the surplus places that are 1 in t,
// and at the pivots of the rows that are 1 in v.
func (w *sternWorker) features(places []int, t uint, v gf2.Word) []zobrist.Feature {
	var set []zobrist.Feature
	for _, p := range places {
		set = append(set, zobrist.Feature(w.order[p]))
	}
	for i, place := range w.surplus {
		if t>>i&1 == 1 {
			set = append(set, zobrist.Feature(w.order[place]))
		}
	}
	for ; !v.IsZero(); v = v.Xor(gf2.Unit(v.TrailingZeros())) {
		set = append(set, zobrist.Feature(w.order[w.column[v.TrailingZeros()]]))
	}
	slices.Sort(set)
	return set
}
