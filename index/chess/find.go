package chessindex

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// Find returns what the index knows about a position. Each Move of the answer is a
// [chess.Move] that is legal in p, so that p.SAN writes it; the other games are
// Foreign. It costs one look-up and one for each legal move.
//
// The position may have other keys than the index. The error wraps
// [index.ErrKeys] if it was made under an en-passant rule that counts fewer squares
// than that of the index.
func (ix *Index) Find(ctx context.Context, p *chess.Position) (index.Answer, error) {
	own, err := ix.rehash(p)
	if err != nil {
		return index.Answer{}, err
	}
	hash, moves := own.Hash128(), own.AppendMoves(nil)
	legal := make([]index.Successor, len(moves))
	for i, m := range moves {
		own.Make(m)
		legal[i] = index.Successor{Move: uint32(m), Hash: own.Hash128()}
		own.Unmake()
	}
	return ix.Index.Find(ctx, hash, legal...)
}

// List returns a page of the games that contain a position; see
// [index.Index.List] for the order and [Index.Find] for the error. Move is 0 if the
// game ended in the position, and if its move is not legal there.
func (ix *Index) List(ctx context.Context, p *chess.Position, o index.ListOptions) ([]index.FoundGame, error) {
	own, err := ix.rehash(p)
	if err != nil {
		return nil, err
	}
	games, err := ix.Index.List(ctx, own.Hash128(), o)
	legal := own.AppendMoves(nil)
	for i := range games {
		if !isLegal(legal, games[i].Move) {
			games[i].Move = 0
		}
	}
	return games, err
}

func isLegal(legal []chess.Move, word uint32) bool {
	return word < 1<<16 && slices.Contains(legal, chess.Move(word))
}

// Game returns a game by its number, ready for a [pgn.Writer]. The error wraps
// [index.ErrNotFound] if there is none of that number.
func (ix *Index) Game(ctx context.Context, number int64) (*pgn.Game, error) {
	stored, err := ix.Index.Game(ctx, number)
	if err != nil {
		return nil, err
	}
	g := &pgn.Game{Result: stored.Result, Number: int(number) + 1}
	for _, tag := range []pgn.Tag{
		{Name: "Event", Value: stored.Event}, {Name: "Site", Value: stored.Site},
		{Name: "Date", Value: stored.Date.String()}, {Name: "Round", Value: stored.Round},
		{Name: "White", Value: stored.First}, {Name: "Black", Value: stored.Second},
		{Name: "Result", Value: stored.Result.String()},
		{Name: "WhiteElo", Value: rating(stored.FirstRating)}, {Name: "BlackElo", Value: rating(stored.SecondRating)},
		{Name: "ECO", Value: stored.Opening},
	} {
		if tag.Value != "" {
			g.Tags.Set(tag.Name, tag.Value)
		}
	}
	if stored.Start != "" {
		g.Tags.Set("SetUp", "1")
		g.Tags.Set("FEN", stored.Start)
	}
	p, err := g.Start(chess.Options{})
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	for ply, word := range stored.Moves {
		if !isLegal(p.AppendMoves(nil), word) {
			return nil, fmt.Errorf("game %d, ply %d: %w: no legal move %#x", number, ply+1, index.ErrCorrupt, word)
		}
		m := chess.Move(word)
		g.Moves = append(g.Moves, pgn.Move{Move: m, SAN: p.SAN(m)})
		p.Make(m)
	}
	return g, nil
}

// rating returns a rating as a tag has it.
func rating(r int) string {
	if r == 0 {
		return ""
	}
	return strconv.Itoa(r)
}
