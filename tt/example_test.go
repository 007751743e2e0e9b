package tt_test

import (
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist/tt"
)

func Example() {
	t, err := tt.New(tt.Options{Bytes: 1 << 20})
	if err != nil {
		panic(err)
	}
	defer t.Close()
	const hash = 0x463b96181691fc9c
	_, slot, ok := t.Probe(hash)
	fmt.Println(ok)
	t.StoreAt(slot, hash, tt.Scored(31, tt.Lower, 12, 7))
	e, _, ok := t.Probe(hash)
	fmt.Println(ok, e.Value(), e.Bound(), e.Depth, e.Move())
	// Output:
	// false
	// true 31 lower 12 7
}

// A simulation keeps energies, any 64 bits.
func Example_energies() {
	t, err := tt.New(tt.Options{Layout: tt.Payload})
	if err != nil {
		panic(err)
	}
	defer t.Close()
	t.Store(42, tt.Entry{Payload: math.Float64bits(-0.65)})
	e, _, _ := t.Probe(42)
	fmt.Println(math.Float64frombits(e.Payload))
	// Output: -0.65
}

// The table chooses a tag narrow enough for eight slots a line.
func Example_chance() {
	t, err := tt.New(tt.Options{Bytes: 1 << 20, Chance: 0.01, Probes: 1e6})
	if err != nil {
		panic(err)
	}
	defer t.Close()
	fmt.Println(t.Layout(), t.TagBits(), t.PayloadBits())
	// Output: compact 30 21
}
