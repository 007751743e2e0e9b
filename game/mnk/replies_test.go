package mnk_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game/mnk"
)

// TestReplies compares the words of a small board with the cells of a large one,
// which [mnk.Options].Exact always uses, at random positions.
func TestReplies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, o := range []mnk.Options{
		{}, {Width: 7, Height: 6, InRow: 4}, {Width: 7, Height: 6, InRow: 4, Gravity: true},
		{Width: 5, Height: 5, InRow: 4, Gravity: true}, {Width: 6, Height: 5, InRow: 5}, {Width: 4, Height: 4, InRow: 2},
		{Width: 3, Height: 2, InRow: 1},
	} {
		exact := o
		exact.Exact = true
		over, forced, tight := 0, 0, 0
		for range 200 {
			p, err := mnk.New(o)
			if err != nil {
				t.Fatal(err)
			}
			q, err := mnk.New(exact)
			if err != nil {
				t.Fatal(err)
			}
			for {
				legal := p.AppendMoves(nil)
				low, high := p.Bounds()
				wideLow, wideHigh := q.Bounds()
				_, won := p.Score()
				if !won && (low < wideLow || high > wideHigh || !o.Gravity && (low != wideLow || high != wideHigh)) {
					t.Fatalf("%v: bounds %d to %d; windows say %d to %d", p, low, high, wideLow, wideHigh)
				}
				if low > wideLow || high < wideHigh {
					tight++
				}
				checkReplies(t, p, legal, &over, &forced)
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				p.Make(m)
				if _, ended := p.Score(); ended {
					break // a longer row may not end the game of q
				}
				q.Make(m)
			}
		}
		if over == 0 || forced == 0 && o.InRow > 2 {
			t.Errorf("%+v: %d decided, %d forced", o, over, forced)
		}
		if o.Gravity && o.Height%2 == 0 && tight == 0 {
			t.Errorf("%+v: replies above never bound the score", o)
		}
	}
}

// checkReplies compares with what each move and each answer lead to.
func checkReplies(t *testing.T, p *mnk.Position, legal []mnk.Move, over, forced *int) {
	t.Helper()
	before := p.String()
	replies, score, decided := p.AppendReplies(nil)
	if p.String() != before {
		t.Fatalf("%s became %v", before, p)
	}
	wins, safe := 0, []mnk.Move(nil) // moves that win, and after which the other side cannot win at once
	for _, m := range legal {
		p.Make(m)
		if s, _ := p.Score(); s < 0 {
			wins++
		}
		lost := false
		for _, answer := range p.AppendMoves(nil) {
			p.Make(answer)
			s, _ := p.Score()
			lost = lost || s < 0
			p.Unmake()
		}
		if !lost {
			safe = append(safe, m)
		}
		p.Unmake()
	}
	want, decidedHere := 0, true
	switch {
	case len(legal) == 0:
		want, _ = p.Score()
	case wins > 0:
		want = 1
	case len(safe) == 0:
		want = -1
	default:
		decidedHere = false
	}
	if decided != decidedHere || decided && score != want {
		t.Fatalf("%v: decided %v, %d; want %v, %d", p, decided, score, decidedHere, want)
	}
	if decided {
		*over++
		return
	}
	slices.Sort(replies)
	slices.Sort(safe)
	if !slices.Equal(replies, safe) {
		t.Fatalf("%v: replies %v; %v do not lose at once", p, replies, safe)
	}
	if len(replies) < len(legal) {
		*forced++
	}
}
