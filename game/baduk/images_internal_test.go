package baduk

import (
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestBoardsUpToSymmetry counts, by their canonical hashes, all ways to fill the
// points, with and without liberties: 3, 21, 2862 and 5398083 matrices over GF(3)
// up to the symmetries of the square (OEIS A054739).
func TestBoardsUpToSymmetry(t *testing.T) {
	boardsUpToSymmetry(t, 3, 21, 2862)
}

func TestBoardsUpToSymmetryLong(t *testing.T) {
	oracle.Long(t, "43 million boards of 4×4 up to symmetry")
	boardsUpToSymmetry(t, 3, 21, 2862, 5398083)
}

func boardsUpToSymmetry(t *testing.T, published ...int) {
	t.Helper()
	for i, want := range published {
		p, err := New(Options{Width: i + 1, Canonical: true})
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[uint64]bool, want)
		var fill func(m Move)
		fill = func(m Move) {
			if int(m) == p.points() {
				seen[p.Hash()] = true
				return
			}
			fill(m + 1)
			for c := Black; c <= White; c++ {
				p.toggleStone(c, p.at(m))
				fill(m + 1)
				p.toggleStone(c, p.at(m))
			}
		}
		fill(0)
		if len(seen) != want {
			t.Errorf("%d×%d: %d boards up to symmetry, want %d", i+1, i+1, len(seen), want)
		}
	}
}
