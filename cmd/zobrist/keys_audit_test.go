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
	const kingE8, kingE1, rookA8 = 64*10 + 60, 64*11 + 4, 64*6 + 56
	for _, test := range []struct {
		name   string
		plant  func(keys []uint64)
		says   string // "" if it is no flaw
		merges bool   // two positions
	}{
		{"none", func([]uint64) {}, "", false},
		{"four keys", func(k []uint64) { k[bishopB5] = k[knightC3] ^ k[knightF3] ^ k[bishopC4] },
			"the keys of white knight c3, white knight f3, white bishop c4, white bishop b5 XOR to 0", true},
		// Two positions never differ in one castling key.
		{"no key for no rights", func(k []uint64) { k[noRights] = 0 }, "", false},
		// No two positions differ in one king.
		{"four keys, one of a king", func(k []uint64) { k[kingE8] = k[knightC3] ^ k[knightF3] ^ k[bishopC4] },
			"the keys of white knight c3, white knight f3, white bishop c4, black king e8 XOR to 0, though no two", false},
		{"five keys, three of kings", func(k []uint64) { k[kingE8] = k[knightC3] ^ k[bishopC4] ^ k[kingE1] ^ k[kingE1+1] },
			"black king e8, white king e1, white king f1 XOR to 0, though no two", false},
		{"a key of a king", func(k []uint64) { k[kingE8] = 0 }, "the key of black king e8 is 0, though no two", false},
		{"a pawn that never occurs", func(k []uint64) { k[64] = k[knightC3] ^ k[rookA8] },
			"", false},
		{"unused keys are 0", func(k []uint64) { clear(k[:8]) }, "", false},
		{"keys of sets are XORs", func(k []uint64) {
			for i := range 16 {
				k[noRights+i] = 0
				for bit := range 4 {
					if i>>bit&1 != 0 {
						k[noRights+i] ^= []uint64{0x9b2c6a1f03d7e845, 0x14f8a3e2c75b6d09, 0xd3716e0a98c24fb5, 0x6ae50c9d7182b3f4}[bit]
					}
				}
			}
		}, "", false},

		{"castling and a piece", func(k []uint64) { k[noRights] = k[knightC3] ^ k[someRights] },
			"the keys of white knight c3, castling: none, castling: white king side + white queen side XOR to 0", true},
		{"a key of a piece", func(k []uint64) { k[knightC3] = 0 }, "the hash does not see white knight c3", true},
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
			search := "--max-weight 4 --iterations 1"
			if strings.HasPrefix(test.name, "five") { // for which an exhaustive search takes seconds
				search = "--max-weight 5 --missed 1e-12"
			}
			args := strings.Fields("keys audit --layout castling16 -q --exhaustive 4 --truncate 8 " + search)
			args = append(args, file)
			code := program.Run(t.Context(), args, strings.NewReader(""), &out, &problems)
			_, verdict, _ := strings.Cut(out.String(), "rank 64\n")
			verdict, _, _ = strings.Cut(verdict, "\n\n")
			if flawed := test.says != ""; !strings.Contains(verdict, test.says) || flawed != (code == 1) ||
				flawed == strings.Contains(verdict, "no flaw") || test.merges != strings.Contains(verdict, "apart from those") {
				t.Errorf("exit status %d: %s%s", code, verdict, &problems)
			}
		})
	}
}
