package search

import (
	"math"

	"github.com/zobrist-go/zobrist/tt"
)

// play is search for games with an evaluation: it looks at promising lines more
// deeply than at others, and leaves out what can hardly matter. A value that
// something was left out of counts as estimated. forced is what Tactical.Forced
// says.
//
// The methods are those of chess programs; docs/engine.md says what they are worth.
func (w *worker[M, P]) play(alpha, beta, depth, ply int, forced bool) int {
	hash, value, done := w.enter(alpha, beta, ply)
	if done {
		return value
	}
	if forced && w.uses(CheckExtension) {
		depth++
	}
	if depth <= 0 {
		return w.quiesce(alpha, beta, ply, forced)
	}
	if w.options.Margin == WinOrLoss {
		// No line from here is better than a win at the next ply.
		if beta = min(beta, Win-ply-1); alpha >= beta {
			return beta
		}
	}
	recurs := false
	if w.repeater != nil && alpha < 0 && w.uses(Repetition) && w.repeater.Upcoming() {
		// The side to move can have a draw at least.
		recurs, alpha = true, 0
		if alpha >= beta {
			w.horizon = true
			return alpha
		}
	}
	wide := beta-alpha > 1
	var code uint16 // of the table's move
	var known tt.Entry
	excluded := w.excluded[ply]
	static, estimate := -Win, -Win
	if !forced { // while the prefetched cluster arrives; needless if the table gives a cutoff
		static = w.evaluate(ply)
	}
	if w.options.Table != nil && excluded == 0 {
		if e, ok := w.options.Table.Probe(hash); ok {
			if value, enough := w.recall(e, alpha, beta, depth, ply); enough {
				w.horizon = w.horizon || recurs
				return value
			}
			known, code = e, e.Move()
		}
	}
	if !forced {
		estimate = better(static, known, ply)
	}
	w.static[ply] = static
	improving := !forced && ply >= 2 && static > w.static[ply-2]

	if !wide && !forced && excluded == 0 && w.tactical != nil && abs(beta) < WinBound {
		if value, pruned := w.prune(beta, depth, ply, estimate, improving); pruned {
			return value
		}
	}
	if code == 0 && excluded == 0 && depth >= 4 && w.options.Table != nil && w.uses(IterativeReduction) {
		depth-- // without a good first move, a shallow search finds one for the next time
	}
	extension := 0
	if code != 0 && known.Bound() != tt.Upper && int(known.Depth) >= depth-3 && depth >= 8 && ply < 2*w.depth {
		var value int
		if extension, value = w.single(code, fromTable(int(known.Value()), ply), beta, depth, ply, forced); value >= beta {
			return value
		}
		if w.stopped() {
			return w.abandon()
		}
	}

	moves := w.pos.AppendMoves(w.moves[ply][:0])
	w.moves[ply] = moves
	if len(moves) == 0 {
		return w.terminal(ply)
	}
	hinted := w.hinted(moves, code)
	picker, ranked := w.hint(hinted, ply), false
	exception := w.hinted(moves, excluded) - 1
	best, bestMove, first := -Win-1, uint16(0), alpha
	horizon, quiets := recurs, 0
	for n := 0; ; n++ {
		if n == len(picker.score) && !ranked {
			picker, ranked = w.rank(moves, hinted, ply), true
		}
		if n == len(picker.score) {
			break
		}
		i := w.pick(&picker, moves, n)
		if i == exception {
			continue
		}
		m := moves[i]
		quiet := picker.even(n)
		if quiet {
			quiets++
		}
		// Late and hopeless moves near the leaves are left out, unless a sooner mate is looked for.
		if !wide && n > 0 && !forced && w.tactical != nil && best > -WinBound && alpha < WinBound {
			late := w.uses(LateMoves) && quiet && depth <= 8 && quiets > (4+depth*depth)/(2-btoi(improving))
			weak := w.uses(Futility) && quiet && depth <= 6 && static+futile(depth, true)+60 <= alpha
			if late || weak {
				horizon = true
				picker.drop(n)
				n--
				continue
			}
			if depth <= 7 && picker.score[n] < scoreTactical && w.loses(m, depth, quiet) {
				horizon = true
				continue
			}
		}
		w.played[ply] = w.class(m)
		w.pos.Make(m)
		if w.options.Table != nil {
			w.options.Table.Prefetch(w.pos.Hash())
		}
		checks := w.tactical != nil && w.tactical.Forced()
		reduced := depth - 1
		if n > 0 && depth >= 3 && (quiet || picker.score[n] < 0) && !forced && w.uses(Reductions) {
			r := reductions[min(depth, 63)][min(n, 63)] + 512 - 512*btoi(improving) - 1024*btoi(wide) - 1024*btoi(checks)
			if quiet {
				r -= int(picker.score[n]) / 16
			}
			reduced = min(depth-1, max(depth-1-r/1024, 1))
		}
		value := w.descend(n, alpha, beta, depth-1, reduced, extension, ply, checks)
		w.pos.Unmake()
		if w.stopped() {
			return w.abandon()
		}
		horizon = horizon || w.horizon
		if value <= best {
			continue
		}
		best = value
		if value > alpha {
			bestMove = w.code(m, i)
			alpha = value
			w.line(ply, m)
			if value >= beta {
				w.credit(m, moves, picker, n, depth, ply)
				break
			}
		}
	}
	if recurs && best < 0 {
		best = 0
	}
	if excluded != 0 {
		w.horizon = true
		return max(best, first) // there may be no other move
	}
	w.horizon = horizon && !w.wins(best, beta, depth, ply)
	if w.options.Table != nil {
		if bestMove == 0 {
			bestMove = code
		}
		w.store(hash, best, first, beta, depth, ply, bestMove)
	}
	return best
}

// descend returns the value of the n-th move, which is made, depth plies deep, and extension
// plies deeper if it is the first. Moves after the first are not expected to exceed alpha: they
// are searched with the narrowest bounds, and to the reduced depth at first.
func (w *worker[M, P]) descend(n, alpha, beta, depth, reduced, extension, ply int, checks bool) int {
	if n == 0 {
		return -w.play(-beta, -alpha, depth+extension, ply+1, checks)
	}
	value := -w.play(-alpha-1, -alpha, reduced, ply+1, checks)
	if value > alpha && reduced < depth {
		value = -w.play(-alpha-1, -alpha, depth, ply+1, checks)
	}
	if value > alpha && value < beta {
		value = -w.play(-beta, -alpha, depth, ply+1, checks)
	}
	return value
}

// better returns the value of an entry of the table in place of an estimate, if it is
// a bound on the right side of it.
func better(static int, e tt.Entry, ply int) int {
	v := fromTable(int(e.Value()), ply)
	if b := e.Bound(); abs(v) < WinBound && (b == tt.Exact || b == tt.Lower && v > static || b == tt.Upper && v < static) {
		return v
	}
	return static
}

// futile is what a quiet position is hardly off by after depth plies, in
// hundredths of the least unit of material.
func futile(depth int, improving bool) int {
	return 80 * (depth - btoi(improving))
}

// loses reports whether a move loses more material on its square than the search of
// depth plies may find a reason for.
func (w *worker[M, P]) loses(m M, depth int, quiet bool) bool {
	most := 20 * depth * depth
	if quiet {
		most = 60 * depth
	}
	return w.exchanger != nil && w.uses(Exchanges) && !w.exchanger.Gains(m, -most)
}

// reductions holds by how many plies, times 1024, the n-th move is searched less
// deeply at first, by depth and n.
var reductions = func() (r [64][64]int) {
	var logs [64]float64
	for n := 1; n < 64; n++ {
		logs[n] = math.Log(float64(n))
	}
	for depth := 1; depth < 64; depth++ {
		for n := 1; n < 64; n++ {
			r[depth][n] = int(1024 * (0.6 + logs[depth]*logs[n]/2.2))
		}
	}
	return r
}()

// prune returns a value of at least beta if the position is so good that it needs no
// search of its moves: far above beta, the opponent hardly finds enough (reverse
// futility), or it is enough to pass.
func (w *worker[M, P]) prune(beta, depth, ply, estimate int, improving bool) (value int, pruned bool) {
	if depth <= 7 && ply >= w.noPass && w.uses(ReverseFutility) && estimate-futile(depth, improving) >= beta {
		w.horizon = true
		return estimate, true
	}
	return w.pass(beta, depth, ply, estimate)
}

// pass tries what the side to move gets if it passes: if that is enough, a move
// will do as well (null move; Goetsch and Campbell 1990). Far from the leaves a
// reduced search without passing verifies it (Tabibi and Netanyahu 2002), because
// in zugzwang it is false.
func (w *worker[M, P]) pass(beta, depth, ply, estimate int) (value int, over bool) {
	if w.passer == nil || !w.uses(NullMove) || depth < 2 || estimate < beta || ply < w.noPass || w.passed[ply-1] ||
		!w.passer.Passable() {
		return 0, false
	}
	less := 4 + depth/4 + min((estimate-beta)/200, 3)
	w.passed[ply], w.played[ply] = true, 0
	w.passer.MakeNull()
	value = -w.play(-beta, -beta+1, depth-less, ply+1, false)
	w.pos.Unmake()
	w.passed[ply] = false
	w.lines[ply] = w.lines[ply][:0]
	if w.stopped() {
		return w.abandon(), true
	}
	if value < beta {
		return 0, false
	}
	if value >= WinBound { // not proven
		value = beta
	}
	if depth >= 10 && w.noPass == 0 {
		w.noPass = ply + 3*(depth-less)/4 + 1
		checked := w.play(beta-1, beta, depth-less, ply, false)
		w.noPass = 0
		if w.stopped() {
			return w.abandon(), true
		}
		if checked < beta {
			return 0, false
		}
	}
	w.horizon = true
	return value, true
}

// single reports by how many plies to search the table's move more deeply: if all
// others are worse by a margin, it is the only good one, and it matters more than
// others what comes of it (singular extension; Anantharaman, Campbell and Hsu
// 1990). If, on the contrary, others exceed beta too, it returns a value that does.
func (w *worker[M, P]) single(code uint16, value, beta, depth, ply int, forced bool) (plies, bound int) {
	if !w.uses(Singular) || abs(value) >= WinBound {
		return 0, -Win
	}
	limit := value - 2*depth
	w.excluded[ply] = code
	others := w.play(limit-1, limit, (depth-1)/2, ply, forced)
	w.excluded[ply] = 0
	w.lines[ply] = w.lines[ply][:0]
	switch {
	case others < limit:
		return 1, -Win
	case limit >= beta:
		w.horizon = true
		return 0, limit
	case value >= beta:
		return -1, -Win
	}
	return 0, -Win
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
