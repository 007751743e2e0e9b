package lattice_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/lattice"
)

func parse(t *testing.T, text string) *lattice.Lattice {
	t.Helper()
	l, err := lattice.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func newState(t *testing.T, text string, species ...string) *lattice.State {
	t.Helper()
	s, err := lattice.NewState(parse(t, text), zobrist.Set{}, species...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// After each change the hash is the one of the features, from scratch, and the
// lists of sites hold each site once.
func TestIncremental(t *testing.T) {
	species := []string{"A", "B", "C", "D"}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{"square:5x3", "cubic:3x2x4", "bcc:3x2x2", "fcc:2x2x2", "bcc:1"} {
		l := parse(t, text)
		space, err := lattice.Space(l, species...)
		if err != nil {
			t.Fatal(err)
		}
		set := zobrist.Default(space.Len())
		s, err := lattice.NewState(l, set, species...)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]int, l.Sites())
		for range 2000 {
			i, j, a := rng.IntN(len(want)), rng.IntN(len(want)), rng.IntN(len(species))
			if rng.IntN(2) == 0 {
				s.Swap(i, j)
				want[i], want[j] = want[j], want[i]
			} else {
				s.Set(i, a)
				want[i] = a
			}
			checkState(t, s, space, set, want)
		}
		c := s.Clone()
		hash := s.Hash128()
		c.Set(0, (c.At(0)+1)%len(species))
		checkState(t, s, space, set, want)
		if s.Hash128() != hash || c.Hash128() == hash {
			t.Errorf("%v: a clone changes with its original", l)
		}
	}
}

func checkState(t *testing.T, s *lattice.State, space *zobrist.Space, set zobrist.Set, want []int) {
	t.Helper()
	group := space.Group("species")
	var features []zobrist.Feature
	counts := make([]int, len(s.Species()))
	for site, a := range want {
		if s.At(site) != a || !slices.Contains(s.Sites(a), int32(site)) {
			t.Fatalf("site %d has species %d, want %d; sites of it: %v", site, s.At(site), a, s.Sites(a))
		}
		counts[a]++
		if a > 0 {
			features = append(features, group.At(a-1, site))
		}
	}
	for a, n := range counts {
		if len(s.Sites(a)) != n {
			t.Fatalf("%d sites of species %d, want %d", len(s.Sites(a)), a, n)
		}
	}
	if s.Hash128() != set.Hash128(features...) || s.Hash() != set.Hash(features...) {
		t.Fatalf("hash %v, from scratch %v", s.Hash128(), set.Hash128(features...))
	}
	if got := s.AppendFeatures(nil); len(got) != len(features) || set.Hash128(got...) != s.Hash128() {
		t.Fatalf("features %v, want %v", got, features)
	}
}

// Over all states of small lattices: two states share their canonical hash if and
// only if they share the least hash over all images made from scratch.
func TestCanonical(t *testing.T) {
	for _, test := range []struct {
		lattice string
		species []string
	}{
		{"square:3x3", []string{"A", "B"}},
		{"square:2x3", []string{"A", "B", "C"}},
		{"cubic:2", []string{"A", "B"}},
		{"bcc:1x1x3", []string{"A", "B", "C"}},
		{"fcc:1x1x2", []string{"A", "B"}},
	} {
		s := newState(t, test.lattice, test.species...)
		l, n := s.Lattice(), len(test.species)
		image := newState(t, test.lattice, test.species...)
		byLeast, byOwn := map[zobrist.Uint128]zobrist.Uint128{}, map[zobrist.Uint128]zobrist.Uint128{}
		total := 1
		for range l.Sites() {
			total *= n
		}
		for number := range total {
			for site, rest := 0, number; site < l.Sites(); site, rest = site+1, rest/n {
				s.Set(site, rest%n)
			}
			var least zobrist.Uint128
			for origin := range l.Sites() {
				for site := range l.Sites() {
					image.Set(l.Translate(site, origin), s.At(site))
				}
				h := image.Hash128()
				if origin == 0 || h.Hi < least.Hi || h.Hi == least.Hi && h.Lo < least.Lo {
					least = h
				}
			}
			own := s.Canonical()
			if known, ok := byLeast[least]; ok && known != own {
				t.Fatalf("%v %v: images with canonical hashes %v and %v", s, s.AppendFeatures(nil), known, own)
			}
			if known, ok := byOwn[own]; ok && known != least {
				t.Fatalf("%v %v: a canonical hash of two classes", s, s.AppendFeatures(nil))
			}
			byLeast[least], byOwn[own] = own, least
		}
		// Burnside: the number of classes is the mean number of states that a
		// translation leaves alone, n to the number of its cycles.
		fixed := 0
		for origin := range l.Sites() {
			fixed += power(n, cycles(l, origin))
		}
		if want := fixed / l.Sites(); len(byOwn) != want {
			t.Errorf("%v: %d classes, want %d", l, len(byOwn), want)
		}
	}
}

func cycles(l *lattice.Lattice, origin int) (n int) {
	seen := make([]bool, l.Sites())
	for site := range seen {
		if !seen[site] {
			n++
		}
		for ; !seen[site]; site = l.Translate(site, origin) {
			seen[site] = true
		}
	}
	return n
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// With one vacancy the canonical hash is the hash of the image with it at site 0.
func TestCanonicalVacancy(t *testing.T) {
	s, image := newState(t, "bcc:3", "Fe", "Cu", "vacancy"), newState(t, "bcc:3", "Fe", "Cu", "vacancy")
	for site := range 54 {
		if site%7 == 3 {
			s.Set(site, 1)
		}
	}
	s.Set(29, 2)
	for site := range 54 {
		image.Set(s.Lattice().Translate(site, 29), s.At(site))
	}
	if image.At(0) != 2 || image.Hash128() != s.Canonical() {
		t.Errorf("canonical hash %v, of the image %v", s.Canonical(), image.Hash128())
	}
}

func TestStateErrors(t *testing.T) {
	l := parse(t, "square:2")
	for _, species := range [][]string{nil, {"A"}, {"A", "A"}, {"A", ""}, make([]string, 16+1)} {
		if _, err := lattice.NewState(l, zobrist.Set{}, species...); !errors.Is(err, lattice.ErrLattice) {
			t.Errorf("%q: %v", species, err)
		}
		if _, err := lattice.Space(l, species...); !errors.Is(err, lattice.ErrLattice) {
			t.Errorf("space of %q: %v", species, err)
		}
	}
	if _, err := lattice.NewState(l, zobrist.Default(5), "A", "B"); !errors.Is(err, zobrist.ErrKeyCount) {
		t.Errorf("5 keys for 4 features: %v", err)
	}
}

// The distances that the package documentation states.
func TestDistance(t *testing.T) {
	c, err := zobrist.NewCode(2*1024, 128)
	if err != nil {
		t.Fatal(err)
	}
	if c.PrefixDistance(64) != 12 || c.Distance() != 22 {
		t.Errorf("distance %d at 64 bits, %d at 128", c.PrefixDistance(64), c.Distance())
	}
}
