package gametest

import (
	"math/rand/v2"
	"reflect"

	"github.com/zobrist-go/zobrist/game"
)

// cloneOf returns a copy of a position by its method Clone, which takes nothing and returns a position, or nil if it
// has none.
func cloneOf[M comparable](p game.Position[M]) game.Position[M] {
	clone := reflect.ValueOf(p).MethodByName("Clone")
	if !clone.IsValid() || clone.Type().NumIn() != 0 || clone.Type().NumOut() != 1 {
		return nil
	}
	q, _ := clone.Call(nil)[0].Interface().(game.Position[M])
	return q
}

// clones checks copies of positions on some random lines.
func (c *checker[M]) clones(plies int) {
	c.tb.Helper()
	if cloneOf(c.game.New()) == nil {
		return
	}
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 8))
		c.path = c.path[:0]
		p := c.game.New()
		for range plies {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			c.cloned(p, moves, rng)
			m := moves[rng.IntN(len(moves))]
			p.Make(m)
			c.path = append(c.path, m)
		}
		c.apart(p, rng)
	}
}

// cloned checks a copy of a position: other moves are made in both in turn, and taken back. Before it, moves are made
// and taken back in the position, so that its lists have room that a copy by assignment would share.
func (c *checker[M]) cloned(p game.Position[M], moves []M, rng *rand.Rand) {
	c.now = p
	stroll(p, rng, 1)
	before, q := c.look(p), cloneOf(p)
	c.same(before, c.look(q), "Clone")
	first := rng.IntN(len(moves))
	mine, other := moves[first], moves[(first+1)%len(moves)]
	p.Make(mine)
	after := c.look(p)
	c.same(before, c.look(q), "a move in the position of which it is a copy, "+c.text(mine)+",")
	q.Make(other)
	c.same(after, c.look(p), "a move in a copy of it, "+c.text(other)+",")
	q.Unmake()
	c.same(after, c.look(p), "taking a move back in a copy of it")
	c.same(before, c.look(q), "making and unmaking in a copy "+c.text(other))
	q.Make(other)
	p.Unmake()
	c.same(before, c.look(p), "making and unmaking "+c.text(mine)+" beside a copy of it")
	q.Unmake()
	c.same(before, c.look(q), "making and unmaking in a copy "+c.text(other))
}

// apart plays in a position and in a copy of it at the same time, so that the race detector sees what they share, and
// checks that both are as before.
func (c *checker[M]) apart(p game.Position[M], rng *rand.Rand) {
	for range 3 { // or else the end of a game has nothing to play
		if len(c.path) > 0 {
			p.Unmake()
			c.path = c.path[:len(c.path)-1]
		}
	}
	before, q := c.look(p), cloneOf(p)
	seeds := [2]uint64{rng.Uint64(), rng.Uint64()}
	done := make(chan any)
	go func() {
		defer func() { done <- recover() }()
		stroll(q, rand.New(rand.NewPCG(seeds[1], 9)), 20)
	}()
	mine := func() (fault any) {
		defer func() { fault = recover() }()
		stroll(p, rand.New(rand.NewPCG(seeds[0], 9)), 20)
		return nil
	}()
	theirs := <-done
	for _, fault := range []any{mine, theirs} {
		if fault != nil {
			c.fail("play in a position and in a copy of it at the same time panics: %v", fault)
		}
	}
	c.same(before, c.look(p), "play in a copy of it at the same time")
	c.same(before, c.look(q), "play in the position of which it is a copy")
}

// stroll makes some random moves and takes them back, a number of times.
func stroll[M comparable](p game.Position[M], rng *rand.Rand, times int) {
	var moves []M
	for range times {
		made := 0
		for ; made < 10; made++ {
			if moves = p.AppendMoves(moves[:0]); len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
			p.AppendFeatures(nil)
		}
		for ; made > 0; made-- {
			p.Unmake()
			p.Hash()
		}
	}
}
