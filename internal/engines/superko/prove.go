package superko

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// A state is a position without the boards before it.
type state struct {
	stones stones
	side   uint8 // to move
	passed bool  // by the other side, just now
}

// A past is a board of the line of play.
type past struct {
	stones  stones
	forbids uint8 // sides that must not create it again: bit by side
	mark    mark
}

// A lineSet is a set of boards of the line, by their indices.
type lineSet [maxLine / 64]uint64

func (s *lineSet) add(i int)    { s[i>>6] |= 1 << (i & 63) }
func (s *lineSet) remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// maxLine is the most boards of a line; a longer one ends the search. In proofs of
// 4×4 lines have some 35 boards.
const maxLine = 512

// boards is a set of boards: 32 bits for each number of stones from 1, two numbers
// a word. A board is in it if its mark is, and others with the same mark as well.
type boards [MaxPoints / 2]uint64

// A mark is the bit of a board in a set. All images of a board have the same one.
type mark struct {
	word uint8
	bit  uint64
}

// A reliance is what a proof relies on of the boards before it.
type reliance struct {
	made boards  // boards that the winner's moves create
	bans lineSet // boards of the line that the loser must not create again
}

func (r *reliance) add(o *reliance) {
	for i := range o.made {
		r.made[i] |= o.made[i]
	}
	for i := range o.bans {
		r.bans[i] |= o.bans[i]
	}
}

// A child is a state after a move, and its bounds so far. win estimates the number of
// states to visit for a proof that its side to move reaches its own goal, and lose for a
// proof that it does not. Once that is known, one is 0 and the other settled.
type child struct {
	state     state
	key       uint64
	symmetry  int
	mark      mark
	win, lose uint32
	move      int // that leads to it: a point, −1 for a pass
	reply     int // that wins after it, if visit found one; the root has noMove if not
}

// noMove is no move.
const noMove = -2

// settled is the number of what needs no more work or will never do.
const settled = 1<<31 - 1

// A prover proves whether Black gets goal points more than White, or White prevents
// that.
type prover struct {
	*board
	*table
	situational bool
	goal        int
	line        []past
	children    [][]child // buffers, by ply

	stop     atomic.Bool
	limit    uint64 // of nodes, 0 for none
	progress func(uint64)
	due      uint64 // number of nodes at which to call watch
	shown    time.Time

	nodes, probes, hits, rejected uint64
}

// reaches proves whether the side to move at a state reaches its goal, by depth-first
// proof-number search (df-pn: Nagai 2002). known is false if the search was stopped.
// move reaches the goal; it is noMove if there is none or no search was needed.
func (p *prover) reaches(root state, goal int) (reached, known bool, move int) {
	p.table.next()
	p.goal, p.due = goal, p.nodes
	c := child{state: root, reply: noMove}
	var r reliance
	p.look(&c, &r)
	for c.win != 0 && c.lose != 0 && !p.stop.Load() {
		p.visit(&c, settled, settled, &r)
	}
	return c.win == 0, c.win == 0 || c.lose == 0, c.reply
}

// visit searches a state until its win reaches winLimit or its lose loseLimit. If it
// proves one it tells what the proof relies on.
//
// The side to move wins by the move after which the other side needs least to lose,
// and loses if the other side wins after all moves: win is the least lose of the
// children, and lose the sum of their wins.
func (p *prover) visit(c *child, winLimit, loseLimit uint32, r *reliance) {
	if p.nodes++; p.nodes >= p.due {
		p.watch()
	}
	before, ply := p.nodes, len(p.line)
	if ply == maxLine-1 {
		p.stop.Store(true)
	}
	p.line = append(p.line, past{c.state.stones, p.forbids(c.state.side), c.mark})
	defer func() { p.line = p.line[:ply] }()
	all, done := p.expand(c, r)
	for !done {
		best, second, sum := p.weigh(p.children[ply])
		if best == nil { // the other side wins after all moves
			*r = all
			c.win, c.lose = settled, 0
			break
		}
		win, lose := best.lose, uint32(min(sum, settled-1))
		if win >= winLimit || lose >= loseLimit || p.stop.Load() {
			c.win, c.lose = win, lose
			p.keepNumbers(c, p.nodes-before+1)
			return
		}
		bestWin := loseLimit
		if loseLimit < settled {
			bestWin -= uint32(sum) - best.win
		}
		var sub reliance
		p.visit(best, bestWin, min(winLimit, second+second/4+1, settled), &sub)
		if best.win == 0 {
			all.add(&sub)
		}
		if done = best.lose == 0; done {
			c.winBy(best, &sub, r)
		}
	}
	r.bans.remove(ply)
	p.keepProof(c, r, p.nodes-before+1)
}

// weigh returns the child that needs least to lose, what the next one needs, and the
// sum of what the children need to win. Children that win do not count.
func (p *prover) weigh(children []child) (best *child, second uint32, sum uint64) {
	second = settled
	for i := range children {
		k := &children[i]
		if k.win == 0 {
			continue
		}
		sum += uint64(k.win)
		switch {
		case best == nil:
			best = k
		case k.lose < best.lose:
			best, second = k, best.lose
		default:
			second = min(second, k.lose)
		}
	}
	return best, second, sum
}

// expand makes the children of the state at the end of the line. done reports that
// a move wins; then r is what its proof relies on. Other moves may be proven to lose:
// otherwise all is what these proofs rely on.
func (p *prover) expand(c *child, r *reliance) (all reliance, done bool) {
	s, side := c.state.stones, c.state.side
	ply := len(p.line) - 1
	for len(p.children) <= ply {
		p.children = append(p.children, make([]child, 0, p.points+1))
	}
	children := p.children[ply][:0]
	try := func(k child) bool {
		var sub reliance
		p.look(&k, &sub)
		if k.lose == 0 {
			c.winBy(&k, &sub, r)
			return true
		}
		if k.win == 0 {
			all.add(&sub)
		} else {
			children = append(children, k)
		}
		return false
	}
	for rest := p.all &^ (s[0] | s[1]); rest != 0 && !done; rest &= rest - 1 {
		move := bits.TrailingZeros32(rest)
		next, ok := p.play(s, side, move)
		if !ok {
			continue
		}
		if ban := p.repeated(next, side); ban >= 0 {
			all.bans.add(ban)
			continue
		}
		done = try(child{state: state{next, side ^ 1, false}, move: move})
	}
	if !done && !c.state.passed { // or the game would end, and look knows that this loses
		done = try(child{state: state{s, side ^ 1, true}, move: -1})
	}
	p.children[ply] = children
	return all, done
}

// winBy notes that the move to k wins.
func (c *child) winBy(k *child, sub, r *reliance) {
	*r = *sub
	if k.move >= 0 {
		r.made[k.mark.word] |= k.mark.bit
	}
	c.win, c.lose, c.reply = 0, settled, k.move
}

// forbids returns the sides that must not recreate a board after which the given side
// was to move.
func (p *prover) forbids(side uint8) uint8 {
	if p.situational {
		return 1 << (side ^ 1)
	}
	return 3
}

// repeated returns the last ply of the line whose board the mover must not create
// again, −1 if there is none.
func (p *prover) repeated(s stones, mover uint8) int {
	for i := len(p.line) - 1; i >= 0; i-- {
		if b := &p.line[i]; b.stones == s && b.forbids>>mover&1 != 0 {
			return i
		}
	}
	return -1
}

// look fills in the proof numbers of a child: from the table if a proof there holds
// after the present line, or at first sight.
func (p *prover) look(c *child, r *reliance) {
	least, symmetry := p.canonical(c.state.stones)
	c.symmetry, c.mark = symmetry, markOf(least, c.state.stones.count())
	c.key = least | uint64(c.state.side)<<(2*MaxPoints)
	if c.state.passed {
		c.key |= 1 << (2*MaxPoints + 1)
	}
	p.probes++
	s := p.find(c.key)
	if s == nil {
		c.win, c.lose = p.estimate(c.state)
		return
	}
	c.win, c.lose = s.win(), s.lose()
	switch result := s.result(); {
	case result == unknown:
	case !p.holds(s, c, r):
		p.rejected++
	case result == won:
		p.hits++
		c.win, c.lose = 0, settled
	default:
		p.hits++
		c.win, c.lose = settled, 0
	}
}

// holds reports whether the proof of a slot holds after the present line, and what
// it relies on.
func (p *prover) holds(s slot, c *child, r *reliance) bool {
	winner := c.state.side
	if s.result() == lost {
		winner ^= 1
	}
	made := s.made()
	for i := range p.line {
		b := &p.line[i]
		if b.forbids>>winner&1 != 0 && made[b.mark.word]&b.mark.bit != 0 {
			return false
		}
	}
	*r = reliance{}
	for _, ban := range s.bans() {
		ply := p.banned(ban, c.symmetry, winner^1)
		if ply < 0 {
			return false
		}
		r.bans.add(ply)
	}
	copy(r.made[:], made)
	return true
}

// banned returns the ply of the line whose board is a packed one under a symmetry,
// if the loser must not create it again, −1 if there is none.
func (p *prover) banned(packed uint64, symmetry int, loser uint8) int {
	for i := range p.line {
		if b := &p.line[i]; b.forbids>>loser&1 != 0 && p.image(symmetry, b.stones).pack() == packed {
			return i
		}
	}
	return -1
}

// markOf returns the mark of the board whose least image is given.
func markOf(least uint64, count int) mark {
	if count == 0 {
		return mark{} // no move creates it
	}
	h := least * 0x9e3779b97f4a7c15
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return mark{uint8((count - 1) / 2), 1 << (h>>59 | uint64(count-1)&1<<5)}
}

// estimate returns the numbers of a state at first sight: settled by a second pass
// or by chains that cannot be captured, or by how far the side to move is from its
// goal if each side gets its stones and the empty points beside them.
func (p *prover) estimate(at state) (win, lose uint32) {
	s, own, other := at.stones, at.side, at.side^1
	goal, sign := p.goal, 1 // of the side to move
	if own == 1 {
		goal, sign = 1-goal, -1
	}
	switch {
	case at.passed && sign*p.area(s) >= goal, 2*p.held(s, int(own))-p.points >= goal:
		return 0, settled
	case p.points-2*p.held(s, int(other)) < goal:
		return settled, 0
	}
	empty := p.all &^ (s[0] | s[1])
	near := func(side uint8) int { return bits.OnesCount32(s[side] | p.around(s[side])&empty) }
	ahead := near(own) - near(other) - goal
	return uint32(1 + max(0, -ahead)), uint32(1 + max(0, ahead))
}

// keepNumbers remembers the numbers of a child.
func (p *prover) keepNumbers(c *child, effort uint64) {
	s := p.place(c.key)
	s.keepNumbers(c.win, c.lose)
	s.addEffort(effort)
}

// keepProof remembers a proof that ends with the last board of the line, unless it
// relies on too many boards.
func (p *prover) keepProof(c *child, r *reliance, effort uint64) {
	n := 0
	for _, word := range r.bans {
		n += bits.OnesCount64(word)
	}
	if n > maxBans {
		return
	}
	s := p.place(c.key)
	s.addEffort(effort)
	if s.setResult(won); c.lose == 0 {
		s.setResult(lost)
	}
	s.setBans(0)
	for i, word := range r.bans {
		for ; word != 0; word &= word - 1 {
			ply := i<<6 + bits.TrailingZeros64(word)
			n := len(s.bans())
			s[bansAt+n] = p.image(c.symmetry, p.line[ply].stones).pack()
			s.setBans(n + 1)
		}
	}
	copy(s.made(), r.made[:])
}

// watchEvery is the number of nodes between two looks at the clock.
const watchEvery = 1 << 12

// watch checks the limit, reports, and sets when to do so again.
func (p *prover) watch() {
	p.due = p.nodes + watchEvery
	if p.limit > 0 {
		if p.nodes >= p.limit {
			p.stop.Store(true)
		}
		p.due = min(p.due, p.limit)
	}
	if now := time.Now(); p.progress != nil && now.Sub(p.shown) >= time.Second/10 {
		p.shown = now
		p.progress(p.nodes)
	}
}
