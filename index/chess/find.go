package chessindex

import (
	"context"
	"slices"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// Find returns what the index knows about a position. Each Move of the answer is a
// [chess.Move] that is legal in p, so that p.SAN writes it; the other games are
// Foreign. In a view of pawns or material the answer has only a tally and a sample,
// as such a view knows games, but no moves. Get the view from [index.Index.View].
//
// It costs one look-up and one for each legal move. It is fastest if p comes from
// [Index.Position]; Find then makes moves in p and takes them back, so that p must not
// be used by another goroutine. Any other position may have other keys than the
// index. The error wraps [index.ErrKeys] if it was made under an en-passant rule that
// counts fewer squares than that of the index.
func (ix *Index) Find(ctx context.Context, q index.Query, p *chess.Position) (index.Answer, error) {
	f := ix.finder()
	defer ix.finders.Put(f)
	own, err := f.own(ix, p)
	if err != nil {
		return index.Answer{}, err
	}
	hash, err := ix.hashIn(q.View, own)
	if err != nil {
		return index.Answer{}, err
	}
	if q.View != index.Positions {
		a, err := ix.Index.Find(ctx, q, hash)
		a.Ended, a.EndedSample = 0, 0
		return a, err
	}
	f.moves, f.legal = own.AppendMoves(f.moves[:0]), f.legal[:0]
	for _, m := range f.moves {
		own.Make(m)
		f.legal = append(f.legal, index.Successor{Move: uint32(m), Hash: own.Hash128()})
		own.Unmake()
	}
	return ix.Index.Find(ctx, q, hash, f.legal...)
}

// Count returns the number of games that contain a position; see [Index.Find] for
// the error. To count many positions at once, get the hashes from [Index.Hash] and
// give them to the Count of the embedded index.
func (ix *Index) Count(ctx context.Context, q index.Query, p *chess.Position) (int64, error) {
	hash, err := ix.Hash(q.View, p)
	if err != nil {
		return 0, err
	}
	counts, err := ix.Index.Count(ctx, q, hash)
	if err != nil {
		return 0, err
	}
	return counts[0], nil
}

// List returns a page of the games that contain a position, without their texts; see
// [index.Index.List] for the order and [Index.Find] for the error. Move is 0 if
// the game ended in the position, if its move is not legal there, and in other views
// than [index.Positions].
func (ix *Index) List(ctx context.Context, q index.Query, p *chess.Position,
	o index.ListOptions) ([]index.FoundGame, error) {
	hash, err := ix.Hash(q.View, p)
	if err != nil {
		return nil, err
	}
	games, err := ix.Index.List(ctx, q, hash, o)
	legal := p.AppendMoves(nil)
	for i := range games {
		if !isLegal(legal, games[i].Move) {
			games[i].Move = 0
		}
	}
	return games, err
}

// History tallies the games that contain a position by months; see [index.Snapshot] for
// the order, [index.Years] for years, and [Index.Find] for the error.
func (ix *Index) History(ctx context.Context, q index.Query, p *chess.Position) ([]index.Period, error) {
	hash, err := ix.Hash(q.View, p)
	if err != nil {
		return nil, err
	}
	return ix.Index.History(ctx, q, hash)
}

func isLegal(legal []chess.Move, word uint32) bool {
	return word < 1<<16 && slices.Contains(legal, chess.Move(word))
}
