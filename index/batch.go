package index

import (
	"encoding/binary"
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// A visit says that a game reached a position, and what it played there. A build
// sorts visits by lo, then hi, then game.
type visit struct {
	lo   uint64 // low word of the hash
	game uint32
	move uint32
	hi   uint16 // low 16 bits of the high word of the hash
}

const (
	visitSize   = 18 // bytes in a file
	visitMemory = 24 // bytes in memory
)

// A Batch prepares games for a [Builder]. The zero Batch is empty and ready to
// use. It belongs to one goroutine at a time, so goroutines that prepare games at
// the same time have a batch each.
type Batch struct {
	visits []visit // game numbers count from 0 in the batch
	facts  []facts
	games  []byte // as in an entry of the Games section
	one    []byte
	seen   seen
}

// Len returns the number of games in the batch.
func (b *Batch) Len() int { return len(b.facts) }

// Reset empties the batch and keeps its memory.
func (b *Batch) Reset() {
	b.visits, b.facts, b.games = b.visits[:0], b.facts[:0], b.games[:0]
}

// Add adds a game with the hashes of its positions: the start, then the position
// after each move. A position that a game reaches again counts once, with the
// move played the first time. Add copies what it needs. It panics if the number
// of positions is not that of the moves plus one, or if a move is 0.
func (b *Batch) Add(g *Game, positions []zobrist.Uint128) {
	if len(positions) != len(g.Moves)+1 {
		panic(fmt.Sprintf("index: %d positions in a game of %d moves", len(positions), len(g.Moves)))
	}
	number := uint32(len(b.facts))
	b.seen.reset(len(positions))
	for i, p := range positions {
		move := uint32(0)
		if i < len(g.Moves) {
			if move = g.Moves[i]; move == 0 {
				panic(fmt.Sprintf("index: move %d of the game is 0", i))
			}
		}
		p.Hi &= 1<<16 - 1 // as a key keeps it: the index distinguishes positions by that alone
		if b.seen.add(p) {
			b.visits = append(b.visits, visit{p.Lo, number, move, uint16(p.Hi)})
		}
	}
	b.facts = append(b.facts, g.facts())
	b.one = appendGame(b.one[:0], g)
	b.games = binary.AppendUvarint(b.games, uint64(len(b.one)))
	b.games = append(b.games, b.one...)
}

// seen is the set of the positions of one game: a table with open addressing. A slot
// is in use if it has the number of the present game, so emptying the set is free.
type seen struct {
	slots []seenSlot
	game  uint32
}

type seenSlot struct {
	hash zobrist.Uint128
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

// add adds a hash and reports whether it was not in the set before.
func (s *seen) add(hash zobrist.Uint128) bool {
	mask := uint64(len(s.slots) - 1)
	for i := hash.Lo & mask; ; i = (i + 1) & mask {
		slot := &s.slots[i]
		if slot.game != s.game {
			*slot = seenSlot{hash, s.game}
			return true
		}
		if slot.hash == hash {
			return false
		}
	}
}
