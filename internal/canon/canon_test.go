package canon_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/canon"
)

// A ring of five places that turns, with a flag that stays.
var ring = zobrist.MustSpace("ring",
	zobrist.Grid("bead", []string{"red", "blue"}, []string{"1", "2", "3", "4", "5"}), zobrist.Flags("flag", "up"))

func turns() (list [][]int) {
	for by := range 5 {
		var p []int
		for i := range 5 {
			p = append(p, (i+by)%5)
		}
		list = append(list, p)
	}
	return list
}

// move returns the features after every place has gone to another one.
func move(features []zobrist.Feature, to func(place int) int) (list []zobrist.Feature) {
	for _, f := range features {
		if f < 10 {
			f = f/5*5 + zobrist.Feature(to(int(f%5)))
		}
		list = append(list, f)
	}
	return list
}

func newTable(t *testing.T, set zobrist.Set, symmetries [][]int) *canon.Table {
	t.Helper()
	table, err := canon.NewTable(ring, set, true, ring.Group("bead"), symmetries)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestCanonicalHash(t *testing.T) {
	set := zobrist.Default(ring.Len())
	table := newTable(t, set, turns())
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		h := table.New()
		var features []zobrist.Feature
		for f := range ring.Len() {
			if rng.IntN(3) == 0 {
				features = append(features, zobrist.Feature(f))
			}
		}
		for _, i := range rng.Perm(len(features)) {
			h.Toggle(features[i])
		}
		// The least over all images, from the definition.
		for by := range 5 {
			g := table.New()
			for _, f := range move(features, func(place int) int { return (place + by) % 5 }) {
				g.Toggle(f)
			}
			if g.Sum() != h.Sum() || g.Sum128(nil) != h.Sum128(nil) {
				t.Fatalf("%v and an image of it differ", features)
			}
		}
		image := slices.Clone(features)
		table.Canonical(image)
		if set.Hash(image...) != h.Sum() || set.Hash128(image...) != h.Sum128(nil) {
			t.Fatalf("%v: the canonical image %v has another hash", features, image)
		}
		if there := move(features, h.Image); !slices.Equal(there, image) || !slices.Equal(move(there, h.Preimage), features) {
			t.Fatalf("%v: places go to %v and %v, features to %v", features, there, move(there, h.Preimage), image)
		}
		c := h.Clone()
		for _, f := range features {
			h.Toggle(f)
		}
		if h.Sum() != set.Start || h.Sum128(nil) != set.Hash128() {
			t.Fatalf("%v toggled twice leaves %#x", features, h.Sum())
		}
		if len(features) > 0 && c.Sum() == h.Sum() {
			t.Fatal("a clone follows its original")
		}
	}
}

// Without symmetries the hash is that of the keys, those of Default without
// keys.
func TestPlainHash(t *testing.T) {
	set := zobrist.Default(ring.Len())
	h := newTable(t, set, nil).New()
	h.Toggle(3)
	h.Toggle(10)
	if h.Sum() != set.Hash(3, 10) || h.Sum128(nil) != set.Hash128(3, 10) {
		t.Error("hash differs from that of the features")
	}
	if h.Image(3) != 3 || h.Preimage(3) != 3 {
		t.Error("a place moves without symmetries")
	}
	narrow, err := canon.NewTable(ring, zobrist.Set{}, false, ring.Group("bead"), nil)
	if err != nil {
		t.Fatal(err)
	}
	h = narrow.New()
	h.Toggle(3)
	if h.Sum() != set.Hash(3) || h.Sum128(list{3}) != set.Hash128(3) {
		t.Error("without keys the hash is not Default's")
	}
}

// A list of features is a position.
type list []zobrist.Feature

func (l list) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature { return append(dst, l...) }

func TestKeyCount(t *testing.T) {
	set := zobrist.Default(ring.Len())
	for _, bad := range []zobrist.Set{{Keys: set.Keys[1:]}, {Keys: set.Keys, Second: set.Second[1:]}} {
		if _, err := canon.NewTable(ring, bad, true, ring.Group("bead"), nil); !errors.Is(err, zobrist.ErrKeyCount) {
			t.Errorf("%d and %d keys: %v", len(bad.Keys), len(bad.Second), err)
		}
	}
}
