package flat

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// TestPieces: a list is the same bits, whether its visits come at once or in pieces.
func TestPieces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.run")
	w, err := createRun(path, runOptions{views: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer w.abort()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		g := index.Game{Date: index.Date{Year: 1900 + rng.IntN(100)}, FirstRating: rng.IntN(3000), Moves: make([]uint32, 3)}
		for i := range g.Moves {
			g.Moves[i] = 1 + rng.Uint32N(40)
		}
		if err := w.game(&g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.endGames(); err != nil {
		t.Fatal(err)
	}
	whole, pieces := newSegmentEncoder(w, 1<<20), newSegmentEncoder(w, 1<<20)
	whole.begin(0, 0)
	pieces.begin(0, 0)
	for key := range uint64(300) {
		var visits []visit
		share := 1 + rng.Uint32N(1000)
		for game := range uint32(3000) {
			if rng.Uint32N(share) == 0 && len(visits) < 1+int(key*key) {
				visits = append(visits, newVisit(index.Key{Lo: key}, game, rng.Uint32N(1+rng.Uint32N(40))))
			}
		}
		if len(visits) > 0 {
			whole.add(index.Key{Lo: key}, visits)
		}
		err := pieces.addPieces(index.Key{Lo: key}, func(f func([]visit) error) error {
			for piece := range slices.Chunk(visits, 7) {
				if err := f(piece); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(content(t, &whole.records), content(t, &pieces.records)) || !slices.Equal(whole.tail.bytes(), pieces.tail.bytes()) {
		t.Error("pieces are coded otherwise")
	}
	if whole.visits != pieces.visits {
		t.Errorf("%d visits and %d", whole.visits, pieces.visits)
	}
}

// content returns all that was written to a temporary file.
func content(t *testing.T, f *sorted.TempFile) (all []byte) {
	if err := f.Each(func(b []byte) error { all = append(all, b...); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestFewerCells: all groups of a list share its cells. If there are too many, days go first, then the cells of the
// group with the fewest games.
func TestFewerCells(t *testing.T) {
	for _, test := range []struct {
		name  string
		most  int64
		cells []int // of each group
		days  bool
	}{
		{"room for days", 10_000, []int{300, 90, 60}, true},
		{"room for months", 40, []int{10, 10, 10}, false},
		{"no room for the last", 25, []int{10, 10, 0}, false},
		{"room for one", 15, []int{10, 0, 0}, false},
		{"no room", 9, []int{0, 0, 0}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, err := createRun(filepath.Join(t.TempDir(), "1.run"),
				runOptions{views: 1, cells: cellRule{games: 17, perCell: 1, most: test.most}})
			if err != nil {
				t.Fatal(err)
			}
			defer w.abort()
			var visits []visit
			for game := range 450 { // one a day for 30 days of 10 months: 300, 90 and 60 games
				move, day := 1, game
				switch {
				case game >= 390:
					move, day = 3, (game-390)*5
				case game >= 300:
					move, day = 2, (game-300)*10/3
				}
				g := index.Game{Date: index.Date{Year: 2000, Month: 1 + day/30, Day: 1 + day%30}, Moves: []uint32{uint32(move)}}
				if err := w.game(&g); err != nil {
					t.Fatal(err)
				}
				visits = append(visits, newVisit(index.Key{Lo: 1}, uint32(game), uint32(move)))
			}
			if err := w.endGames(); err != nil {
				t.Fatal(err)
			}
			e := newSegmentEncoder(w, sorted.TempBuffer)
			e.begin(0, 0)
			e.list.begin(8)
			e.list.count(visits)
			e.list.counted()
			e.list.code(visits)
			for i, want := range test.cells {
				got := 0
				if c := e.list.groups[i].cells; c != nil {
					if got = len(c.list); c.days != test.days {
						t.Errorf("group %d has days: %t", i, c.days)
					}
				}
				if got != want {
					t.Errorf("group %d has %d cells, not %d", i, got, want)
				}
			}
			e.list.discard()
			e.list.freeCells()
		})
	}
}
