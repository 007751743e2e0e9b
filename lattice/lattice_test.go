package lattice_test

import (
	"errors"
	"testing"

	"github.com/zobrist-go/zobrist/lattice"
)

// Coordination numbers and squared distances of the first shells, as any textbook
// of crystals lists them, in units of the shortest translation along an axis (half
// the edge of a cell for bcc and fcc).
func TestShells(t *testing.T) {
	for _, test := range []struct {
		kind    lattice.Kind
		cells   []int
		sites   int
		numbers [lattice.Shells]int
		squares [lattice.Shells]int
	}{
		{lattice.Square, []int{9, 8}, 72, [...]int{4, 4, 4}, [...]int{1, 2, 4}},
		{lattice.Cubic, []int{6, 7, 8}, 336, [...]int{6, 12, 8}, [...]int{1, 2, 3}},
		{lattice.BCC, []int{5, 6, 7}, 420, [...]int{8, 6, 12}, [...]int{3, 4, 8}},
		{lattice.FCC, []int{5, 6, 4}, 480, [...]int{12, 6, 24}, [...]int{2, 4, 6}},
	} {
		l, err := lattice.New(test.kind, test.cells...)
		if err != nil {
			t.Fatal(err)
		}
		if l.Sites() != test.sites {
			t.Errorf("%v: %d sites, want %d", l, l.Sites(), test.sites)
		}
		for site := range l.Sites() {
			for shell := range lattice.Shells {
				near := l.Neighbors(site, shell)
				if len(near) != test.numbers[shell] {
					t.Fatalf("%v: %d neighbours in shell %d, want %d", l, len(near), shell, test.numbers[shell])
				}
				seen := map[int32]bool{int32(site): true}
				for _, other := range near {
					if seen[other] || squaredDistance(l, site, int(other)) != test.squares[shell] {
						t.Fatalf("%v: sites %d and %d in shell %d", l, site, other, shell)
					}
					seen[other] = true
				}
			}
		}
	}
}

// squaredDistance is the squared distance of the nearest images.
func squaredDistance(l *lattice.Lattice, i, j int) int {
	var a, b [3]int
	a[0], a[1], a[2] = l.Coordinates(i)
	b[0], b[1], b[2] = l.Coordinates(j)
	sum := 0
	for axis, edge := range l.Size() {
		d := (a[axis] - b[axis] + edge) % edge
		d = min(d, edge-d)
		sum += d * d
	}
	return sum
}

// A translation is a permutation of the sites that keeps neighbours and their
// directions, and takes the origin to site 0.
func TestTranslate(t *testing.T) {
	for _, text := range []string{"square:3x4", "cubic:2x3x2", "bcc:2x3x2", "fcc:2x2x3", "bcc:1"} {
		l, err := lattice.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for origin := range l.Sites() {
			if got := l.Translate(origin, origin); got != 0 {
				t.Fatalf("%v: origin %d goes to %d", l, origin, got)
			}
			seen := make(map[int]bool)
			for site := range l.Sites() {
				image := l.Translate(site, origin)
				seen[image] = true
				for shell := range lattice.Shells {
					for d, other := range l.Neighbors(site, shell) {
						if want := l.Translate(int(other), origin); int(l.Neighbors(image, shell)[d]) != want {
							t.Fatalf("%v: origin %d takes a neighbour of %d from direction %d", l, origin, site, d)
						}
					}
				}
			}
			if len(seen) != l.Sites() {
				t.Fatalf("%v: origin %d: %d images of %d sites", l, origin, len(seen), l.Sites())
			}
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"square:3x4": "square:3x4", "bcc:8": "bcc:8x8x8", "fcc:1x2x3": "fcc:1x2x3", "cubic:2": "cubic:2x2x2",
		"": "", "bcc": "", "bcc:": "", "bcc:2x2": "", "square:2x2x2": "", "hcp:3": "", "bcc:0": "", "bcc:-1": "",
		"bcc:100000000000000000000": "", "cubic:1000000x1000000x1000000": "", "bcc:2x": "", "square:1048577x1": "",
	} {
		l, err := lattice.Parse(text)
		switch {
		case want == "" && !errors.Is(err, lattice.ErrLattice):
			t.Errorf("%q: %v, %v", text, l, err)
		case want != "" && (err != nil || l.String() != want):
			t.Errorf("%q: %v, %v; want %s", text, l, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("bcc:8x8x8")
	f.Add("square:4")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 12 {
			return
		}
		l, err := lattice.Parse(text)
		if err != nil {
			return
		}
		again, err := lattice.Parse(l.String())
		if err != nil || again.String() != l.String() || again.Sites() != l.Sites() {
			t.Errorf("%q is %v, which is %v, %v", text, l, again, err)
		}
	})
}
