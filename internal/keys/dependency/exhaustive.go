package dependency

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// ExhaustiveOptions says how far [Exhaustive] goes. Its zero value is ready.
type ExhaustiveOptions struct {
	MaxWeight int     // 1 to 8; 0: 8
	Limit     int     // stop at more dependencies than this; 0: 2^20
	Pairs     float64 // stop at weight 4 if there are more pairs of keys; 0: MaxPairs
	Threads   int     // 0: GOMAXPROCS; each takes about 20 MB
	Progress  Progress
}

// An ExhaustiveResult is what an exhaustive search has found.
type ExhaustiveResult struct {
	// Complete is the weight to which Dependencies lists every dependent set.
	Complete int
	// Counts is the number of dependent sets by weight, 0 to Complete; the
	// empty set counts at 0.
	Counts []uint64
	// Dependencies are in order of weight, then of features. If the search was
	// stopped, some may be above Complete; of these there may be more.
	Dependencies [][]zobrist.Feature
	// Sums is the number of key sums that were compared.
	Sums float64
}

// MaxPairs bounds the pair sums that are kept for weights above 4: 24 bytes each, and 40 for weights 7 and 8.
const MaxPairs = 1 << 25

// Exhaustive finds every dependent set of at most MaxWeight features: a
// certificate. A zero key is added, so that a set of odd weight becomes one of
// even weight 2k; this is two disjoint sets of k keys with equal sums. For
// k = 4 the sums are not stored together but listed prefix by prefix from
// buckets of pair sums (Schroeppel and Shamir 1981; Chose, Joux and Mitton
// 2002), so that each thread needs memory for one prefix only. For k = 2 they are
// listed prefix by prefix from buckets of keys, for which no pairs are kept.
//
// Each dependency must be met C(2k, k)/2 times, 35 for k = 4, once for each
// way to cut it in halves; a dependency met another number of times is an
// error, as the search would have been incomplete.
//
// The cost is C(n+1, 4) sums for weights 7 and 8, 1.5·10^10 for chess's 781
// features at 6 to 7 ns a core, C(n+1, 3) for 5 and 6, and C(n+1, 2) for 3 and 4. More than 8191 keys
// are searched to weight 4 only, more than 65535 not at all: the error wraps
// [ErrTooLarge]. With any error, also if ctx ends or Limit is exceeded, the result so
// far is returned.
func Exhaustive(ctx context.Context, keys []gf2.Word, o ExhaustiveOptions) (ExhaustiveResult, error) {
	if o.MaxWeight <= 0 || o.MaxWeight > 8 {
		o.MaxWeight = 8
	}
	if o.Limit <= 0 {
		o.Limit = 1 << 20
	}
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Pairs == 0 {
		o.Pairs = MaxPairs
	}
	result := ExhaustiveResult{Counts: []uint64{1}}
	if len(keys) > math.MaxUint16 {
		return result, fmt.Errorf("%w: an exhaustive search takes %d keys at most, not %d",
			ErrTooLarge, math.MaxUint16, len(keys))
	}
	x := &exhaustion{
		ExhaustiveOptions: o,
		keys:              keys,
		words:             append(scramble(keys), 0),
		report:            serial(o.Progress),
	}
	for k := 1; 2*k-1 <= o.MaxWeight; k++ {
		if k > 2 && Choose(len(keys)+1, 2) > o.Pairs {
			return result, fmt.Errorf("%w: an exhaustive search beyond weight 4 takes %d keys at most, not %d; use Stern",
				ErrTooLarge, int(math.Sqrt(2*o.Pairs+.25)-.5), len(keys))
		}
		if err := x.level(ctx, k, &result); err != nil {
			return result, err
		}
	}
	return result, nil
}

// scramble maps the keys linearly to words of 64 bits of which any few bits are
// as good as random; the map is one-to-one to rank 64.
func scramble(keys []gf2.Word) []uint64 {
	reduced, pivots := gf2.Reduce(keys, len(keys))
	rank := len(pivots)
	src := rand.NewPCG(uint64(len(keys)), uint64(rank))
	image := zobrist.NewKeys(rank, src)
	for gf2.Rank(gf2.Columns(image, nil)) < min(rank, 64) {
		image = zobrist.NewKeys(rank, src)
	}
	words := make([]uint64, len(keys))
	for j, c := range reduced {
		for i, word := range image {
			words[j] ^= word & -c.Bit(i)
		}
	}
	return words
}

// An exhaustion is one search.
type exhaustion struct {
	ExhaustiveOptions
	keys   []gf2.Word
	words  []uint64 // scrambled keys, and the zero key last
	report Progress
}

// A set8 is a dependent set of indices in words, ascending, then zeros.
type set8 [8]uint16

// dependency drops the zero key from a set of 2k.
func (x *exhaustion) dependency(set set8, k int) []zobrist.Feature {
	var d []zobrist.Feature
	for _, i := range set[:2*k] {
		if int(i) < len(x.keys) {
			d = append(d, zobrist.Feature(i))
		}
	}
	return d
}

// level adds to the result the dependent sets of 2k of the words.
func (x *exhaustion) level(ctx context.Context, k int, result *ExhaustiveResult) error {
	met, sums, err := x.meet(ctx, k)
	result.Sums += sums
	top := min(2*k, x.MaxWeight)
	for set := range met {
		if d := x.dependency(set, k); len(d) <= top {
			result.Dependencies = append(result.Dependencies, d)
		}
	}
	slices.SortFunc(result.Dependencies, Compare)
	if err != nil {
		return err
	}
	ways := int(math.Round(Choose(2*k, k) / 2))
	for set, times := range met {
		if int(times) != ways {
			return fmt.Errorf(
				"dependency %v met %d times, not %d: the search was incomplete; please report this",
				x.dependency(set, k), times, ways)
		}
	}
	result.Complete = top
	for len(result.Counts) <= top {
		result.Counts = append(result.Counts, 0)
	}
	for _, d := range result.Dependencies {
		if w := len(d); w > 2*k-2 {
			result.Counts[w]++
		}
	}
	return nil
}

// meet finds the dependent sets of 2k of the words, and how often each is met.
func (x *exhaustion) meet(ctx context.Context, k int) (map[set8]uint8, float64, error) {
	total := Choose(len(x.words), k)
	stage := fmt.Sprintf("exhaustive, weight %d", min(2*k, x.MaxWeight))
	prefixes := newPrefixes(ctx, x.words, k)
	met := make(map[set8]uint8)
	var (
		next, done atomic.Int64
		mutex      sync.Mutex
		group      sync.WaitGroup
		full       atomic.Bool
	)
	for range x.Threads {
		group.Go(func() {
			s := sieve{prefixes: prefixes, ctx: ctx}
			for ctx.Err() == nil && !full.Load() {
				p := next.Add(1) - 1
				if p >= 1<<prefixes.bits {
					break
				}
				sums := s.run(uint64(p))
				if ctx.Err() != nil {
					break // the sums may not be all
				}
				if len(sums) > 0 {
					mutex.Lock()
					x.collect(ctx, met, sums, k)
					if len(met) > x.Limit {
						full.Store(true)
					}
					mutex.Unlock()
				}
				x.report(stage, total*prefixes.part(done.Add(1)), total)
			}
		})
	}
	group.Wait()
	sums := total * prefixes.part(done.Load())
	if full.Load() {
		return met, sums, fmt.Errorf("%w: more than %d at weight %d; lower the weight or count them by MacWilliams",
			ErrTooMany, x.Limit, 2*k)
	}
	return met, sums, ctx.Err()
}

// collect enters each pair of disjoint sets with equal sums, until there is one more than
// Limit or ctx ends; sums is sorted.
func (x *exhaustion) collect(ctx context.Context, met map[set8]uint8, sums []keySum, k int) {
	for len(sums) > 0 {
		run := 1
		for run < len(sums) && sums[run].sum == sums[0].sum {
			run++
		}
		for i := range run {
			if i%1024 == 0 && ctx.Err() != nil {
				return
			}
			for j := range i {
				if len(met) > x.Limit {
					return
				}
				if set, ok := x.union(sums[i].set[:k], sums[j].set[:k]); ok {
					met[set]++
				}
			}
		}
		sums = sums[run:]
	}
}

// union returns the union of two sets of k; ok is false unless they are disjoint
// and their sums over all bits of the keys are equal.
func (x *exhaustion) union(a, b []uint16) (set set8, ok bool) {
	n := copy(set[:], a)
	n += copy(set[n:], b)
	slices.Sort(set[:n])
	var sum gf2.Word
	for i := range n {
		if i > 0 && set[i] == set[i-1] {
			return set, false
		}
		if int(set[i]) < len(x.keys) {
			sum = sum.Xor(x.keys[set[i]])
		}
	}
	return set, sum.IsZero()
}
