package tabulation_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist/tabulation"
)

func Example() {
	f := tabulation.New[uint64](tabulation.Mixed, tabulation.NewSource(1))
	fmt.Printf("%016x\n", f.Hash(42))

	hashes := make([]uint64, 3)
	f.HashBatch(hashes, []uint64{41, 42, 43})
	fmt.Printf("%016x\n", hashes[1])

	const slots = 1000
	fmt.Println(tabulation.MultiplyHigh(hashes[1], slots))
	// Output:
	// 5dd9e6249f0655ce
	// 5dd9e6249f0655ce
	// 366
}

func ExampleString() {
	s := tabulation.NewString(tabulation.Simple, tabulation.NewSource(2))
	h := s.New()
	fmt.Fprint(h, "transposition ")
	fmt.Fprint(h, "table")
	fmt.Println(h.Sum64() == s.Hash("transposition table"))
	// Output: true
}
