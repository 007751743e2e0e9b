package search

import (
	"math"

	"github.com/zobrist-go/zobrist/tt"
)

// better returns the value of an entry of the table in place of an estimate, if it is
// a bound on the right side of it.
func better(static int, e tt.Entry, ply int) int {
	v := fromTable(int(e.Value()), ply)
	if b := e.Bound(); abs(v) < WinBound && (b == tt.Exact || b == tt.Lower && v > static || b == tt.Upper && v < static) {
		return v
	}
	return static
}

// futile is how far the value of a quiet position hardly moves in depth plies, in
// hundredths of the least unit of material.
func futile(depth int, improving bool) int {
	return 80 * (depth - btoi(improving))
}

// hopeless reports whether a quiet move is left out: quiets of them are searched, or
// the evaluation is too far below alpha.
func (w *worker[M, P]) hopeless(n *node, quiets, alpha int) bool {
	late := n.depth <= 8 && quiets > (4+n.depth*n.depth)/(2-btoi(n.improving))
	return late || n.depth <= 6 && n.static+futile(n.depth, true)+60 <= alpha
}

// loses reports whether a move loses more material on its square than a search of
// depth plies is likely to justify.
func (w *worker[M, P]) loses(m M, depth int, quiet bool) bool {
	most := 20 * depth * depth
	if quiet {
		most = 60 * depth
	}
	return !w.tactical.Gains(m, -most)
}

// reduced returns the depth to which the i-th move, which has a score of its order, is
// searched at first.
func (w *worker[M, P]) reduced(n *node, i int, quiet, checks bool, score int) int {
	r := reductions[min(n.depth, 63)][min(i, 63)] + 512 - 512*btoi(n.improving) - 1024*btoi(n.wide) - 1024*btoi(checks)
	if quiet {
		r -= score / 16
	}
	return min(n.depth-1, max(n.depth-1-r/1024, 1))
}

// reductions holds by how many plies, times 1024, the i-th move is searched less
// deeply at first, by depth and i.
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
// futility), or the value after a pass still reaches beta.
func (w *worker[M, P]) prune(n *node, estimate int) (r result, pruned bool) {
	if n.depth <= 7 && n.ply >= w.noPass && estimate-futile(n.depth, n.improving) >= n.beta {
		return result{estimate, true}, true
	}
	return w.pass(n.beta, n.depth, n.ply, estimate)
}

// pass searches the position after a pass: if its value reaches beta, a move
// will do as well (null move; Goetsch and Campbell 1990). Far from the leaves a
// reduced search without passing verifies it (Tabibi and Netanyahu 2002), because
// in zugzwang it is false.
func (w *worker[M, P]) pass(beta, depth, ply, estimate int) (r result, over bool) {
	if depth < 2 || estimate < beta || ply < w.noPass || w.passed[ply-1] ||
		!w.tactical.Pass() {
		return r, false
	}
	less := 4 + depth/4 + min((estimate-beta)/200, 3)
	w.passed[ply], w.played[ply] = true, 0
	value := -w.search(-beta, -beta+1, depth-less, ply+1, false).value
	w.pos.Unmake()
	w.passed[ply] = false
	w.lines[ply] = w.lines[ply][:0]
	if w.stopped() {
		return abandoned, true
	}
	if value < beta {
		return r, false
	}
	if value >= WinBound { // not proven
		value = beta
	}
	if depth >= 10 && w.noPass == 0 {
		w.noPass = ply + 3*(depth-less)/4 + 1
		checked := w.search(beta-1, beta, depth-less, ply, false).value
		w.noPass = 0
		if w.stopped() {
			return abandoned, true
		}
		if checked < beta {
			return r, false
		}
	}
	return result{value, true}, true
}

// single searches all moves except the table's. If they are worse by a margin, that move is
// the only good one: it is searched one ply deeper (singular extension; Anantharaman,
// Campbell and Hsu 1990). If, on the contrary, others reach beta too, the node is over.
func (w *worker[M, P]) single(n *node) (r result, over bool) {
	if n.code == 0 || n.known.Bound() == tt.Upper || int(n.known.Depth) < n.depth-3 || n.depth < 8 || n.ply >= 2*w.depth {
		return r, false
	}
	value := fromTable(int(n.known.Value()), n.ply)
	if abs(value) >= WinBound {
		return r, false
	}
	limit := value - 2*n.depth
	w.excluded[n.ply] = n.code
	others := w.search(limit-1, limit, (n.depth-1)/2, n.ply, n.forced).value
	w.excluded[n.ply] = 0
	w.lines[n.ply] = w.lines[n.ply][:0]
	w.static[n.ply] = n.static
	switch {
	case w.stopped():
		return abandoned, true
	case others < limit:
		n.extension = 1
	case limit >= n.beta:
		return result{limit, true}, true
	case value >= n.beta:
		n.extension = -1
	}
	return r, false
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
