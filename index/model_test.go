package index_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// The tests play a game of their own. States are numbers, and a rule leads from a
// state and a move to another state, so that there are popular states, states of
// one game, transpositions and repetitions.

type played struct {
	index.Game
	states []uint32
}

func (p *played) hashes() []zobrist.Uint128 {
	h := make([]zobrist.Uint128, len(p.states))
	for i, s := range p.states {
		h[i] = hashOf(s)
	}
	return h
}

// hashOf returns the hash of a state, by SplitMix64.
func hashOf(state uint32) zobrist.Uint128 {
	mix := func(z uint64) uint64 {
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	return zobrist.Uint128{Hi: mix(uint64(state) + 0x9e3779b97f4a7c15), Lo: mix(uint64(state)*3 + 1)}
}

var config = index.Config{
	Game: "walk", Rules: "test", Set: zobrist.Set{Name: "test", Keys: zobrist.Keys{2}, Second: zobrist.Keys{1}},
}

func play(rng *rand.Rand, number int) played {
	g := played{Game: index.Game{
		First: fmt.Sprint("player ", rng.IntN(50)), Second: fmt.Sprint("spieler ", rng.IntN(50)),
		Result: game.Result(rng.IntN(4)), Event: "test", Round: fmt.Sprint(number),
		Moves: []uint32{},
	}}
	if rng.IntN(4) > 0 {
		g.FirstRating = 1500 + rng.IntN(1300)
	}
	if rng.IntN(4) > 0 {
		g.SecondRating = 1500 + rng.IntN(1300)
	}
	if rng.IntN(5) > 0 {
		g.Date = index.Date{Year: 1900 + rng.IntN(120), Month: rng.IntN(13)}
		if g.Date.Month > 0 {
			g.Date.Day = rng.IntN(29)
		}
	}
	state := uint32(0)
	g.states = append(g.states, state)
	for range rng.IntN(60) {
		move := uint32(1 + min(rng.IntN(5), rng.IntN(5)))
		if rng.IntN(20) == 0 {
			move = rng.Uint32() | 1<<20 // a word of more than 16 bits
		}
		switch {
		case rng.IntN(15) == 0:
			state = 0 // a repetition
		case state < 1000:
			state = state*5 + move%5 + 1
		default:
			state = state*1664525 + move%5
		}
		g.Moves = append(g.Moves, move)
		g.states = append(g.states, state)
	}
	return g
}

func playMany(seed uint64, n int) []played {
	rng := rand.New(rand.NewPCG(seed, 1))
	games := make([]played, n)
	for i := range games {
		games[i] = play(rng, i)
	}
	return games
}

// want returns the answer for each state, counted directly.
func want(games []played) map[uint32]index.Answer {
	moves := make(map[uint32]map[uint32]index.Tally)
	for i := range games {
		g := &games[i]
		seen := make(map[uint32]bool)
		for ply, s := range g.states {
			if seen[s] {
				continue
			}
			seen[s] = true
			move := uint32(0)
			if ply < len(g.Moves) {
				move = g.Moves[ply]
			}
			if moves[s] == nil {
				moves[s] = make(map[uint32]index.Tally)
			}
			t := index.Tally{Games: 1, LastYear: g.Date.Year}
			switch g.Result {
			case game.FirstWins:
				t.First = 1
			case game.Draw:
				t.Drawn = 1
			case game.SecondWins:
				t.Second = 1
			}
			for _, r := range []int{g.FirstRating, g.SecondRating} {
				if r > 0 {
					t.Ratings += int64(r)
					t.Rated++
				}
			}
			moves[s][move] = moves[s][move].Add(t)
		}
	}
	answers := make(map[uint32]index.Answer)
	for s, tallies := range moves {
		a := index.Answer{Moves: []index.MoveTally{}}
		for m, t := range tallies {
			a.Tally = a.Tally.Add(t)
			if m == 0 {
				a.Ended = t.Games
			} else {
				a.Moves = append(a.Moves, index.MoveTally{Move: m, Tally: t})
			}
		}
		slices.SortFunc(a.Moves, func(x, y index.MoveTally) int {
			return cmp.Or(cmp.Compare(y.Games, x.Games), cmp.Compare(x.Move, y.Move))
		})
		answers[s] = a
	}
	return answers
}

// build adds the games in batches of the given size, as one source.
func build(tb testing.TB, ix *index.Index, o index.BuildOptions, games []played, size int) index.Summary {
	tb.Helper()
	b, err := ix.Build(tb.Context(), o)
	if err != nil {
		tb.Fatal(err)
	}
	defer b.Close()
	appendAll(tb, b, games, size)
	b.Keep(index.Source{Name: "games"})
	sum, err := b.Commit(tb.Context(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return sum
}

func appendAll(tb testing.TB, b *index.Builder, games []played, size int) {
	tb.Helper()
	var batch index.Batch
	for i := range games {
		batch.Add(&games[i].Game, games[i].hashes())
		if batch.Len() == size || i == len(games)-1 {
			if err := b.Append(&batch); err != nil {
				tb.Fatal(err)
			}
			batch.Reset()
		}
	}
}

func openIndex(tb testing.TB, s index.Store) *index.Index {
	tb.Helper()
	ix, err := index.Open(tb.Context(), s, config)
	if err != nil {
		tb.Fatal(err)
	}
	return ix
}

// check compares every answer of the index with the direct count.
func check(tb testing.TB, ix *index.Index, games []played) {
	tb.Helper()
	answers := want(games)
	for s, a := range answers {
		got, err := ix.Find(tb.Context(), hashOf(s))
		if err != nil {
			tb.Fatal(err)
		}
		if !reflect.DeepEqual(got, a) {
			tb.Fatalf("state %d:\n got %+v\nwant %+v", s, got, a)
		}
	}
	visits := int64(0)
	for _, a := range answers {
		visits += a.Games
	}
	if m := ix.Manifest(); m.Games != int64(len(games)) || m.Visits != visits || m.Records < int64(len(answers)) {
		tb.Errorf("manifest has %d games, %d visits, %d records; want %d, %d, at least %d",
			m.Games, m.Visits, m.Records, len(games), visits, len(answers))
	}
	for i := range games {
		if i%97 != 0 {
			continue
		}
		g, err := ix.Game(context.Background(), int64(i))
		if err != nil {
			tb.Fatal(err)
		}
		if !reflect.DeepEqual(g, games[i].Game) {
			tb.Fatalf("game %d: got %+v, want %+v", i, g, games[i].Game)
		}
	}
}
