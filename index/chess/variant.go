package chessindex

import (
	"context"
	"fmt"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// OpenVariant opens the index of games of a variant in a store, or an empty one; see [index.Open] for the errors. Its
// manifest names the game as [variants.Variant.String] does. Games of chess and of other variants are left out and
// counted by name. There are no views. Positions are told apart by what later play can depend on: pieces, the side to
// move, rights to castle, a legal capture en passant, and with them pockets and promoted pieces in crazyhouse and the
// checks given in three-check.
func OpenVariant(ctx context.Context, s index.Store, o variants.Options) (*index.Index, error) {
	start, err := variants.New(o)
	if err != nil {
		return nil, fmt.Errorf("chessindex: %w", err)
	}
	o = start.Options()
	config := index.Config{Game: o.Variant.String(), Rules: Rules()[chess.LegalEnPassant], Set: o.Set}
	return index.Open(ctx, s, config, variantAdapter(start))
}

// variantAdapter returns the adapter of a variant by its start position.
func variantAdapter(start *variants.Position) *adapter {
	return &adapter{
		start:    position{board: start},
		parser:   func() (*pgn.Parser, error) { return pgn.NewVariantParser(start.Options()) },
		tag:      start.Variant().Tag(),
		openings: sync.OnceValue(func() map[uint64]string { return variantOpenings(start.Options()) }),
	}
}

// variantOpenings returns the codes of the positions that are openings of chess, in the variants in which lichess.org
// names them: until a piece is in a pocket or a check given they have the features of chess and the variant itself.
func variantOpenings(o variants.Options) map[uint64]string {
	v := o.Variant
	if v != variants.Crazyhouse && v != variants.ThreeCheck && v != variants.KingOfTheHill {
		return nil
	}
	n := chess.Space().Len()
	own := zobrist.Set{Keys: o.Set.Keys[:n], Start: o.Set.Start, Second: o.Set.Second[:n], SecondStart: o.Set.SecondStart}
	codes, err := eco.Codes(chess.Options{Set: own})
	if err != nil {
		panic(err) // the set is complete
	}
	played := o.Set.Keys[v.Space().Group("variant").Flag(int(v))]
	named := make(map[uint64]string, len(codes))
	for hash, code := range codes {
		named[hash^played] = code
	}
	return named
}

// VariantBoard returns the board of a position of a variant that an index gave out, as [Board] does for chess. It is
// nil if the index is of another game, chess included.
func VariantBoard(p index.Position) *variants.Position {
	if own, ok := p.(*position); ok {
		board, _ := own.board.(*variants.Position)
		return board
	}
	return nil
}
