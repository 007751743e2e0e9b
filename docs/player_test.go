package docs_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// random plays any move.
func random(r *rand.Rand) func(*Position) Move {
	return func(p *Position) Move {
		moves := p.AppendMoves(nil)
		return moves[r.IntN(len(moves))]
	}
}

// greedy plays one of the moves after which the evaluation is best.
func greedy(r *rand.Rand) func(*Position) Move {
	return func(p *Position) Move {
		moves := p.AppendMoves(nil)
		r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		best, most := moves[0], -1<<30
		for _, m := range moves {
			p.Make(m)
			v := -p.Evaluate()
			p.Unmake()
			if v > most {
				best, most = m, v
			}
		}
		return best
	}
}

// TestPlayer: the searcher, which knows of the tutorial's game nothing but its rules
// and its evaluation, plays at 1000 positions a move against a random player and a
// greedy one. Each first move is played from with either side, so that equal
// players would win half of the games. Nobody can win all: the searcher has to win
// those that Solve says are won, but for two.
func TestPlayer(t *testing.T) {
	table, err := tt.New(tt.Options{Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	s, err := search.New(New(), search.Options{Table: table})
	if err != nil {
		t.Fatal(err)
	}
	think := func(p *Position) Move {
		s.Root = p
		info, err := s.Search(context.Background(), search.Limits{Nodes: 1000})
		if err != nil {
			t.Fatal(err)
		}
		return info.Line[0]
	}
	first := New().AppendMoves(nil)
	horizontal := solved(t, first)
	for _, opponent := range []struct {
		name  string
		plays func(*rand.Rand) func(*Position) Move
		least int
	}{{"random", random, 95}, {"greedy", greedy, 75}} {
		they := opponent.plays(rand.New(rand.NewPCG(1, 2)))
		games, won, missed := 0, 0, 0
		for _, m := range first {
			for n := range 4 {
				p := New()
				p.Make(m)
				for over := false; !over; _, over = p.Score() {
					if len(p.moves)%2 == n%2 {
						p.Make(think(p))
					} else {
						p.Make(they(p))
					}
				}
				games++
				if len(p.moves)%2 != n%2 { // they cannot move
					won++
				} else if horizontal[m] == (n%2 == 1) {
					missed++
				}
			}
		}
		t.Logf("%s: won %d games of %d, missed %d", opponent.name, won, games, missed)
		if missed > 2 {
			t.Errorf("%s: lost %d games that were won at the start", opponent.name, missed)
		}
		if 100*won < opponent.least*games {
			t.Errorf("won %d games of %d against the %s player, want %d %%", won, games, opponent.name, opponent.least)
		}
	}
}

// solved tells after which first moves Horizontal wins.
func solved(t *testing.T, first []Move) map[Move]bool {
	table, err := tt.New(tt.Options{Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	s, err := search.New(New(), search.Options{Table: table, Margin: search.Outcome})
	if err != nil {
		t.Fatal(err)
	}
	wins := map[Move]bool{}
	for _, m := range first {
		s.Root = New()
		s.Root.Make(m)
		solution, err := s.Solve(context.Background(), search.Limits{})
		if err != nil || !solution.Solved() {
			t.Fatal(solution, err)
		}
		wins[m] = solution.Low > 0
	}
	return wins
}
