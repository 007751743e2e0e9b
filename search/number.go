package search

import (
	"math/bits"

	"github.com/zobrist-go/zobrist/tt"
)

// numberBits is the width of a number in the table.
const numberBits = 25

// settled is the number of a position that needs no more work or will never do.
const settled = 1<<numberBits - 1

// A child has the proof numbers of the position after a move. win is the least number
// of positions that must still be visited to prove that the side to move there
// reaches its goal, as far as it seems; lose is the same for it not to. One of
// them is 0 and the other settled if that is known.
type child struct {
	hash      uint64
	win, lose uint32
}

// number reports whether the side to move at the root reaches the goal, by
// depth-first proof-number search (df-pn: Nagai 2002). Numbers of a side that must
// refute several moves are the greatest one plus one for each other move, which
// does not count transpositions twice, as a sum would (weak proof-number search:
// Ueda and others 2008).
func (p *prover[M, P]) number(goal int) bool {
	moves, score, over := p.enter(0)
	if over && score < goal {
		return false
	}
	if over { // the move is still to be found
		p.moves[0] = p.pos.AppendMoves(moves[:0])
	}
	win, lose := p.expand(goal, 0, settled, settled)
	for win != 0 && lose != 0 && !p.stop.Load() {
		win, lose = p.expand(goal, 0, settled, settled)
	}
	return win == 0
}

// visit searches a position until one of its numbers reaches its threshold.
func (p *prover[M, P]) visit(goal, ply int, win, lose uint32) (uint32, uint32) {
	_, score, over := p.enter(ply)
	if over {
		return outcome(score >= goal)
	}
	if reached, known := p.bound(goal); known {
		return outcome(reached)
	}
	return p.expand(goal, ply, win, lose)
}

// outcome returns the numbers of a position whose outcome is known.
func outcome(reached bool) (win, lose uint32) {
	if reached {
		return 0, settled
	}
	return settled, 0
}

// expand searches the moves of a position, which enter has listed, until one of its numbers reaches its limit.
func (p *prover[M, P]) expand(goal, ply int, winLimit, loseLimit uint32) (win, lose uint32) {
	before := p.nodes
	p.lookAtAll(goal, ply)
	for {
		children := p.children[ply]
		c := choose(children)
		best := p.moves[ply][c.best]
		if c.win == 0 && ply == 0 {
			p.best = best
		}
		if c.win == 0 || c.lose == 0 || c.win >= winLimit || c.lose >= loseLimit || p.stop.Load() {
			if !p.stop.Load() {
				p.keep(p.pos.Hash(), c.win, c.lose, p.nodes-before)
			}
			return c.win, c.lose
		}
		childWin := loseLimit
		if loseLimit < settled {
			childWin = loseLimit - (c.open - 1)
		}
		childLose := min(winLimit, c.next+c.next/4+1, settled)
		child := &children[c.best]
		p.pos.Make(best)
		child.win, child.lose = p.visit(1-goal, ply+1, childWin, childLose)
		p.pos.Unmake()
	}
}

// lookAtAll lists the numbers of the positions after each move, up to the first one after which the other side fails.
// The list has no meaning after p.stop.
func (p *prover[M, P]) lookAtAll(goal, ply int) {
	children := p.children[ply][:0]
	for _, m := range p.moves[ply] {
		if p.stop.Load() {
			break
		}
		p.pos.Make(m)
		c := p.look(1-goal, ply+1)
		p.pos.Unmake()
		children = append(children, c)
		if c.lose == 0 {
			break
		}
	}
	p.children[ply] = children
}

// A choice is the numbers of a position, computed from its children's.
type choice struct {
	win, lose uint32
	best      int    // the child to visit: the one that needs the least to fail
	next      uint32 // what the next best needs
	open      uint32 // children that may still reach their goal
}

// choose returns the numbers of a position and the child to visit. The side to move reaches the goal by one move after
// which the other side fails its own, and fails if the other side succeeds after all.
func choose(children []child) choice {
	c := choice{win: settled, next: settled}
	greatest := uint32(0)
	for i := range children {
		child := &children[i]
		switch {
		case child.lose < c.win:
			c.best, c.next, c.win = i, c.win, child.lose
		case child.lose < c.next:
			c.next = child.lose
		}
		if child.win > 0 {
			greatest, c.open = max(greatest, child.win), c.open+1
		}
	}
	switch {
	case c.win == 0:
		c.lose = settled
	case c.open > 0:
		c.lose = min(greatest+c.open-1, settled-1)
	}
	return c
}

// look returns the proof numbers of the position, from the table or at first sight.
func (p *prover[M, P]) look(goal, ply int) child {
	c := child{hash: p.pos.Hash(), win: 1, lose: 1}
	p.probes++
	if e, ok := p.options.Table.Probe(c.hash); ok {
		p.hits++
		c.win, c.lose = uint32(e.Payload>>numberBits)&settled, uint32(e.Payload)&settled
		return c
	}
	moves, score, over := p.enter(ply)
	if over {
		c.win, c.lose = outcome(score >= goal)
	} else if reached, known := p.bound(goal); known {
		c.win, c.lose = outcome(reached)
	} else if len(moves) == 1 && !p.stop.Load() {
		// A forced reply says nothing of how hard the proof is. Without this, threats
		// would seem to be good moves as long as there are any.
		p.pos.Make(moves[0])
		next := p.look(1-goal, ply+1)
		p.pos.Unmake()
		c.win, c.lose = next.lose, next.win
	} else {
		c.lose = uint32(len(moves))
	}
	p.keep(c.hash, c.win, c.lose, 1)
	return c
}

// keep stores numbers in the table.
func (p *prover[M, P]) keep(hash uint64, win, lose uint32, effort uint64) {
	p.options.Table.Store(hash, tt.Entry{
		Payload: uint64(win)<<numberBits | uint64(lose),
		Depth:   int8(bits.Len64(effort)),
	})
}
