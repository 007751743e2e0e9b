package canon_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/canon"
)

// A ring of five places that turns, with a flag that stays.
func ring(t *testing.T) (space *zobrist.Space, set zobrist.KeySet, maps [][]zobrist.Feature) {
	space = zobrist.MustSpace("ring",
		zobrist.Grid("bead", []string{"red", "blue"}, []string{"1", "2", "3", "4", "5"}), zobrist.Flags("flag", "up"))
	var turns [][]int
	for by := range 5 {
		var p []int
		for i := range 5 {
			p = append(p, (i+by)%5)
		}
		turns = append(turns, p)
	}
	return space, zobrist.Default(space.Len()), canon.Orbit(space, space.Group("bead"), turns)
}

func TestCanonicalHash(t *testing.T) {
	space, set, maps := ring(t)
	table := canon.NewTable(set, maps)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		h := table.New()
		var features []zobrist.Feature
		for f := range space.Len() {
			if rng.IntN(3) == 0 {
				features = append(features, zobrist.Feature(f))
			}
		}
		for _, i := range rng.Perm(len(features)) {
			h.Toggle(features[i])
		}
		// The least over all images, from the definition.
		for _, m := range maps {
			g := table.New()
			for _, f := range features {
				g.Toggle(m[f])
			}
			if g.Sum() != h.Sum() || g.Sum128() != h.Sum128() {
				t.Fatalf("%v and an image of it differ", features)
			}
		}
		image := slices.Clone(features)
		table.Canonical(image)
		if set.Keys.Hash(set.Start, image...) != h.Sum() || set.Keys128.Hash(set.Start128, image...) != h.Sum128() {
			t.Fatalf("%v: the canonical image %v has another hash", features, image)
		}
		c := h.Clone()
		for _, f := range features {
			h.Toggle(f)
		}
		if h.Sum() != set.Start || h.Sum128() != set.Start128 {
			t.Fatalf("%v toggled twice leaves %#x", features, h.Sum())
		}
		if len(features) > 0 && c.Sum() == h.Sum() {
			t.Fatal("a clone follows its original")
		}
	}
}

// Without symmetries the hash is that of the keys.
func TestPlainHash(t *testing.T) {
	_, set, _ := ring(t)
	h := canon.NewTable(set, nil).New()
	h.Toggle(3)
	h.Toggle(10)
	if h.Sum() != set.Keys.Hash(set.Start, 3, 10) || h.Sum128() != set.Keys128.Hash(set.Start128, 3, 10) {
		t.Error("hash differs from that of the features")
	}
	set.Keys128 = nil
	h = canon.NewTable(set, nil).New()
	h.Toggle(3)
	if !h.Sum128().IsZero() {
		t.Error("a hash of 128 bits without keys")
	}
}
