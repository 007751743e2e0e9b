package index

import (
	"encoding/binary"
	"encoding/hex"

	"github.com/zobrist-go/zobrist"
)

// KeySize is the number of bytes of a [Key].
const KeySize = 10

// A Key is the part of a position's 128-bit hash that the index keeps: the
// eight bytes of the low word, most significant first, then the two low bytes
// of the high word. Among 10^10 positions 4·10^-5 clashes of 80 bits are
// expected; of 64 bits it would be 2.7.
//
// Key sets whose low word is known elsewhere, such as Polyglot's, keep it
// whole, so that records can be looked up by it alone.
type Key [KeySize]byte

// KeyOf returns the key of the position with that hash.
func KeyOf(hash zobrist.Uint128) Key {
	return makeKey(hash.Lo, uint16(hash.Hi))
}

func makeKey(high uint64, low uint16) (k Key) {
	binary.BigEndian.PutUint64(k[:], high)
	binary.BigEndian.PutUint16(k[8:], low)
	return k
}

// Word returns the first 64 bits, the low word of the hash.
func (k Key) Word() uint64 { return binary.BigEndian.Uint64(k[:]) }

// String returns the key as 20 hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }
