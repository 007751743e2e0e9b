package gtp

import (
	"context"
	"math"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// A Player chooses moves as [Run] does, for a program that keeps the game itself. A Player belongs
// to one goroutine at a time.
type Player struct{ player }

// NewPlayer returns a player; of the options it uses Hash and Threads. The error
// wraps [game.ErrOptions].
func NewPlayer(o Options) (*Player, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	o.NeverResign = true
	return &Player{player{options: o, tree: newTree(o.Hash)}}, nil
}

// Choose returns a legal move for the side to move: the best one when a limit is reached or ctx
// ends. limits.Nodes are random games, or positions of alpha-beta; the depth is not limited. games
// is the number of random games that began with the move, 0 if none was needed, and won the share
// of them that was won. Choose does not change the position.
func (pl *Player) Choose(
	ctx context.Context, p *baduk.Position, limits search.Limits,
) (m baduk.Move, won float64, games int) {
	pl.options.Effort = int(min(limits.Nodes, math.MaxInt32))
	deadline := time.Now().Add(limits.Time)
	late := func() bool { return limits.Time > 0 && !time.Now().Before(deadline) }
	m, came, _ := pl.choose(ctx, p, limits.Time, late)
	if came.games > 0 {
		won = float64(came.wins / came.games)
	}
	return m, won, int(came.games)
}

// Close releases the memory of the table.
func (pl *Player) Close() { pl.close() }

// smallBoard is the largest number of points on which alpha-beta plays.
const smallBoard = 16

// player chooses moves. Between moves it keeps its table and its tree.
type player struct {
	options  Options
	table    *tt.Table
	searcher *search.Searcher[baduk.Move, *baduk.Position]
	tree     *tree
	size     [3]int // of the board of table and tree, and the komi
}

func (pl *player) close() {
	if pl.table != nil {
		pl.table.Close()
	}
}

// forget empties the table and the tree, after a change of the komi or the board.
func (pl *player) forget() {
	pl.tree = newTree(pl.options.Hash)
	if pl.table != nil {
		pl.table.Clear()
	}
}

// A player resigns if at least enough games began with the best move, and less than the share
// hopeless of them was won.
const (
	hopeless = 0.08
	enough   = 50
)

// choose returns a legal move for the side to move and the results of the random games that began
// with it, or resigns. It returns within the budget (0: no limit), after which late becomes true,
// or soon after ctx ends. It does not change p.
func (pl *player) choose(
	ctx context.Context, p *baduk.Position, budget time.Duration, late func() bool,
) (m baduk.Move, came tally, resign bool) {
	if last, ok := p.LastMove(); ok && last == baduk.Pass && wonByPass(p) {
		return baduk.Pass, tally{}, false
	}
	pl.prepare(p)
	if o := p.Options(); o.Width*o.Height <= smallBoard {
		return pl.search(ctx, p, budget), tally{}, false
	}
	m, came = pl.tree.choose(p, pl.options, func() bool { return late() || ctx.Err() != nil })
	return m, came, pl.resigns(came)
}

// prepare calls forget if the board or the komi has changed.
func (pl *player) prepare(p *baduk.Position) {
	o := p.Options()
	if size := [3]int{o.Width, o.Height, o.Komi}; size != pl.size {
		pl.forget()
		pl.size = size
	}
}

// resigns reports whether the results of the best move are hopeless.
func (pl *player) resigns(came tally) bool {
	return !pl.options.NeverResign && came.games >= enough && came.wins < hopeless*came.games
}

// wonByPass reports whether a pass ends the game and wins it, even with every stone on the board
// alive.
func wonByPass(p *baduk.Position) bool {
	p = p.Clone()
	p.Make(baduk.Pass)
	score, over := p.Score() // for the other side
	return over && score < 0
}

// search chooses by alpha-beta.
func (pl *player) search(ctx context.Context, p *baduk.Position, budget time.Duration) baduk.Move {
	if pl.searcher == nil {
		options := search.Options{Threads: pl.options.Threads, Scoring: search.ByMargin}
		if table, err := tt.New(tt.Options{Bytes: pl.options.Hash}); err == nil {
			pl.table, options.Table = table, table
		}
		searcher, err := search.New(p, options)
		if err != nil {
			return baduk.Pass // Run has checked the options
		}
		pl.searcher = searcher
	}
	pl.searcher.Root = p
	info, err := pl.searcher.Search(ctx, search.Limits{Time: budget, Nodes: uint64(pl.options.Effort)})
	if err != nil || len(info.Line) == 0 {
		return baduk.Pass
	}
	return info.Line[0]
}
