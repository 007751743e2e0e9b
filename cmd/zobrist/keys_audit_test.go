package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlantedFlaws audits 793 random keys, sixteen of them for sets of castling rights, with a flaw in each table. A
// flaw is said, and the exit status is 1.
func TestPlantedFlaws(t *testing.T) {
	const (
		knightC3, knightF3, bishopC4, bishopB5 = 64*3 + 18, 64*3 + 21, 64*5 + 26, 64*5 + 33
		noRights, someRights                   = 768, 771
	)
	for _, test := range []struct {
		name  string
		plant func(keys []uint64)
		says  string // "" if it is no flaw
	}{
		{"none", func([]uint64) {}, ""},
		{"four keys", func(k []uint64) { k[bishopB5] = k[knightC3] ^ k[knightF3] ^ k[bishopC4] },
			"the keys of white knight c3, white knight f3, white bishop c4, white bishop b5 XOR to 0"},
		// Two positions never differ in one castling key.
		{"no key for no rights", func(k []uint64) { k[noRights] = 0 }, ""},
		{"castling and a piece", func(k []uint64) { k[noRights] = k[knightC3] ^ k[someRights] },
			"the keys of white knight c3, castling: none, castling: white king side + white queen side XOR to 0"},
		{"a key of a piece", func(k []uint64) { k[knightC3] = 0 }, "the hash does not see white knight c3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			keys := make([]uint64, 793)
			for i := range keys {
				keys[i] = r.Uint64()
			}
			test.plant(keys)
			var text bytes.Buffer
			for _, k := range keys {
				fmt.Fprintf(&text, "0x%016x\n", k)
			}
			file := filepath.Join(t.TempDir(), "keys.txt")
			if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			var out, problems bytes.Buffer
			code := run(t.Context(), []string{"keys", "audit", "--layout", "castling16", "-q", "--max-weight", "4",
				"--exhaustive", "4", "--truncate", "8", file}, strings.NewReader(""), &out, &problems)
			_, verdict, _ := strings.Cut(out.String(), "rank 64\n")
			verdict, _, _ = strings.Cut(verdict, "\n\n")
			if flawed := test.says != ""; !strings.Contains(verdict, test.says) || flawed != (code == 1) ||
				flawed == strings.Contains(verdict, "no flaw") || flawed != strings.Contains(verdict, "apart from those") {
				t.Errorf("exit status %d: %s%s", code, verdict, &problems)
			}
		})
	}
}
