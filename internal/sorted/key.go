package sorted

import (
	"cmp"
	"encoding/binary"
)

// A Key is what records are sorted by, 80 bits that look random: the low word of a hash, then 16 bits of its high
// word.
type Key struct {
	Lo uint64
	Hi uint16
}

// Compare orders keys by Lo, then by Hi.
func (k Key) Compare(l Key) int { return cmp.Or(cmp.Compare(k.Lo, l.Lo), cmp.Compare(k.Hi, l.Hi)) }

// keySize is the number of bytes of a key at the beginning of a stored record.
const keySize = 10

func keyAt(raw []byte) Key {
	return Key{binary.LittleEndian.Uint64(raw), binary.LittleEndian.Uint16(raw[8:])}
}
