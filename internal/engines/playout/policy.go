package playout

import (
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// How often each part of the policy is tried, and how often a random move may put
// its own chain into atari, in 256ths.
const (
	tryAtari   = 230
	tryPattern = 240
	mayAtari   = 40
)

// Run plays from the current board to the end: two passes, or three times as many moves as points,
// because a ko may be endless.
func (b *Board) Run(random *rand.Rand) {
	for limit := 3 * b.width * b.height; b.passes < 2 && len(b.moves) < limit; {
		b.play(b.choose(random))
	}
}

// Moves returns the moves since [Board.Set], the sides in turn. The slice is valid until the next
// Set.
func (b *Board) Moves() []baduk.Move { return b.moves }

// choose returns a move by the sequence of S. Gelly, Y. Wang, R. Munos and O. Teytaud, Modification
// of UCT with patterns in Monte-Carlo Go, INRIA RR-6062, 2006, section 3.2: answer an atari, then
// play a pattern next to the last move, then any move that fills no eye. Their third step,
// capturing any stones, is left out.
func (b *Board) choose(random *rand.Rand) int16 {
	dice := random.Uint32()
	if last := b.last[0]; last != 0 {
		if dice&0xff < tryAtari {
			if i := b.pick(random, b.answers(last)); i != 0 {
				return i
			}
		}
		if dice>>8&0xff < tryPattern {
			if i := b.pick(random, b.matches(last)); i != 0 {
				return i
			}
		}
	}
	return b.anything(random)
}

// pick returns a random move of the list, or 0 if it is empty.
func (b *Board) pick(random *rand.Rand, moves []int16) int16 {
	if len(moves) == 0 {
		return 0
	}
	return moves[random.Uint32N(uint32(len(moves)))]
}

// answers lists the moves that capture the chain just played, and the moves that save a chain which
// it put into atari.
func (b *Board) answers(last int16) []int16 {
	b.found = b.found[:0]
	if h := b.head[last]; b.free[h].one() {
		b.try(b.free[h].first())
	}
	for _, d := range beside {
		if j := last + d; b.stones[j] == b.turn && b.free[b.head[j]].one() {
			b.rescues(b.head[j])
		}
	}
	return b.found
}

// rescues appends the moves that save the chain h in atari: captures of an adjacent chain, and its
// liberty if a play there gives it two.
func (b *Board) rescues(h int16) {
	for k := h; ; {
		for _, d := range beside {
			if j := k + d; b.stones[j] == b.turn.Opponent() && b.free[b.head[j]].one() {
				b.try(b.free[b.head[j]].first())
			}
		}
		if k = b.next[k]; k == h {
			break
		}
	}
	i := b.free[h].first()
	if l, _ := b.after(i); l.count > 0 && !l.one() {
		b.try(i)
	}
}

// try appends a move to found if it is legal.
func (b *Board) try(i int16) {
	if i == b.ko {
		return
	}
	if l, taken := b.after(i); l.count > 0 || taken > 0 {
		b.found = append(b.found, i)
	}
}

// matches lists the moves around the last one that fit a pattern and do not
// put their own chain into atari.
func (b *Board) matches(last int16) []int16 {
	b.found = b.found[:0]
	table := patterns()
	for _, around := range [2]*[4]int16{&beside, &diagonal} {
		for _, d := range around {
			if i := last + d; b.stones[i] == baduk.Empty && i != b.ko && table[b.shape(i)] {
				if l, taken := b.after(i); taken > 0 || l.count > 0 && !l.one() {
					b.found = append(b.found, i)
				}
			}
		}
	}
	return b.found
}

// anything returns a random legal move that fills no eye of its own side and
// seldom puts its own chain into atari, or 0 for a pass.
func (b *Board) anything(random *rand.Rand) int16 {
	for n := len(b.empty); n > 0; n-- {
		k := int(random.Uint32N(uint32(n)))
		i := b.empty[k]
		if i != b.ko && !b.eye(i, b.turn) {
			if l, taken := b.after(i); taken > 0 || l.count > 0 && (!l.one() || random.Uint32()&0xff < mayAtari) {
				return i
			}
		}
		last := b.empty[n-1] // swap the point behind the points still drawn
		b.empty[k], b.empty[n-1] = last, i
		b.place[last], b.place[i] = int16(k), int16(n-1)
	}
	return 0
}
