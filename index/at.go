package index

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// A successors is the memory of a question about a position.
type successors struct {
	moves []uint32
	legal []Successor
}

var successorPool = sync.Pool{New: func() any { return new(successors) }}

// FindAt returns what the index knows about a position. Each move of the answer is legal in
// p; the other games are Foreign. In another view than [Positions] the answer has only a
// tally and a sample, as such a view knows games, but no moves. Get the view from
// [Index.View].
//
// It costs one look-up and one for each legal move. It makes moves in p and takes them back,
// so that p must not be used by another goroutine.
func (ix *Index) FindAt(ctx context.Context, q Query, p Position) (Answer, error) {
	if err := ix.checkView(q.View); err != nil {
		return Answer{}, err
	}
	if f := ix.folded(q.View, p); f != nil {
		return ix.findFolded(ctx, q, f)
	}
	if q.View != Positions {
		a, err := ix.Find(ctx, q, p.Hash(q.View))
		a.Ended, a.EndedSample = 0, 0
		return a, err
	}
	s := successorPool.Get().(*successors)
	defer successorPool.Put(s)
	hash := p.Hash(Positions)
	s.moves, s.legal = p.AppendMoves(s.moves[:0]), s.legal[:0]
	for _, m := range s.moves {
		p.Make(m)
		s.legal = append(s.legal, Successor{Move: m, Hash: p.Hash(Positions)})
		p.Unmake()
	}
	return ix.Find(ctx, q, hash, s.legal...)
}

// checkView returns an error if the index has no such view.
func (ix *Index) checkView(v View) error {
	if int(v) > len(ix.config.Views) {
		return fmt.Errorf("%w: the index has no view %d", ErrNotFound, v)
	}
	return nil
}

// ListAt returns a page of the games that contain a position, each once; see [Index.List]. Move is 0 if
// the game ended in the position, if its move is not legal there, and in other views than
// [Positions].
func (ix *Index) ListAt(ctx context.Context, q Query, p Position, o ListOptions) ([]FoundGame, error) {
	if err := ix.checkView(q.View); err != nil {
		return nil, err
	}
	if f := ix.folded(q.View, p); f != nil {
		return ix.listFolded(ctx, q, f, o)
	}
	games, err := ix.List(ctx, q, p.Hash(q.View), o)
	legal := p.AppendMoves(nil)
	for i := range games {
		if !slices.Contains(legal, games[i].Move) {
			games[i].Move = 0
		}
	}
	return games, err
}

// NumbersAt returns the numbers of the games that [Index.ListAt] lists. It reads no games, and takes some 50 bytes for
// each of them.
func (ix *Index) NumbersAt(ctx context.Context, q Query, p Position, o ListOptions) ([]int64, error) {
	if err := ix.checkView(q.View); err != nil {
		return nil, err
	}
	s, err := ix.ask()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var list []Occurrence
	if f := ix.folded(q.View, p); f != nil {
		list, err = pageFolded(ctx, s, q, f, o)
	} else {
		list, err = s.List(ctx, q, p.Hash(q.View), o)
	}
	return numbersOf(list), err
}
