package flat

import (
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// A list is a sink that keeps all visits.
type list struct {
	visits []visit
	often  []index.Key
}

func (l *list) sorted(visits []visit) error {
	l.visits = append(l.visits, visits...)
	return nil
}

// popular reads the pieces twice, as an encoder does.
func (l *list) popular(k index.Key, pieces func(func([]visit) error) error) error {
	var once []visit
	for range 2 {
		var again []visit
		if err := pieces(func(visits []visit) error {
			again = append(again, visits...)
			clear(visits) // it may change them
			return nil
		}); err != nil {
			return err
		}
		if once != nil && !slices.Equal(once, again) {
			panic("pieces differ")
		}
		once = again
	}
	l.often = append(l.often, k)
	return l.sorted(once)
}

// TestSort sorts visits of which many share a position, or the first bytes of one, in little memory.
func TestSort(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		// Positions of one segment. Some differ only in the last bytes.
		keys := []index.Key{{Lo: 7 << 56, Hi: 1}, {Lo: 7 << 56, Hi: 2}, {Lo: 7<<56 | 1, Hi: 1}, {Lo: 7<<56 | 1<<30}}
		for range 200 {
			keys = append(keys, index.Key{Lo: 7<<56 | rng.Uint64()>>8, Hi: uint16(rng.Uint32())})
		}
		limit := []int64{1 << 20, 64 << 10, 16 << 10, 16 << 10}[seed]
		s := newSpill(filepath.Join(t.TempDir(), "visits"), 1, 0, []int64{1 << 30, 1 << 16, 1 << 16, 1 << 30}[seed])
		var want []visit
		for game := range uint32(6000) {
			for i, k := range keys {
				if i < 6 && rng.IntN(6) >= i || i >= 6 && rng.IntN(100) == 0 {
					v := visit{lo: k.Lo, hi: k.Hi, game: game, move: rng.Uint32N(20)}
					want = append(want, v)
					s.addOne(0, v)
				}
			}
			if err := s.flushIfFull(); err != nil {
				t.Fatal(err)
			}
		}
		s.endBlocks()
		var got list
		o := sorter{limit: limit}
		if err := o.part(s, 0, 7, &got); err != nil {
			t.Fatal(err)
		}
		if s.close(); !slices.Equal(got.visits, sorted(want)) {
			t.Fatalf("seed %d: %d visits sorted otherwise than in memory", seed, len(got.visits))
		}
		if small := limit < 6000*visitMemory; small != (len(got.often) > 0) {
			t.Errorf("seed %d: %d popular positions with a limit of %d bytes", seed, len(got.often), limit)
		}
	}
}

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
				visits = append(visits, visit{lo: key, game: game, move: rng.Uint32N(1 + rng.Uint32N(40))})
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
	if !reflect.DeepEqual(whole.records.buf, pieces.records.buf) || !slices.Equal(whole.tail.bytes(), pieces.tail.bytes()) {
		t.Error("pieces are coded otherwise")
	}
	if whole.visits != pieces.visits {
		t.Errorf("%d visits and %d", whole.visits, pieces.visits)
	}
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
				visits = append(visits, visit{lo: 1, game: uint32(game), move: uint32(move)})
			}
			if err := w.endGames(); err != nil {
				t.Fatal(err)
			}
			e := newSegmentEncoder(w, tempBuffer)
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
