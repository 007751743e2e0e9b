package audit_test

import (
	"encoding/binary"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
)

// Any table of up to 14 keys can be audited, and the report written.
func FuzzRun(f *testing.F) {
	f.Add([]byte{0xf0, 0xcc, 0x3c}, uint8(1))
	f.Add([]byte{1, 0, 1, 0, 0, 0, 2, 2, 3, 3, 255, 255}, uint8(2))
	f.Add([]byte("equal keys, equal keys, equal keys, equal"), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		width := 1 + int(size%8)
		var set zobrist.Set
		for len(data) >= width && len(set.Keys) < 14 {
			var k [8]byte
			copy(k[:], data[:width])
			set.Keys, data = append(set.Keys, binary.LittleEndian.Uint64(k[:])), data[width:]
		}
		if len(set.Keys) == 0 {
			return
		}
		r, err := audit.Run(t.Context(), set, audit.Options{Iterations: 5, Truncations: []int{3}})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.WriteText(t.Output()); err != nil {
			t.Fatal(err)
		}
	})
}
