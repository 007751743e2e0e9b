package canon_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/canon"
)

// A ring of five places that turns and whose colours can be exchanged, with a flag
// that stays and one that says whose turn it is.
var (
	ring = zobrist.MustSpace("ring",
		zobrist.Grid("bead", []string{"red", "blue"}, []string{"1", "2", "3", "4", "5"}),
		zobrist.Flags("flag", "up"), zobrist.Flags("turn", "blue to move"))
	up, turn = ring.Group("flag").Flag(0), ring.Group("turn").Flag(0)
)

// turned returns the symmetry that turns the ring by a step, exchanged the one that
// exchanges the colours.
func turned() canon.Symmetry {
	s := canon.Identity(ring)
	s.Move(ring.Group("bead"), func(color, place int) (int, int) { return color, (place + 1) % 5 })
	return s
}

func exchanged() canon.Symmetry {
	s := canon.Identity(ring)
	s.Move(ring.Group("bead"), func(color, place int) (int, int) { return 1 - color, place })
	s.Exchange(turn)
	return s
}

// images returns all images of a set of features, from the definition.
func images(features []zobrist.Feature, exchange bool) (all [][]zobrist.Feature) {
	for by := range 5 {
		for color := range 2 {
			if color == 1 && !exchange {
				continue
			}
			var image []zobrist.Feature
			blue := slices.Contains(features, turn) != (color == 1)
			for _, f := range features {
				switch {
				case f < 10:
					image = append(image, zobrist.Feature((int(f)/5+color)%2*5+(int(f)+by)%5))
				case f == up:
					image = append(image, up)
				}
			}
			if blue {
				image = append(image, turn)
			}
			all = append(all, image)
		}
	}
	return all
}

func newKeys(t *testing.T, o canon.Options) *canon.ImageKeys {
	t.Helper()
	keys, err := canon.New(ring, o)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestLeastOfAllImages(t *testing.T) {
	for _, exchange := range []bool{false, true} {
		for _, wide := range []bool{false, true} {
			set := zobrist.Default(ring.Len())
			o := canon.Options{Set: set, Wide: wide, Symmetries: []canon.Symmetry{turned()}}
			if exchange {
				o.Symmetries = append(o.Symmetries, exchanged())
			}
			keys := newKeys(t, o)
			if want := len(images(nil, exchange)); keys.Images() != want {
				t.Errorf("%d images, want %d", keys.Images(), want)
			}
			rng := rand.New(rand.NewPCG(1, 2))
			h := keys.New()
			var held []zobrist.Feature
			for range 5000 {
				f := zobrist.Feature(rng.IntN(ring.Len()))
				h.Toggle(f)
				if i := slices.Index(held, f); i >= 0 {
					held = slices.Delete(held, i, i+1)
				} else {
					held = append(held, f)
				}
				least := set.Hash128(held...)
				for _, image := range images(held, exchange) {
					if s := set.Hash128(image...); s.Lo < least.Lo {
						least = s
					}
				}
				image := keys.Canonical(append([]zobrist.Feature{99}, held...), 1)[1:]
				if h.Sum() != least.Lo || h.Sum128(list(image)) != least || set.Hash128(image...) != least {
					t.Fatalf("%v: hash %v, of the image %v %v, least %v", held, h.Sum128(list(image)), image,
						set.Hash128(image...), least)
				}
				symmetries := 0
				for _, image := range images(held, exchange) {
					if set.Hash128(image...) == least {
						symmetries++
					}
				}
				if all := h.AppendImages(nil, 3); len(all) != symmetries || !slices.Contains(all, h.Image(3)) {
					t.Fatalf("%v: images %v of 3; %d symmetries have the least hash", held, all, symmetries)
				}
				for f := range zobrist.Feature(ring.Len()) {
					if h.Preimage(h.Image(f)) != f {
						t.Fatalf("%v: the image of %d is %d, and the preimage of that %d", held, f, h.Image(f),
							h.Preimage(h.Image(f)))
					}
					if f < 10 && slices.Contains(held, f) != slices.Contains(image, h.Image(f)) {
						t.Fatalf("%v: %d goes to %d in %v", held, f, h.Image(f), image)
					}
				}
			}
			c := h.Clone()
			before := c.Sum()
			h.Reset()
			empty := keys.New()
			if h.Sum() != empty.Sum() || c.Sum() != before {
				t.Error("a clone follows its original, or Reset does not empty the set")
			}
		}
	}
}

// Without symmetries the hash is the hash under the keys, or under the default keys.
func TestPlainHash(t *testing.T) {
	set := zobrist.Default(ring.Len())
	h := newKeys(t, canon.Options{Set: set, Wide: true}).New()
	h.Toggle(3)
	h.Toggle(10)
	if h.Sum() != set.Hash(3, 10) || h.Sum128(nil) != set.Hash128(3, 10) {
		t.Error("hash differs from the hash of the features")
	}
	if h.Image(3) != 3 || h.Preimage(3) != 3 {
		t.Error("a place moves without symmetries")
	}
	narrow := newKeys(t, canon.Options{})
	h = narrow.New()
	h.Toggle(3)
	if h.Sum() != set.Hash(3) || h.Sum128(list{3}) != set.Hash128(3) || narrow.Images() != 1 {
		t.Error("without keys the hash is not Default's")
	}
}

// A list of features is a position.
type list []zobrist.Feature

func (l list) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature { return append(dst, l...) }

func TestErrors(t *testing.T) {
	set := zobrist.Default(ring.Len())
	for _, bad := range []zobrist.Set{{Keys: set.Keys[1:]}, {Keys: set.Keys, Second: set.Second[1:]}} {
		if _, err := canon.New(ring, canon.Options{Set: bad}); !errors.Is(err, zobrist.ErrKeyCount) {
			t.Errorf("%d and %d keys: %v", len(bad.Keys), len(bad.Second), err)
		}
	}
	double, moved := canon.Identity(ring), canon.Identity(ring)
	double.Move(ring.Group("bead"), func(int, int) (int, int) { return 0, 0 })
	moved.Exchange(3) // which turned moves
	large := zobrist.MustSpace("large", zobrist.Flags("square", zobrist.Squares(80, 80)...))
	var free []canon.Symmetry // all permutations
	for n := range 2 {
		s := canon.Identity(large)
		s.Move(large.Group("square"), func(_, i int) (int, int) {
			switch {
			case n == 0:
				return 0, (i + 1) % 6400
			case i < 2:
				return 0, 1 - i
			}
			return 0, i
		})
		free = append(free, s)
	}
	for name, c := range map[string]struct {
		space *zobrist.Space
		list  []canon.Symmetry
		want  string // what the error names
	}{
		"two features to one":        {ring, []canon.Symmetry{double}, "symmetry 0 "},
		"exchange of what moves":     {ring, []canon.Symmetry{turned(), moved}, "symmetry 1 "},
		"symmetry of another space":  {large, []canon.Symmetry{turned()}, "symmetry 0 "},
		"no symmetry":                {ring, []canon.Symmetry{turned(), {}}, "symmetry 1 "},
		"a group that is no board's": {large, free, "group of more than 2621;"},
	} {
		_, err := canon.New(c.space, canon.Options{Symmetries: c.list})
		if err == nil || !strings.HasPrefix(err.Error(), "canon: ") || !strings.Contains(err.Error(), c.want) ||
			errors.Is(err, zobrist.ErrKeyCount) {
			t.Errorf("%s: %v; want what names %q, and not the keys", name, err, c.want)
		}
	}
}

// A row of eight squares for stones of two colours, and a position of it with the
// least that a game of one's own needs: Toggle in Make and Unmake, Sum as its hash.
func Example() {
	space := zobrist.MustSpace("row", zobrist.Grid("stone", []string{"black", "white"}, zobrist.Squares(8, 1)))
	stone := space.Group("stone")
	mirror := canon.Identity(space)
	mirror.Move(stone, func(color, square int) (int, int) { return color, 7 - square })
	keys, err := canon.New(space, canon.Options{Symmetries: []canon.Symmetry{mirror}})
	if err != nil {
		fmt.Println(err)
		return
	}
	left, right := keys.New(), keys.New()
	left.Toggle(stone.At(0, 1))
	right.Toggle(stone.At(0, 6))
	fmt.Println(left.Sum() == right.Sum(), left.Image(stone.At(1, 2)) == right.Image(stone.At(1, 5)))
	// Output: true true
}
