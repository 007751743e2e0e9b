package index

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Visit is a position in a game.
type Visit struct {
	Key
	Game uint32 // number in the batch, from 0
	Move uint32 // played there when the game first reached the position, or its word; 0 if it ended there
}

// A Batch is a few games, prepared to be added to an index. The zero Batch is
// empty and ready to use. It belongs to one goroutine at a time, so goroutines that
// prepare games at the same time have a batch each.
type Batch struct {
	Games  []Game    // read only
	Visits [][]Visit // of each [View]; read only. In the order of the games

	moves []uint32 // of all games
	texts []byte
	seen  seen
}

// Reset empties the batch and keeps its memory.
func (b *Batch) Reset() {
	b.Games, b.moves, b.texts = b.Games[:0], b.moves[:0], b.texts[:0]
	for i := range b.Visits {
		b.Visits[i] = b.Visits[i][:0]
	}
}

// Add adds a game with the hashes of its positions in each view: the start, then
// the position after each move, or after the first moves if not all of them are to
// be indexed. A position that a game reaches again counts once, with the move
// played the first time. Add copies the moves and the text. It panics if there are
// more positions than moves plus one, or if a move is 0.
func (b *Batch) Add(g *Game, hashes ...[]zobrist.Uint128) { b.AddFolded(g, hashes, nil) }

// AddFolded is Add for a game whose visits have words, a slice for each view that has [Config].WordBits, with a
// word for each hash. Such a view may have any number of hashes.
func (b *Batch) AddFolded(g *Game, hashes [][]zobrist.Uint128, words [][]uint32) {
	if slices.Contains(g.Moves, 0) {
		panic(fmt.Sprintf("index: move %d of the game is 0", slices.Index(g.Moves, 0)))
	}
	number := uint32(len(b.Games))
	for len(b.Visits) < len(hashes) {
		b.Visits = append(b.Visits, nil)
	}
	for view, positions := range hashes {
		folded := view < len(words) && words[view] != nil
		if !folded && len(positions) > len(g.Moves)+1 {
			panic(fmt.Sprintf("index: %d positions in a game of %d moves", len(positions), len(g.Moves)))
		}
		b.seen.reset(len(positions))
		for i, p := range positions {
			k, move := KeyOf(p), uint32(0)
			if i < len(g.Moves) {
				move = g.Moves[i]
			}
			switch {
			case folded:
				move = words[view][i]
			case View(view) != Positions:
				move = 0
			}
			if b.seen.add(k) {
				b.Visits[view] = append(b.Visits[view], Visit{k, number, move})
			}
		}
	}
	kept := *g
	kept.Date = g.Date.Known()
	kept.FirstRating, kept.SecondRating = knownRating(g.FirstRating), knownRating(g.SecondRating)
	b.moves = append(b.moves, g.Moves...)
	kept.Moves = b.moves[len(b.moves)-len(g.Moves) : len(b.moves) : len(b.moves)]
	if g.Text != nil {
		b.texts = append(b.texts, g.Text...)
		kept.Text = b.texts[len(b.texts)-len(g.Text) : len(b.texts) : len(b.texts)]
	}
	b.Games = append(b.Games, kept)
}

func knownRating(rating int) int {
	if rating < 0 || rating > MaxRating {
		return 0
	}
	return rating
}

// seen is the set of the positions of one game: a table with open addressing. A slot
// is in use if it has the number of the present game, so emptying the set is free.
type seen struct {
	slots []seenSlot
	game  uint32
}

type seenSlot struct {
	key  Key
	game uint32
}

// reset empties the set and makes room for n positions.
func (s *seen) reset(n int) {
	size := max(len(s.slots), 512)
	for size < 2*n {
		size *= 2
	}
	s.game++
	if size > len(s.slots) || s.game == 0 {
		s.slots, s.game = make([]seenSlot, size), 1
	}
}

// add adds a key and reports whether it was not in the set before.
func (s *seen) add(k Key) bool {
	mask := uint64(len(s.slots) - 1)
	for i := k.Lo & mask; ; i = (i + 1) & mask {
		slot := &s.slots[i]
		if slot.game != s.game {
			*slot = seenSlot{k, s.game}
			return true
		}
		if slot.key == k {
			return false
		}
	}
}
