package chessindex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

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
// games are added. Its own methods take positions and PGN; those of the embedded
// index take hashes.
type Index struct {
	*index.Index
	options chess.Options
	start   *chess.Position // under these options; never changed
	finders *sync.Pool      // of *finder
	parsers *sync.Pool      // of *pgn.Parser
}

// chessName is what a manifest calls chess.
const chessName = "chess"

var rules = [...]string{
	chess.LegalEnPassant:       "en passant: legal",
	chess.PseudoLegalEnPassant: "en passant: pseudo-legal",
	chess.AlwaysEnPassant:      "en passant: always",
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
	config := index.Config{Game: chessName, Rules: rules[o.EnPassant%3], Set: set}
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
	start, err := chess.New(options)
	if err != nil {
		return nil, fmt.Errorf("chessindex: %w", err)
	}
	ix, err := index.Open(ctx, s, config)
	if err != nil {
		return nil, err
	}
	return &Index{ix, options, start, new(sync.Pool), new(sync.Pool)}, nil
}

// Snapshot returns the index as it is now; see [index.Index.Snapshot]. Close it after
// use.
func (ix *Index) Snapshot() (*Index, error) {
	s, err := ix.Index.Snapshot()
	if err != nil {
		return nil, err
	}
	return &Index{s, ix.options, ix.start, ix.finders, ix.parsers}, nil
}

// Options returns the options of the index, the views that it has among them.
func (ix *Index) Options() Options {
	return Options{Set: ix.options.Set, EnPassant: ix.options.EnPassant, Views: ix.options.Views}
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
// has the keys of the index. [chess.Position.Set] makes it another position at less
// cost.
func (ix *Index) Position(fen string) (*chess.Position, error) {
	p := ix.start.Clone()
	if fen != "" {
		if err := p.Set(fen); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Hash returns the hash by which the index looks p up in a view. The error is that
// of [Index.Find].
func (ix *Index) Hash(v index.View, p *chess.Position) (zobrist.Uint128, error) {
	f := ix.finder()
	defer ix.finders.Put(f)
	own, err := f.own(ix, p)
	if err != nil {
		return zobrist.Uint128{}, err
	}
	return ix.hashIn(v, own)
}

// hashIn returns the hash of a position under the options of the index in a view.
func (ix *Index) hashIn(v index.View, p *chess.Position) (zobrist.Uint128, error) {
	if v == index.Positions {
		return p.Hash128(), nil
	}
	for _, view := range views {
		if ix.options.Views&view == 0 {
			continue
		}
		if v--; v == index.Positions {
			return p.ViewHash(view), nil
		}
	}
	return zobrist.Uint128{}, fmt.Errorf("%w: the index has no such view", index.ErrNotFound)
}

// A finder is the memory of one question.
type finder struct {
	position *chess.Position // under the options of the index
	moves    []chess.Move
	legal    []index.Successor
}

func (ix *Index) finder() *finder {
	if f, _ := ix.finders.Get().(*finder); f != nil {
		return f
	}
	return &finder{position: ix.start.Clone()}
}

// own returns the position p under the options of the index: p itself if it has
// them. The error wraps [index.ErrKeys] if p may lack an en-passant square that the
// index counts.
func (f *finder) own(ix *Index, p *chess.Position) (*chess.Position, error) {
	if p.SharesOptions(ix.start) {
		return p, nil
	}
	if rule := p.Options().EnPassant; rule < ix.options.EnPassant {
		return nil, fmt.Errorf("%w: the position was made under %q and the index under %q; make it by Index.Position",
			index.ErrKeys, rules[rule], rules[ix.options.EnPassant])
	}
	return f.position, f.position.Set(p.FEN())
}
