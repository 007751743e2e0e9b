package playout

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// same fails if the board differs from the position that package baduk
// keeps, by stones, ko, chains, liberties or legal moves.
func same(t *testing.T, b *Board, p *baduk.Position) {
	t.Helper()
	o := p.Options()
	var fresh Board
	fresh.Set(p)
	for m := range baduk.Move(o.Width * o.Height) {
		i := b.at(m)
		if b.stones[i] != p.Stone(m) {
			t.Fatalf("%s: %v at %s", p, b.stones[i], p.MoveString(m))
		}
		if b.stones[i] == baduk.Empty {
			l, taken := b.after(i)
			if got := i != b.ko && (l.count > 0 || taken > 0); got != p.Legal(m) && !p.Over() {
				t.Fatalf("%s: %s is legal: %v", p, p.MoveString(m), got)
			}
			continue
		}
		l, want := b.free[b.head[i]], fresh.free[fresh.head[i]]
		if l != want || b.size[b.head[i]] != fresh.size[fresh.head[i]] {
			t.Fatalf("%s: the chain of %s has %d stones and liberties %v, anew %d and %v", p, p.MoveString(m),
				b.size[b.head[i]], l, fresh.size[fresh.head[i]], want)
		}
		free := map[int16]bool{}
		for k := i; ; {
			for _, d := range beside {
				if b.stones[k+d] == baduk.Empty {
					free[k+d] = true
				}
			}
			if k = b.next[k]; k == i {
				break
			}
		}
		if l.one() != (len(free) == 1) || l.one() && !free[l.first()] {
			t.Fatalf("%s: the chain of %s has the liberties %v, one: %v", p, p.MoveString(m), free, l.one())
		}
	}
}

// TestBoard follows whole games with package baduk: every move is legal there,
// and both agree after each. The score is its area's.
func TestBoard(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, o := range []baduk.Options{{Width: 1}, {Width: 2}, {Width: 7, Height: 3}, {Width: 9}, {Width: 19}} {
		var b, step Board
		for range 200 / (o.Width + 2) {
			p, err := baduk.New(o)
			if err != nil {
				t.Fatal(err)
			}
			b.Set(p)
			b.Run(random)
			step.Set(p)
			for _, m := range b.Moves() {
				if !p.Legal(m) {
					t.Fatalf("%s: %s is not legal", p, p.MoveString(m))
				}
				p.Make(m)
				if m == baduk.Pass {
					step.play(0)
				} else {
					step.play(step.at(m))
				}
				same(t, &step, p)
			}
			black, white := p.Area()
			if got := b.Area(); got != black-white {
				t.Fatalf("%s: area %d, want %d", p, got, black-white)
			}
			same(t, &b, p)
		}
	}
}

// TestArea: regions belong to the side whose stones alone they reach.
func TestArea(t *testing.T) {
	p := parse(t, "..XO./X.XO./XXXO./OOOO./..... b - 2")
	var b Board
	b.Set(p)
	b.Run(nil) // two passes have ended it
	black, white := p.Area()
	if got := b.Area(); got != black-white || len(b.Moves()) > 0 {
		t.Errorf("area %d after %v, want %d", got, b.Moves(), black-white)
	}
	if x, o := b.Balance(24-4), b.Balance(0); x != 1 || o != -1 {
		t.Errorf("A5 has balance %d, A1 %d", x, o)
	}
}

func parse(t testing.TB, text string) *baduk.Position {
	t.Helper()
	p, err := baduk.Parse(text, baduk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// BenchmarkRun is the cost of a whole game from the empty board.
func BenchmarkRun(b *testing.B) {
	for _, size := range []int{9, 19} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			p, err := baduk.New(baduk.Options{Width: size})
			if err != nil {
				b.Fatal(err)
			}
			var board Board
			random := rand.New(rand.NewPCG(1, 2))
			moves := 0
			for b.Loop() {
				board.Set(p)
				board.Run(random)
				moves += len(board.Moves())
			}
			b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
		})
	}
}
