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
		{Width: 3, Height: 2, InRow: 1}, {Width: 8, Height: 8, InRow: 5}, {Width: 3, Height: 2, InRow: 4},
		// A row upwards is longer than a word here.
		{Width: 20, Height: 3, InRow: 5, Gravity: true}, {Width: 15, Height: 4, InRow: 5, Gravity: true},
		{Width: 9, Height: 6, InRow: 7, Gravity: true},
	} {
		exact := o
		exact.Exact = true
		over, forced, tight := 0, 0, 0
		for range 60 {
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
				if !won && (low < wideLow || high > wideHigh) {
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
		if over == 0 || forced == 0 && o.InRow > 2 && o.InRow <= max(o.Width, o.Height) {
			t.Errorf("%+v: %d decided, %d forced", o, over, forced)
		}
		if o.Gravity && tight == 0 {
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
		if !p.Options().Gravity {
			safe = slices.DeleteFunc(safe, func(m mnk.Move) bool { return !needed(p, m) })
		}
		decidedHere = len(safe) == 0
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
		t.Fatalf("%v: replies %v; %v do not lose at once and can matter", p, replies, safe)
	}
	if len(replies) < len(legal) {
		*forced++
	}
}

// needed reports whether a row through a cell could still be filled by one side.
func needed(p *mnk.Position, m mnk.Move) bool {
	o := p.Options()
	stones := map[[2]int]int{} // by file and rank
	for _, f := range p.AppendFeatures(nil) {
		if cells := o.Width * o.Height; int(f) < 2*cells {
			cell := int(f) % cells
			stones[[2]int{cell % o.Width, cell / o.Width}] = 1 + int(f)/cells
		}
	}
	file, rank := int(m)%o.Width, int(m)/o.Width
	for _, step := range [][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}} {
		for first := 1 - o.InRow; first <= 0; first++ {
			var counts [3]int
			for i := first; i < first+o.InRow; i++ {
				x, y := file+i*step[0], rank+i*step[1]
				if x < 0 || x >= o.Width || y < 0 || y >= o.Height {
					counts = [3]int{0, 1, 1}
					break
				}
				counts[stones[[2]int{x, y}]]++
			}
			if counts[1] == 0 || counts[2] == 0 {
				return true
			}
		}
	}
	return false
}
