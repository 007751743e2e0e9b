package index

import (
	"encoding/binary"

	"github.com/zobrist-go/zobrist"
)

// A key is the part of a position's 128-bit hash that the index keeps: the low word,
// most significant byte first, then the two low bytes of the high word. The low
// word is the hash of 64 bits. It is kept whole, so that a record can be looked up
// by a hash that is known elsewhere, such as Polyglot's.
type key [10]byte

func keyOf(hash zobrist.Uint128) key { return makeKey(hash.Lo, uint16(hash.Hi)) }

// makeKey returns the key made of the low word of a hash and of the low 16 bits of
// its high word.
func makeKey(lo uint64, hi uint16) (k key) {
	binary.BigEndian.PutUint64(k[:], lo)
	binary.BigEndian.PutUint16(k[8:], hi)
	return k
}
