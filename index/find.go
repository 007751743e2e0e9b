package index

import (
	"context"
	"slices"
	"sync"

	"github.com/zobrist-go/zobrist"
)

// An Answer says what is known about a position.
type Answer struct {
	Tally             // of all games that contain the position, each counted once
	Ended int64       // games that end in it
	Moves []MoveTally // played in it, the most frequent first
}

// A MoveTally sums up the games that played a move when they first reached a
// position.
type MoveTally struct {
	Move uint32 // in the game's own words
	Tally
}

// Find returns what is known about the position with that hash. Of a position
// that no game contains, the answer is zero.
//
// It costs one look-up in the store and a few ns for each listed game.
func (ix *Index) Find(ctx context.Context, hash zobrist.Uint128) (Answer, error) {
	var answer Answer
	err := ix.find(ctx, []zobrist.Uint128{hash}, func(_ int, a Answer) { answer = a })
	return answer, err
}

// FindBatch returns what is known about several positions, in their order.
func (ix *Index) FindBatch(ctx context.Context, hashes []zobrist.Uint128) ([]Answer, error) {
	answers := make([]Answer, len(hashes))
	err := ix.find(ctx, hashes, func(i int, a Answer) { answers[i] = a })
	return answers, err
}

func (ix *Index) find(ctx context.Context, hashes []zobrist.Uint128, visit func(int, Answer)) error {
	s := ix.state.Load()
	return ix.records(ctx, hashes, func(i int, r record) error {
		a, err := ix.answer(ctx, s, r)
		visit(i, a)
		return err
	})
}

// Count returns, for each position, how many games contain it.
func (ix *Index) Count(ctx context.Context, hashes []zobrist.Uint128) ([]int64, error) {
	counts := make([]int64, len(hashes))
	err := ix.records(ctx, hashes, func(i int, r record) error {
		counts[i] = r.games()
		return nil
	})
	return counts, err
}

func (r record) games() (n int64) {
	for i := range r {
		n += r[i].tally.Games + int64(len(r[i].loose))
	}
	return n
}

// lookup is the memory of one look-up in the Positions table.
type lookup struct {
	keys   []Key
	slices [][]byte
	record record
}

var lookups = sync.Pool{New: func() any { return new(lookup) }}

// records visits the records of the positions that have one. They are valid
// during the call.
func (ix *Index) records(ctx context.Context, hashes []zobrist.Uint128, visit func(int, record) error) error {
	l := lookups.Get().(*lookup)
	defer lookups.Put(l)
	l.keys, l.slices = slices.Grow(l.keys[:0], len(hashes)), l.slices[:0]
	for i, h := range hashes {
		l.keys = append(l.keys, KeyOf(h))
		l.slices = append(l.slices, l.keys[i][:])
	}
	return ix.store.Get(ctx, Positions, l.slices, func(i int, value []byte) error {
		r, err := decodeRecord(l.record[:0], value)
		if err != nil {
			return err
		}
		l.record = r
		return visit(i, r)
	})
}

// answer looks up the facts of the loose games and sums up.
func (ix *Index) answer(ctx context.Context, s *state, r record) (Answer, error) {
	a := Answer{Moves: make([]MoveTally, 0, len(r))}
	for i := range r {
		g := &r[i]
		t := g.tally
		for _, game := range g.loose {
			if int64(game) >= s.Games { // added since s was current
				var err error
				if s, err = ix.newer(ctx, s); err != nil {
					return Answer{}, err
				}
			}
			f, err := ix.fact(ctx, s, game)
			if err != nil {
				return Answer{}, err
			}
			t.count(f)
		}
		a.Tally = a.Tally.Add(t)
		if g.move == 0 {
			a.Ended += t.Games
			continue
		}
		a.Moves = append(a.Moves, MoveTally{g.move, t})
	}
	slices.SortFunc(a.Moves, func(x, y MoveTally) int {
		if x.Games != y.Games {
			return compare(uint64(y.Games), uint64(x.Games))
		}
		return compare(x.Move, y.Move)
	})
	return a, nil
}
