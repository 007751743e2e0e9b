package index

import (
	"errors"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
)

// A replayer computes the hashes of the positions of stored games.
type replayer struct {
	adapter  Adapter
	reader   Reader // give it back to readers
	views    int
	position Position
	theirs   Position // under the rules by which the games were stored
	record   Record
	hashes   [][]zobrist.Uint128 // of each view
	words    [][]uint32          // likewise
}

// replayer returns a replayer of games that an adapter has stored.
func (o *opened) replayer(theirs Adapter) (*replayer, error) {
	reader, err := o.reader()
	if err != nil {
		return nil, err
	}
	return &replayer{adapter: o.adapter, reader: reader, views: 1 + len(o.config.Views),
		position: o.adapter.NewPosition(), theirs: theirs.NewPosition()}, nil
}

// add adds a game with its first positions to a batch, with all of them if maxPly is 0. A text is read rather than
// the moves, which have to be the same. The start becomes what this index writes. The
// error wraps [ErrCorrupt] if the text or the moves cannot be played.
func (h *replayer) add(b *Batch, g *Game, maxPly int, texts bool) error {
	start, err := StartOf(h.position, g.Start)
	switch {
	case err != nil:
		err = fmt.Errorf("%w: its start: %w", ErrCorrupt, err)
	case g.Text != nil:
		start, err = h.read(g, start)
	default:
		err = h.replay(g)
	}
	if g.Start = start; err != nil {
		return err
	}
	if !texts {
		g.Text = nil
	}
	b.AddFolded(g, firstPlies(h.hashes, maxPly), h.words)
	return nil
}

// firstPlies cuts hashes after some plies, 0 for all. A view may have several hashes of each position.
func firstPlies(hashes [][]zobrist.Uint128, maxPly int) [][]zobrist.Uint128 {
	if maxPly > 0 {
		for view, positions := range slices.Backward(hashes) { // Positions last
			each := max(1, len(positions)/max(1, len(hashes[Positions])))
			if maxPly < len(positions)/each { // else the product may overflow
				hashes[view] = positions[:each*(maxPly+1)]
			}
		}
	}
	return hashes
}

// read reads the text of a game, and returns its start. That has to be the stored one under
// the rules of this index, or give the stored one under those by which it was stored: rules
// may differ in what they distinguish.
func (h *replayer) read(g *Game, start string) (string, error) {
	r := &h.record
	if err := unreadable(h.reader.Read(h.adapter.Chunk(g.Text), 0, r)); err != nil {
		return "", err
	}
	same := r.Start == start
	if !same {
		stored, err := StartOf(h.theirs, r.Start)
		same = err == nil && stored == g.Start
	}
	if !same || !slices.Equal(r.Moves, g.Moves) {
		return "", fmt.Errorf("%w: its text has other moves", ErrCorrupt)
	}
	h.hashes, h.words = append(h.hashes[:0], r.Hashes...), r.Words
	g.Mark = r.Mark
	return r.Start, nil
}

// unreadable returns an error if a kept text could not be read although it once
// was.
func unreadable(err error) error {
	var broken *game.RecordError
	if err == nil || errors.As(err, &broken) && broken.Kept() {
		return nil
	}
	return fmt.Errorf("%w: its text cannot be read: %w", ErrCorrupt, err)
}

// replay plays the moves of a game from its start.
func (h *replayer) replay(g *Game) error {
	if a, ok := h.adapter.(Replayer); ok {
		err := a.Replay(g, &h.record)
		h.hashes, h.words = append(h.hashes[:0], h.record.Hashes...), h.record.Words
		return err
	}
	own := make([][]zobrist.Uint128, h.views)
	err := replay(h.position, g, func(uint32) {
		for view := range own {
			own[view] = append(own[view], h.position.Hash(View(view)))
		}
	})
	h.hashes = own
	return err
}
