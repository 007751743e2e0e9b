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

// Name is what a manifest calls the game.
const Name = "chess"

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
func Open(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
	set, err := o.Set.Complete(chess.Space().Len())
	if err != nil {
		return nil, fmt.Errorf("chessindex: Options.Set %q: %w", o.Set.Name, err)
	}
	config := index.Config{Game: Name, Rules: Rules()[o.EnPassant%3], Set: set}
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
	a, err := newAdapter(options)
	if err != nil {
		return nil, fmt.Errorf("chessindex: %w", err)
	}
	return index.Open(ctx, s, config, a)
}

// Board returns the board of a position that an index gave out, by its method Position or in an answer. The two are
// one: after a move on the board, p is the position after it. It is nil if the index is of a variant; see
// [VariantBoard].
func Board(p index.Position) *chess.Position { return p.(*position).chess }
