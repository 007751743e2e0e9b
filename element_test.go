package zobrist_test

import (
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// The reference vectors of SipHash (vectors.h of its authors): key 00 01 … 0f,
// input 00 01 … of each length; and the example in appendix A of the paper.
func TestElementKeysVectors(t *testing.T) {
	keys := zobrist.NewElementKeys(zobrist.Uint128{Hi: 0x0f0e0d0c0b0a0908, Lo: 0x0706050403020100})
	input := make([]byte, 64)
	for i := range input {
		input[i] = byte(i)
	}
	for n, want := range map[int]uint64{
		0: 0x726fdb47dd0e0e31, 1: 0x74f839c593dc67fd, 15: 0xa129ca6149be45e5, 63: 0x958a324ceb064572,
	} {
		if got := keys.Key(input[:n]); got != want {
			t.Errorf("%d bytes: %#016x, want %#016x", n, got, want)
		}
	}
	for n, want := range map[int]string{
		0: "a3817f04ba25a8e66df67214c7550293", 1: "da87c1d86b99af44347659119b22fc45",
	} {
		got := keys.Key128(input[:n])
		var b []byte
		for i := range 8 { // vectors.h prints both words least significant byte first
			b = append(b, byte(got.Lo>>(8*i)))
		}
		for i := range 8 {
			b = append(b, byte(got.Hi>>(8*i)))
		}
		if hex.EncodeToString(b) != want {
			t.Errorf("%d bytes at 128 bits: %x, want %s", n, b, want)
		}
	}
}

func TestElementKeysDoNotAllocate(t *testing.T) {
	keys, element := zobrist.NewElementKeys(zobrist.Uint128{Lo: 1}), []byte("an element of a set")
	if n := testing.AllocsPerRun(100, func() { keys.Key(element); keys.Key128(element) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// A set of words with no bound on their number: what joins and leaves again
// leaves no trace, whatever the order.
func ExampleElementKeys() {
	keys := zobrist.NewElementKeys(zobrist.Uint128{Hi: 1970, Lo: 88})
	hash := func(words ...string) (h uint64) {
		for _, w := range words {
			h ^= keys.Key([]byte(w))
		}
		return h
	}
	fmt.Println(hash("cat", "dog") == hash("dog", "cat"))
	fmt.Println(hash("cat", "dog", "cow", "cow") == hash("cat", "dog"))
	fmt.Println(hash("cat", "dog") == hash("catdog"))
	// Output:
	// true
	// true
	// false
}

func BenchmarkElementKey(b *testing.B) {
	keys := zobrist.NewElementKeys(zobrist.Uint128{Lo: 1})
	for _, n := range []int{8, 32, 1024} {
		b.Run(fmt.Sprintf("bytes=%d", n), func(b *testing.B) {
			element := make([]byte, n)
			b.SetBytes(int64(n))
			for b.Loop() {
				keys.Key(element)
			}
		})
	}
}
