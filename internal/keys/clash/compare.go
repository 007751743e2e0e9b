package clash

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

// A Family is a kind of tables of keys that differ in their seed.
type Family struct {
	Name string
	// Keys returns the keys of a width under a seed, 1, 2, …, the start value,
	// and the guaranteed distance, 1 if there is none.
	Keys func(bits int, seed uint64) (keys zobrist.Keys, start uint64, distance int, err error)
	// Seeds is the number of seeds to try, 1 for a single table; 0 means the
	// number in the CompareOptions.
	Seeds int
}

// CompareOptions say what [Compare] counts.
type CompareOptions struct {
	Widths []int // nil: 24, 31 and 41 bits
	Seeds  int   // tables of each family; 0 means 20
	Sample int   // pairs to estimate the number of near ones; 0 means 1,000,000
	Near   int   // distance below which pairs are near; 0: what coded keys of the width guarantee
	// Features is the number of features of the game; it matters only if Near
	// is 0.
	Features int
	Progress func(done, total int) // may be nil
}

// A Row is the clashes under the tables of one family at one width, summed
// over its seeds, beside what uniform random hashes would have.
type Row struct {
	Name         string  `json:"name"`
	Bits         int     `json:"bits"`
	Seeds        int     `json:"seeds"`
	Guarantee    int     `json:"guarantee"` // distance; 1: none
	Pairs        uint64  `json:"pairs"`     // with equal hashes
	ExpectedAll  float64 `json:"expectedPairs"`
	Distance     int     `json:"near"`      // what near means: a distance below this
	Near         uint64  `json:"nearPairs"` // of Pairs
	ExpectedNear float64 `json:"expectedNearPairs"`
	Nearest      int     `json:"nearest"` // least distance of a pair with equal hashes; 0: no pair
}

// Compare counts the clashes in a tree under the tables of each family, at
// each width. When ctx ends it returns the rows so far and its error.
func Compare(ctx context.Context, t *Tree, o CompareOptions, families ...Family) ([]Row, error) {
	if o.Widths == nil {
		o.Widths = []int{24, 31, 41}
	}
	if o.Seeds <= 0 {
		o.Seeds = 20
	}
	if o.Sample <= 0 {
		o.Sample = 1_000_000
	}
	near, err := o.near()
	if err != nil {
		return nil, err
	}
	parts := t.Near(o.Sample, rand.NewPCG(1, 2), near...)
	pairs := float64(t.Len()) * float64(t.Len()-1) / 2
	total, done := 0, 0
	for _, f := range families {
		total += len(o.Widths) * f.seeds(o.Seeds)
	}
	var rows []Row
	var hashes []uint64
	for i, bits := range o.Widths {
		for _, f := range families {
			row := Row{Name: f.Name, Bits: bits, Seeds: f.seeds(o.Seeds), Distance: near[i]}
			for seed := range row.Seeds {
				if err := ctx.Err(); err != nil {
					return rows, err
				}
				keys, start, distance, err := f.Keys(bits, uint64(seed)+1)
				if err != nil {
					return rows, err
				}
				hashes = t.Hashes(hashes[:0], keys, start)
				row.add(t.Count(hashes, near[i]))
				row.Guarantee = distance
				if done++; o.Progress != nil {
					o.Progress(done, total)
				}
			}
			row.ExpectedAll = float64(row.Seeds) * math.Ldexp(pairs, -bits)
			row.ExpectedNear = row.ExpectedAll * parts[i]
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// near returns for each width the distance below which pairs are near.
func (o CompareOptions) near() ([]int, error) {
	var near []int
	for _, bits := range o.Widths {
		d := o.Near
		if d == 0 {
			c, err := zobrist.NewCode(o.Features, bits)
			if err != nil {
				return nil, err
			}
			d = c.Distance()
		}
		near = append(near, d)
	}
	return near, nil
}

func (f Family) seeds(n int) int {
	if f.Seeds > 0 {
		return f.Seeds
	}
	return n
}

func (r *Row) add(c Count) {
	r.Pairs += c.Pairs
	r.Near += c.Near
	if c.Nearest > 0 && (r.Nearest == 0 || c.Nearest < r.Nearest) {
		r.Nearest = c.Nearest
	}
}
