package playout

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// around calls do for the points beside m.
func around(p *baduk.Position, m baduk.Move, do func(baduk.Move)) {
	o := p.Options()
	w := baduk.Move(o.Width)
	for _, d := range []baduk.Move{-w, -1, 1, w} {
		if n := m + d; n >= 0 && int(n) < o.Width*o.Height && (d%w == 0 && w > 1 || n/w == m/w) {
			do(n)
		}
	}
}

// chain returns the stones of the chain at m, and its liberties, from the board
// of package baduk.
func chain(p *baduk.Position, m baduk.Move) (stones []baduk.Move, free map[baduk.Move]bool) {
	stones, free = []baduk.Move{m}, map[baduk.Move]bool{}
	for n := 0; n < len(stones); n++ {
		around(p, stones[n], func(q baduk.Move) {
			switch {
			case p.Stone(q) == baduk.Empty:
				free[q] = true
			case p.Stone(q) == p.Stone(m) && !slices.Contains(stones, q):
				stones = append(stones, q)
			}
		})
	}
	return stones, free
}

// answers lists, from the rules alone, what Board.answers is to list after the
// last move.
func answers(p *baduk.Position, last baduk.Move) map[baduk.Move]bool {
	want := map[baduk.Move]bool{}
	take := func(m baduk.Move) {
		if _, free := chain(p, m); len(free) == 1 {
			for q := range free {
				want[q] = p.Legal(q)
			}
		}
	}
	take(last)
	around(p, last, func(m baduk.Move) {
		if p.Stone(m) != p.Turn() {
			return
		}
		stones, free := chain(p, m)
		if len(free) != 1 {
			return
		}
		for _, s := range stones {
			around(p, s, func(q baduk.Move) {
				if p.Stone(q) == p.Turn().Opponent() {
					take(q)
				}
			})
		}
		for q := range free {
			if !p.Legal(q) {
				continue
			}
			before := p.Clone()
			p.Make(q)
			_, then := chain(p, q)
			p.Unmake()
			for gained := range then {
				if before.Stone(gained) != baduk.Empty {
					delete(then, gained)
				}
			}
			if len(then) > 1 {
				want[q] = true
			}
		}
	})
	for q, legal := range want {
		if !legal {
			delete(want, q)
		}
	}
	return want
}

// TestAnswers compares the answers to an atari with those found from the rules,
// in whole games, and counts that there were such.
func TestAnswers(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	var b Board
	found := 0
	for range 40 {
		p, err := baduk.New(baduk.Options{Width: 7})
		if err != nil {
			t.Fatal(err)
		}
		for !p.Over() && p.Ply() < 120 {
			b.Set(p)
			if last, ok := p.LastMove(); ok && last != baduk.Pass {
				want := answers(p, last)
				got := map[baduk.Move]bool{}
				for _, i := range b.answers(b.at(last)) {
					got[b.move(i)] = true
				}
				for m := range baduk.Move(49) {
					if got[m] != want[m] {
						t.Fatalf("%s, last %s: answer %s %v, want %v", p, p.MoveString(last), p.MoveString(m), got[m],
							want[m])
					}
				}
				found += len(got)
			}
			legal := p.AppendMoves(nil)
			p.Make(legal[random.IntN(len(legal))])
		}
	}
	if found < 500 {
		t.Errorf("only %d answers in all games", found)
	}
}

// TestLife: who has two eyes keeps every point in every game.
func TestLife(t *testing.T) {
	p := parse(t, ".X.XO/XXXXO/OOOOO/...../..... b")
	var b Board
	random := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		b.Set(p)
		b.Run(random)
		b.Area()
		for m := baduk.Move(15); m < 25; m++ {
			if m != 19 && m != 24 && b.Balance(m) != 1 {
				t.Fatalf("Black loses %s", p.MoveString(m))
			}
		}
	}
}

func TestEye(t *testing.T) {
	for _, test := range []struct {
		board  string
		points map[string]bool
	}{
		{".X.XO/XXXX./OX.X./.OXX./..X.O b", map[string]bool{"A5": true, "C5": true, "C3": true, "E4": false, "D1": false,
			"E1": false}},
		{"X.X./XXO. b", map[string]bool{"B2": false}}, // false, at the edge
	} {
		p := parse(t, test.board)
		var b Board
		b.Set(p)
		for point, want := range test.points {
			m, err := p.ParseMove(point)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.eye(b.at(m), baduk.Black); got != want {
				t.Errorf("%s: %s is an eye of Black's: %v", test.board, point, got)
			}
		}
	}
}

// TestCandidates: the moves that are legal and fill no eye, and the pass; what
// takes stones is believed in most, what gives them away least.
func TestCandidates(t *testing.T) {
	p := parse(t, ".X.XO../XXXXXO./OOOO.../...OX../..OX.../...OX../....... b")
	var b Board
	b.Set(p)
	believed := map[string]float32{}
	for _, c := range b.AppendCandidates(nil) {
		if !p.Legal(c.Move) || c.Games <= 0 || c.Wins < 0 || c.Wins > c.Games {
			t.Errorf("%s: %+v", p.MoveString(c.Move), c)
		}
		believed[p.MoveString(c.Move)] = c.Wins / c.Games
	}
	for _, eye := range []string{"A7", "C7"} {
		if _, ok := believed[eye]; ok {
			t.Errorf("%s fills an eye", eye)
		}
	}
	if len(believed) != len(p.AppendMoves(nil))-2 {
		t.Errorf("%d candidates of %d legal moves", len(believed), len(p.AppendMoves(nil)))
	}
	if best, quiet, bad := believed["F7"], believed["G1"], believed["pass"]; !(best > quiet && quiet > bad) {
		t.Errorf("F7 %v, G1 %v, pass %v", best, quiet, bad)
	}
}
