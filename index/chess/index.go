package chessindex

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// Options say how positions are hashed. Zero fields mean the defaults.
type Options struct {
	// Set has the keys; see [zobrist.Set.Complete]. The key of a position in the
	// index begins with its hash of 64 bits.
	Set zobrist.Set

	// EnPassant says which en-passant squares distinguish positions. The default is
	// those where a pawn may take.
	EnPassant chess.EnPassant

	// Views are what else positions can be looked up by. On games of masters the pawns
	// take 170 bytes a game and the material 23; they add a quarter and a tenth to the
	// time of a build. Zero means those that the index was built with, and none for a new
	// index.
	Views chess.View
}

// An Index is an index of chess games. It is safe for concurrent use, also while
// games are added. Its own methods take positions of chess; the methods of the embedded
// index take hashes or any position.
type Index struct {
	*index.Index
	chess *adapter
}

// chessName is what a manifest calls chess.
const chessName = "chess"

// Rules returns the rules that a manifest can have, by [chess.EnPassant].
func Rules() []string {
	return []string{
		chess.LegalEnPassant:       "en passant: legal",
		chess.PseudoLegalEnPassant: "en passant: pseudo-legal",
		chess.AlwaysEnPassant:      "en passant: always",
	}
}

// views are all views, in the order in which an index has them.
var views = []chess.View{chess.PawnView, chess.MaterialView}

// Open opens the index of chess games in a store, or an empty one; see
// [index.Open] for the errors.
func Open(ctx context.Context, s index.Store, o Options) (*Index, error) {
	set, err := o.Set.Complete(chess.Space().Len())
	if err != nil {
		return nil, fmt.Errorf("chessindex: Options.Set %q: %w", o.Set.Name, err)
	}
	config := index.Config{Game: chessName, Rules: Rules()[o.EnPassant%3], Set: set}
	if o.Views == 0 {
		m, err := index.ReadManifest(ctx, s)
		if err != nil && !errors.Is(err, index.ErrEmpty) {
			return nil, err
		}
		for _, v := range views {
			if slices.Contains(m.Views, v.String()) {
				o.Views |= v
			}
		}
	}
	for _, v := range views {
		if o.Views&v != 0 {
			config.Views = append(config.Views, v.String())
		}
	}
	options := chess.Options{Set: set, Wide: true, EnPassant: o.EnPassant, Views: o.Views}
	chess, err := newAdapter(options)
	if err != nil {
		return nil, fmt.Errorf("chessindex: %w", err)
	}
	ix, err := index.Open(ctx, s, config, chess)
	if err != nil {
		return nil, err
	}
	return &Index{ix, chess}, nil
}

// Snapshot returns the index as it is now; see [index.Index.Snapshot]. Close it after
// use.
func (ix *Index) Snapshot() (*Index, error) {
	s, err := ix.Index.Snapshot()
	if err != nil {
		return nil, err
	}
	return &Index{s, ix.chess}, nil
}

// Position returns the position of a FEN, or the start position if fen is "". It
// has the keys of the index. [chess.Position.Set] makes it another position at less
// cost.
func (ix *Index) Position(fen string) (*chess.Position, error) {
	p := ix.chess.start.Clone()
	if fen != "" {
		if err := p.Set(fen); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Hash returns the hash by which the index looks p up in a view. The error is that
// of [Index.Find], or wraps [index.ErrNotFound] if the index has no such view.
func (ix *Index) Hash(v index.View, p *chess.Position) (zobrist.Uint128, error) {
	own, err := ix.own(v, p)
	if err != nil {
		return zobrist.Uint128{}, err
	}
	return own.Hash(v), nil
}

// own returns the position p under the options of the index: p itself if it has
// them. The error wraps [index.ErrKeys] if p may lack an en-passant square that the
// index counts.
func (ix *Index) own(v index.View, p *chess.Position) (*position, error) {
	if int(v) > len(ix.chess.views) {
		return nil, fmt.Errorf("%w: the index has no such view", index.ErrNotFound)
	}
	if p.SharesOptions(ix.chess.start) {
		return ix.chess.position(p), nil
	}
	if rule := p.Options().EnPassant; rule < ix.chess.options.EnPassant {
		return nil, fmt.Errorf("%w: the position was made under %q and the index under %q; make it by Index.Position",
			index.ErrKeys, Rules()[rule], Rules()[ix.chess.options.EnPassant])
	}
	own := ix.chess.position(ix.chess.start.Clone())
	return own, own.Set(p.FEN())
}

// Board returns the chess position that an index gave out as an [index.Position].
func Board(p index.Position) *chess.Position { return p.(*position).p }

// Find returns what the index knows about a position; see [index.Index.FindAt]. Each Move of
// the answer is a [chess.Move] that is legal in p, so that p.SAN writes it.
//
// It is fastest if p comes from [Index.Position]. Any other position may have other keys than
// the index. The error wraps [index.ErrKeys] if it was made under an en-passant rule that
// counts fewer squares than the rule of the index.
func (ix *Index) Find(ctx context.Context, q index.Query, p *chess.Position) (index.Answer, error) {
	own, err := ix.own(q.View, p)
	if err != nil {
		return index.Answer{}, err
	}
	defer ix.chess.free.Put(own)
	return ix.FindAt(ctx, q, own)
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
// [index.Index.ListAt] for the order and [Index.Find] for the error.
func (ix *Index) List(ctx context.Context, q index.Query, p *chess.Position,
	o index.ListOptions) ([]index.FoundGame, error) {
	own, err := ix.own(q.View, p)
	if err != nil {
		return nil, err
	}
	return ix.ListAt(ctx, q, own, o)
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

// VerifyAnswer replays games of an answer about p; see [index.Index.VerifyAnswer]. Positions are
// compared by their pieces, the side to move and the rights; in a view, by the pawns or the
// numbers of pieces.
func (ix *Index) VerifyAnswer(ctx context.Context, v index.View, p *chess.Position, a index.Answer) error {
	own, err := ix.own(v, p)
	if err != nil {
		return err
	}
	return ix.Index.VerifyAnswer(ctx, v, own, a)
}
