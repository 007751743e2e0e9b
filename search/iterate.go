package search

import (
	"runtime"
	"slices"

	"github.com/zobrist-go/zobrist/game"
)

// A worker searches on one goroutine, with its own position.
type worker[M comparable, P Position[M, P]] struct {
	*shared
	pos P

	// The position, if it has these methods; otherwise nil.
	evaluator Evaluator
	tactical  Tactical[M] // nil in proofs
	orderer   Orderer[M]
	solvable  Solvable[M]
	symmetric game.Symmetric[M]
	drawish   bool // a position with moves may be drawn: it is Tactical

	roots   []M
	nodes   uint64 // not yet added to shared.nodes
	flushAt uint64 // the number of them at which they are added
	deepest int
	best    int  // of the root, when the search was stopped
	raised  bool // it is more than the lower bound
	depth   int  // of the iteration

	path    [MaxPly + 1]uint64 // hashes from the root
	moves   [MaxPly + 1][]M    // buffers, as scores
	scores  [MaxPly + 1][]int32
	lines   [MaxPly + 2][]M // principal variation from each ply
	killers [MaxPly + 1][2]M

	selective bool  // lines are searched more or less deeply than others, or left out
	killing   bool  // quiet moves that refuted a sibling come first
	weight    int32 // of Orderer.Order

	static       [MaxPly + 1]int    // estimates of the positions before, −Win if forced
	passed       [MaxPly + 1]bool   // the side to move passes
	played       [MaxPly + 1]uint16 // classes of the moves from each ply, 0 for a pass
	noPass       int                // no passing before this ply
	current      func(m M, n int)   // the root's move that is searched, or nil
	quietHistory [2][1 << 16]int16  // by parity of the ply
	replies      succession         // by the last move
	plans        succession         // by the side's own move before
	excluded     [MaxPly + 1]uint16 // codes of moves that are left out
}

// begin prepares for a search of a position that is the worker's own.
func (w *worker[M, P]) begin(sh *shared, pos P, roots []M) {
	w.shared, w.pos = sh, pos
	w.evaluator, w.tactical = nil, nil
	if !sh.exact {
		w.evaluator, _ = any(pos).(Evaluator)
		w.tactical, _ = any(pos).(Tactical[M])
	}
	w.orderer, _ = any(pos).(Orderer[M])
	w.solvable, _ = any(pos).(Solvable[M])
	_, w.drawish = any(pos).(Tactical[M])
	w.configure()
	w.symmetric = nil
	if q, ok := any(pos).(game.Symmetric[M]); ok && q.Symmetry() != game.NoSymmetry {
		w.symmetric = q
	}
	w.roots = append(w.roots[:0], roots...)
	w.nodes, w.deepest = 0, 0
	w.planFlush(0)
	w.killers = [MaxPly + 1][2]M{}
	w.noPass = 0
	w.excluded = [MaxPly + 1]uint16{}
	for side := range w.quietHistory {
		for i := range w.quietHistory[side] {
			w.quietHistory[side][i] /= 2
		}
	}
}

// configure sets what kind of search this is.
func (w *worker[M, P]) configure() {
	w.selective = w.evaluator != nil && !w.options.FullWidth
	w.killing, w.weight = true, plainWeight
	switch {
	case w.selective:
		w.weight = playWeight
	case w.exact && w.orderer != nil && w.options.Scoring != ByMargin: // the game's order of winning moves is the best
		w.killing, w.weight = false, proofWeight
	}
}

// iterate searches depth 1, 2, … and returns the best line of the last depth
// that was finished, or a better one that was found after it. It reports each line.
func (w *worker[M, P]) iterate(maxDepth, lines int, report func(*Info[M])) Info[M] {
	defer w.flush()
	lines = min(max(lines, 1), len(w.roots))
	var best Info[M]
	guess := make([]int, lines)
	for depth := 1; depth <= maxDepth; depth++ {
		w.deepest, w.depth = 0, depth
		found := make([]Info[M], 0, lines)
		for rank := range lines {
			r, ok := w.aspire(guess[rank], depth, rank)
			if !ok {
				break
			}
			guess[rank] = r.value
			found = append(found, Info[M]{Depth: depth, Deepest: w.deepest, Value: r.value, Proven: !r.estimated,
				Line: append([]M(nil), w.lines[0]...)})
		}
		if len(found) < lines {
			if lines == 1 && w.raised {
				best.Line, best.Value = append([]M(nil), w.lines[0]...), w.best
			}
			break
		}
		slices.SortStableFunc(found, func(a, b Info[M]) int { return b.Value - a.Value })
		proven := true
		w.flush()
		for i := range found {
			w.roots[i] = found[i].Line[0]
			found[i].Rank = i + 1
			report(&found[i])
			proven = proven && found[i].Proven
		}
		best = found[0]
		w.shared.begin()
		if proven || lines == 1 && w.decided(best.Value, depth) {
			best.Proven = true
			break
		}
		if w.stop.Load() {
			break
		}
	}
	return best
}

// decided reports whether no deeper search can improve a value: a win or a loss
// within the depth that was searched at full width, or, in Solve by margin, the
// bound that the root itself proves.
func (w *worker[M, P]) decided(value, depth int) bool {
	if w.options.Scoring == WinOrLoss {
		return w.evaluator == nil && abs(value) >= Win-depth
	}
	if !w.exact || w.solvable == nil {
		return false
	}
	low, high := w.solvable.Bounds()
	return value >= high && w.repeated == loses || value <= low && w.repeated == wins
}

// help searches beside the first worker to fill the table for it. Every other
// helper is one ply ahead.
func (w *worker[M, P]) help(limit, i int) {
	defer w.flush()
	guess := 0
	for depth := 1 + i&1; depth <= limit; depth++ {
		r, ok := w.aspire(guess, depth, 0)
		if !ok {
			return
		}
		guess = r.value
	}
}

// window is the first distance of the bounds from the expected value.
const window = 30

// aspire searches the root to a depth, with narrow bounds around the expected
// value, and widens them until the value lies between them. It leaves out the
// first rank moves of the root, which are better. ok is false if the search was
// stopped.
func (w *worker[M, P]) aspire(guess, depth, rank int) (r result, ok bool) {
	alpha, beta := -Win-1, Win+1
	delta := window
	if depth > 4 && abs(guess) < WinBound {
		alpha, beta = guess-delta, guess+delta
	}
	for {
		r := w.root(alpha, beta, depth, rank)
		if w.stopped() {
			return r, false
		}
		switch {
		case r.value <= alpha && alpha > -Win-1:
			alpha = max(r.value-delta, -Win-1)
		case r.value >= beta && beta < Win+1:
			beta = min(r.value+delta, Win+1)
		default:
			return r, true
		}
		if delta *= 4; delta > 2000 {
			alpha, beta = -Win-1, Win+1
		}
	}
}

// root searches the moves of the root from rank on, and moves the best one to
// rank.
func (w *worker[M, P]) root(alpha, beta, depth, rank int) result {
	best := -Win - 1
	w.lines[0] = w.lines[0][:0]
	w.path[0] = w.pos.Hash()
	estimated, first := false, alpha
	w.raised = false
	if w.evaluator != nil {
		if w.static[0] = w.evaluate(0); w.forced() {
			w.static[0] = -Win
		}
	}
	for i := rank; i < len(w.roots); i++ {
		m := w.roots[i]
		if w.current != nil {
			w.current(m, i+1)
		}
		w.played[0] = w.class(m)
		w.pos.Make(m)
		r := w.child(i-rank, alpha, beta, depth-1, depth-1, 0, 0, w.forced())
		w.pos.Unmake()
		if w.stopped() {
			w.best, w.raised = best, best > first
			return abandoned
		}
		estimated = estimated || r.estimated
		if r.value > best {
			best = r.value
			if best > alpha || i == rank {
				w.line(0, m)
				copy(w.roots[rank+1:i+1], w.roots[rank:i])
				w.roots[rank] = m
			}
			alpha = max(alpha, best)
			if best >= beta {
				break
			}
		}
	}
	return result{best, estimated && !w.wins(best, beta, depth, 0)}
}

// wins reports whether a value is a proven win, whatever the other moves are
// worth. As a lower bound any win is. As an exact value only a win at which all
// sooner ones were excluded is: one within the depth searched, or, if the search
// was selective, a win at the next ply.
func (w *worker[M, P]) wins(value, beta, depth, ply int) bool {
	if w.evaluator != nil {
		depth = min(depth, 1)
	}
	return w.options.Scoring == WinOrLoss && value >= WinBound && (value >= beta || value >= Win-ply-depth)
}

// line makes m and the line found after it the principal variation at ply.
func (w *worker[M, P]) line(ply int, m M) {
	w.lines[ply] = append(append(w.lines[ply][:0], m), w.lines[ply+1]...)
}

// stopped reports whether the search was stopped.
func (w *worker[M, P]) stopped() bool { return w.stop.Load() }

// count counts a node and checks the limits from time to time.
func (w *worker[M, P]) count(ply int) {
	w.deepest = max(w.deepest, ply)
	if w.nodes++; w.nodes >= w.flushAt {
		w.flush()
	}
}

// hurryNodes is the number of nodes after which depth 1 ends soon if a limit was reached: with twenty
// queens on the board its quiescence could take minutes.
const hurryNodes = 1 << 18

// flush adds the nodes counted here to the total of all goroutines, and lets others run: with one
// processor, a timer or a command to stop would otherwise wait until the scheduler interrupts
// the search, 10 to 40 ms later.
func (w *worker[M, P]) flush() {
	runtime.Gosched()
	total := w.shared.nodes.Add(w.nodes)
	w.nodes = 0
	if w.limit > 0 && total >= w.limit {
		w.end()
	}
	if total > hurryNodes && w.ended.Load() && !w.begun.Load() {
		w.hurried.Store(true)
	}
	w.planFlush(total)
}

// planFlush makes the next flush not later than the limit if total nodes are counted.
func (w *worker[M, P]) planFlush(total uint64) {
	w.flushAt = 1024
	if w.limit > total {
		w.flushAt = min(w.flushAt, w.limit-total)
	}
}

func sign(x int) int { return min(max(x, -1), 1) }

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
