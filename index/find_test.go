package index_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// The tests play a game of their own: a move of 1 to 3 leads from a number below 20 to
// a greater one or back to 0.

var config = index.Config{Game: "walk", Rules: "test", Set: zobrist.Default(20)}

func hashOf(place int) zobrist.Uint128 { return config.Set.Hash128(zobrist.Feature(place)) }

type walk struct {
	index.Game
	places []int
}

// walkAdapter is the adapter of walks. Move 3 is played, but not legal, and move 4 leads where move 2 leads.
type walkAdapter struct{ index.Adapter }

func (walkAdapter) NewPosition() index.Position { return new(standing) }

// standing is a position of a walk.
type standing struct {
	place int
	moves []uint32
}

func (s *standing) Set(text string) (err error) {
	if s.moves, s.place = nil, 0; text != "" {
		s.place, err = strconv.Atoi(text)
	}
	return err
}

func (s *standing) String() string                    { return strconv.Itoa(s.place) }
func (s *standing) Hash(index.View) zobrist.Uint128   { return hashOf(s.place) }
func (s *standing) AppendMoves(dst []uint32) []uint32 { return append(dst, 1, 2, 4) }
func (s *standing) Clone() index.Position             { return &standing{place: s.place} }

func (s *standing) AppendFeatures(dst []zobrist.Feature, _ index.View) []zobrist.Feature {
	return append(dst, zobrist.Feature(s.place))
}

func (s *standing) Make(move uint32) {
	s.place, s.moves = (s.place+int(min(move, 2)))%20, append(s.moves, move)
}

func (s *standing) Unmake() {
	last := s.moves[len(s.moves)-1]
	s.place, s.moves = (s.place-int(min(last, 2))+20)%20, s.moves[:len(s.moves)-1]
}

// at is the position of a place.
func at(place int) index.Position { return &standing{place: place} }

func randomWalks(n int) []walk {
	rng := rand.New(rand.NewPCG(1, 2))
	list := make([]walk, n)
	for i := range list {
		w := &list[i]
		w.First, w.Result, w.FirstRating = fmt.Sprint(i), game.Result(rng.IntN(4)), rng.IntN(2)*(1500+i)
		w.Date.Year = 1900 + i
		w.places = []int{0}
		for range rng.IntN(12) {
			move := 1 + rng.IntN(3)
			w.Moves = append(w.Moves, uint32(move))
			w.places = append(w.places, (w.places[len(w.places)-1]+move)%20)
		}
	}
	return list
}

// build returns an index of walks, and its store.
func build(t *testing.T, games []walk) (*index.Index, index.Store) {
	t.Helper()
	s := storetest.Memory()
	ix, err := index.Open(t.Context(), s, config, walkAdapter{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := ix.Build(t.Context(), index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var batch index.Batch
	for i := range games {
		var hashes []zobrist.Uint128
		for _, place := range games[i].places {
			hashes = append(hashes, hashOf(place))
		}
		batch.Add(&games[i].Game, hashes)
	}
	if _, err := b.Append(t.Context(), &batch); err != nil {
		t.Fatal(err)
	}
	b.Keep(index.Source{Name: "games"})
	if _, err := b.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return ix, s
}

// TestFind compares answers with a count of the games, place by place.
func TestFind(t *testing.T) {
	games := randomWalks(500)
	ix, _ := build(t, games)
	for _, filter := range []index.Filter{{}, {Since: index.Date{Year: 2100}}, {Results: []game.Result{game.Draw}}} {
		for place := range 20 {
			var want index.Tally
			ended, moves := int64(0), make(map[uint32]index.Tally)
			reaches := make(map[uint32]int64) // games that contain place + move
			for i := range games {
				w := &games[i]
				if !filter.Matcher().Match(&w.Game, "games") {
					continue
				}
				contains := make(map[int]bool)
				for ply, at := range w.places {
					if contains[at] {
						continue
					}
					contains[at] = true
					if at != place {
						continue
					}
					want.Count(index.FactsOf(&w.Game))
					if ply == len(w.Moves) {
						ended++
						continue
					}
					tally := moves[w.Moves[ply]]
					tally.Count(index.FactsOf(&w.Game))
					moves[w.Moves[ply]] = tally
				}
				for move := range uint32(4) {
					if contains[(place+int(move))%20] {
						reaches[move]++
					}
				}
			}
			a, err := ix.Find(t.Context(), index.Query{Filter: filter}, at(place))
			if err != nil {
				t.Fatal(err)
			}
			if a.Tally != want || a.Ended != ended || a.Foreign != moves[3].Games {
				t.Fatalf("place %d: %+v, want %+v, %d ended, %d foreign", place, a, want, ended, moves[3].Games)
			}
			for i, m := range a.Moves {
				if m.Tally != moves[m.Move] || m.Reaches != reaches[m.Move] || m.Move == 3 ||
					i > 0 && m.Games > a.Moves[i-1].Games {
					t.Fatalf("place %d: %+v, want %+v, reaches %d", place, m, moves[m.Move], reaches[m.Move])
				}
			}
			if moves[2].Games > 0 && (len(a.Transpositions) != 1 || a.Transpositions[0].Move != 4 ||
				a.Transpositions[0].Reaches != reaches[2]) {
				t.Fatalf("place %d: transpositions %+v, want move 4", place, a.Transpositions)
			}
		}
	}
	empty, _ := build(t, nil)
	none, err := empty.Find(t.Context(), index.Query{}, at(0))
	if err != nil || !reflect.DeepEqual(none, index.Answer{}) {
		t.Errorf("a position of no game: %+v, error %v", none, err)
	}
}

func TestList(t *testing.T) {
	games := randomWalks(100)
	ix, _ := build(t, games)
	list, err := ix.List(t.Context(), index.Query{}, at(0), index.ListOptions{Recent: true, Limit: 3, Skip: 1})
	if err != nil || len(list) != 3 || list[0].Number != 98 || list[2].Number != 96 || list[0].Date.Year != 1998 {
		t.Errorf("%+v, error %v", list, err)
	}
	five, err := ix.Games(t.Context(), []int64{5}, true)
	if err != nil || five[0].First != "5" || !reflect.DeepEqual(five[0].Moves, games[5].Moves) {
		t.Errorf("game 5 is %+v, error %v", five, err)
	}
	for _, o := range []index.ListOptions{{Skip: -1}, {Limit: -1}} {
		if _, err := ix.List(t.Context(), index.Query{}, at(0), o); err == nil {
			t.Errorf("%+v is no error", o)
		}
	}
}

func TestOpen(t *testing.T) {
	ix, s := build(t, randomWalks(10))
	for name, change := range map[string]func(*index.Config){
		"game":       func(c *index.Config) { c.Game = "x" },
		"rules":      func(c *index.Config) { c.Rules = "x" },
		"keys":       func(c *index.Config) { c.Set = zobrist.Coded(20, 7) },
		"views":      func(c *index.Config) { c.Views = []string{"x"} },
		"many views": func(c *index.Config) { c.Views = make([]string, 8) },
		"half a set": func(c *index.Config) { c.Set.Second = nil },
	} {
		c := config
		change(&c)
		want := index.ErrConfig
		if name == "keys" || name == "half a set" {
			want = index.ErrKeys
		}
		if _, err := index.Open(t.Context(), s, c, walkAdapter{}); !errors.Is(err, want) {
			t.Errorf("other %s: %v, want %v", name, err, want)
		}
	}
	if _, err := ix.View("pawns"); !errors.Is(err, index.ErrNotFound) {
		t.Errorf("a view that is not there: %v", err)
	}
	if v, err := ix.View(""); v != index.Positions || err != nil {
		t.Errorf("no name is view %d, %v", v, err)
	}
}

func TestBatchPanics(t *testing.T) {
	for name, g := range map[string]index.Game{
		"too many positions": {},
		"move 0":             {Moves: []uint32{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			new(index.Batch).Add(&g, []zobrist.Uint128{{}, {Lo: 1}})
		})
	}
}
