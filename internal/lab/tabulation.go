package lab

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Tabulation measures the laws of tabulation hashing, with multiply-shift and
// polynomials beside it.
func Tabulation() Experiment {
	return newExperiment("tabulation", judgeTabulation, []law{
		lawOf("linear probing", trials(100, 1000), probingLaw),
		lawOf("two bins", trials(2000, 10_000), binsLaw),
		lawOf("cuckoo hashing", trials(1000, 5000), cuckooLaw),
		lawOf("one-permutation hashing", trials(1000, 2000), similarityLaw),
		lawOf("feature hashing", trials(1000, 2000), featureLaw),
	}, probingMost, probingShift, timesAsOften, timesAsOften)
}

// What the rule of [Tabulation] compares with.
const (
	probingMost, probingShift = 1.65, 4.
	timesAsOften              = 5
)

// judgeTabulation applies the rule of [Tabulation].
func judgeTabulation(r *Report) Verdict {
	probing, bins, cuckoo := r.Table("linear-probing"), r.Table("two-bins"), r.Table("cuckoo")
	find := (*Table).figure
	most := find(probing, "largest", "0 to n−1", "simple")
	shift := find(probing, "99 %", "0 to n−1", "multiply-shift")
	simple, mixed := find(bins, "beyond 3σ", "simple", 0), find(bins, "beyond 3σ", "mixed", 0)
	fails, random := find(cuckoo, "failures", "[8]³", 512, "simple"),
		find(cuckoo, "failures", "[8]³", 512, "fully random")
	agrees := most < probingMost && shift > probingShift && simple > timesAsOften*mixed && fails > timesAsOften*random
	return r.verdict(agrees, Reproduced, most, shift, simple, mixed, fails, random)
}

// each runs f for 0 to n−1 on all processors until one fails, and returns its error. It calls progress after each.
func each(ctx context.Context, n int, progress func(float64), f func(trial int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var lock sync.Mutex
	done := 0
	err := parallel(ctx, n, func(_ *scratch, trial int) {
		if err := f(trial); err != nil {
			cancel(err)
			return
		}
		lock.Lock()
		defer lock.Unlock()
		done++
		progress(float64(done) / float64(n))
	})
	if err != nil {
		return context.Cause(ctx)
	}
	return nil
}

// scratch is memory that the trials of one worker reuse.
type scratch struct {
	hashes [2][]uint64
	counts [2][]int32
}

// batch returns the hashes of keys in buffer i.
func (s *scratch) batch(i int, h hash, keys []uint32) []uint64 {
	s.hashes[i] = slices.Grow(s.hashes[i][:0], len(keys))[:len(keys)]
	h.HashBatch(s.hashes[i], keys)
	return s.hashes[i]
}

// count returns buffer i of n counts, which are not cleared.
func (s *scratch) count(i, n int) []int32 {
	s.counts[i] = slices.Grow(s.counts[i][:0], n)[:n]
	return s.counts[i]
}

// parallel runs f for 0 to n−1 on all processors. Each call has an index of its own to write its result at. It stops
// early when ctx ends.
func parallel(ctx context.Context, n int, f func(s *scratch, trial int)) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Go(func() {
			var s scratch
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				f(&s, i)
			}
		})
	}
	wait.Wait()
	return ctx.Err()
}

// sample is a set of measurements.
type sample []float64

func (s sample) mean() float64 {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return sum / float64(len(s))
}

// deviation returns the root mean square of the differences to c.
func (s sample) deviation(c float64) float64 {
	sum := 0.0
	for _, x := range s {
		sum += (x - c) * (x - c)
	}
	return math.Sqrt(sum / float64(len(s)))
}

// quantiles returns the quantile q and its interval at 95 % confidence, from the order of the
// sample. The sample must be sorted. An interval that needs more measurements than there are
// ends at the largest.
func (s sample) quantiles(q float64) (middle, low, high float64) {
	half := 1.96 * math.Sqrt(q*(1-q)/float64(len(s)))
	return s.quantile(q), s.quantile(max(0, q-half)), s.quantile(min(1, q+half))
}

// quantile returns the measurement that a fraction q of the sample is below.
// The sample must be sorted.
func (s sample) quantile(q float64) float64 {
	return s[min(int(q*float64(len(s))), len(s)-1)]
}
