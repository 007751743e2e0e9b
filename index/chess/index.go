package chessindex

import (
	"context"
	"fmt"

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
}

// An Index is an index of chess games. It is safe for concurrent use, also while
// games are added. Its own methods take positions and PGN; those of the embedded
// index take hashes.
type Index struct {
	*index.Index
	options chess.Options
	start   *chess.Position // under these options; never changed
}

// chessName is what a manifest calls chess.
const chessName = "chess"

var rules = [...]string{
	chess.LegalEnPassant:       "en passant: legal",
	chess.PseudoLegalEnPassant: "en passant: pseudo-legal",
	chess.AlwaysEnPassant:      "en passant: always",
}

// Open opens the index of chess games in a store, or an empty one; see
// [index.Open] for the errors.
func Open(ctx context.Context, s index.Store, o Options) (*Index, error) {
	set, err := o.Set.Complete(chess.Space().Len())
	if err != nil {
		return nil, fmt.Errorf("chessindex: Options.Set %q: %w", o.Set.Name, err)
	}
	options := chess.Options{Set: set, Wide: true, EnPassant: o.EnPassant}
	start, err := chess.New(options)
	if err != nil {
		return nil, fmt.Errorf("chessindex: %w", err)
	}
	ix, err := index.Open(ctx, s, index.Config{Game: chessName, Rules: rules[o.EnPassant], Set: set})
	if err != nil {
		return nil, err
	}
	return &Index{ix, options, start}, nil
}

// RuleOf returns the en-passant rule of the index that a manifest describes. It
// reports false if that is not an index of chess games.
func RuleOf(m index.Manifest) (chess.EnPassant, bool) {
	for rule, name := range rules {
		if m.Game == chessName && m.Rules == name {
			return chess.EnPassant(rule), true
		}
	}
	return 0, false
}

// Position returns the position of a FEN, or the start position if fen is "". It
// has the keys of the index.
func (ix *Index) Position(fen string) (*chess.Position, error) {
	p := ix.start.Clone()
	if fen != "" {
		if err := p.Set(fen); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// rehash returns the position p, without its moves, under the options of the
// index. The error wraps [index.ErrKeys] if p may lack an en-passant square that
// the index counts.
func (ix *Index) rehash(p *chess.Position) (*chess.Position, error) {
	if rule := p.Options().EnPassant; rule < ix.options.EnPassant {
		return nil, fmt.Errorf("%w: the position was made under %q and the index under %q; make it by Index.Position",
			index.ErrKeys, rules[rule], rules[ix.options.EnPassant])
	}
	return ix.Position(p.FEN())
}
