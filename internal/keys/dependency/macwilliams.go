package dependency

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"runtime"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// MacWilliamsOptions says how [MacWilliams] counts. Its zero value is ready.
type MacWilliamsOptions struct {
	MaxWeight int // counts are for weights 0 to this; 0: to the number of keys
	Threads   int // 0: GOMAXPROCS
	Progress  Progress
}

// An Enumerator is the exact number of dependent sets of each weight.
type Enumerator struct {
	Counts []*big.Int // by weight; the empty set counts at 0
	Rank   int        // of the keys
	Words  float64    // words that were walked
}

// Least returns the smallest weight of a dependent set; ok is false if there is
// none to the weight that was counted.
func (e Enumerator) Least() (weight int, ok bool) {
	for w, n := range e.Counts {
		if w > 0 && n.Sign() > 0 {
			return w, true
		}
	}
	return 0, false
}

// MacWilliams counts the dependent sets of every weight, exactly. The keys are
// the columns of a parity-check matrix, and the dependent sets the words of
// the code it checks. The weights of the 2^rank words of the row space, B_j of
// weight j, give the weights of the code (MacWilliams and Sloane 1977, chapter 5):
//
//	A_w = 2^−rank · Σ_j B_j · K_w(j),   K_w(j) = Σ_s (−1)^s C(j, s) C(n−j, w−s)
//
// If the code itself has fewer words, these are walked instead. The cost is
// one to two ns a word and core, whatever the number of keys. There may be
// 32767 of them; more, or more than 2^34 words, half a minute on two cores, is an
// error that wraps [ErrTooLarge]. When ctx ends its error is returned.
func MacWilliams(ctx context.Context, keys []gf2.Word, o MacWilliamsOptions) (Enumerator, error) {
	n := len(keys)
	reduced, pivots := gf2.Reduce(keys, n)
	rank := len(pivots)
	dim, dual := rank, true
	if n-rank < rank {
		dim, dual = n-rank, false
	}
	result := Enumerator{Rank: rank, Words: math.Ldexp(1, dim)}
	if result.Words > 1<<34 {
		return result, fmt.Errorf("%w: MacWilliams needs 2^%d words for rank %d; audit fewer bits or use Stern",
			ErrTooLarge, dim, rank)
	}
	if n > MaxKeys {
		return result, fmt.Errorf("%w: MacWilliams takes %d keys at most, not %d; use Stern", ErrTooLarge, MaxKeys, n)
	}
	var generator []uint64
	if dual {
		for _, c := range reduced {
			generator = append(generator, c.Lo)
		}
	} else {
		generator = kernel(reduced, pivots)
	}
	threads := o.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	report := serial(o.Progress)
	histogram, err := weights(ctx, generator, dim, threads, func(words float64) {
		report("MacWilliams", words, result.Words)
	})
	if err != nil {
		return result, err
	}
	top := o.MaxWeight
	if top <= 0 || top > n {
		top = n
	}
	if dual {
		if result.Counts = transform(ctx, histogram, rank, top); result.Counts == nil {
			return result, ctx.Err()
		}
	} else {
		for _, h := range histogram[:top+1] {
			result.Counts = append(result.Counts, new(big.Int).SetUint64(h))
		}
	}
	return result, nil
}

// kernel returns a generator of the dependencies of reduced columns, as columns:
// bit i of word j says whether the i-th basis dependency has feature j. There
// are len(reduced) − len(pivots) of them, which must be at most 64.
func kernel(reduced []gf2.Word, pivots []int) []uint64 {
	generator := make([]uint64, len(reduced))
	isPivot := make([]bool, len(reduced))
	for _, j := range pivots {
		isPivot[j] = true
	}
	i := 0
	for j, c := range reduced {
		if isPivot[j] {
			continue
		}
		generator[j] |= 1 << i
		for row, p := range pivots {
			generator[p] |= c.Bit(row) << i
		}
		i++
	}
	return generator
}

// transform computes the weights of the code, 0 to top, from the weights of the row
// space. The Krawtchouk polynomials come from their recurrence
// (w+1)·K_{w+1}(j) = (n−2j)·K_w(j) − (n−w+1)·K_{w−1}(j). It returns nil when ctx ends.
func transform(ctx context.Context, dual []uint64, rank, top int) []*big.Int {
	n := len(dual) - 1
	counts := make([]*big.Int, top+1)
	for w := range counts {
		counts[w] = new(big.Int)
	}
	var factor, term big.Int
	for j, b := range dual {
		if b == 0 {
			continue
		}
		before, k := new(big.Int), big.NewInt(1)
		times := new(big.Int).SetUint64(b)
		for w := range counts {
			if w%256 == 0 && ctx.Err() != nil {
				return nil
			}
			counts[w].Add(counts[w], term.Mul(k, times))
			next := new(big.Int).Mul(k, factor.SetInt64(int64(n-2*j)))
			next.Sub(next, term.Mul(before, factor.SetInt64(int64(n-w+1))))
			next.Quo(next, factor.SetInt64(int64(w+1)))
			before, k = k, next
		}
	}
	for _, c := range counts {
		c.Rsh(c, uint(rank))
	}
	return counts
}
