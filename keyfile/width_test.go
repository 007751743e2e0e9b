package keyfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/keyfile"
)

// Literals have at least the width of their digits, so that a table whose upper halves are 0 is a table of 64 bits.
func TestReadZeroHalves(t *testing.T) {
	for text, bits := range map[string]int{
		"0x00000000f2a74de4, 0x000000006513270e": 64, "0xf2a74de4, 0x6513270e": 32, "0x12345, 0x7": 32,
		"0x0000f2a74de4, 0x00006513270e": 48, "0x000000000000000000000000f2a74de4": 128,
	} {
		f, err := keyfile.Read(strings.NewReader(text), keyfile.ReadOptions{})
		if err != nil || f.Bits != bits || f.Keys[0] == 0 {
			t.Errorf("%s: %d bits, %v; want %d", text, f.Bits, err, bits)
		}
	}
	name := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(name, []byte("0xf2a74de4, 0x6513270e"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, bits := range []int{16, 64, 128} {
		f, err := keyfile.Open(name, keyfile.Options{Bits: bits})
		if err != nil || f.Bits != bits || (f.Second != nil) != (bits > 64) {
			t.Errorf("32 bits as %d: %d, %v", bits, f.Bits, err)
		}
	}
}
