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
	Tally              // of all games that contain the position, each counted once; also of foreign ones
	Sample int64       // number of one of the games, if there is any
	Moves  []MoveTally // played in it, the most frequent first

	Ended       int64 // games that end in it
	EndedSample int64 // number of one of these, if there is any

	// Transpositions are moves that no game played here, although games contain
	// the position after them. Those that reach most games come first.
	Transpositions []MoveTally

	// Foreign counts games whose move is not a legal one here. They contain another
	// position that has the same key by chance or by forgery.
	Foreign int64
}

// Find returns what the index knows about a position in the games that the query selects. The answer is zero if no
// game contains it. Each move of the answer is legal in p; the other games are Foreign. In a view without
// moves (see [Config].WordBits) the answer has only a tally and a sample. [Index.View] returns a view by its name.
//
// It costs one look-up for the position and one for each legal move, and with a
// filter a few ns for each game that contains one of these positions. It makes moves in p and takes them back,
// so that p must not be used by another goroutine.
func (ix *questions) Find(ctx context.Context, q Query, p Position) (Answer, error) {
	return ix.find(ctx, q, p, true)
}

// Played returns what Find returns, without Reaches and Transpositions. It costs one look-up.
func (ix *questions) Played(ctx context.Context, q Query, p Position) (Answer, error) {
	return ix.find(ctx, q, p, false)
}

// find is Find, or Played if the positions after the moves are not asked for.
func (ix *questions) find(ctx context.Context, q Query, p Position, reaches bool) (Answer, error) {
	if err := ix.checkView(q.View); err != nil {
		return Answer{}, err
	}
	s, err := ix.state()
	if err != nil {
		return Answer{}, err
	}
	defer s.Close()
	reaches = reaches && !q.Totals
	var a Answer
	if f := ix.folded(q.View, p); f != nil {
		a, err = findFolded(ctx, s, q, f, reaches)
	} else {
		a, err = findMoves(ctx, s, q, p, reaches)
	}
	if err != nil {
		return Answer{}, err
	}
	if q.Totals { // then move 0 stands for all games, not for the end of a game
		a.Ended, a.EndedSample = 0, 0
	}
	slices.SortFunc(a.Moves, compareMoves)
	slices.SortFunc(a.Transpositions, compareMoves)
	return a, nil
}

// findMoves is find for a position whose visits have moves.
func findMoves(ctx context.Context, s State, q Query, p Position, reaches bool) (a Answer, err error) {
	c := reachings.Get().(*reaching)
	defer reachings.Put(c)
	c.hashes = append(c.hashes[:0], p.Hash(q.View))
	err = s.Lookup(ctx, q, c.hashes, func(_ int, moves []MoveTally) error {
		a = newAnswer(moves)
		return nil
	})
	if err != nil {
		return Answer{}, err
	}
	if q.View != Positions {
		a.Ended, a.EndedSample = 0, 0
		return a, nil
	}
	c.legal = p.AppendMoves(c.legal[:0])
	a.dropForeign(c.legal)
	if !reaches || len(c.legal) == 0 {
		return a, nil
	}
	c.hashes = c.hashes[:0]
	for _, m := range c.legal {
		p.Make(m)
		c.hashes = append(c.hashes, p.Hash(Positions))
		p.Unmake()
	}
	c.games = slices.Grow(c.games[:0], len(c.legal))[:len(c.legal)]
	if err := count(ctx, s, q, c.hashes, c.games); err != nil {
		return Answer{}, err
	}
	a.addReaches(c.legal, c.games)
	return a, nil
}

// playedAnswer returns what the tallies of a position's moves say, without Reaches,
// Transpositions and Foreign.
func playedAnswer(moves []MoveTally) Answer {
	a := newAnswer(moves)
	slices.SortFunc(a.Moves, compareMoves)
	return a
}

func newAnswer(moves []MoveTally) Answer {
	a := Answer{Moves: make([]MoveTally, 0, len(moves))}
	for _, m := range moves {
		a.Tally, a.Sample = a.Tally.Add(m.Tally), m.Sample
		if m.Move == 0 {
			a.Ended, a.EndedSample = m.Games, m.Sample
			continue
		}
		a.Moves = append(a.Moves, m)
	}
	return a
}

// compareMoves orders moves by games, then by games reached, then by the moves.
func compareMoves(x, y MoveTally) int {
	if x.Games != y.Games {
		return cmp.Compare(y.Games, x.Games)
	}
	return cmp.Or(cmp.Compare(y.Reaches, x.Reaches), cmp.Compare(x.Move, y.Move))
}

// A reaching is the memory of a question about the positions after the legal moves.
type reaching struct {
	legal  []uint32
	hashes []zobrist.Uint128 // after each
	games  []int64           // that contain that position
}

var reachings = sync.Pool{New: func() any { return new(reaching) }}

// dropForeign counts moves that are not legal as Foreign.
func (a *Answer) dropForeign(legal []uint32) {
	a.Moves = slices.DeleteFunc(a.Moves, func(m MoveTally) bool {
		foreign := !slices.Contains(legal, m.Move)
		if foreign {
			a.Foreign += m.Games
		}
		return foreign
	})
}

// addReaches adds how many games contain the position after each of some moves.
func (a *Answer) addReaches(moves []uint32, games []int64) {
	for i, move := range moves {
		if games[i] == 0 { // most
			continue
		}
		played := slices.IndexFunc(a.Moves, func(m MoveTally) bool { return m.Move == move })
		if played >= 0 {
			a.Moves[played].Reaches = games[i]
		} else {
			a.Transpositions = append(a.Transpositions, MoveTally{Move: move, Sample: -1, Reaches: games[i]})
		}
	}
}
