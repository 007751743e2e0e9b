package baduk_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// TestSettle: a setup loses exactly the stones from which no way along stones of their colour ends at an empty point.
func TestSettle(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	const width, height = 5, 4
	near := func(a, b baduk.Move) bool {
		x, y := a%width-b%width, a/width-b/width
		return x*x+y*y == 1
	}
	for range 200 {
		p, err := baduk.New(baduk.Options{Width: width, Height: height})
		if err != nil {
			t.Fatal(err)
		}
		contents, empty := map[baduk.Move]baduk.Color{}, random.IntN(5)
		for m := range baduk.Move(width * height) {
			contents[m] = baduk.Empty
			if random.IntN(20) >= empty {
				contents[m] = baduk.Black + baduk.Color(random.IntN(2))
			}
		}
		lives := map[baduk.Move]bool{}
		for before := -1; before < len(lives); {
			before = len(lives)
			for a, c := range contents {
				for b, d := range contents {
					if c != baduk.Empty && near(a, b) && (d == baduk.Empty || d == c && lives[b]) {
						lives[a] = true
					}
				}
			}
		}
		stones := 0
		for _, c := range contents {
			if c != baduk.Empty {
				stones++
			}
		}
		if placed := p.Place(contents) == nil; placed != (len(lives) == stones) {
			t.Fatalf("%v: placed %v", contents, placed)
		}
		removed, err := p.Settle(contents)
		if err != nil || removed != stones-len(lives) {
			t.Fatalf("%v: %d stones removed, %v; want %d", contents, removed, err, stones-len(lives))
		}
		for m, c := range contents {
			if !lives[m] {
				c = baduk.Empty
			}
			if p.Stone(m) != c {
				t.Fatalf("%v: %v at %s", contents, p.Stone(m), p.MoveString(m))
			}
		}
	}
}

// TestSettleWork: however many stones a chain has, it is walked along once.
func TestSettleWork(t *testing.T) {
	p, err := baduk.New(baduk.Options{Width: 25, Height: 25})
	if err != nil {
		t.Fatal(err)
	}
	contents := map[baduk.Move]baduk.Color{}
	for m := range baduk.Move(25 * 25) {
		contents[m] = baduk.Black
	}
	for _, want := range []int{625, 0} {
		before := p.Walks()
		removed, err := p.Settle(contents)
		if walks := p.Walks() - before; err != nil || removed != want || walks > 3 {
			t.Errorf("%d stones removed, %v, in %d walks; want %d", removed, err, walks, want)
		}
		contents[0] = baduk.Empty // a liberty of all
	}
}
