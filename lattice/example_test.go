package lattice_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/lattice"
)

// A vacancy walks through iron with two copper atoms, and is back in a state that
// it knows most of the time. Without the memory it walks the same way.
func Example() {
	walk := func(memory *lattice.Memory) *lattice.Simulation {
		l, err := lattice.Parse("bcc:4x4x4")
		if err != nil {
			panic(err)
		}
		s, err := lattice.NewState(l, zobrist.Set{}, lattice.FeCuSpecies()...)
		if err != nil {
			panic(err)
		}
		s.Set(0, 2)  // the vacancy
		s.Set(20, 1) // copper
		s.Set(21, 1)
		alloy := lattice.Vacancy{Model: lattice.FeCu(), Temperature: 320}
		sim, err := lattice.NewSimulation(s, alloy, lattice.Options{Seed: 1, Memory: memory})
		if err != nil {
			panic(err)
		}
		for range 20_000 {
			sim.Step()
		}
		return sim
	}
	memory, err := lattice.NewMemory(lattice.MemoryOptions{})
	if err != nil {
		panic(err)
	}
	defer memory.Close()

	with, without := walk(memory), walk(nil)
	fmt.Println(with.State())
	fmt.Println(with.State().Hash128() == without.State().Hash128(), with.Time() == without.Time())
	fmt.Printf("more than half recalled: %t\n", memory.Stats().Share() > 0.5)
	// Output:
	// bcc:4x4x4 Fe 125 Cu 2 vacancy 1
	// true true
	// more than half recalled: true
}

// The images of a state under translations share their canonical hash.
func ExampleState_Canonical() {
	l, err := lattice.New(lattice.Square, 8, 8)
	if err != nil {
		panic(err)
	}
	pair := func(a, b int) *lattice.State {
		s, err := lattice.NewState(l, zobrist.Set{}, "empty", "atom")
		if err != nil {
			panic(err)
		}
		s.Set(a, 1)
		s.Set(b, 1)
		return s
	}
	here, there, turned := pair(0, 1), pair(63, 56), pair(0, 8)
	fmt.Println(here.Hash() == there.Hash(), here.Canonical() == there.Canonical())
	fmt.Println(here.Canonical() == turned.Canonical())
	// Output:
	// false true
	// false
}

// The default keys of a small Ising model can be audited by name.
func ExampleSpace() {
	l, err := lattice.Parse("square:4")
	if err != nil {
		panic(err)
	}
	space, err := lattice.Space(l, "down", "up")
	if err != nil {
		panic(err)
	}
	fmt.Println(space.Len(), space.FeatureName(6))
	// Output: 16 up 2,1,0
}
