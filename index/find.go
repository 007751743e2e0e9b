package index

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/zobrist-go/zobrist"
)

// An Answer is what the index knows about a position.
type Answer struct {
	Tally             // of all games that contain the position, each counted once; also of foreign ones
	Ended int64       // games that end in it
	Moves []MoveTally // played in it, the most frequent first

	// Transpositions are moves that no game played here, although games contain
	// the position after them. Those that reach most games come first.
	Transpositions []MoveTally

	// Foreign counts games whose move is not a legal one here. They contain another
	// position that has the same key by chance or by forgery.
	Foreign int64
}

// A MoveTally sums up the games that played a move when they first reached a
// position.
type MoveTally struct {
	Move uint32 // in the game's own words
	Tally
	Reaches int64 // games that contain the position after the move, by whatever way
}

// A Successor is a legal move with the hash of the position after it.
type Successor struct {
	Move uint32
	Hash zobrist.Uint128
}

// Find returns what the index knows about the position with that hash. The
// answer is zero if no game contains the position. Reaches, Transpositions and
// Foreign are filled in if the legal moves are given, all of them.
//
// It costs one look-up in the store for the position and one for each legal
// move, and a few ns for each game that a record lists.
func (ix *Index) Find(ctx context.Context, hash zobrist.Uint128, legal ...Successor) (Answer, error) {
	s := ix.state.Load()
	var a Answer
	err := ix.records(ctx, []zobrist.Uint128{hash}, func(_ int, r record) (err error) {
		a, err = ix.answer(ctx, s, r)
		return err
	})
	if err != nil {
		return Answer{}, err
	}
	if len(legal) > 0 {
		if err := ix.addReaches(ctx, &a, legal); err != nil {
			return Answer{}, err
		}
	}
	slices.SortFunc(a.Moves, compareMoves)
	slices.SortFunc(a.Transpositions, compareMoves)
	return a, nil
}

// compareMoves orders moves by games, then by games reached, then by the moves.
func compareMoves(x, y MoveTally) int {
	if x.Games != y.Games {
		return cmp.Compare(y.Games, x.Games)
	}
	return cmp.Or(cmp.Compare(y.Reaches, x.Reaches), cmp.Compare(x.Move, y.Move))
}

// addReaches compares the moves of an answer with the legal ones.
func (ix *Index) addReaches(ctx context.Context, a *Answer, legal []Successor) error {
	hashes, reaches := make([]zobrist.Uint128, len(legal)), make([]int64, len(legal))
	for i, s := range legal {
		hashes[i] = s.Hash
	}
	err := ix.records(ctx, hashes, func(i int, r record) error {
		reaches[i] = r.games()
		return nil
	})
	if err != nil {
		return err
	}
	played := a.Moves
	a.Moves = played[:0]
	for _, m := range played {
		i := slices.IndexFunc(legal, func(s Successor) bool { return s.Move == m.Move })
		if i < 0 {
			a.Foreign += m.Games
			continue
		}
		m.Reaches, reaches[i] = reaches[i], 0
		a.Moves = append(a.Moves, m)
	}
	for i, s := range legal {
		if reaches[i] > 0 {
			a.Transpositions = append(a.Transpositions, MoveTally{Move: s.Move, Reaches: reaches[i]})
		}
	}
	return nil
}

func (r record) games() (n int64) {
	for i := range r {
		n += r[i].tally.Games + int64(len(r[i].loose))
	}
	return n
}

// lookup is the memory of one look-up of positions.
type lookup struct {
	keys   []key
	slices [][]byte
	record record
}

var lookups = sync.Pool{New: func() any { return new(lookup) }}

// records visits the records of those positions that have one. A record is valid
// during the call.
func (ix *Index) records(ctx context.Context, hashes []zobrist.Uint128, visit func(int, record) error) error {
	l := lookups.Get().(*lookup)
	defer lookups.Put(l)
	l.keys, l.slices = slices.Grow(l.keys[:0], len(hashes)), l.slices[:0]
	for i, h := range hashes {
		l.keys = append(l.keys, keyOf(h))
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

// answer sums up a record, with the facts of the games that it lists.
func (ix *Index) answer(ctx context.Context, s *state, r record) (Answer, error) {
	a := Answer{Moves: make([]MoveTally, 0, len(r))}
	for i := range r {
		g := &r[i]
		t := g.tally
		for _, game := range g.loose {
			f, err := ix.fact(ctx, &s, game)
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
		a.Moves = append(a.Moves, MoveTally{Move: g.move, Tally: t})
	}
	return a, nil
}
