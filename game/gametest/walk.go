package gametest

import (
	"testing"

	"github.com/zobrist-go/zobrist/game"
)

// back is the byte of a walk that takes moves back instead of making one.
const back = 0xff

// Walk plays one line of the game, chosen by bytes, and checks every position
// of it as the package says. A byte chooses one of the legal moves, or two bytes
// if there are more than 128. Byte 255, or any byte when the game is over, takes
// back a number of moves that depends on the next byte. In the end all moves are
// taken back. The first fault ends the test by tb.Fatalf.
func Walk[M comparable](tb testing.TB, g Game[M], choices []byte) {
	tb.Helper()
	c := newChecker(tb, g)
	c.report(func() { c.walk(choices) })
}

func (c *checker[M]) walk(choices []byte) {
	p, bystander := c.game.New(), c.game.New()
	c.path = c.path[:0]
	states := []state[M]{c.check(p)}
	c.same(states[0], c.look(bystander), "a second call of New")
	next := func() int {
		if len(choices) == 0 {
			return 0
		}
		b := choices[0]
		choices = choices[1:]
		return int(b)
	}
	unmake := func(n int) {
		for ; n > 0 && len(c.path) > 0; n-- {
			last := c.path[len(c.path)-1]
			p.Unmake()
			c.path, states = c.path[:len(c.path)-1], states[:len(states)-1]
			c.same(states[len(states)-1], c.look(p), "making and unmaking "+c.text(last))
		}
	}
	for len(choices) > 0 {
		moves := states[len(states)-1].moves
		choice := next()
		if len(moves) == 0 || choice == back {
			unmake(1 + next()%8)
			continue
		}
		if len(moves) > 128 {
			choice += next() << 8
		}
		m := moves[choice%len(moves)]
		c.make(p, m)
		states = append(states, c.check(p))
	}
	c.same(c.replay(c.path), states[len(states)-1], "coming here with moves taken back on the way")
	if len(states[len(states)-1].moves) == 0 {
		c.end(p, states)
	}
	line := c.path
	c.detours()
	c.path = line
	unmake(len(c.path))
	c.same(states[0], c.look(bystander), "play on another position")
}

// make plays a move. If positions share hashes with their images, the image of
// a move must lead to the same hash from each of them.
func (c *checker[M]) make(p game.Position[M], m M) {
	c.path = append(c.path, m)
	q, ok := p.(game.Symmetric[M])
	if !ok || q.Symmetry() == game.NoSymmetry {
		p.Make(m)
		return
	}
	s := step[M]{p.Hash(), q.Image(m)}
	p.Make(m)
	if hash, met := c.after[s]; met && hash != p.Hash() {
		c.fail("a move whose image is %s led from hash %#016x to %#016x before and to %#016x now",
			c.text(s.move), s.hash, hash, p.Hash())
	}
	c.after[s] = p.Hash()
}

// replay returns the state of a fresh position after the moves.
func (c *checker[M]) replay(moves []M) state[M] {
	var q game.Position[M] = c.game.New()
	for _, m := range moves {
		q.Make(m)
	}
	return c.look(q)
}
