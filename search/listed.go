package search

import (
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
)

// maxListed is the greatest number of positions that [Searcher.Solve] lists to
// solve a game in which positions recur, in some 200 MiB.
const maxListed = 1 << 20

// A graph holds the positions that can be reached from the first one. Positions
// with equal hashes count as equal: n positions clash with probability n²/2⁶⁵.
type graph[M comparable] struct {
	ctx   context.Context
	limit int
	at    map[uint64]int32
	value []int16   // as in Info.Value; 0 while unknown
	open  []int32   // moves not known to lose
	from  [][]int32 // the positions before each, once for each move
	ends  []int32   // decided, in the order found
	stack []visit[M]
}

// A visit is a position whose moves are being made one after another.
type visit[M comparable] struct {
	node  int32
	moves []M
}

// solveListed values a position backwards from the ends of the game, in order of
// their distance: a side that can move to a lost position has won, and a side
// whose every move leads to a won position has lost (Ströhlein 1970; Thompson
// 1986). A position that is never decided is a draw. The position is not solved if ctx ends
// or if there are too many positions.
func solveListed[M comparable, P Position[M, P]](ctx context.Context, pos P, limits Limits) (Proof[M], error) {
	if len(pos.AppendMoves(nil)) == 0 {
		return Proof[M]{}, fmt.Errorf("%w: the game is over, there is nothing to solve", ErrOptions)
	}
	if limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limits.Time)
		defer cancel()
	}
	g := &graph[M]{ctx: ctx, limit: maxListed, at: map[uint64]int32{}}
	if limits.Nodes > 0 {
		g.limit = int(min(limits.Nodes, maxListed))
	}
	open := Proof[M]{Low: -Win, High: Win}
	if !g.list(pos) {
		return open, nil
	}
	g.decide()
	value := int(g.value[0])
	s := Proof[M]{Low: value, High: value, Nodes: uint64(len(g.value))}
	s.Line = g.line(pos)
	s.Depth = len(s.Line)
	return s, nil
}

// list visits all positions, depth first without recursion. It returns false if
// there are too many or if ctx ends.
func (g *graph[M]) list(pos scored[M]) bool {
	g.enter(pos, -1)
	for len(g.stack) > 0 {
		top := &g.stack[len(g.stack)-1]
		if len(top.moves) == 0 {
			if g.stack = g.stack[:len(g.stack)-1]; len(g.stack) > 0 {
				pos.Unmake()
			}
			continue
		}
		if len(g.value) > g.limit || len(g.value)&1023 == 0 && g.ctx.Err() != nil {
			return false
		}
		m := top.moves[len(top.moves)-1]
		top.moves = top.moves[:len(top.moves)-1]
		pos.Make(m)
		if !g.enter(pos, top.node) {
			pos.Unmake()
		}
	}
	return true
}

// scored is a position with a score.
type scored[M comparable] interface {
	game.Position[M]
	game.Scored
}

// enter records that a position follows from another one, −1 for none, and
// reports whether it is new.
func (g *graph[M]) enter(pos scored[M], parent int32) bool {
	node, known := g.at[pos.Hash()]
	if !known {
		node = int32(len(g.value))
		g.at[pos.Hash()] = node
		g.value, g.open, g.from = append(g.value, 0), append(g.open, 0), append(g.from, nil)
	}
	if parent >= 0 {
		g.from[node] = append(g.from[node], parent)
	}
	if known {
		return false
	}
	moves := pos.AppendMoves(nil)
	g.open[node] = int32(len(moves))
	if len(moves) == 0 {
		if score, _ := pos.Score(); score != 0 {
			g.value[node] = int16(sign(score) * Win)
			g.ends = append(g.ends, node)
		}
	}
	g.stack = append(g.stack, visit[M]{node, moves})
	return true
}

// decide works backwards from the ends, nearest first.
func (g *graph[M]) decide() {
	for i := 0; i < len(g.ends); i++ {
		node := g.ends[i]
		value := g.value[node]
		for _, before := range g.from[node] {
			if g.value[before] != 0 {
				continue
			}
			switch {
			case value < 0:
				g.value[before] = -value - 1
			default:
				if g.open[before]--; g.open[before] > 0 {
					continue
				}
				g.value[before] = -value + 1
			}
			g.ends = append(g.ends, before)
		}
	}
}

// line plays the best moves from the first position to the end of the game. It
// returns no moves if the game is drawn.
func (g *graph[M]) line(pos scored[M]) (line []M) {
	for g.value[g.at[pos.Hash()]] != 0 {
		value := g.value[g.at[pos.Hash()]]
		found := false
		for _, m := range pos.AppendMoves(nil) {
			pos.Make(m)
			if next := g.value[g.at[pos.Hash()]]; value > 0 && next == -value-1 || value < 0 && next == -value+1 {
				line, found = append(line, m), true
				break
			}
			pos.Unmake()
		}
		if !found {
			break
		}
	}
	return line
}
