package index

import (
	"fmt"
	"hash/crc32"
	"strconv"
)

// Temporary files are read long after they were written, by a later process
// where a build was interrupted, so all that is read of them is compared with
// checksums: CRC-32C, which processors compute. Those of visits and games are
// in memory and in the journal, so that what was written to the wrong place,
// or not at all, is found as well. The journal begins with its own.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// damaged says that bytes from up to to of a temporary file are not what was
// written.
func damaged(path string, from, to int64) error {
	return fmt.Errorf("%w: %s, between bytes %d and %d; run the build again, the index is as it was", ErrDamaged, path, from, to)
}

const sealSize = len("01234567\n")

// seal puts a checksum in front of a text, unseal takes it off; ok is false
// where it is not that of the text.
func seal(text []byte) []byte {
	return append(fmt.Appendf(nil, "%08x\n", crc32.Checksum(text, castagnoli)), text...)
}

func unseal(sealed []byte) (text []byte, ok bool) {
	if len(sealed) < sealSize {
		return nil, false
	}
	text = sealed[sealSize:]
	sum, err := strconv.ParseUint(string(sealed[:sealSize-1]), 16, 32)
	return text, err == nil && uint32(sum) == crc32.Checksum(text, castagnoli)
}
