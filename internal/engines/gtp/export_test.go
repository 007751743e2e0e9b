package gtp

import "github.com/zobrist-go/zobrist/game/baduk"

const Reserve = reserve

// RunBy is Run by another clock.
var RunBy = run

// GrowFrom sets the best move of p to a number of games, half of them won, plays more,
// and returns the games and wins added.
func GrowFrom(p *baduk.Position, games uint32, more int) (uint32, float64) {
	t := newTree(1 << 20)
	w := newWalker(t, p, 0)
	w.grow(1, func() bool { return false })
	m := t.nodes[p.Hash()].best()
	m.games, m.wins = games, float64(games)/2
	w.grow(1+more, func() bool { return false }) // the tree has counted one game
	return m.games - games, m.wins - float64(games)/2
}

// Mean plays pairs of games, one of them won, beyond a number of games of which half
// are won, and returns the part that a tally says was won.
func Mean(games float32, pairs int) float32 {
	t := tally{games, games / 2}
	for range pairs {
		t.add(0)
		t.add(1)
	}
	return t.wins / t.games
}
