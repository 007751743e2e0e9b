package search

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/tt"
)

// A Proof has proven bounds of the value of a position.
type Proof[M comparable] struct {
	// Low and High are bounds of the value for the side to move, equal if the position is solved. [Searcher.Solve]
	// counts a win, a loss or a draw as [Info].Value does, or a margin, or an [Outcome]. [Prove] counts
	// outcomes: 1, 0 or −1.
	Low, High int

	// Line is a line of best play, as far as the search followed it. Of Prove it is one move: one that reaches Low
	// if that is more than −1, or any if all moves are known to lose; otherwise it is empty.
	Line []M

	Depth  int    // plies of the last iteration of Solve
	Nodes  uint64 // positions visited
	Probes uint64 // of the table, by Prove
	Hits   uint64

	// Chance is the predicted probability that Prove took one position for another in the table at least once. It
	// is computed for random keys; for coded keys it is not greater.
	Chance float64
}

// Solved reports whether the value is known.
func (p Proof[M]) Solved() bool { return p.Low == p.High }

// ProveOptions say how to prove. The zero value proves depth first, without a table and without limits.
type ProveOptions struct {
	// Table, if not nil, needs a payload of [tt.ScoreBits], or of 50 bits with ProofNumbers. With ProofNumbers, Prove
	// clears it. Otherwise Prove uses the entries of earlier proofs, so it must hold only proofs of the same game
	// under the same keys.
	Table *tt.Table

	// ProofNumbers goes on at the position that seems to need the fewest others for a proof (Nagai 2002; Ueda and
	// others 2008). It needs a table, and suits games with many moves of which few are threats. Without it,
	// Prove searches depth first, best move first, which suits games with few moves or a good order of them.
	ProofNumbers bool

	// Decisive says that no game ends in a draw: not to lose is to win.
	Decisive bool

	// Nodes is the largest number of positions to visit, Time the longest time from the call. Zero does not limit.
	Nodes uint64
	Time  time.Duration

	// Report, if not nil, is called at most ten times a second with the positions visited and the time since the
	// call, on the goroutine that called Prove.
	Report func(nodes uint64, elapsed time.Duration)
}

// Prove determines who wins from a position, however late, by search to the end of the game, on one goroutine: depth
// first, or by proof numbers. It leaves the position as it was. It is for games in which no position can occur twice;
// in others it may not end, or end with a panic. If a limit is reached or ctx ends it returns the bounds proven so
// far, with no error.
//
// Prove uses [Solvable], [Orderer] and [game.Symmetric] if the position has them. The error wraps [ErrOptions] if
// options are wrong or the game is over.
func Prove[M comparable, P Position[M, P]](ctx context.Context, root P, o ProveOptions) (Proof[M], error) {
	p := prover[M, P]{pos: root.Clone(), options: o, began: time.Now()}
	result := Proof[M]{Low: -1, High: 1}
	if err := p.check(); err != nil {
		return result, err
	}
	p.solvable, _ = any(p.pos).(Solvable[M])
	p.orderer, _ = any(p.pos).(Orderer[M])
	p.symmetric, _ = any(p.pos).(game.Symmetric[M])
	if o.Time > 0 {
		timer := time.AfterFunc(o.Time, func() { p.stop.Store(true) })
		defer timer.Stop()
	}
	if ctx.Err() != nil {
		p.stop.Store(true) // never false: the time may be over already
	}
	defer context.AfterFunc(ctx, func() { p.stop.Store(true) })()
	if o.Table != nil {
		o.Table.NewSearch()
	}
	p.due = watchEvery
	if o.Nodes > 0 {
		p.due = min(p.due, o.Nodes)
	}

	p.best = p.pos.AppendMoves(nil)[0]
	for _, goal := range []int{1, 0} { // to win, and then not to lose
		if result.Low >= goal || result.High < goal {
			continue
		}
		var reached bool
		if o.ProofNumbers {
			o.Table.Clear()
			reached = p.number(goal)
		} else {
			reached = p.reaches(goal, 0)
		}
		if p.stop.Load() {
			break
		}
		if reached {
			result.Low = goal
		} else if result.High = goal - 1; o.Decisive {
			result.High = -1
		}
	}
	if result.Low > -1 || result.Solved() {
		result.Line = []M{p.best}
	}
	result.Nodes, result.Probes, result.Hits = p.nodes, p.probes, p.hits
	if o.Table != nil {
		result.Chance = o.Table.Chance(float64(p.probes - p.hits))
	}
	return result, nil
}

// check returns an error if Prove cannot work.
func (p *prover[M, P]) check() error {
	o, need := p.options, tt.ScoreBits
	if o.ProofNumbers {
		need = 2 * numberBits
	}
	switch {
	case len(p.pos.AppendMoves(nil)) == 0:
		return fmt.Errorf("%w: the game is over, there is nothing to prove", ErrOptions)
	case o.ProofNumbers && o.Table == nil:
		return fmt.Errorf("%w: ProofNumbers needs a table", ErrOptions)
	case o.Table != nil && o.Table.PayloadBits() < need:
		return fmt.Errorf("%w: the table keeps %d bits of payload and a proof needs %d; use fewer tag bits", ErrOptions,
			o.Table.PayloadBits(), need)
	}
	return nil
}

// A prover proves on one goroutine. Goals are 1, to win, and 0, not to lose; if
// one side reaches its goal the other one fails 1 − goal.
type prover[M comparable, P Position[M, P]] struct {
	pos     P
	options ProveOptions
	began   time.Time

	solvable  Solvable[M] // the position, if it has these methods; otherwise nil
	orderer   Orderer[M]
	symmetric game.Symmetric[M]

	stop         atomic.Bool
	nodes        uint64
	due          uint64 // number of nodes at which to call watch
	probes, hits uint64
	shown        time.Time
	best         M // a move of the root that reaches the goal, once one is known

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
	if limit := p.options.Nodes; limit > 0 {
		p.due = min(p.due, limit)
		if p.nodes >= limit {
			p.stop.Store(true)
		}
	}
	if p.options.Report == nil {
		return
	}
	if now := time.Now(); now.Sub(p.shown) >= time.Second/10 {
		p.shown = now
		p.options.Report(p.nodes, now.Sub(p.began))
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
	if p.options.Decisive {
		goal = 1 // not to lose is to win
	}
	hash := p.pos.Hash()
	if p.options.Table != nil {
		p.options.Table.Prefetch(hash)
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
	if p.options.Table != nil && (len(moves) > 1 || ply == 0) {
		return p.remembered(hash, moves, goal, ply)
	}
	return p.try(moves, goal, ply) >= 0
}

// try returns the index of the first move by which the side to move reaches a goal, −1 if there is none.
func (p *prover[M, P]) try(moves []M, goal, ply int) int {
	for i, m := range moves {
		p.pos.Make(m)
		reached := !p.reaches(1-goal, ply+1)
		p.pos.Unmake()
		if p.stop.Load() {
			return -1
		}
		if reached {
			if ply == 0 {
				p.best = m
			}
			return i
		}
	}
	return -1
}

// remembered is reaches for a position whose bounds the table keeps.
func (p *prover[M, P]) remembered(hash uint64, moves []M, goal, ply int) bool {
	low, high := -1, 1
	p.probes++
	if e, ok := p.options.Table.Probe(hash); ok {
		p.hits++
		low, high = outcomes(e)
		if ply > 0 && (low >= goal || high < goal) {
			return low >= goal
		}
		p.first(moves, e.Move())
	}
	before := p.nodes
	best := p.try(moves, goal, ply)
	switch {
	case p.stop.Load():
		return false
	case best >= 0:
		low = goal
	case p.options.Decisive:
		high = -1
	default:
		high = goal - 1
	}
	p.remember(hash, low, high, p.nodes-before, p.code(moves[max(best, 0)]))
	return best >= 0
}

// outcomes returns the bounds that an entry of reaches gives.
func outcomes(e tt.Entry) (low, high int) {
	switch value := int(e.Value()); e.Bound() {
	case tt.Exact:
		return value, value
	case tt.Lower:
		return value, 1
	case tt.Upper:
		return -1, value
	}
	return -1, 1
}

// remember stores bounds, the number of nodes that they took, and the code of the best move.
func (p *prover[M, P]) remember(hash uint64, low, high int, nodes uint64, code uint16) {
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
	p.options.Table.Store(hash, tt.NewEntry(int16(value), bound, int8(bits.Len64(nodes)), code))
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
