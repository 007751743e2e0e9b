//go:build !race

package evals_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

// The race detector takes things out of a [sync.Pool] at random, so that a look-up allocates.

// TestAllocations: a look-up of a value does not allocate, and one of an evaluation only what it returns.
func TestAllocations(t *testing.T) {
	s, _, _ := store(t, evals.ImportOptions{}, line(startText, good, 20))
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		most float64
		f    func()
	}{
		"Head": {0, func() { _, _, _ = s.Head(p.Hash128()) }},
		"Best": {0, func() { _, _, _, _ = s.Best(p) }},
		"Find": {2, func() { _, _, _ = s.Find(p) }},
	} {
		if got := testing.AllocsPerRun(1000, c.f); got > c.most {
			t.Errorf("%s allocates %v times, want %v at most", name, got, c.most)
		}
	}
}
