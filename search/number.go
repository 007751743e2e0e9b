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

// expand searches the moves of a position, which enter has listed.
func (p *prover[M, P]) expand(goal, ply int, winLimit, loseLimit uint32) (win, lose uint32) {
	before := p.nodes
	moves := p.moves[ply]
	children := p.children[ply][:0]
	for _, m := range moves {
		if p.stop.Load() { // the result has no meaning
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
	for {
		// The side to move reaches the goal by one move after which the other
		// side fails its own, and fails if the other side succeeds after all.
		best, next := 0, uint32(settled)
		greatest, open := uint32(0), uint32(0)
		win = settled
		for i := range children {
			c := &children[i]
			switch {
			case c.lose < win:
				best, next, win = i, win, c.lose
			case c.lose < next:
				next = c.lose
			}
			if c.win > 0 {
				greatest, open = max(greatest, c.win), open+1
			}
		}
		lose = 0
		switch {
		case win == 0:
			lose = settled
		case open > 0:
			lose = min(greatest+open-1, settled-1)
		}
		if win == 0 && ply == 0 {
			p.best = moves[best]
		}
		if win == 0 || lose == 0 || win >= winLimit || lose >= loseLimit || p.stop.Load() {
			break
		}
		c := &children[best]
		cWin := loseLimit
		if loseLimit < settled {
			cWin = loseLimit - (open - 1)
		}
		cLose := min(winLimit, next+next/4+1, settled)
		p.pos.Make(moves[best])
		c.win, c.lose = p.visit(1-goal, ply+1, cWin, cLose)
		p.pos.Unmake()
		children = p.children[ply]
	}
	if !p.stop.Load() {
		p.keep(p.pos.Hash(), win, lose, p.nodes-before)
	}
	return win, lose
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
