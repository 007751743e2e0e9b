package flat

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// A model is what a run should hold: the games, nil for a hole, and the visits of each
// view and of digests.
type model struct {
	games  []*index.Game
	visits [][]visit
}

// randomModel returns games whose positions come from a small set of keys for each
// view, so that they share them. Some keys differ in the high word only.
func randomModel(rng *rand.Rand, games, views, moves int, texts bool) *model {
	m := &model{visits: make([][]visit, views+1)}
	keys := make([]index.Key, 1+rng.IntN(4*games+20))
	for i := range keys {
		keys[i] = index.Key{Lo: rng.Uint64(), Hi: uint16(rng.Uint32())}
		if i > 0 && rng.IntN(4) == 0 {
			keys[i].Lo = keys[i-1].Lo
		}
		if rng.IntN(8) == 0 { // borders of segments and of buckets
			keys[i].Lo = keys[i].Lo &^ (1<<(8*rng.IntN(8)) - 1)
		}
	}
	word := func() uint32 {
		n := 1 + rng.IntN(1+rng.IntN(moves))
		if n%5 == 0 {
			return uint32(n) * 2654435761 // a large word, unless it is 0
		}
		return uint32(n)
	}
	name := func(what string, n int) string {
		if i := rng.IntN(n); i > 0 {
			return fmt.Sprint(what, i)
		}
		return ""
	}
	for number := range games {
		if rng.IntN(10) == 0 {
			m.games = append(m.games, nil)
			continue
		}
		g := &index.Game{
			First: name("player ", 1+games/3), Second: name("player ", 1+games/3), Event: name("Event ", 9),
			Site:  name("site/", 100),
			Round: name("", 12), Opening: name("A0", 9), Start: name("start", 2),
			FirstRating: rng.IntN(4) * 1000, SecondRating: rng.IntN(3000),
			Result: game.Result(rng.IntN(4)), Speed: index.Speed(rng.IntN(7)), Mode: index.Mode(rng.IntN(3)),
			Date: index.Date{Year: rng.IntN(3) * 1000, Month: rng.IntN(13), Day: rng.IntN(32)},
		}
		if texts && rng.IntN(4) > 0 {
			g.Text = fmt.Appendf(nil, "[Event %q]\n%d", g.Event, rng.Uint64())
		}
		seen := make([]map[index.Key]bool, views)
		for view := range views {
			seen[view] = make(map[index.Key]bool)
		}
		for range rng.IntN(30) {
			w := word()
			if w == 0 {
				w = 1
			}
			g.Moves = append(g.Moves, w)
		}
		for i := range len(g.Moves) + 1 {
			for view := range views {
				k := keys[rng.IntN(len(keys))]
				if i == 0 && rng.IntN(8) > 0 {
					k = keys[0]
				}
				if seen[view][k] {
					continue
				}
				seen[view][k] = true
				v := newVisit(k, uint32(number), 0)
				if view == 0 && i < len(g.Moves) {
					v.Value.move = g.Moves[i]
				}
				m.visits[view] = append(m.visits[view], v)
			}
		}
		k := keys[rng.IntN(len(keys))] // of its line
		m.visits[views] = append(m.visits[views], newVisit(k, uint32(number), 0))
		m.games = append(m.games, g)
	}
	for view := range m.visits {
		m.visits[view] = inOrder(m.visits[view])
	}
	return m
}

func inOrder(visits []visit) []visit {
	slices.SortStableFunc(visits, func(a, b visit) int {
		return cmp.Or(a.Key().Compare(b.Key()), cmp.Compare(a.Value.game, b.Value.game))
	})
	return visits
}

// write writes a run with what the model has.
func (m *model) write(tb testing.TB, path string, texts bool) runInfo {
	tb.Helper()
	w, err := createRun(path, runOptions{views: len(m.visits) - 1, texts: texts})
	if err != nil {
		tb.Fatal(err)
	}
	for _, g := range m.games {
		if g == nil {
			err = w.hole(false)
		} else {
			err = w.game(g)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.endGames(); err != nil {
		tb.Fatal(err)
	}
	e := newSegmentEncoder(w, sorted.TempBuffer)
	for view, visits := range m.visits {
		for len(visits) > 0 {
			first := byte(visits[0].Lo >> 56)
			e.begin(view, first)
			for len(visits) > 0 && byte(visits[0].Lo>>56) == first {
				n := samePosition(visits)
				e.add(keyOf(&visits[0]), visits[:n])
				visits = visits[n:]
			}
			if err := errors.Join(w.segment(e), e.end()); err != nil {
				tb.Fatal(err)
			}
		}
	}
	info, err := w.close()
	if err != nil {
		tb.Fatal(err)
	}
	return info
}

// samePosition returns the number of visits of the first position.
func samePosition(visits []visit) int {
	n := 1
	for n < len(visits) && keyOf(&visits[n]) == keyOf(&visits[0]) {
		n++
	}
	return n
}

// openModel writes the model to a run and returns an index of this run alone.
func openModel(tb testing.TB, m *model, texts bool) *state {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "1.run")
	info := m.write(tb, path, texts)
	r, err := openRun(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { r.Close() })
	if info.sum != r.header.roots || info.bytes != int64(len(r.Data)) {
		tb.Fatalf("the file is not what the writer says: %+v", info)
	}
	views := make([]string, len(m.visits)-2)
	for i := range views {
		views[i] = fmt.Sprint("view", i)
	}
	return &state{manifest: index.Manifest{Views: views}, runs: []placedRun{{r, 0}}}
}

func hashOf(k index.Key) zobrist.Uint128 { return zobrist.Uint128{Hi: 1<<40 | uint64(k.Hi), Lo: k.Lo} }

// compare asks for all that the model has.
func (m *model) compare(tb testing.TB, s *state, texts bool) {
	tb.Helper()
	r := s.runs[0].run
	for view, visits := range m.visits {
		var c cursor
		for first := range 256 {
			if err := c.reset(r, view, byte(first)); err != nil {
				tb.Fatal(err)
			}
			for {
				k, ok, err := c.advance()
				if err != nil {
					tb.Fatal(err)
				}
				if !ok {
					break
				}
				n, err := c.count()
				if err != nil || int(n) > len(visits) {
					tb.Fatal(err, n)
				}
				var got []visit
				if err := c.each(k, func(piece []visit) error { got = append(got, piece...); return nil }); err != nil {
					tb.Fatal(err)
				}
				if len(got) != int(n) {
					tb.Fatalf("%d visits instead of %d", len(got), n)
				}
				slices.SortFunc(got, func(a, b visit) int { return cmp.Compare(a.Value.game, b.Value.game) })
				if want := visits[:len(got)]; !slices.Equal(got, want) {
					tb.Fatalf("view %d: %v instead of %v", view, got, want)
				}
				visits = visits[len(got):]
			}
		}
		if len(visits) > 0 {
			tb.Fatalf("view %d: %d visits are missing", view, len(visits))
		}
		if view < len(m.visits)-1 {
			m.compareView(tb, s, view)
		}
	}
	var numbers []int64
	for i, want := range m.games {
		if want != nil {
			numbers = append(numbers, int64(i))
		} else if _, err := asking(s).Games(tb.Context(), []int64{int64(i)}, true); !errors.Is(err, index.ErrNotFound) {
			tb.Fatalf("game %d, which is not there: %v", i, err)
		}
	}
	shuffled := slices.Clone(numbers)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) {
		shuffled[i], shuffled[j] = shuffled[j],
			shuffled[i]
	})
	for _, numbers := range [][]int64{numbers, shuffled[:min(100, len(shuffled))]} {
		m.compareGames(tb, s, numbers, texts)
	}
	if err := s.verify(tb.Context(), nil); err != nil {
		tb.Fatal(err)
	}
}

func (m *model) compareGames(tb testing.TB, s *state, numbers []int64, texts bool) {
	tb.Helper()
	games, err := asking(s).Games(tb.Context(), numbers, true)
	if err != nil {
		tb.Fatal(err)
	}
	for i, got := range games {
		w := *m.games[numbers[i]]
		if !texts {
			w.Text = nil
		}
		w.Date = w.Date.Known()
		if !slices.Equal(got.Moves, w.Moves) || !bytes.Equal(got.Text, w.Text) {
			tb.Fatalf("game %d is %+v instead of %+v", numbers[i], got, w)
		}
		got.Moves, got.Text, w.Moves, w.Text = nil, nil, nil, nil
		if !reflect.DeepEqual(got, w) {
			tb.Fatalf("game %d is %+v instead of %+v", numbers[i], got, w)
		}
	}
}

// compareView looks all positions of a view up, and some that are not there.
func (m *model) compareView(tb testing.TB, s *state, view int) {
	tb.Helper()
	visits := m.visits[view]
	present := make(map[index.Key]bool)
	for i := range visits {
		present[keyOf(&visits[i])] = true
	}
	q := index.Query{View: index.View(view)}
	for len(visits) > 0 {
		n := samePosition(visits)
		k := keyOf(&visits[0])
		want := make(map[uint32]index.MoveTally)
		for _, v := range visits[:n] {
			t := want[v.Value.move]
			t.Move, t.Sample = v.Value.move, int64(v.Value.game)
			t.Count(index.FactsOf(m.games[v.Value.game]))
			want[v.Value.move] = t
		}
		hashes := []zobrist.Uint128{hashOf(k), hashOf(index.Key{Lo: k.Lo ^ 1<<9, Hi: k.Hi}), hashOf(index.Key{Lo: k.Lo,
			Hi: k.Hi + 1})}
		calls := 0
		err := asking(s).Lookup(tb.Context(), q, hashes, func(i int, moves []index.MoveTally) error {
			if i > 0 {
				return nil
			}
			calls++
			if len(moves) != len(want) {
				tb.Fatalf("%v instead of %v", moves, want)
			}
			for j, move := range moves {
				if move != want[move.Move] || j > 0 && moves[j-1].Move >= move.Move {
					tb.Fatalf("%v instead of %v", moves, want)
				}
			}
			return nil
		})
		if err != nil || calls != 1 {
			tb.Fatal(err, calls)
		}
		counts := make([]int64, len(hashes))
		if err := count(tb, s, q, hashes, counts); err != nil || counts[0] != int64(n) {
			tb.Fatal(err, counts, n)
		}
		for i, h := range hashes[1:] {
			if present[index.KeyOf(h)] != (counts[i+1] > 0) {
				tb.Fatalf("position %x: counted %d", h, counts[i+1])
			}
		}
		visits = visits[n:]
	}
}

// TestRun writes runs of many sizes and reads them.
func TestRun(t *testing.T) {
	for seed, games := range []int{0, 1, 2, 7, 8, 9, 15, 16, 17, 18, 63, 64, 65, 128, 129, 300, 1023, 1024, 1025,
		3000} {
		for _, moves := range []int{1, 300, 70000} {
			t.Run(fmt.Sprintf("games=%d/moves=%d", games, moves), func(t *testing.T) {
				if games > 300 {
					oracle.Full(t, "runs of more than 300 games")
				}
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(moves)))
				views, texts := 1+rng.IntN(3), rng.IntN(2) == 0
				m := randomModel(rng, games, views, moves, texts)
				m.compare(t, openModel(t, m, texts), texts)
			})
		}
	}
}

// TestLargeSegment writes a segment whose records and area are longer than what an encoder has in memory.
func TestLargeSegment(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	m := randomModel(rng, 3000, 1, 300, false)
	var visits []visit
	for key := range uint64(40_000) {
		for number, g := range m.games {
			if g == nil || number != int(key)%len(m.games) && (key%32 > 0 || rng.IntN(4) > 0) {
				continue
			}
			v := newVisit(index.Key{Lo: 7<<56 | key*0x1234567891}, uint32(number), 0)
			if len(g.Moves) > 0 {
				v.Value.move = g.Moves[rng.IntN(len(g.Moves))]
			}
			visits = append(visits, v)
		}
	}
	m.visits[0] = inOrder(visits)
	s := openModel(t, m, false)
	large, err := s.runs[0].segment(0, 7)
	if err != nil || large.records*recordSize <= sorted.TempBuffer || large.area <= 8*sorted.TempBuffer {
		t.Fatalf("%+v, %v", large, err)
	}
	m.compare(t, s, false)
}
