package evals

import (
	"encoding/binary"

	"github.com/zobrist-go/zobrist"
)

// appendRecord appends a record to those that a job has found: the hash, the length as a varint, the bytes.
func appendRecord(dst []byte, hash zobrist.Uint128, value []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, hash.Lo)
	dst = binary.LittleEndian.AppendUint64(dst, hash.Hi)
	dst = binary.AppendUvarint(dst, uint64(len(value)))
	return append(dst, value...)
}

// eachRecord calls f with the records that appendRecord has appended.
func eachRecord(list []byte, f func(zobrist.Uint128, []byte) error) error {
	for len(list) > 0 {
		hash := zobrist.Uint128{Lo: binary.LittleEndian.Uint64(list), Hi: binary.LittleEndian.Uint64(list[8:])}
		n, size := binary.Uvarint(list[16:])
		from := 16 + size
		if err := f(hash, list[from:from+int(n)]); err != nil {
			return err
		}
		list = list[from+int(n):]
	}
	return nil
}
