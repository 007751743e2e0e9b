package baduk_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// TestSave: a position that is changed in any way and restored is the clone made when it was saved: its hashes, the
// boards that superko remembers, its legal moves, and what can be unmade. Saved states are nested.
func TestSave(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, o := range []baduk.Options{{}, {Wide: true}, {Canonical: true, Ko: baduk.PositionalSuperko},
		{Ko: baduk.SituationalSuperko, Suicide: true}, {Ko: baduk.NaturalSituationalSuperko}} {
		o.Width, o.Height = 3, 3
		p, err := baduk.New(o)
		if err != nil {
			t.Fatal(err)
		}
		point := func() baduk.Move { return baduk.Move(random.IntN(o.Width * o.Height)) }
		change := func() {
			c := baduk.Black + baduk.Color(random.IntN(2))
			switch n := random.IntN(20); {
			case n == 0:
				p.SetTurn(c)
			case n == 1:
				_, _ = p.Settle(map[baduk.Move]baduk.Color{point(): c, point(): baduk.Empty})
			case n == 2:
				_ = p.Force(c, point())
			case n < 6 && p.Ply() > 0:
				p.Unmake()
			default:
				if moves := p.AppendMoves(nil); len(moves) > 0 {
					p.Make(moves[random.IntN(len(moves))])
				}
			}
		}
		var nest func(depth int)
		nest = func(depth int) {
			for range random.IntN(40) {
				change()
			}
			if depth == 0 {
				return
			}
			for range 3 {
				want, restore := p.Clone(), p.Save()
				if p.Ply() != 0 {
					t.Fatalf("%+v: %d moves to unmake after Save", o, p.Ply())
				}
				nest(depth - 1)
				restore()
				if got, want := state(p), state(want); got != want {
					t.Fatalf("%+v: restored as\n%s\nwant\n%s", o, got, want)
				}
			}
			for want := p.Clone(); p.Ply() > 0; {
				p.Unmake()
				want.Unmake()
				if got, want := state(p), state(want); got != want {
					t.Fatalf("%+v: unmade to\n%s\nwant\n%s", o, got, want)
				}
			}
		}
		nest(4)
	}
}

// state writes all that can be seen of a position.
func state(p *baduk.Position) string {
	var boards strings.Builder
	for c, points := range p.Boards() {
		boards.WriteString(fmt.Sprint(c, points))
	}
	last, ok := p.LastMove()
	ko, taken := p.Retake()
	return fmt.Sprint(p, p.Hash(), p.Hash128(), p.Ply(), last, ok, ko, taken, p.AppendMoves(nil), p.AppendFeatures(nil),
		boards.String())
}

// TestSaveLeftOut: saved states that are not restored do not change the states restored after them.
func TestSaveLeftOut(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, o := range []baduk.Options{{}, {Canonical: true, Ko: baduk.PositionalSuperko},
		{Ko: baduk.SituationalSuperko, Suicide: true}} {
		o.Width, o.Height = 4, 3
		for range 50 {
			p, err := baduk.New(o)
			if err != nil {
				t.Fatal(err)
			}
			type saved struct {
				want    *baduk.Position
				restore func()
			}
			var open []saved
			for range 40 {
				c, m := baduk.Black+baduk.Color(random.IntN(2)), baduk.Move(random.IntN(12))
				switch random.IntN(6) {
				case 0:
					open = append(open, saved{p.Clone(), p.Save()})
				case 1:
					_, _ = p.Settle(map[baduk.Move]baduk.Color{m: c, baduk.Move(random.IntN(12)): baduk.Empty})
				case 2:
					p.SetTurn(c)
				default:
					_ = p.Force(c, m)
				}
			}
			for i := len(open) - 1; i >= 0; i-- {
				if random.IntN(3) == 0 {
					continue
				}
				open[i].restore()
				if got, want := state(p), state(open[i].want); got != want {
					t.Fatalf("%+v: state %d of %d restored as\n%s\nwant\n%s", o, i, len(open), got, want)
				}
			}
		}
	}
}
