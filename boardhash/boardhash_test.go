package boardhash_test

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/boardhash"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

func hasher(tb testing.TB, keys zobrist.Keys) *boardhash.Hasher {
	tb.Helper()
	h, err := boardhash.New(keys)
	if err != nil {
		tb.Fatal(err)
	}
	return h
}

// TestBatch compares batches around the size of a group with the keys XORed
// one by one, for few and many kinds of piece, empty and full boards.
func TestBatch(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for _, kinds := range []int{1, 2, 3, 11, 12, 13, 64} {
		keys := zobrist.NewKeys(64*kinds, src)
		h := hasher(t, keys)
		if h.Kinds() != kinds {
			t.Errorf("%d kinds, want %d", h.Kinds(), kinds)
		}
		for _, n := range []int{0, 1, 7, 8, 9, 15, 16, 17, 100} {
			boards, hashes := make([]uint64, n*kinds), make([]uint64, n)
			for i := range boards {
				boards[i] = [4]uint64{0, ^uint64(0), src.Uint64() & src.Uint64() & src.Uint64(), 1 << src.UintN(64)}[src.UintN(4)]
			}
			h.HashBatch(hashes, boards)
			for i, got := range hashes {
				board := boards[i*kinds : (i+1)*kinds]
				var features []zobrist.Feature
				for c, set := range board {
					for ; set != 0; set &= set - 1 {
						features = append(features, zobrist.Feature(64*c+bits.TrailingZeros64(set)))
					}
				}
				want := keys.Hash(0, features...)
				if single := h.Hash(board); got != want || single != want {
					t.Fatalf("%d kinds, board %d of %d: batch %#x, single %#x, want %#x", kinds, i, n, got, single, want)
				}
			}
		}
	}
}

// bitboards are the twelve sets of a position.
func bitboards(p *chess.Position) []uint64 {
	board := make([]uint64, 12)
	for _, f := range p.AppendFeatures(nil) {
		if f < 768 {
			board[f/64] |= 1 << (f % 64)
		}
	}
	return board
}

// TestPolyglot: the published key of the start position, 463b96181691fc9c,
// with its castling and turn features added.
func TestPolyglot(t *testing.T) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	keys := polyglot.Keys()
	hashes := make([]uint64, 8)
	var boards []uint64
	for range hashes {
		boards = append(boards, bitboards(p)...)
	}
	hasher(t, keys[:768]).HashBatch(hashes, boards)
	for _, h := range hashes {
		if got := keys.Hash(h, 768, 769, 770, 771, 780); got != 0x463b96181691fc9c {
			t.Errorf("start position: %016x", got)
		}
	}
}

func TestBadKeys(t *testing.T) {
	for _, n := range []int{0, 1, 63, 65, 65 * 64} {
		if _, err := boardhash.New(make(zobrist.Keys, n)); !errors.Is(err, boardhash.ErrKeys) {
			t.Errorf("%d keys: %v", n, err)
		}
	}
}

func TestMisuse(t *testing.T) {
	h := hasher(t, make(zobrist.Keys, 128))
	for name, f := range map[string]func(){
		"Hash":      func() { h.Hash(make([]uint64, 3)) },
		"HashBatch": func() { h.HashBatch(make([]uint64, 2), make([]uint64, 3)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s takes a board of the wrong size", name)
				}
			}()
			f()
		}()
	}
}

func Example() {
	keys := zobrist.Keys(make([]uint64, 2*64)) // white stones, black stones
	for i := range keys {
		keys[i] = uint64(i + 1)
	}
	h, err := boardhash.New(keys)
	if err != nil {
		panic(err)
	}
	hashes := make([]uint64, 2)
	h.HashBatch(hashes, []uint64{
		1 << 0, 1 << 9, // white on a1, black on b2
		0, 0,
	})
	fmt.Println(hashes)
	// Output: [75 0]
}

func BenchmarkHash(b *testing.B) {
	src := rand.New(rand.NewPCG(1, 2))
	h := hasher(b, zobrist.NewKeys(768, src))
	// 28 pieces a board, as in PERFORMANCE.md.
	const n = 1024
	boards, hashes := make([]uint64, 12*n), make([]uint64, n)
	for i := range n {
		for _, s := range src.Perm(64)[:28] {
			boards[12*i+src.IntN(12)] |= 1 << s
		}
	}
	b.Run("kernel=batch", func(b *testing.B) {
		for b.Loop() {
			h.HashBatch(hashes, boards)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/board")
	})
	b.Run("kernel=go", func(b *testing.B) {
		for b.Loop() {
			for i := range n {
				hashes[i] = h.Hash(boards[12*i : 12*i+12])
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/board")
	})
}
