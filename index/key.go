package index

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// A Key is the part of a position's 128-bit hash that an index keeps: the low
// word, which is the hash of 64 bits, and the low 16 bits of the high word. It is
// kept whole, so that a position can be looked up by a hash that is known
// elsewhere, such as Polyglot's.
type Key struct {
	Lo uint64
	Hi uint16
}

// KeyOf returns the key of a position with that hash.
func KeyOf(hash zobrist.Uint128) Key { return Key{hash.Lo, uint16(hash.Hi)} }

// String returns the key as 20 hexadecimal digits, the last ones of the hash.
func (k Key) String() string { return fmt.Sprintf("%04x%016x", k.Hi, k.Lo) }

// Compare orders keys by their low words, then by their high ones.
func (k Key) Compare(l Key) int {
	switch {
	case k.Lo < l.Lo || k.Lo == l.Lo && k.Hi < l.Hi:
		return -1
	case k == l:
		return 0
	}
	return 1
}
