package clash_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/clash"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

const (
	startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)

func grow(tb testing.TB, fen string, limit int) *clash.Tree {
	tb.Helper()
	p, err := chess.Parse(fen, chess.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	before := p.FEN()
	t, err := clash.Grow(tb.Context(), p, limit)
	if err != nil {
		tb.Fatal(err)
	}
	if p.FEN() != before {
		tb.Errorf("Grow left %s, not %s", p.FEN(), before)
	}
	return t
}

// The tree against a walk that knows positions by their FEN.
func TestGrow(t *testing.T) {
	for _, fen := range []string{startFEN, kiwipete} {
		p, err := chess.Parse(fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		keys := zobrist.Default(781)
		var want []uint64
		var list []string
		seen := map[string]bool{}
		level := []string{p.FEN()}
		for range 3 {
			var next []string
			for _, at := range level {
				if err := p.Set(at); err != nil {
					t.Fatal(err)
				}
				name := strings.Join(strings.Fields(at)[:4], " ")
				if seen[name] {
					continue
				}
				seen[name] = true
				list = append(list, name)
				want = append(want, keys.Keys.Hash(keys.Start, p.AppendFeatures(nil)...))
				for _, m := range p.AppendMoves(nil) {
					p.Make(m)
					next = append(next, p.FEN())
					p.Unmake()
				}
			}
			level = next
		}
		tree := grow(t, fen, len(list))
		got := tree.Hashes(nil, keys.Keys, keys.Start)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d positions, want %d, or other hashes", fen, len(got), len(want))
		}
		if tree.Plies() != 2 {
			t.Errorf("%s: %d plies, want 2", fen, tree.Plies())
		}
	}
}

// Distances and sums against the features themselves, which a table of 781
// powers tells: with keys 1, 2, 4 … in turn, each hash is a part of the set.
func TestDistance(t *testing.T) {
	tree := grow(t, kiwipete, 3000)
	sets := make([][13]uint64, tree.Len())
	for part := range 13 {
		keys := make(zobrist.Keys, 781)
		for i := range 64 {
			if f := part*64 + i; f < len(keys) {
				keys[f] = 1 << i
			}
		}
		for i, h := range tree.Hashes(nil, keys, 0) {
			sets[i][part] = h
		}
	}
	ones := func(s [13]uint64) (n int) {
		for _, w := range s {
			for ; w != 0; w &= w - 1 {
				n++
			}
		}
		return n
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		i, j := r.IntN(tree.Len()), r.IntN(tree.Len())
		var d [13]uint64
		for k := range d {
			d[k] = sets[i][k] ^ sets[j][k]
		}
		if got, want := tree.Distance(i, j), ones(d); got != want {
			t.Fatalf("positions %d and %d: distance %d, want %d", i, j, got, want)
		}
	}
	for i, set := range sets {
		var again [13]uint64
		for _, f := range tree.AppendFeatures(nil, i) {
			again[f/64] ^= 1 << (f % 64)
		}
		if again != set {
			t.Fatalf("position %d has other features", i)
		}
	}
	unit := make(zobrist.Keys, 781)
	for i := range unit {
		unit[i] = 1
	}
	for i, n := range tree.Sums(nil, unit, 5) {
		if want := ones(sets[i]) + 5; n != uint64(want) {
			t.Fatalf("position %d: the sum of ones is %d, want %d", i, n, want)
		}
	}
}

// Clashes against all pairs.
func TestCount(t *testing.T) {
	tree := grow(t, startFEN, 2000)
	hashes := tree.Hashes(nil, zobrist.NewKeys(781, rand.NewPCG(5, 6)).Truncate(12), 0)
	var want clash.Count
	for i := range hashes {
		for j := range i {
			if hashes[i] == hashes[j] {
				d := tree.Distance(i, j)
				want.Pairs++
				if d < 9 {
					want.Near++
				}
				if want.Nearest == 0 || d < want.Nearest {
					want.Nearest = d
				}
			}
		}
	}
	if got := tree.Count(hashes, 9); got != want || got.Pairs == 0 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func families(tb testing.TB) []clash.Family {
	tb.Helper()
	return []clash.Family{
		{Name: "coded", Keys: func(bits int, seed uint64) (zobrist.Keys, uint64, int, error) {
			c, err := zobrist.NewCode(781, bits)
			if err != nil {
				return nil, 0, 0, err
			}
			return c.Set(rand.NewPCG(seed, 1)).Keys, 0, c.Distance(), nil
		}},
		{Name: "random", Keys: func(bits int, seed uint64) (zobrist.Keys, uint64, int, error) {
			return zobrist.NewKeys(781, rand.NewPCG(seed, 2)).Truncate(bits), 0, 1, nil
		}},
	}
}

// What guaranteed distance buys: no clash of near positions, and as many of
// all as random keys have. The expected numbers are for uniform hashes;
// counts are summed over so many seeds that 5σ is a false alarm in a million.
func TestCompare(t *testing.T) {
	positions, seeds := 40_000, 8
	if oracle.Short() {
		positions, seeds = 8000, 4
	}
	tree := grow(t, kiwipete, positions)
	rows, err := clash.Compare(context.Background(), tree, clash.CompareOptions{
		Widths: []int{24, 31}, Seeds: seeds, Sample: 5 * positions, Features: 781,
	}, families(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Name == "coded" && r.Near != 0 || r.Name == "coded" && r.Nearest != 0 && r.Nearest < r.Guarantee {
			t.Errorf("%+v: a clash below the guaranteed distance", r)
		}
		off := math.Abs(float64(r.Near) - r.ExpectedNear)
		if r.Name == "random" && r.Bits == 24 && off > 5*math.Sqrt(r.ExpectedNear)+0.1*r.ExpectedNear {
			t.Errorf("%+v: near clashes of random keys are far from expected", r)
		}
		// Clashes come in families (A and B clash, so do A ∪ C and B ∪ C), so
		// that their number scatters more widely than a Poisson number.
		if math.Abs(float64(r.Pairs)-r.ExpectedAll) > 5*3*math.Sqrt(r.ExpectedAll) {
			t.Errorf("%+v: clashes are far from expected", r)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = clash.Compare(ctx, tree, clash.CompareOptions{Features: 781}, families(t)...)
	if err != context.Canceled {
		t.Errorf("cancelled: error %v", err)
	}
	p, err := chess.Parse(startFEN, chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := clash.Grow(ctx, p, 1000); err != context.Canceled {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestChiSquare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	hashes := make([]uint64, 1<<18)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	for _, at := range [][2]int{{0, 8}, {52, 12}, {30, 16}} {
		got := clash.ChiSquare(hashes, at[0], at[1])
		if off := math.Abs(got-1) / math.Sqrt(2/float64(int(1)<<at[1]-1)); off > 4 {
			t.Errorf("random hashes: χ²/df %.3f, %.1f σ from 1", got, off)
		}
	}
	for i := range hashes {
		hashes[i] = uint64(i)
	}
	if got := clash.ChiSquare(hashes, 0, 8); got != 0 {
		t.Errorf("evenly spread hashes: χ²/df %g, want 0", got)
	}
	if got := clash.ChiSquare(make([]uint64, 256), 0, 8); got != 256 {
		t.Errorf("equal hashes: χ²/df %g, want 256", got)
	}
	if got := clash.ChiSquare(nil, 0, 8); !math.IsNaN(got) {
		t.Errorf("no hashes: %g", got)
	}
}

// The issue's sizes: one search tree of a million positions at 24, 31 and 41
// bits, twenty seeds.
func TestCompareLarge(t *testing.T) {
	oracle.Long(t, "clashes in a tree of a million positions")
	tree := grow(t, kiwipete, 1_000_000)
	rows, err := clash.Compare(context.Background(), tree, clash.CompareOptions{Features: 781}, families(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		t.Logf("%+v", r)
		if r.Name == "coded" && r.Near != 0 {
			t.Errorf("%+v: a clash below the guaranteed distance", r)
		}
	}
}

func Example() {
	p, err := chess.New(chess.Options{})
	if err != nil {
		panic(err)
	}
	tree, err := clash.Grow(context.Background(), p, 5000)
	if err != nil {
		panic(err)
	}
	code, err := zobrist.NewCode(781, 21)
	if err != nil {
		panic(err)
	}
	keys := code.Set(rand.NewPCG(1, 2)).Keys
	count := tree.Count(tree.Hashes(nil, keys, 0), code.Distance())
	fmt.Printf("%d positions to ply %d\n", tree.Len(), tree.Plies())
	fmt.Printf("pairs with equal hashes of 21 bits, nearer than %d features: %d\n", code.Distance(), count.Near)
	// Output:
	// 5000 positions to ply 3
	// pairs with equal hashes of 21 bits, nearer than 6 features: 0
}

func BenchmarkGrow(b *testing.B) {
	p, err := chess.Parse(kiwipete, chess.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := clash.Grow(b.Context(), p, 100_000); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100_000, "ns/position")
}

func BenchmarkCount(b *testing.B) {
	tree := grow(b, kiwipete, 100_000)
	keys := zobrist.NewKeys(781, rand.NewPCG(1, 2)).Truncate(41)
	var hashes []uint64
	for b.Loop() {
		hashes = tree.Hashes(hashes[:0], keys, 0)
		tree.Count(hashes, 10)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100_000, "ns/position")
}
