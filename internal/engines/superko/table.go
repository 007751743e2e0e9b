package superko

import (
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/keys/prng"
	"github.com/zobrist-go/zobrist/internal/system/mmap"
)

// A table remembers states in slots of some words:
//
//	word          bits
//	0             60: stones; 1: side to move; 1: the other side has just passed
//	1             31: number win; 31: number lose; 2: result
//	2             32: effort; 24: number of the proof; 8: number of boards that the loser must not repeat
//	3 to 5        those boards, 60 bits each
//	6 and more    boards that the winner's moves create, 32 bits for each number of
//	              stones from 1, two numbers a word
//
// Boards are stored under the symmetry that gives the stones of the state the least
// word. States are compared as a whole, so no state is taken for another one.
type table struct {
	region   *mmap.Region
	words    []uint64
	size     int    // words of a slot
	clusters uint64 // of clusterSlots slots
	proof    uint64 // number of the present proof; slots of other proofs are free
}

const (
	clusterSlots = 4
	maxBans      = 3 // a proof that relies on more is not remembered
	bansAt       = 3
	madeAt       = bansAt + maxBans
)

// Results of a state, for the side to move.
const (
	unknown = iota
	won
	lost
)

// A slot is the words of one state.
type slot []uint64

// newTable returns a table of that many bytes at most.
func newTable(bytes int64, points int) (*table, error) {
	t := &table{size: madeAt + (points+1)/2}
	cluster := int64(8 * t.size * clusterSlots)
	if bytes < cluster {
		return nil, fmt.Errorf("superko: %w: a table of %d bytes; give at least %d", game.ErrOptions, bytes, cluster)
	}
	t.clusters = uint64(bytes / cluster)
	whole := (int64(t.clusters)*cluster + mmap.Line - 1) / mmap.Line * mmap.Line
	var err error
	if t.region, err = mmap.New(whole); err != nil {
		return nil, fmt.Errorf("superko: %w: %w", game.ErrOptions, err)
	}
	t.words = t.region.Words()
	return t, nil
}

// next frees all slots.
func (t *table) next() { t.proof++ }

// cluster returns the slots where a state may be.
func (t *table) cluster(key uint64) []uint64 {
	mixed := prng.SplitMix64(key)
	n, _ := bits.Mul64(mixed.Uint64(), t.clusters)
	size := uint64(t.size * clusterSlots)
	return t.words[n*size:][:size]
}

// free reports whether a slot has no state of the present proof.
func (t *table) free(s []uint64) bool { return s[2]>>8&(1<<24-1) != t.proof }

// find returns the slot of a state, nil if there is none. No slot of a cluster is
// in use after a free one.
func (t *table) find(key uint64) slot {
	for c := t.cluster(key); len(c) > 0 && !t.free(c); c = c[t.size:] {
		if c[0] == key {
			return c[:t.size]
		}
	}
	return nil
}

// place returns the slot of a state, or a new one for it without a result. That may
// replace the state that took the least effort.
func (t *table) place(key uint64) slot {
	if s := t.find(key); s != nil {
		return s
	}
	var best slot
	least := ^uint64(0)
	for c := t.cluster(key); len(c) > 0; c = c[t.size:] {
		if t.free(c) {
			best = c[:t.size]
			break
		}
		if effort := c[2] >> 32; effort < least {
			best, least = c[:t.size], effort
		}
	}
	best[0], best[1], best[2] = key, numbers(1, 1), t.proof<<8
	return best
}

// numbers are the second word of a slot with the result unknown.
func numbers(win, lose uint32) uint64 { return uint64(win)<<33 | uint64(lose)<<2 }

func (s slot) win() uint32     { return uint32(s[1] >> 33) }
func (s slot) lose() uint32    { return uint32(s[1]>>2) & settled }
func (s slot) result() int     { return int(s[1] & 3) }
func (s slot) bans() []uint64  { return s[bansAt : bansAt+s[2]&255] }
func (s slot) made() []uint64  { return s[madeAt:] }
func (s slot) setBans(n int)   { s[2] = s[2]&^255 | uint64(n) }
func (s slot) setResult(r int) { s[1] = s[1]&^3 | uint64(r) }

// keepNumbers stores numbers and keeps a result.
func (s slot) keepNumbers(win, lose uint32) { s[1] = numbers(win, lose) | s[1]&3 }

// addEffort counts nodes.
func (s slot) addEffort(n uint64) {
	effort := min(s[2]>>32+n, 1<<32-1)
	s[2] = s[2]&(1<<32-1) | effort<<32
}
