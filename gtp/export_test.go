package gtp

import "github.com/zobrist-go/zobrist/game/baduk"

// RunBy is Run by another clock.
var RunBy = run

// GoOn plays more games from p if its best move has games games already, half of them
// won, and returns how many games and wins were added.
func GoOn(p *baduk.Position, games uint32, more int) (uint32, float64) {
	t := newTree(1 << 20)
	w := newWalker(t, p, 0)
	w.grow(1, func() bool { return false })
	m := t.nodes[p.Hash()].best()
	m.games, m.wins = games, float64(games)/2
	w.grow(1+more, func() bool { return false })
	return m.games - games, m.wins - float64(games)/2
}
