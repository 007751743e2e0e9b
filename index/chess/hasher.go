package chessindex

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// A hasher computes the hashes of the positions of stored games.
type hasher struct {
	ix       *Index
	parser   *pgn.Parser // give it back to Index.parsers
	line     pgn.Mainline
	position *chess.Position
	hashes   [][]zobrist.Uint128 // of each view
}

func (ix *Index) hasher() (*hasher, error) {
	parser, err := ix.parser()
	if err != nil {
		return nil, err
	}
	return &hasher{ix: ix, parser: parser, position: ix.start.Clone()}, nil
}

// game returns the hashes of the first positions of a game in each view, of all of
// them if maxPly is 0. They are valid until the next game. A text is read rather than
// the moves, which have to be the same. The start becomes what this index writes. The
// error wraps [index.ErrCorrupt] if the text or the moves cannot be played.
func (h *hasher) game(g *index.Game, maxPly int) ([][]zobrist.Uint128, error) {
	start, err := startOf(h.position, g.Start)
	switch {
	case err != nil:
		err = fmt.Errorf("%w: its start: %w", index.ErrCorrupt, err)
	case g.Text != nil:
		start, err = h.read(g, start)
	default:
		if err = setStart(h.position, g); err == nil {
			err = h.replay(g)
		}
	}
	if g.Start = start; err != nil {
		return nil, err
	}
	if maxPly > 0 {
		for view := range h.hashes {
			h.hashes[view] = h.hashes[view][:min(len(h.hashes[view]), maxPly+1)]
		}
	}
	return h.hashes, nil
}

// read reads the text of a game, and returns its start. It has to be the given one.
func (h *hasher) read(g *index.Game, start string) (string, error) {
	m := &h.line
	if err := unreadable(h.parser.Mainline(pgn.NewChunk(g.Text), 0, m)); err != nil {
		return "", err
	}
	own, err := startOf(h.position, m.FEN())
	same := func(m chess.Move, word uint32) bool { return uint32(m) == word }
	if err != nil || !sameStart(own, start) || !slices.EqualFunc(m.Moves, g.Moves, same) {
		return "", errOtherMoves
	}
	h.hashes = appendViews(h.hashes[:0], m, len(m.Hashes))
	return own, nil
}

// replay plays the moves of a game from its start.
func (h *hasher) replay(g *index.Game) error {
	m := &h.line
	m.Hashes, m.Pawns, m.Material = m.Hashes[:0], m.Pawns[:0], m.Material[:0]
	err := replay(h.position, g, func(chess.Move) {
		m.Hashes = append(m.Hashes, h.position.Hash128())
		if h.ix.options.Views&chess.PawnView != 0 {
			m.Pawns = append(m.Pawns, h.position.ViewHash(chess.PawnView))
		}
		if h.ix.options.Views&chess.MaterialView != 0 {
			m.Material = append(m.Material, h.position.ViewHash(chess.MaterialView))
		}
	})
	h.hashes = appendViews(h.hashes[:0], m, len(m.Hashes))
	return err
}

// appendViews appends the first n hashes of a line in each view that it has.
func appendViews(dst [][]zobrist.Uint128, m *pgn.Mainline, n int) [][]zobrist.Uint128 {
	dst = append(dst, m.Hashes[:n])
	for _, view := range [][]zobrist.Uint128{m.Pawns, m.Material} {
		if len(view) > 0 {
			dst = append(dst, view[:n])
		}
	}
	return dst
}
