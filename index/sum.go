package index

import (
	"context"
	"math/bits"
	"math/rand/v2"
)

// A Summer is a [State] that sums up its visits. Whoever replays the games sums up theirs, and need not look each
// of them up.
type Summer interface {
	// Sums returns the sum of each view. If progress is not nil, it is called now and then with the share that is
	// done, 0 to 1.
	Sums(ctx context.Context, progress func(done float64)) ([]Sum, error)
}

// A Sum is a fingerprint of the visits of a view, whatever their order. Equal visits have equal sums within a process.
// Different ones have equal sums by chance only, of about 2^−64 if the mix were ideal. The words that each visit is
// mixed with are random and differ between processes.
type Sum struct {
	Visits int64
	Mixed  uint64
}

var sumSeed = [3]uint64{rand.Uint64() | 1, rand.Uint64(), rand.Uint64() | 1}

// Add adds a visit. move is as in [Visit], and game the number in the index.
func (s *Sum) Add(k Key, move uint32, game int64) {
	high, low := bits.Mul64(k.Lo^sumSeed[1], sumSeed[0])
	high2, low2 := bits.Mul64(high^low^(uint64(k.Hi)<<32|uint64(move)), sumSeed[2])
	high, low = bits.Mul64(high2^low2^uint64(game), sumSeed[0])
	s.Visits++
	s.Mixed += high ^ low
}

// Join adds the visits of another sum.
func (s *Sum) Join(t Sum) {
	s.Visits += t.Visits
	s.Mixed += t.Mixed
}
