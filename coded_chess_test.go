package zobrist_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/clash"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

// realHashes returns the 64-bit hashes of the different positions of master games.
// Positions are equal if their 128-bit hashes are.
func realHashes(tb testing.TB, set zobrist.Set, limit int) []uint64 {
	tb.Helper()
	parser, err := pgn.NewParser(chess.Options{Set: set})
	if err != nil {
		tb.Fatal(err)
	}
	var hashes []uint64
	seen := make(map[zobrist.Uint128]bool)
	var line pgn.Mainline
	games := pgn.NewScanner(bytes.NewReader(oracle.Read(tb, "pgn/masters-20k.pgn.zst")))
	for {
		chunk, err := games.Next()
		if err == io.EOF {
			return hashes
		}
		if err != nil {
			tb.Fatal(err)
		}
		for i := range chunk.Len() {
			if err := parser.Mainline(chunk, i, &line); err != nil {
				continue // a broken game; its legal part counts
			}
			for _, h := range line.Hashes {
				if !seen[h] {
					seen[h] = true
					hashes = append(hashes, h.Lo)
					if len(hashes) == limit {
						return hashes
					}
				}
			}
		}
		chunk.Release()
	}
}

// epdHashes returns the hashes of the different positions of an EPD file.
func epdHashes(tb testing.TB, set zobrist.Set, name string, limit int) []uint64 {
	tb.Helper()
	p, err := chess.New(chess.Options{Set: set, Wide: true})
	if err != nil {
		tb.Fatal(err)
	}
	var hashes []uint64
	seen := make(map[zobrist.Uint128]bool)
	for line := range strings.Lines(string(oracle.Read(tb, name))) {
		fields := strings.Fields(line)
		if len(fields) < 4 || len(hashes) == limit {
			continue
		}
		if err := p.Set(strings.Join(fields[:4], " ") + " 0 1"); err != nil {
			tb.Fatal(err)
		}
		if h := p.Hash128(); !seen[h] {
			seen[h] = true
			hashes = append(hashes, p.Hash())
		}
	}
	return hashes
}

// deviation returns how many standard deviations Pearson's statistic of some
// bits of the hashes is from what uniform ones have.
func deviation(hashes []uint64, shift, bits int) float64 {
	return (clash.ChiSquare(hashes, shift, bits) - 1) / math.Sqrt(2/float64(int(1)<<bits-1))
}

// Addresses of real positions from both ends of the hash, and from its middle,
// are as evenly spread as uniform ones: twelve statistics a source, each beyond
// five standard deviations once in a million. Opening lines, which differ in
// few features, are no such sample: the worst of two statistics was up to 44
// from 1 for 70 tables of random keys, and up to 41 for 94 of coded keys.
// Unmixed keys are beyond 70 on every source.
func TestAddressesOfRealPositions(t *testing.T) {
	if oracle.Short() {
		oracle.Long(t, "statistics of real positions, with -short")
	}
	const limit = 1 << 30
	set := zobrist.Default(781)
	for _, source := range []struct {
		name  string
		bound float64
		read  func(testing.TB, zobrist.Set) []uint64
	}{
		{"master games", 5, func(tb testing.TB, s zobrist.Set) []uint64 { return realHashes(tb, s, limit) }},
		{"endgames", 5, func(tb testing.TB, s zobrist.Set) []uint64 {
			return epdHashes(tb, s, "epd/endgames.epd.zst", limit)
		}},
		{"opening lines", 50, func(tb testing.TB, s zobrist.Set) []uint64 {
			return epdHashes(tb, s, "epd/noob_3moves.epd.zst", limit)
		}},
	} {
		t.Run(source.name, func(t *testing.T) {
			hashes := source.read(t, set)
			if len(hashes) < 100_000 {
				t.Fatalf("only %d positions", len(hashes))
			}
			for _, bits := range []int{8, 12, 16, 20} {
				for _, shift := range []int{0, 30, 64 - bits} {
					d := deviation(hashes, shift, bits)
					t.Logf("%d positions, %d bits from bit %d: %.1f σ", len(hashes), bits, shift, d)
					if math.Abs(d) > source.bound {
						t.Errorf("%d positions, %d bits from bit %d: χ²/df is %.1f σ from 1", len(hashes), bits, shift,
							d)
					}
				}
			}
			// The test would find bad addresses, such as elements in the order
			// of the features, unmixed and with the constant in front.
			if source.name != "endgames" { // the least of the sources
				return
			}
			plain := set
			plain.Keys = make(zobrist.Keys, len(set.Keys))
			for i := range plain.Keys {
				plain.Keys[i] = uint64(i)<<1 | 1
			}
			if d := deviation(source.read(t, plain), 0, 11); d < 50 {
				t.Errorf("unmixed keys in order: only %.1f σ", d)
			}
		})
	}
}

// Why the constant coordinate is in the last block: if one side is to move, most
// positions have the same parity of the number of features, and any run of bits
// that depends on the constant is a bad address, mixed or not. The default
// keys are as good at both ends as on all positions.
func TestConstantInLastBlock(t *testing.T) {
	if oracle.Short() {
		oracle.Long(t, "statistics of real positions, with -short")
	}
	limit := 400_000
	if oracle.Whole(t, "1.2 million of 1.6 million positions") {
		limit = 1 << 30
	}
	set := zobrist.Default(781)
	front, turn := set, set
	turn.Start, turn.Keys = 0, make(zobrist.Keys, 781)
	turn.Keys[780] = 1 // 1 if White is to move
	front.Keys = make(zobrist.Keys, 781)
	for i, k := range set.Keys {
		front.Keys[i] = k<<1 | 1
	}
	white := realHashes(t, turn, limit)
	ours, theirs := realHashes(t, set, limit), realHashes(t, front, limit)
	n := 0
	for i, w := range white {
		if w == 1 {
			ours[n], theirs[n] = ours[i], theirs[i]
			n++
		}
	}
	for _, bits := range []int{8, 12, 16, 20} {
		for _, shift := range []int{0, 64 - bits} {
			if d := deviation(ours[:n], shift, bits); math.Abs(d) > 5 {
				t.Errorf("%d positions, %d bits from bit %d: %.1f σ", n, bits, shift, d)
			}
		}
	}
	if d := deviation(theirs[:n], 0, 11); d < 100 {
		t.Errorf("constant in front: only %.1f σ", d)
	} else {
		t.Logf("constant in front: %.1f σ on %d positions, χ²/df %.1f", d, n, clash.ChiSquare(theirs[:n], 0, 11))
	}
}

// The promised distance of codes of many sizes, short cosets among them (63
// features at 27 and 28 bits), against their weight enumerators, which are
// exact. Keys made for the width and keys cut to it are both looked at.
func TestDistancesExactly(t *testing.T) {
	widths := []int{5, 8, 11, 14, 16, 17, 18}
	switch {
	case oracle.Cut(t, "widths from 14 bits on"):
		widths = widths[:3]
	case oracle.Whole(t, "20 and 21 bits"):
		widths = append(widths, 20, 21)
	}
	least := func(set zobrist.Set) int {
		e, err := dependency.MacWilliams(context.Background(), dependency.Columns(set), dependency.MacWilliamsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		w, ok := e.Least()
		if !ok {
			return len(set.Keys) + 1
		}
		return w
	}
	for _, n := range []int{20, 31, 32, 40, 63, 64, 100, 128, 129, 255, 256, 511, 781, 1023, 1086} {
		wide, err := zobrist.NewCode(n, 64)
		if err != nil {
			t.Fatal(err)
		}
		cut := wide.Set(rand.NewPCG(uint64(n), 1))
		for _, bits := range append(widths, 27, 28) {
			if bits > 24 && (n != 63 || oracle.Cut(t, fmt.Sprintf("%d bits", bits))) {
				continue
			}
			code, err := zobrist.NewCode(n, bits)
			if err != nil {
				t.Fatal(err)
			}
			if got := least(code.Set(rand.NewPCG(uint64(n), uint64(bits)))); got < code.Distance() {
				t.Errorf("%d features at %d bits: distance %d, promised %d", n, bits, got, code.Distance())
			}
			if got := least(cut.Truncate(bits)); got < wide.PrefixDistance(bits) {
				t.Errorf("%d features, low %d of 64 bits: distance %d, promised %d", n, bits, got,
					wide.PrefixDistance(bits))
			}
		}
	}
}

// Every prefix of the default keys that MacWilliams's transform can count has the
// distance that is promised.
func TestPrefixesExactly(t *testing.T) {
	code, err := zobrist.NewCode(781, 64)
	if err != nil {
		t.Fatal(err)
	}
	set := zobrist.Default(781)
	for _, bits := range []int{10, 11, 15, 20, 21, 22} {
		if bits > 15 && oracle.Cut(t, "widths from 20 bits on") {
			break
		}
		e, err := dependency.MacWilliams(context.Background(), dependency.Columns(set.Truncate(bits)),
			dependency.MacWilliamsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, ok := e.Least()
		if want := code.PrefixDistance(bits); !ok || got < want {
			t.Errorf("low %d bits: least dependency has weight %d, promised %d", bits, got, code.PrefixDistance(bits))
		}
	}
}

// The prefixes that are too wide for a transform, by an exhaustive search: the
// low 30 bits to weight 6, the low 40 and all 64 to weight 8.
func TestPrefixesExhaustively(t *testing.T) {
	code, err := zobrist.NewCode(781, 64)
	if err != nil {
		t.Fatal(err)
	}
	for bits, weight := range map[int]int{30: 6, 40: 8, 64: 8} {
		t.Run(fmt.Sprintf("bits=%d", bits), func(t *testing.T) {
			if weight > 6 || oracle.Short() {
				oracle.Long(t, "an exhaustive search for dependencies")
			}
			if code.PrefixDistance(bits) <= weight {
				t.Fatalf("distance %d is promised, %d searched for", code.PrefixDistance(bits), weight+1)
			}
			set := zobrist.Default(781).Truncate(bits)
			r, err := dependency.Exhaustive(context.Background(), dependency.Columns(set),
				dependency.ExhaustiveOptions{MaxWeight: weight})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Dependencies) > 0 || r.Complete < weight {
				t.Errorf("complete to %d; %d dependencies to weight %d", r.Complete, len(r.Dependencies), weight)
			}
		})
	}
}
