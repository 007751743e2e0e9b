package lab_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// Published of the extended Golay code of 24 bits: weights 0, 8, 12, 16, 24; 759 words of weight 8; rank 12.
func TestGolay(t *testing.T) {
	count := make(map[int]int)
	keys := lab.Golay(4095, rand.New(rand.NewPCG(1, 2)))
	for _, k := range keys {
		count[bits.OnesCount64(k)]++
	}
	if len(count) != 4 || count[8] != 759 || count[12] != 2576 || count[16] != 759 || count[24] != 1 {
		t.Errorf("weights %v", count)
	}
	if rank := dependency.Rank(zobrist.Set{Keys: keys}); rank != 12 {
		t.Errorf("rank %d", rank)
	}
}

// Moving keys keeps every dependency, and takes pairs to distance 1.
func TestMoved(t *testing.T) {
	keys := zobrist.NewKeys(60, rand.NewPCG(3, 4)).Truncate(24)
	image := lab.Moved(keys)
	count := func(k zobrist.Keys) any {
		e, err := dependency.MacWilliams(t.Context(), gf2.Columns(k, nil), dependency.MacWilliamsOptions{MaxWeight: 8})
		if err != nil {
			t.Fatal(err)
		}
		return [2]string{e.Counts[6].String(), e.Counts[8].String()}
	}
	if a, b := count(keys), count(image); a != b {
		t.Errorf("dependencies %v, moved %v", a, b)
	}
	if d := bits.OnesCount64(image[0] ^ image[1]); d != 1 {
		t.Errorf("distance %d of the first pair", d)
	}
}

// A correlation takes four tables, also if fewer trials are wanted.
func TestDistancesOfOneTrial(t *testing.T) {
	r := run(t, lab.Distances(), lab.Options{Trials: 1})
	if got := r.Table("hamming-correlation").Rows[0][1]; got != 4 {
		t.Errorf("a correlation of %v tables, want 4", got)
	}
}

// A linear code clashes far more than random keys, coded keys do not, wherever their distances are.
func TestDistances(t *testing.T) {
	oracle.Full(t, "the experiment on distances")
	r := run(t, lab.Distances(), lab.Options{Trials: 5})
	for _, row := range r.Table("hamming-made").Rows {
		name, rank, dependency, ratio := row[0], row[4].(int), row[5].(int), row[11].(float64)
		switch name {
		case "words of the Golay code":
			if rank != 12 || ratio < 1000 {
				t.Errorf("%v: rank %d, %.2f times the clashes of uniform hashes", name, rank, ratio)
			}
		case "coded", "coded, moved to distance 1":
			if rank != 24 || dependency < 6 || row[12].(float64) != 0 {
				t.Errorf("%v: rank %d, dependency %d, %v near clashes", name, rank, dependency, row[12])
			}
			fallthrough
		default:
			if ratio < .6 || ratio > 1.6 {
				t.Errorf("%v: %.2f times the clashes of uniform hashes", name, ratio)
			}
		}
	}
	if len(r.Table("hamming-correlation").Rows) != 4 {
		t.Error("no correlations")
	}
}

// Of a textbook: x = 1..5 with two places exchanged have Pearson's and Spearman's coefficient .9.
func TestCorrelation(t *testing.T) {
	r, low, high := lab.Correlation(lab.Ranks([]float64{1, 2, 30, 400, 5000}), lab.Ranks([]float64{1, 3, 2, 4, 5}))
	if r < .8999 || r > .9001 || low > .1 || high < .99 {
		t.Errorf("%.4f, %.4f to %.4f", r, low, high)
	}
}
