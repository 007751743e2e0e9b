package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// A fault is a promise that is not kept.
type fault[M comparable] struct {
	lines [][]M  // the moves that led to it, after those that led to an earlier position that contradicts it
	kind  string // the same for all faults of one check
	text  string
}

// fail ends the checks with a fault here.
func (c *checker[M]) fail(format string, args ...any) {
	panic(fault[M]{[][]M{slices.Clone(c.path)}, format, fmt.Sprintf(format, args...)})
}

// find returns the fault that ends the checks.
func (c *checker[M]) find(checks func()) (f fault[M], found bool) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case fault[M]:
			f, found = p, true
		default:
			panic(p)
		}
	}()
	checks()
	return f, false
}

// report does the checks and ends the test if there is a fault, which it shows by the shortest lines that it finds.
func (c *checker[M]) report(checks func()) {
	c.tb.Helper()
	f, found := c.find(checks)
	if !found {
		return
	}
	f = c.shorten(f)
	text := "after " + c.line(f.lines[len(f.lines)-1])
	if len(f.lines) > 1 {
		text = "after " + c.line(f.lines[0]) + ", and " + text
	}
	c.tb.Fatalf("gametest: %s: %s", text, f.text)
}

// shorten leaves out moves as long as the fault remains, and gives up after some seconds' work.
func (c *checker[M]) shorten(f fault[M]) fault[M] {
	left := shortenMost
	for again := true; again; {
		again = false
		for i, line := range f.lines {
			for n := len(line); n > 0; n /= 2 {
				for at := 0; at+n <= len(line) && left > 0; {
					left -= len(line)
					lines := slices.Clone(f.lines)
					lines[i] = slices.Delete(slices.Clone(line), at, at+n)
					shorter, found := c.try(lines, f.kind)
					if !found {
						at++
						continue
					}
					f, line, again = shorter, shorter.lines[i], true
				}
			}
		}
	}
	return f
}

// try plays lines from the start, as far as they are legal, and takes their moves back. It returns a fault of the kind
// that it finds, with lines that are no longer.
func (c *checker[M]) try(lines [][]M, kind string) (f fault[M], found bool) {
	defer func() {
		if recover() != nil { // by the game, which has a fault
			found = false
		}
	}()
	d := newChecker(c.tb, c.game)
	f, found = d.find(func() {
		for _, moves := range lines {
			d.path = d.path[:0]
			p := d.game.New()
			states := []state[M]{d.check(p)}
			for _, m := range moves {
				if !slices.Contains(states[len(states)-1].moves, m) {
					return
				}
				d.make(p, m)
				states = append(states, d.check(p))
			}
			for len(d.path) > 0 {
				last := d.path[len(d.path)-1]
				p.Unmake()
				d.path, states = d.path[:len(d.path)-1], states[:len(states)-1]
				d.same(states[len(states)-1], d.look(p), "making and unmaking "+d.text(last))
			}
		}
	})
	if !found || f.kind != kind || len(f.lines) != len(lines) {
		return f, false
	}
	for i, line := range f.lines {
		if len(line) > len(lines[i]) {
			return f, false
		}
	}
	return f, true
}

// line writes the moves from the start.
func (c *checker[M]) line(moves []M) (text string) {
	if len(moves) == 0 {
		return "no moves"
	}
	defer func() {
		if recover() != nil { // by the game, which has a fault
			text = fmt.Sprintf("%d moves %v", len(moves), moves)
		}
	}()
	c.now = c.game.New()
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = c.text(m)
		c.now.Make(m)
	}
	return fmt.Sprintf("%d moves [%s]", len(moves), strings.Join(words, " "))
}

// text writes moves of the present position.
func (c *checker[M]) text(moves ...M) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		if p, ok := c.now.(interface{ MoveString(M) string }); ok {
			words[i] = p.MoveString(m)
		} else {
			words[i] = fmt.Sprint(m)
		}
	}
	if len(words) == 1 {
		return words[0]
	}
	return "[" + strings.Join(words, " ") + "]"
}

// A meeting holds the facts of a position when its hash was met first.
type meeting[M comparable] struct {
	path  []M
	moves []M // their images for a game with symmetries
	score int
	over  bool
}

const (
	shortenMost = 10_000 // moves played to shorten lines

	maxMet  = 1 << 18 // positions of perft that are compared
	endPly  = 9       // plies before the end of a game from which all lines are played
	endMost = 1 << 12 // of their moves at most
)

// agree checks that moves and score are those that were met with the hash before.
func (c *checker[M]) agree(p game.Position[M], moves []M, score int, over bool) {
	now := meeting[M]{c.path, moves, score, over}
	q, ok := p.(game.Symmetric[M])
	images := ok && q.Symmetry() != game.NoSymmetry
	if images {
		now.moves = make([]M, len(moves))
		for i, m := range moves {
			now.moves[i] = q.Image(m)
		}
	}
	before, met := c.met[p.Hash()]
	if !met {
		now.path, now.moves = slices.Clone(now.path), slices.Clone(now.moves)
		c.met[p.Hash()] = now
		return
	}
	const hint = "; is a feature missing, as the side to move? If the moves before matter, see "
	differ := func(format string, args ...any) {
		panic(fault[M]{[][]M{before.path, slices.Clone(c.path)}, format,
			fmt.Sprintf("two positions have the hash %#016x and ", p.Hash()) + fmt.Sprintf(format, args...)})
	}
	c.now = p
	if !c.game.MoveHistory && !equalMoves(before.moves, now.moves, images) {
		differ("other moves: %s and %s"+hint+"Game.MoveHistory", c.text(before.moves...), c.text(now.moves...))
	}
	if !c.game.ScoreHistory && (before.score != now.score || before.over != now.over) {
		differ("other scores: %d, over %t, and %d, over %t"+hint+"Game.ScoreHistory", before.score, before.over,
			now.score, now.over)
	}
}

// equalMoves compares lists of moves, in any order if they are images.
func equalMoves[M comparable](a, b []M, images bool) bool {
	if !images {
		return slices.Equal(a, b)
	}
	for _, m := range a {
		if !slices.Contains(b, m) {
			return false
		}
	}
	return len(a) == len(b)
}

// meet is agree for a position that is not checked otherwise.
func (c *checker[M]) meet(p game.Position[M], moves []M) {
	score, over := 0, false
	if r, ok := p.(game.Scored); ok && !c.game.ScoreHistory {
		score, over = r.Score()
	}
	c.agree(p, moves, score, over)
}

// end plays all lines of the last plies of a game that is over, and takes its last moves back and makes them again.
func (c *checker[M]) end(p game.Position[M], states []state[M]) {
	line := slices.Clone(c.path)
	last := line[len(line)-min(endPly, len(line)):]
	for range last {
		p.Unmake()
	}
	c.path = c.path[:len(line)-len(last)]
	left := endMost
	var visit func()
	visit = func() {
		moves := p.AppendMoves(nil)
		c.meet(p, moves)
		if c.ends[p.Hash()] {
			return
		}
		c.ends[p.Hash()] = true
		for _, m := range moves {
			if left--; left < 0 {
				return
			}
			p.Make(m)
			c.path = append(c.path, m)
			visit()
			c.path = c.path[:len(c.path)-1]
			p.Unmake()
		}
	}
	visit()
	for _, m := range last {
		p.Make(m)
	}
	c.path = append(c.path, last...)
	c.same(states[len(states)-1], c.look(p), "playing other moves before the end")
}
