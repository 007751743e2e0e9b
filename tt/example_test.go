package tt_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist/tt"
)

func Example() {
	t, err := tt.New(tt.Options{Bytes: 1 << 20})
	if err != nil {
		panic(err)
	}
	defer t.Close()
	const hash = 0x463b96181691fc9c
	_, ok := t.Probe(hash)
	fmt.Println(ok)
	t.Store(hash, tt.NewEntry(31, tt.Lower, 12, 7))
	e, ok := t.Probe(hash)
	fmt.Println(ok, e.Value(), e.Bound(), e.Depth, e.Move())
	// Output:
	// false
	// true 31 lower 12 7
}

// The table chooses the shortest tag that keeps a wanted error rate and leaves room for the payload, here of 16 bits.
// For the 34 bits of Scored it would keep whole hashes, in slots of 16 bytes.
func Example_chance() {
	t, err := tt.New(tt.Options{Bytes: 1 << 20, Payload: 16, Chance: 0.01, Probes: 1e6})
	if err != nil {
		panic(err)
	}
	defer t.Close()
	fmt.Println(t.TagBits(), t.PayloadBits())
	// Output: 30 21
}
