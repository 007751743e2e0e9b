package odds_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/odds"
)

// near reports whether got is want to a relative error of tolerance.
func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*math.Abs(want)
}

// exp(−2^−m), m = 0 … 10, to six places.
func TestNoErrorLimit(t *testing.T) {
	for m, want := range []float64{
		.367879, .606531, .778801, .882497, .939413, .969233, .984496, .992218, .996101, .998049, .999024,
	} {
		if got := odds.NoRetrievalError(60, m); math.Abs(got-want) > 5e-7 {
			t.Errorf("m = %d: %.6f, want %.6f", m, got, want)
		}
	}
}

// The report prints 3 % for 20-bit and .1 % for 25-bit codes in a table of 32K.
func TestReportExample(t *testing.T) {
	for m, want := range map[int]float64{5: .03, 10: .001} {
		if got := odds.SomeRetrievalError(15, m); !near(got, want, .05) {
			t.Errorf("32K entries, %d bits: error rate %.5f, the report says %g", 15+m, got, want)
		}
	}
}

// Against arithmetic of 2000 bits, from 1 to 2^128 retrievals.
func TestNoErrorExactly(t *testing.T) {
	power := func(n, m int) *big.Float { // (1 − 2^−(n+m))^(2^n)
		p := new(big.Float).SetPrec(2000).SetMantExp(big.NewFloat(1).SetPrec(2000), -(n + m))
		p.Sub(big.NewFloat(1).SetPrec(2000), p)
		for range n {
			p.Mul(p, p)
		}
		return p
	}
	for _, n := range []int{0, 1, 2, 5, 15, 20, 64, 128} {
		for _, m := range []int{0, 1, 5, 10, 64, 128} {
			p := power(n, m)
			want, _ := p.Float64()
			rest, _ := new(big.Float).Sub(big.NewFloat(1).SetPrec(2000), p).Float64()
			if got := odds.NoRetrievalError(n, m); !near(got, want, 1e-12) {
				t.Errorf("NoRetrievalError(%d, %d) = %g, want %g", n, m, got, want)
			}
			if got := odds.SomeRetrievalError(n, m); !near(got, rest, 1e-12) {
				t.Errorf("SomeRetrievalError(%d, %d) = %g, want %g", n, m, got, rest)
			}
		}
	}
	for _, nm := range [][2]int{{-1, 5}, {3, -4}} {
		if got := odds.NoRetrievalError(nm[0], nm[1]); !math.IsNaN(got) {
			t.Errorf("NoRetrievalError(%d, %d) = %g", nm[0], nm[1], got)
		}
	}
	if got := odds.NoRetrievalError(900, 200); got != 1 {
		t.Errorf("NoRetrievalError(900, 200) = %g", got)
	}
	if got := odds.SomeRetrievalError(900, 200); got != math.Ldexp(1, -200) {
		t.Errorf("SomeRetrievalError(900, 200) = %g", got)
	}
}

func TestBirthday(t *testing.T) {
	for _, test := range []struct {
		name      string
		got, want float64
		within    float64
	}{
		{"32 bits, 65,536 items", odds.Clash(65536, 32), .39347, 1e-5 / .39347},
		{"32 bits, median", odds.ItemsForClash(.5, 32), 77163, 0},
		{"32 bits, mean first clash", math.Round(odds.FirstClash(32)), 82137, 0},
		{"48 bits, mean first clash", odds.FirstClash(48), 2.103e7, 5e-4},
		{"64 bits, mean first clash", odds.FirstClash(64), 5.383e9, 5e-4},
		{"10^10 positions at 64 bits", odds.ClashingPairs(1e10, 64), 2.7105, 1e-4},
		{"two items", odds.Clash(2, 128), math.Ldexp(1, -128), 1e-12},
		{"one item", odds.Clash(1, 8), 0, 0},
		{"more items than hashes", odds.Clash(257, 8), 1, 0},
		{"2^40 items at 128 bits", odds.Clash(1<<40, 128), (math.Ldexp(1, 80) - math.Ldexp(1, 40)) / math.Ldexp(1, 129),
			1e-12},
	} {
		if !near(test.got, test.want, test.within) {
			t.Errorf("%s: %.10g, want %.10g", test.name, test.got, test.want)
		}
	}
}

// Nothing clashes among fewer than two items, and the 0 has no sign.
func TestClashOfFew(t *testing.T) {
	for _, items := range []float64{0, .5, 1} {
		if p, n := odds.Clash(items, 32), odds.ClashingPairs(items, 32); fmt.Sprint(p, n) != "0 0" {
			t.Errorf("%v items: probability %v, %v pairs, want 0 and 0", items, p, n)
		}
	}
}

// The product in arithmetic of 2200 bits, on both sides of every change of
// method, and at widths of which the square of items/2^bits is no float64: from
// 530 bits on more than 1000 items were said never to clash.
func TestClashExactly(t *testing.T) {
	type test struct{ items, bits int }
	tests := []test{
		{2, 1}, {3, 8}, {20, 8}, {256, 8}, {900, 20}, {1001, 21}, {1001, 30}, {5000, 24},
		{40000, 21}, {1000, 64}, {1001, 64}, {50000, 128}, {2000, 200},
		{2, 12}, {1000, 12}, {2470, 12}, {2, 13}, {3, 13}, {819, 13}, {820, 13}, {3490, 13}, {39500, 20},
	}
	for bits := 500; bits <= 1000; bits += 20 {
		tests = append(tests, test{2, bits}, test{1000, bits}, test{1001, bits}, test{2000, bits})
	}
	const precision = 2200
	for _, test := range tests {
		none := new(big.Float).SetPrec(precision).SetInt64(1)
		hashes := new(big.Float).SetPrec(precision).SetMantExp(big.NewFloat(1), test.bits)
		for i := range test.items {
			f := new(big.Float).SetPrec(precision).SetInt64(int64(i))
			f.Quo(f, hashes)
			f.Sub(big.NewFloat(1).SetPrec(precision), f)
			none.Mul(none, f)
		}
		want, _ := new(big.Float).Sub(big.NewFloat(1).SetPrec(precision), none).Float64()
		if got := odds.Clash(float64(test.items), test.bits); !near(got, want, 1e-11) {
			t.Errorf("Clash(%d, %d) = %.15g, want %.15g", test.items, test.bits, got, want)
		}
		want, _ = none.Float64()
		if got := odds.NoClash(float64(test.items), test.bits); !near(got, want, 1e-9) {
			t.Errorf("NoClash(%d, %d) = %.15g, want %.15g", test.items, test.bits, got, want)
		}
	}
}

// More items of wide hashes than can be multiplied out: log(1−x) is −x there to
// a hundred digits.
func TestClashOfWideHashes(t *testing.T) {
	for bits := 400; bits <= 1000; bits += 50 {
		for _, items := range []float64{1e6, 1e30, math.Ldexp(1, bits/2-10), math.Ldexp(3, bits/2)} {
			pairs := math.Ldexp(items, -bits) * (items - 1) / 2
			if got, want := odds.Clash(items, bits), -math.Expm1(-pairs); !near(got, want, 1e-13) {
				t.Errorf("Clash(%g, %d) = %.15g, want %.15g", items, bits, got, want)
			}
			if got, want := odds.NoClash(items, bits), math.Exp(-pairs); !near(got, want, 1e-13) {
				t.Errorf("NoClash(%g, %d) = %.15g, want %.15g", items, bits, got, want)
			}
		}
		for _, p := range []float64{1e-60, 1e-30, .5} {
			want := math.Sqrt(-2*math.Log1p(-p)) * math.Sqrt(math.Ldexp(1, bits))
			if got := odds.ItemsForClash(p, bits); !near(got, want, 1e-13) {
				t.Errorf("ItemsForClash(%g, %d) = %.15g, want %.15g", p, bits, got, want)
			}
		}
	}
}

// Pairs of fractions in Python: float(Fraction(items*(items-1), 2**(bits+1))).
func TestClashingPairs(t *testing.T) {
	for _, c := range []struct {
		items float64
		bits  int
		want  float64
	}{
		{0, 64, 0}, {1, 64, 0}, {2, 0, 1}, {3, 1071, 1.2e-322}, {1e200, 1000, 4.666318092516094e+98},
		{1e160, 1023, 556268464626.8003}, {1e308, 2100, 3.435414227961984e-17},
	} {
		if got := odds.ClashingPairs(c.items, c.bits); !near(got, c.want, 1e-13) {
			t.Errorf("%g items of %d bits: %g pairs, want %g", c.items, c.bits, got, c.want)
		}
	}
}

// The least numbers with a clash of probability ½, the medians, and the nearest to ½, by fractions in Python.
func TestItemsForClashAtHalf(t *testing.T) {
	medians := []float64{2, 3, 4, 5, 7, 10, 14, 20, 27, 38, 54, 76}
	for i, median := range medians {
		want := median
		if i+1 == 8 {
			want = 19
		}
		if got := odds.ItemsForClash(.5, i+1); got != want {
			t.Errorf("%d bits: %g items, want %g", i+1, got, want)
		}
	}
}

// The sum of logarithms took a second to reach what underflows to 0 anyway.
func TestNoClashAmongMany(t *testing.T) {
	start := time.Now()
	for bits := 13; bits <= 26; bits++ {
		for items := math.Ldexp(1, bits) - 3; items <= math.Ldexp(1, bits)+1; items++ {
			if p, none := odds.Clash(items, bits), odds.NoClash(items, bits); p != 1 || none != 0 {
				t.Errorf("%g items of %d bits: %g and %g, want 1 and 0", items, bits, p, none)
			}
		}
	}
	if spent := time.Since(start); spent > time.Second {
		t.Errorf("it took %v", spent)
	}
}

// The mean from the sum and from the series agree if both hold, and
// ItemsForClash inverts Clash.
func TestFirstClash(t *testing.T) {
	for bits := 4; bits <= 12; bits++ {
		hashes := math.Ldexp(1, bits)
		series := math.Sqrt(math.Pi/2*hashes) - 1./3 + math.Sqrt(math.Pi/2/hashes)/12 - 4/(135*hashes)
		if got := odds.FirstClash(bits); !near(got, series, 1e-3/hashes) {
			t.Errorf("%d bits: %.12g, series %.12g", bits, got, series)
		}
	}
	for _, bits := range []int{1, 8, 16, 21, 32, 48} {
		for _, p := range []float64{1e-6, .01, .5, .99} {
			n := odds.ItemsForClash(p, bits)
			off := math.Abs(odds.Clash(n, bits) - p)
			if n > 2 && math.Abs(odds.Clash(n-1, bits)-p) < off || math.Abs(odds.Clash(n+1, bits)-p) < off {
				t.Errorf("%d bits: %g items for a clash with probability %g", bits, n, p)
			}
		}
	}
	if got := odds.FirstClash(0); got != 1 {
		t.Errorf("one hash: first clash at %g", got)
	}
}

func TestTable(t *testing.T) {
	table := odds.Tags{Probes: 1e9, Fill: 1, Slots: 4, TagBits: 32}
	if got, want := table.WrongHits(), 1e9*4*math.Ldexp(1, -32); !near(got, want, 1e-9) {
		t.Errorf("wrong hits: %g, want N·ρ·B·2^−k = %g", got, want)
	}
	if got, want := table.SomeError(), -math.Expm1(-table.WrongHits()); !near(got, want, 1e-6) {
		t.Errorf("some error: %g, want %g", got, want)
	}
	if got := table.NoError() + table.SomeError(); !near(got, 1, 1e-15) {
		t.Errorf("probabilities sum to %g", got)
	}
	table.TagBits = 128
	if got, want := table.WrongHits(), 4e9*math.Ldexp(1, -128); !near(got, want, 1e-12) {
		t.Errorf("128 bits: %g, want %g", got, want)
	}
	// A tag that shares bits with the index is worth less.
	table.TagBits, table.IndexBits, table.HashBits = 32, 40, 64
	if got := table.Bits(); got != 24 {
		t.Errorf("64 bits, 40 of index, 32 of tag: %d bits beyond the index, want 24", got)
	}
	if got := (odds.Tags{}).NoError(); got != 1 {
		t.Errorf("no probes: %g", got)
	}
	if got := (odds.Tags{Probes: 5, Fill: 1}).WrongHits(); got != 5 {
		t.Errorf("no tag: %g wrong hits of 5 probes", got)
	}
	// Of 8 tags a cluster of 4 slots has 4 different ones, never one twice.
	for slots, want := range map[float64]float64{1: .125, 4: .5, 8: 1, 16: 1} {
		if got := (odds.Tags{Fill: 1, Slots: slots, TagBits: 3}).WrongHit(); got != want {
			t.Errorf("3 bits, %g slots: %g, want %g", slots, got, want)
		}
	}
}

func TestTagBits(t *testing.T) {
	base := odds.Tags{Probes: 1e9, Fill: .5, Slots: 4}
	for _, wanted := range []float64{2, 1, 1e-3, 1e-9, 1e-30} {
		bits := odds.TagBits(base, wanted)
		with := base
		with.TagBits = bits
		less := base
		less.TagBits = bits - 1
		if with.WrongHits() > wanted || less.WrongHits() <= wanted {
			t.Errorf("%d bits for %g wrong hits: %g, with one less %g", bits, wanted, with.WrongHits(),
				less.WrongHits())
		}
	}
	if got := odds.TagBits(base, 0); got != -1 {
		t.Errorf("no errors at all with %d bits", got)
	}
}

// Integrals of the gamma density in arithmetic of 45 digits. At 1e15 the limits
// took two minutes and did not contain the count.
func TestPoissonLimits(t *testing.T) {
	for _, test := range []struct {
		n         uint64
		low, high float64
	}{
		{0, 0, 5.2983173665480366775},
		{1, 0.0050125418235442820431, 7.4301295002801224213},
		{2, 0.10349454674809103789, 9.2737920892555447159},
		{3, 0.33786338872773329574, 10.977477495329765790},
		{10, 3.7169221314671175171, 21.397827499654269876},
		{50, 33.663781652739590475, 71.266088475451086950},
		{100, 76.120495843689183806, 128.76058012010244979},
		{350, 303.68975099997330718, 401.13449571915479904},
		{499, 443.33938804777357429, 559.47403316159582632},
		{500, 444.28176159073416192, 560.53160362480929798},
		{1000, 920.42404616335914805, 1084.3728680643891857},
		{1e6, 997426.04902124081212, 1002578.7088640062861},
		{1e9, 999918547.00366949526, 1000081457.7529689658},
		{1e12, 999997424172.57474999, 1000002575832.1818490},
		{1e15, 999999918545127.24810, 1000000081454877.5085},
		{1 << 53, 9007199010278653.7930, 9007199499203334.9636},
		{math.MaxUint64, 18446744062646448998, 18446744084772654237},
	} {
		if low, high := odds.PoissonLimits(test.n); !near(low, test.low, 1e-13) || !near(high, test.high, 1e-13) {
			t.Errorf("%d: %.17g and %.17g, want %.17g and %.17g", test.n, low, high, test.low, test.high)
		}
	}
	// Half a per cent lies beyond each limit, here by adding up all terms.
	atMost := func(n uint64, mean float64) float64 {
		sum, term := 0.0, math.Exp(-mean)
		for k := range n + 1 {
			sum += term
			term *= mean / float64(k+1)
		}
		return sum
	}
	for n := range uint64(600) {
		low, high := odds.PoissonLimits(n)
		if p := atMost(n, high); !near(p, .005, 1e-11) {
			t.Errorf("%d: up to it %.15g at the upper limit", n, p)
		}
		if n > 0 && !near(atMost(n-1, low), .995, 1e-12) {
			t.Errorf("%d: below it %.15g at the lower limit", n, atMost(n-1, low))
		}
	}
}

func TestNewPlan(t *testing.T) {
	p := odds.NewPlan(odds.PlanOptions{Positions: 1e8, Probes: 1e10, Payload: 64, Slots: 4, PowerOfTwo: true})
	if p.IndexBits != 25 || p.Entries != 1<<27 {
		t.Errorf("plan %+v: want 2^25 clusters of 4", p)
	}
	if p.WrongHits > 1 || p.Bytes != p.Entries*float64(p.TagBits+64)/8 {
		t.Errorf("plan %+v", p)
	}
	exact := odds.NewPlan(odds.PlanOptions{Positions: 1e8, Probes: 1e10, Payload: 64, Slots: 4})
	if exact.Entries != 1e8 || exact.Bytes >= p.Bytes {
		t.Errorf("plan %+v", exact)
	}
	// Rounding added a cluster.
	if p := odds.NewPlan(odds.PlanOptions{Positions: 42, Payload: 64, Fill: .7, Slots: 6}); p.Entries != 60 {
		t.Errorf("plan %+v: want 10 clusters of 6", p)
	}
}

// As many positions as fit, and not one more. The third and the fourth options
// gave 31 and 20 bytes too many, since rounding added a cluster. The fifth gave
// a table of 67 bytes with no positions: not one cluster fits. The last had half
// of the positions that fit: the tag is shorter in a table that is less full.
func TestFit(t *testing.T) {
	type test struct {
		options odds.PlanOptions
		bytes   float64
	}
	tests := []test{
		{odds.PlanOptions{Probes: 1e10, Payload: 64, Slots: 4}, 1 << 30},
		{odds.PlanOptions{Probes: 1e10, Payload: 64, Slots: 4, PowerOfTwo: true}, 1 << 30},
		{odds.PlanOptions{Probes: 627e6, Payload: 41, Slots: 5, Fill: .7}, 1166454},
		{odds.PlanOptions{Probes: 5.388e8, Payload: 51, Slots: 6, Fill: .7}, 665},
		{odds.PlanOptions{Probes: 1e9, Payload: 134, Slots: 4, PowerOfTwo: true}, 65},
		{odds.PlanOptions{Probes: 1e9, Payload: 32, PowerOfTwo: true}, (1 << 20) * 61 / 8},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		tests = append(tests, test{odds.PlanOptions{
			Probes: math.Exp2(50 * rng.Float64()), Payload: 1 + rng.IntN(64), Slots: float64(1 + rng.IntN(9)),
			Fill: float64(1+rng.IntN(10)) / 10, PowerOfTwo: rng.IntN(2) == 0,
		}, math.Floor(math.Exp2(50 * rng.Float64()))})
	}
	for _, test := range tests {
		o := test.options
		p := odds.Fit(o, test.bytes)
		o.Positions = p.Positions
		if p != odds.NewPlan(o) || p.Bytes > test.bytes || p.Positions == 0 && p.Bytes > 0 {
			t.Errorf("%.0f bytes, %+v: %+v", test.bytes, o, p)
		}
		o.Positions++
		if q := odds.NewPlan(o); q.Bytes <= test.bytes {
			t.Errorf("%.0f bytes, %+v: %+v, but %+v fits too", test.bytes, o, p, q)
		}
	}
	if p := odds.Fit(odds.PlanOptions{}, 0); p.Positions != 0 || p.Bytes != 0 {
		t.Errorf("nothing: %+v", p)
	}
}

// The index has as many bits as there are clusters to choose from: the
// logarithm of 2^52 + 1 is 52 after rounding.
func TestIndexBits(t *testing.T) {
	for bits := 1; bits <= 52; bits++ {
		clusters := math.Ldexp(1, bits)
		for positions, want := range map[float64]int{clusters: bits, clusters + 1: bits + 1} {
			p := odds.NewPlan(odds.PlanOptions{Positions: positions, PowerOfTwo: true})
			if p.IndexBits != want || p.Entries < positions {
				t.Errorf("%.0f positions: %+v, want %d index bits", positions, p, want)
			}
		}
	}
}

// n = 781: expected minimum of random keys; at 16, 24 and 32 bits coded keys
// meet the Hamming bound, at 64 Gilbert and Varshamov promise 10 and Hamming
// allows 18.
func TestDistances(t *testing.T) {
	for bits, want := range map[int]float64{16: 2.00, 24: 2.99, 32: 4.01, 48: 6.32, 64: 8.83, 128: 19.83} {
		if got := odds.RandomDistance(781, bits); math.Abs(got-want) > .005 {
			t.Errorf("random keys of %d bits: %.3f, want %.2f", bits, got, want)
		}
	}
	for _, d := range odds.Distances(781, 16, 24, 32, 64, 128) {
		if d.Coded > d.Limit {
			t.Errorf("%+v: beyond the Hamming bound", d)
		}
		if d.Bits <= 32 && d.Coded != d.Limit {
			t.Errorf("%+v: not optimal", d)
		}
		if d.Bits == 64 && (d.Possible != 10 || d.Limit != 18 || d.Coded != 14) {
			t.Errorf("%+v: want coded 14, possible 10, limit 18", d)
		}
	}
	// Every code of every game obeys the bound; the Golay code meets it.
	if got := odds.Distances(23, 11)[0].Limit; got != 7 {
		t.Errorf("Hamming bound of 23 keys of 11 bits: %d, want 7 (Golay)", got)
	}
	if got := odds.Distances(24, 12)[0].Limit; got != 8 {
		t.Errorf("Hamming bound of 24 keys of 12 bits: %d, want 8 (extended Golay)", got)
	}
	for _, n := range []int{1, 2, 3, 9, 16, 64, 129, 723, 781, 1024, 65536} {
		for _, d := range odds.Distances(n, 1, 2, 3, 4, 5, 6, 8, 10, 11, 16, 20, 32, 48, 64, 100, 128) {
			if d.Coded > d.Limit || d.Possible > d.Limit || d.Coded > n+1 {
				t.Errorf("%d features: %+v breaks the Hamming bound", n, d)
			}
		}
	}
	if got := len(odds.Distances(zobrist.MaxFeatures+1, 64)) + len(odds.Distances(5, 0, 129)); got != 0 {
		t.Errorf("%d rows for what does not exist", got)
	}
}

func Example() {
	table := odds.Tags{Probes: 1e9, Fill: 1, Slots: 4, TagBits: 32}
	fmt.Printf("wrong hits: %.2f\n", table.WrongHits())
	fmt.Printf("tag bits for one in a million: %d\n", odds.TagBits(table, 1e-6))
	fmt.Printf("first clash at 32 bits: %.0f\n", odds.FirstClash(32))
	// Output:
	// wrong hits: 0.93
	// tag bits for one in a million: 52
	// first clash at 32 bits: 82137
}

// TestNoError: an empty table makes no error, and says so without a sign.
func TestNoError(t *testing.T) {
	t0 := odds.Tags{Slots: 4, TagBits: 64, HashBits: 64, IndexBits: 10, Probes: 1e6}
	if p := t0.SomeError(); p != 0 || math.Signbit(p) {
		t.Errorf("probability %g", p)
	}
}
