package gametest

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/game"
)

// Run tests the game: random walks with fixed seeds, every position near the
// start, perft, counts of positions, and what else the fields of g add. The
// first fault ends the test by tb.Fatalf.
func Run[M comparable](tb testing.TB, g Game[M]) {
	tb.Helper()
	c := newChecker(tb, g)
	c.report(func() { c.run(tb, g) })
}

func (c *checker[M]) run(tb testing.TB, g Game[M]) {
	c.start()
	c.tree(c.game.New(), 0, 2)
	walks, plies := g.Walks, g.Plies
	if walks == 0 {
		walks = 32
		if testing.Short() {
			walks = 8
		}
	}
	if plies == 0 {
		plies = 200
	}
	c.walk(randomBytes(0, plies))
	c.clones(plies)
	wait := sync.OnceFunc(c.together(plies))
	defer wait()
	for seed := 1; seed < walks; seed++ {
		c.walk(randomBytes(uint64(seed), plies))
	}
	rng := rand.New(rand.NewPCG(6, 7))
	for range scouts * walks {
		c.scout(rng, plies)
	}
	c.perft()
	c.positions()
	if g.NoAllocs {
		wait() // it allocates
		c.allocs(plies)
	}
}

// Fuzz is the body of a fuzz target: the fuzzer's bytes choose the moves of a
// [Walk].
func Fuzz[M comparable](f *testing.F, g Game[M]) {
	f.Helper()
	for seed := range uint64(4) {
		f.Add(randomBytes(seed, 16<<seed))
	}
	f.Add([]byte{0, 0, 0, back, 1, 0, 0})
	f.Fuzz(func(t *testing.T, choices []byte) {
		// A longer line finds no more than two shorter ones.
		Walk(t, g, choices[:min(len(choices), 1024)])
	})
}

// together plays on another position in its own goroutine, so that the race
// detector sees what positions of the game share and change. It returns a
// function that waits for the end.
func (c *checker[M]) together(plies int) (wait func()) {
	p := c.game.New()
	done := make(chan any)
	go func() {
		defer func() { done <- recover() }()
		rng := rand.New(rand.NewPCG(3, 4))
		var moves []M
		made := 0
		for ; made < plies; made++ {
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
	}()
	return func() {
		c.tb.Helper()
		if fault := <-done; fault != nil && !c.tb.Failed() {
			c.tb.Fatalf("gametest: play in another goroutine panics: %v", fault)
		}
	}
}

// randomBytes returns bytes of which one in 256 takes moves back.
func randomBytes(seed uint64, n int) []byte {
	rng := rand.New(rand.NewPCG(seed, 0x6a09e667f3bcc908))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// start checks that Unmake panics if no move was made.
func (c *checker[M]) start() {
	c.tb.Helper()
	c.path = c.path[:0]
	p := c.game.New()
	panicked := func() (yes bool) {
		defer func() { yes = recover() != nil }()
		p.Unmake()
		return false
	}()
	if !panicked {
		c.fail("Unmake does not panic, although there is no move to take back")
	}
}

// tree checks every position within depth plies, but only the start position
// is followed by more than 64 moves.
func (c *checker[M]) tree(p game.Position[M], ply, depth int) {
	c.tb.Helper()
	before := c.check(p)
	if depth == 0 || ply > 0 && len(before.moves) > 64 {
		return
	}
	for _, m := range before.moves {
		c.make(p, m)
		c.tree(p, ply+1, depth-1)
		p.Unmake()
		c.path = c.path[:len(c.path)-1]
		c.same(before, c.look(p), "making and unmaking "+c.text(m))
	}
}

// limit returns how many of the counts are compared.
func (c *checker[M]) limit(what string, counts []uint64) int {
	for i, n := range counts {
		if testing.Short() && n > 1_000_000 {
			c.tb.Logf("gametest: -short: %s left out from depth %d on", what, i+1)
			return i
		}
	}
	return len(counts)
}

// perft compares numbers of paths.
func (c *checker[M]) perft() {
	c.tb.Helper()
	for i := range c.limit("perft", c.game.Perft) {
		want := c.game.Perft[i]
		c.path = c.path[:0]
		if got := c.count(c.game.New(), make([][]M, i+1)); got != want {
			c.tb.Fatalf("gametest: perft at depth %d is %d, want %d", i+1, got, want)
		}
	}
}

// count counts the paths of len(buffers) moves.
func (c *checker[M]) count(p game.Position[M], buffers [][]M) (n uint64) {
	moves := p.AppendMoves(buffers[0][:0])
	buffers[0] = moves
	if c.counted++; c.counted <= maxMet {
		c.meet(p, moves)
	}
	if len(buffers) == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		p.Make(m)
		c.path = append(c.path, m)
		n += c.count(p, buffers[1:])
		c.path = c.path[:len(c.path)-1]
		p.Unmake()
	}
	return n
}

// positions compares numbers of distinct hashes. It visits each position once
// at each ply.
func (c *checker[M]) positions() {
	c.tb.Helper()
	plies := c.limit("positions", c.game.Positions)
	seen := make([]map[uint64]struct{}, plies)
	for i := range seen {
		seen[i] = make(map[uint64]struct{})
	}
	p := c.game.New()
	var visit func(ply int)
	visit = func(ply int) {
		if ply == plies {
			return
		}
		for _, m := range p.AppendMoves(nil) {
			p.Make(m)
			if _, met := seen[ply][p.Hash()]; !met {
				seen[ply][p.Hash()] = struct{}{}
				visit(ply + 1)
			}
			p.Unmake()
		}
	}
	visit(0)
	for i, set := range seen {
		if got, want := uint64(len(set)), c.game.Positions[i]; got != want {
			c.tb.Fatalf("gametest: %d distinct hashes after %d plies, want %d positions", got, i+1, want)
		}
	}
}

// allocs checks that a line that was played before is played again and taken
// back without allocation.
func (c *checker[M]) allocs(plies int) {
	c.tb.Helper()
	p := c.game.New()
	rng := rand.New(rand.NewPCG(1, 2))
	var line []M
	for range plies {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		p.Make(m)
		line = append(line, m)
	}
	for range line {
		p.Unmake()
	}
	n := testing.AllocsPerRun(10, func() {
		for _, m := range line {
			p.Make(m)
		}
		for range line {
			p.Unmake()
		}
	})
	if n != 0 {
		c.tb.Fatalf("gametest: Make and Unmake allocate %g times in a line of %d moves, want 0", n, len(line))
	}
}
