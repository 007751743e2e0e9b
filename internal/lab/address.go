package lab

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/tabulation"
)

// placement is a chess position as an integer of 320 bits, the most
// significant word first: side, castling rights and en-passant file, then four
// bits for each square from h8 down to a1.
type placement [5]uint64

// integer writes the features of a position as one integer.
func integer(features []zobrist.Feature) (p placement) {
	for _, f := range features {
		if f >= 768 {
			p[0] |= 1 << (f - 768)
			continue
		}
		square := f % 64
		p[4-square/16] |= uint64(f/64+1) << (4 * (square % 16))
	}
	return p
}

// someChess returns the integers and hashes of n different positions of random
// games.
func someChess(o Options, n int) ([]placement, []uint64, error) {
	keys := zobrist.NewKeys(chess.Space().Len(), o.source(6, 1))
	p, err := chess.New(chess.Options{Set: zobrist.Set{Keys: keys, Start: zobrist.Start(o.source(6, 2))}})
	if err != nil {
		return nil, nil, err
	}
	r := o.rand(6, 3)
	seen := make(map[placement]bool)
	var integers []placement
	var hashes []uint64
	var features []zobrist.Feature
	add := func() {
		features = p.AppendFeatures(features[:0])
		if x := integer(features); !seen[x] && len(integers) < n {
			seen[x] = true
			integers, hashes = append(integers, x), append(hashes, p.Hash())
		}
	}
	for len(integers) < n {
		playRandom(p, r, 120, add)
	}
	return integers, hashes, nil
}

// spread returns χ² per degree of freedom of the addresses in a table of n
// slots, and the fraction of the positions that meet another at theirs.
func spread(addresses []uint64, n uint64) (chi2, clashing float64) {
	load := make([]int, n)
	for _, a := range addresses {
		load[a]++
	}
	expected := float64(len(addresses)) / float64(n)
	for _, l := range load {
		chi2 += (float64(l) - expected) * (float64(l) - expected) / expected
		if l > 1 {
			clashing += float64(l)
		}
	}
	return chi2 / float64(n-1), clashing / float64(len(addresses))
}

// Divide is the method that Zobrist's report of 1970 compares its own with. The whole position, written as one
// integer, is divided by the number of slots n. The remainder is the address, and the slot stores the quotient to
// tell its position from others. No two positions are confused, but an entry is nearly as wide as a position.
//
// Position has the most significant word first, and becomes the quotient. One division of 128 by 64 bits a word; n = 0
// panics.
func Divide(position []uint64, n uint64) (remainder uint64) {
	for i, w := range position {
		position[i], remainder = bits.Div64(remainder, w, n)
	}
	return remainder
}

func modulo(h, n uint64) uint64 { return h % n }

// addressLaw compares the ways from a hash to an address, and the division of
// the whole position by the number of slots, which Zobrist's report of 1970
// has beside its own method.
func addressLaw(ctx context.Context, o Options, n int, done func(float64)) (*Table, error) {
	integers, hashes, err := someChess(o, n)
	if err != nil {
		return nil, err
	}
	t := newTable("addresses", n)
	ticks := []uint64{15 * 1092, 16381, 1 << 14}
	uniform := t.Plot.Add(plot.Line, "uniform hashes")
	for i := range ticks {
		uniform.Point(float64(i), 1)
	}
	methods := []struct {
		name    string
		slots   []uint64
		address func(h uint64, n uint64) uint64 // nil: division of the position
	}{
		{"mask", []uint64{1 << 14}, func(h, n uint64) uint64 { return h & (n - 1) }},
		{"fold", []uint64{1 << 14}, func(h, n uint64) uint64 { return tabulation.Fold(h, bits.Len64(n-1)) }},
		{"modulo", []uint64{1 << 14, 16381, 15 * 1092}, modulo},
		{"multiply-high", []uint64{1 << 14, 16381, 15 * 1092}, tabulation.MultiplyHigh},
		{"division of the position", []uint64{1 << 14, 16381, 15 * 1092}, nil},
	}
	for i, m := range methods {
		done(float64(i) / float64(len(methods)))
		if ctx.Err() != nil {
			return t, ctx.Err()
		}
		s := t.Plot.Add(plot.Points, m.name+", 95 %")
		for _, slots := range m.slots {
			addresses := make([]uint64, n)
			stored := 64 - (bits.Len64(slots) - 1)
			if m.address == nil {
				stored = 0
			}
			for k := range addresses {
				if m.address != nil {
					addresses[k] = m.address(hashes[k], slots)
					continue
				}
				quotient := integers[k]
				addresses[k] = Divide(quotient[:], slots)
				stored = max(stored, width(quotient))
			}
			chi2, clashing := spread(addresses, slots)
			random := 1 - math.Pow(1-1/float64(slots), float64(n-1))
			half := 1.96 * math.Sqrt(2/float64(slots-1))
			t.Add(m.name, slots, chi2, chi2-half, chi2+half, clashing, random, stored)
			s.Between(float64(slices.Index(ticks, slots))+.1*float64(i-2), chi2, chi2-half, chi2+half)
		}
	}
	done(1)
	return t, nil
}

// width returns the number of bits of a number.
func width(p placement) int {
	for i, w := range p {
		if w != 0 {
			return 64*(len(p)-1-i) + bits.Len64(w)
		}
	}
	return 0
}
