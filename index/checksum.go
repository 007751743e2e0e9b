package index

import (
	"fmt"
	"hash/crc32"
	"strconv"
)

// Temporary files may be read long after they were written, and by another
// process if a build was interrupted. So whatever is read of them is compared
// with a checksum: CRC-32C, which processors compute. The checksums of visits
// and games are kept in memory and in the journal, so that a write that went
// astray or never happened is found as well. The journal begins with its own.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// damaged returns the error for bytes from up to to of a temporary file that are
// not what was written.
func damaged(path string, from, to int64) error {
	return fmt.Errorf("%w: %s, between bytes %d and %d; run the build again, the index is as it was",
		ErrDamaged, path, from, to)
}

const sealSize = len("01234567\n")

// seal puts a checksum in front of a text.
func seal(text []byte) []byte {
	return append(fmt.Appendf(nil, "%08x\n", crc32.Checksum(text, castagnoli)), text...)
}

// unseal removes the checksum. It reports false if the text has another one.
func unseal(sealed []byte) (text []byte, ok bool) {
	if len(sealed) < sealSize {
		return nil, false
	}
	text = sealed[sealSize:]
	sum, err := strconv.ParseUint(string(sealed[:sealSize-1]), 16, 32)
	return text, err == nil && uint32(sum) == crc32.Checksum(text, castagnoli)
}
