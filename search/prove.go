package search

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/tt"
)

// A Method is how [Prove] searches.
type Method uint8

const (
	// DepthFirst tries the most promising move first and goes to the end of the
	// game. It is for games with good orders of moves or few of them.
	DepthFirst Method = iota

	// ProofNumbers goes on at the position that seems to need the fewest
	// others for a proof (Nagai 2002; Ueda and others 2008). It is for games in
	// which few of many moves threaten anything. It must have a table.
	ProofNumbers
)

// String returns "depth first" or "proof numbers".
func (m Method) String() string {
	if m > ProofNumbers {
		return "method " + strconv.Itoa(int(m))
	}
	return [...]string{"depth first", "proof numbers"}[m]
}

// ProveOptions say how to prove. The zero value searches depth first, without a
// table.
type ProveOptions struct {
	// Table remembers what was found out, by hash; nil means none. It must
	// have a payload of at least [tt.ScoreBits], or 50 bits for ProofNumbers, which
	// clears it. DepthFirst can use what earlier proofs of the same game under the
	// same keys have left in it; it must hold nothing else.
	Table *tt.Table

	Method Method

	// Decisive says that no game ends in a draw: not to lose is to win.
	Decisive bool

	// Limits end the search as soon as one is reached; Depth and Lines must be 0.
	// No more than Limits.Nodes positions are visited.
	Limits Limits

	// Progress, if not nil, is called at most ten times a second with the number of
	// nodes so far, on the goroutine that called Prove.
	Progress func(nodes uint64)
}

// A Proof is who wins, as far as it is known.
type Proof[M comparable] struct {
	Low, High int // bounds of the outcome for the side to move: 1, 0 or −1

	// Move reaches Low if that is more than −1 or if all moves are known to
	// lose; otherwise it is a move.
	Move M

	Nodes  uint64 // positions visited
	Probes uint64 // of the table
	Hits   uint64

	// Chance is the predicted probability that the table took one position for
	// another at least once. It is computed for random keys; for coded keys it
	// is not greater.
	Chance float64
}

// Solved reports whether the outcome is known.
func (p Proof[M]) Solved() bool { return p.Low == p.High }

// Prove finds out who wins root, whenever that is, by search to the end of the
// game. It is for games in which no position can occur twice; in others it may
// not end, or end with a panic. If a limit is reached or ctx ends it returns what
// is proven, with no error. Root itself is not changed. The error wraps
// [ErrOptions] if options are wrong or the game is over.
//
// Prove uses [Solvable], [Orderer] and [game.Symmetric] if root has them.
func Prove[M comparable, P Position[M, P]](ctx context.Context, root P, o ProveOptions) (Proof[M], error) {
	p := prover[M, P]{pos: root.Clone(), table: o.Table, progress: o.Progress, limits: o.Limits, decisive: o.Decisive}
	result := Proof[M]{Low: -1, High: 1}
	legal := p.pos.AppendMoves(nil)
	switch {
	case len(legal) == 0:
		return result, fmt.Errorf("%w: the game is over, there is nothing to prove", ErrOptions)
	case o.Limits.Depth != 0 || o.Limits.Lines != 0:
		return result, fmt.Errorf("%w: a proof has no limit of depth and no lines", ErrOptions)
	case o.Method > ProofNumbers:
		return result, fmt.Errorf("%w: method %d; there are DepthFirst and ProofNumbers", ErrOptions, o.Method)
	case o.Method == ProofNumbers && o.Table == nil:
		return result, fmt.Errorf("%w: ProofNumbers needs a table", ErrOptions)
	}
	need := map[Method]int{DepthFirst: tt.ScoreBits, ProofNumbers: 2 * numberBits}[o.Method]
	if o.Table != nil && o.Table.PayloadBits() < need {
		return result, fmt.Errorf("%w: the table keeps %d bits of payload and a proof needs %d; use fewer tag bits",
			ErrOptions, o.Table.PayloadBits(), need)
	}
	p.solvable, _ = any(p.pos).(Solvable[M])
	p.orderer, _ = any(p.pos).(Orderer[M])
	p.symmetric, _ = any(p.pos).(game.Symmetric[M])
	if o.Limits.Time > 0 {
		timer := time.AfterFunc(o.Limits.Time, func() { p.stop.Store(true) })
		defer timer.Stop()
	}
	if p.table != nil {
		p.table.NewSearch()
	}
	p.due = watchEvery
	if o.Limits.Nodes > 0 {
		p.due = min(p.due, o.Limits.Nodes)
	}
	if ctx.Err() != nil {
		p.stop.Store(true) // never false: the time may be over already
	}
	defer context.AfterFunc(ctx, func() { p.stop.Store(true) })()

	result.Move = legal[0]
	for _, goal := range []int{1, 0} { // to win, and then not to lose
		if result.Low >= goal || result.High < goal {
			continue
		}
		var reached bool
		if o.Method == ProofNumbers {
			p.table.Clear()
			reached = p.number(goal)
		} else {
			reached = p.reaches(goal, 0)
		}
		if p.stop.Load() {
			break
		}
		if p.found {
			result.Move = p.best
		}
		if reached {
			result.Low = goal
		} else if result.High = goal - 1; p.decisive {
			result.High = -1
		}
	}
	result.Nodes, result.Probes, result.Hits = p.nodes, p.probes, p.hits
	if p.table != nil {
		result.Chance = p.table.Chance(float64(p.probes - p.hits))
	}
	return result, nil
}

// A prover proves on one goroutine. Goals are 1, to win, and 0, not to lose; if
// one side reaches its goal the other one fails 1 − goal.
type prover[M comparable, P Position[M, P]] struct {
	pos      P
	table    *tt.Table
	limits   Limits
	progress func(uint64)
	decisive bool

	solvable  Solvable[M] // the position, if it has these methods; otherwise nil
	orderer   Orderer[M]
	symmetric game.Symmetric[M]

	stop         atomic.Bool
	nodes        uint64
	due          uint64 // number of nodes at which to call watch
	probes, hits uint64
	shown        time.Time
	found        bool // best is a move of the root that reaches the goal
	best         M

	moves    [][]M // buffers by ply
	orders   [][]int32
	children [][]child
}

// enter counts a node and returns its replies, or its outcome.
func (p *prover[M, P]) enter(ply int) (moves []M, score int, over bool) {
	if p.nodes++; p.nodes >= p.due {
		p.watch()
	}
	for len(p.moves) <= ply {
		p.moves, p.orders = append(p.moves, nil), append(p.orders, nil)
		p.children = append(p.children, nil)
	}
	if p.solvable != nil {
		moves, score, over = p.solvable.AppendReplies(p.moves[ply][:0])
		p.moves[ply] = moves
		return moves, sign(score), over
	}
	moves = p.pos.AppendMoves(p.moves[ply][:0])
	p.moves[ply] = moves
	if len(moves) == 0 {
		score, _ = p.pos.Score()
		return nil, sign(score), true
	}
	if p.orderer != nil {
		p.sort(moves, ply)
	}
	return moves, 0, false
}

// sort puts the moves in the game's order, best first.
func (p *prover[M, P]) sort(moves []M, ply int) {
	orders := p.orders[ply][:0]
	for _, m := range moves {
		orders = append(orders, int32(p.orderer.Order(m)))
	}
	p.orders[ply] = orders
	for i := 1; i < len(moves); i++ {
		for j := i; j > 0 && orders[j] > orders[j-1]; j-- {
			moves[j], moves[j-1], orders[j], orders[j-1] = moves[j-1], moves[j], orders[j-1], orders[j]
		}
	}
}

// watchEvery is the number of nodes after which a search looks at the clock to report.
const watchEvery = 1 << 14

// watch checks the limit of nodes, reports, and sets when to do so again.
func (p *prover[M, P]) watch() {
	p.due = p.nodes + watchEvery
	if limit := p.limits.Nodes; limit > 0 {
		p.due = min(p.due, limit)
		if p.nodes >= limit {
			p.stop.Store(true)
		}
	}
	if p.progress == nil {
		return
	}
	if now := time.Now(); now.Sub(p.shown) >= time.Second/10 {
		p.shown = now
		p.progress(p.nodes)
	}
}

// bound returns what the game's own bounds say of the goal.
func (p *prover[M, P]) bound(goal int) (reached, known bool) {
	if p.solvable == nil {
		return false, false
	}
	return p.solvable.Decide(goal)
}

// reaches reports whether the side to move reaches a goal. What it returns after
// p.stop has no meaning.
func (p *prover[M, P]) reaches(goal, ply int) bool {
	if p.decisive {
		goal = 1 // not to lose is to win
	}
	hash := p.pos.Hash()
	if p.table != nil {
		p.table.Prefetch(hash)
	}
	moves, score, over := p.enter(ply)
	if p.stop.Load() {
		return false
	}
	if over && ply == 0 && score >= goal { // the move is still to be found
		moves, over = p.pos.AppendMoves(moves[:0]), false
		p.moves[0] = moves
	}
	if over {
		return score >= goal
	}
	if reached, known := p.bound(goal); known && ply > 0 {
		return reached
	}
	remembered := p.table != nil && (len(moves) > 1 || ply == 0)
	low, high := -1, 1
	if remembered {
		p.probes++
		if e, ok := p.table.Probe(hash); ok {
			p.hits++
			switch value := int(e.Value()); e.Bound() {
			case tt.Exact:
				low, high = value, value
			case tt.Lower:
				low = value
			case tt.Upper:
				high = value
			}
			if ply > 0 && (low >= goal || high < goal) {
				return low >= goal
			}
			p.first(moves, e.Move())
		}
	}
	before := p.nodes
	best, reached := 0, false
	for i, m := range moves {
		p.pos.Make(m)
		reached = !p.reaches(1-goal, ply+1)
		p.pos.Unmake()
		if p.stop.Load() {
			return false
		}
		if reached {
			best = i
			break
		}
	}
	if ply == 0 && reached {
		p.best, p.found = moves[best], true
	}
	if !remembered {
		return reached
	}
	if reached {
		low = goal
	} else if high = goal - 1; p.decisive {
		high = -1
	}
	bound, value := tt.Exact, low
	switch {
	case low == high || low == 1:
	case high == -1:
		value = -1
	case low > -1:
		bound = tt.Lower
	default:
		bound, value = tt.Upper, high
	}
	effort := int8(bits.Len64(p.nodes - before))
	p.table.Store(hash, tt.Scored(int16(value), bound, effort, p.code(moves[best])))
	return reached
}

// code is what the table keeps of a move: 1 + the ordinal of its image.
func (p *prover[M, P]) code(m M) uint16 {
	if p.symmetric != nil {
		m = p.symmetric.Image(m)
	}
	return ordinal(m) + 1
}

// first moves the move that a code stands for to the front.
func (p *prover[M, P]) first(moves []M, code uint16) {
	if i := slices.IndexFunc(moves, func(m M) bool { return p.code(m) == code }); i > 0 {
		m := moves[i]
		copy(moves[1:i+1], moves[:i])
		moves[0] = m
	}
}
