// Package chessindex is the index of chess games: PGN files in, and for any
// position what was played there, in SAN and UCI notation, out.
//
//	store, err := pebblestore.Open("games.index", pebblestore.Options{})
//	e, err := chessindex.Open(ctx, store, chessindex.Options{})
//	summary, err := e.Build(ctx, chessindex.BuildOptions{}, chessindex.Source{Name: "games.pgn.zst"})
//	position, err := e.Position("") // the start; or a FEN
//	answer, err := e.Find(ctx, position)
//	for _, move := range answer.Moves {
//		fmt.Println(move.SAN, move.Games, move.Reaches)
//	}
//
// # Guarantees
//
// What package index guarantees, which does all the work. A game in which
// something is wrong on the main line is left out as a whole, counted and
// reported; it never costs the next one. Games of other variants are left out
// and counted by name; Chess960 is chess.
//
// A file whose content was added before, compressed in this way or another,
// is recognised and not added again unless forced.
//
// # Limits
//
// Two files that differ in a byte are different, and a game that is in both
// counts twice.
//
// # Cost
//
// Games are parsed on all cores; sorting and writing takes about as long
// again. See the benchmarks.
package chessindex

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// Options configure an explorer. Zero fields mean the defaults.
type Options struct {
	// Keys hash the positions; see [zobrist.Set.Complete]. An index key begins
	// with their hash of 64 bits.
	Keys zobrist.Set

	// EnPassant says when an en-passant square makes a position another one;
	// the default is: when the capture is legal.
	EnPassant chess.EnPassant
}

// An Explorer is an index of chess games. It is safe for concurrent use; see
// [index.Index].
type Explorer struct {
	ix    *index.Index
	chess chess.Options
}

// Game is what a manifest calls chess.
const Game = "chess"

var rules = [...]string{
	chess.LegalEnPassant:       "en passant: legal",
	chess.PseudoLegalEnPassant: "en passant: pseudo-legal",
	chess.AlwaysEnPassant:      "en passant: always",
}

// Open opens the index of chess games in a store, or an empty one; see
// [index.Open] for the errors.
func Open(ctx context.Context, s index.Store, o Options) (*Explorer, error) {
	if int(o.EnPassant) >= len(rules) {
		return nil, fmt.Errorf("explorer: Options.EnPassant: no rule %d", o.EnPassant)
	}
	keys, err := o.Keys.Complete(chess.Space().Len())
	if err != nil {
		return nil, fmt.Errorf("explorer: keys %q: %w", o.Keys.Name, err)
	}
	e := &Explorer{chess: chess.Options{Set: keys, Wide: true, EnPassant: o.EnPassant}}
	ix, err := index.Open(ctx, s, index.Config{Game: Game, Rules: rules[o.EnPassant], Keys: keys})
	if err != nil {
		return nil, err
	}
	e.ix = ix
	return e, nil
}

// RuleOf returns the en-passant rule that a manifest names.
func RuleOf(m index.Manifest) (chess.EnPassant, bool) {
	for rule, name := range rules {
		if m.Rules == name {
			return chess.EnPassant(rule), true
		}
	}
	return 0, false
}

// Index returns the index itself, for what it tells of any game.
func (e *Explorer) Index() *index.Index { return e.ix }

// Position returns the position of a FEN, the start where it is "", hashed
// with the keys of this index.
func (e *Explorer) Position(fen string) (*chess.Position, error) {
	if fen == "" {
		return chess.New(e.chess)
	}
	return chess.Parse(fen, e.chess)
}
