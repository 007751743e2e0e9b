package index

import (
	"encoding/binary"

	"github.com/zobrist-go/zobrist"
)

const keySize = 10

// A Key is the part of a position's 128-bit hash that the index keeps: the low
// word, most significant byte first, then the two low bytes of the high word.
// Among 10^10 positions 4·10^-5 clashes of 80 bits are expected; of 64 bits it
// would be 2.7.
//
// The low word is the hash of 64 bits. It is kept whole, so that a record can be
// looked up by a hash that is known elsewhere, such as Polyglot's.
type Key [keySize]byte

// KeyOf returns the key of the position with that hash.
func KeyOf(hash zobrist.Uint128) Key { return makeKey(hash.Lo, uint16(hash.Hi)) }

// makeKey returns the key made of the low word of a hash and of the low 16 bits
// of its high word.
func makeKey(lo uint64, hi uint16) (k Key) {
	binary.BigEndian.PutUint64(k[:], lo)
	binary.BigEndian.PutUint16(k[8:], hi)
	return k
}
