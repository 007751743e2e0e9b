package gtp

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// explore is the weight of the confidence bound; wins are counted 0 to 1.
const explore = 0.5

// ripe is the number of visits after which a node gets children.
const ripe = 4

// tree grows by random games from one position (upper confidence bounds
// applied to trees, Kocsis and Szepesvári 2006).
type tree struct {
	root     node
	position *baduk.Position
	random   *rand.Rand
	path     []*node
	moves    []baduk.Move
}

// node is a move and what came of it, from the view of the side that made it.
type node struct {
	move     baduk.Move
	visits   int
	wins     float64
	children []node
}

func newTree(p *baduk.Position, seed uint64) *tree {
	t := &tree{position: p, random: rand.New(rand.NewPCG(seed, p.Hash()))}
	t.expand(&t.root)
	return t
}

// grow plays games until ctx ends or effort of them are played, where that is
// not 0; one at least.
func (t *tree) grow(ctx context.Context, effort int) {
	for n := 0; n == 0 || ctx.Err() == nil && (effort == 0 || n < effort); n++ {
		t.game()
	}
}

// game goes down the tree, plays at random from its edge, and counts.
func (t *tree) game() {
	p, n := t.position, &t.root
	first := p.Turn()
	t.path = append(t.path[:0], n)
	for !p.Over() {
		if n.children == nil {
			if n.visits < ripe {
				break
			}
			t.expand(n)
		}
		n = t.pick(n)
		p.Make(n.move)
		t.path = append(t.path, n)
	}
	margin := p.Playout(t.random, nil)
	for range t.path[1:] {
		p.Unmake()
	}
	if first == baduk.White {
		margin = -margin
	}
	won := worth(margin, p)
	for depth, n := range t.path {
		n.visits++
		if depth%2 == 1 { // made by the side to move at the root
			n.wins += won
		} else {
			n.wins += 1 - won
		}
	}
}

// worth is what a margin counts: nine tenths for the win, the rest for its
// size, so that a decided game is still played well.
func worth(margin int, p *baduk.Position) float64 {
	o := p.Options()
	w := 0.05 + 0.05*float64(margin)/float64(2*o.Width*o.Height+1)
	switch w = min(max(w, 0), 0.1); {
	case margin > 0:
		return 0.9 + w
	case margin < 0:
		return w
	}
	return 0.5
}

// expand gives a node its children: the legal moves that fill no eye of one's
// own, in random order, and the pass. What Order thinks of a move is believed
// as much as a few games would be.
func (t *tree) expand(n *node) {
	p := t.position
	t.moves = p.AppendMoves(t.moves[:0])
	n.children = make([]node, 0, len(t.moves))
	for _, m := range t.moves {
		if p.Eye(m, p.Turn()) {
			continue
		}
		prior := 0.5
		switch order := p.Order(m); {
		case m == baduk.Pass:
			prior = 0.4
		case order >= 100:
			prior = 0.9
		case order > 0:
			prior = 0.6
		case order < 0:
			prior = 0.3
		}
		const belief = 4
		n.children = append(n.children, node{move: m, visits: belief, wins: belief * prior})
	}
	t.random.Shuffle(len(n.children), func(i, j int) {
		n.children[i], n.children[j] = n.children[j], n.children[i]
	})
}

// pick returns the child with the highest upper confidence bound.
func (t *tree) pick(n *node) *node {
	best, most := &n.children[0], math.Inf(-1)
	log := math.Log(float64(n.visits + 2))
	for i := range n.children {
		c := &n.children[i]
		v := float64(c.visits)
		if bound := c.wins/v + explore*math.Sqrt(log/v); bound > most {
			best, most = c, bound
		}
	}
	return best
}
