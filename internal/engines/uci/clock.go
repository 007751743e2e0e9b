package uci

import (
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
)

// goLimits is what "go" may say.
type goLimits struct {
	moves              []chess.Move
	depth, mate        int
	nodes              uint64
	moveTime           time.Duration
	time, increment    [2]time.Duration // by chess.Color
	clocked            [2]bool
	movesToGo          int
	infinite, pondered bool
}

// bounded reports whether a search with these limits ends by itself.
func (l goLimits) bounded(turn chess.Color) bool {
	return !l.infinite && (l.depth > 0 || l.mate > 0 || l.nodes > 0 || l.moveTime > 0 || l.clocked[turn])
}

// forMove reports whether "go" asks for any move to play now, and not for an analysis or one of some moves.
func (l goLimits) forMove() bool { return !l.infinite && !l.pondered && l.mate == 0 && l.moves == nil }

// clock decides when a search ends. It does not run while the engine ponders.
type clock struct {
	mu      sync.Mutex
	stop    func()
	started time.Time
	timer   *time.Timer

	wanted time.Duration // after this, no further iteration begins; 0: no limit
	most   time.Duration // after this, the search stops at once; 0: no limit
}

// newClock plans the time for one move. Under a clock the wanted time is an
// equal share of the time left, for the moves to go or 30 if that is open, plus
// most of the increment. A move takes at most half of the time left. overhead is
// kept in reserve. Of a time for the move at most three tenths are, or 25 ms, as others may be
// running, but never more than half.
func newClock(l goLimits, turn chess.Color, overhead time.Duration, stop func()) *clock {
	c := &clock{stop: stop}
	switch {
	case l.moveTime > 0:
		c.most = l.moveTime - min(overhead, max(l.moveTime*3/10, min(25*time.Millisecond, l.moveTime/2)))
	case l.clocked[turn]:
		left := max(l.time[turn]-overhead, time.Millisecond)
		moves := time.Duration(30)
		if l.movesToGo > 0 {
			moves = min(time.Duration(l.movesToGo), 30)
		}
		share := left/moves + l.increment[turn]*3/4
		c.most = min(share*4, left/2)
		if moves == 1 {
			c.most = left * 9 / 10
		}
		c.most = max(c.most, time.Millisecond)
		c.wanted = min(share*6/10, c.most)
	}
	return c
}

// start lets the clock run since a time.
func (c *clock) start(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.started.IsZero() {
		return
	}
	c.started = at
	if c.most > 0 {
		c.timer = time.AfterFunc(time.Until(at.Add(c.most)), c.stop)
	}
}

// enough reports whether the time for another iteration has passed.
func (c *clock) enough() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wanted > 0 && !c.started.IsZero() && time.Since(c.started) >= c.wanted
}

// end stops the timer.
func (c *clock) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		c.timer.Stop()
	}
}
