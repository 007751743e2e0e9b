package gtp

import (
	"context"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// smallBoard is the largest number of points on which alpha-beta plays.
const smallBoard = 25

// player chooses moves. What it keeps between them is only a table.
type player struct {
	options  Options
	table    *tt.Table
	searcher *search.Searcher[baduk.Move, *baduk.Position]
	size     [2]int // of the board that the table speaks of
}

func (pl *player) close() {
	if pl.table != nil {
		pl.table.Close()
	}
}

// forget empties the table: the komi has changed.
func (pl *player) forget() {
	if pl.table != nil {
		pl.table.Clear()
	}
}

// choose returns a legal move for the side to move within the budget, or soon
// after ctx ends. It does not change p.
func (pl *player) choose(ctx context.Context, p *baduk.Position, budget time.Duration) baduk.Move {
	if last, ok := p.LastMove(); ok && last == baduk.Pass && wonByPass(p) {
		return baduk.Pass
	}
	if o := p.Options(); o.Width*o.Height <= smallBoard {
		return pl.search(ctx, p, budget)
	}
	return pl.grow(ctx, p, budget)
}

// wonByPass reports whether a pass ends the game and wins it, though every
// stone on the board is alive.
func wonByPass(p *baduk.Position) bool {
	p = p.Clone()
	p.Make(baduk.Pass)
	score, over := p.Result() // for the other side
	return over && score < 0
}

// search chooses by alpha-beta.
func (pl *player) search(ctx context.Context, p *baduk.Position, budget time.Duration) baduk.Move {
	o := p.Options()
	if pl.searcher == nil {
		bytes := pl.options.Hash
		if bytes == 0 {
			bytes = 16 << 20
		}
		options := search.Options{Threads: pl.options.Threads, Margin: search.ByMargin}
		if table, err := tt.New(tt.Options{Bytes: bytes}); err == nil {
			pl.table, options.Table = table, table
		}
		searcher, err := search.New[baduk.Move, *baduk.Position](options)
		if err != nil {
			return baduk.Pass // Run has checked the options
		}
		pl.searcher = searcher
	}
	if size := [2]int{o.Width, o.Height}; size != pl.size {
		pl.forget()
		pl.size = size
	}
	info, err := pl.searcher.Search(ctx, p, search.Limits[baduk.Move]{Time: budget, Nodes: uint64(pl.options.Effort)})
	if err != nil || len(info.Line) == 0 {
		return baduk.Pass
	}
	return info.Line[0]
}

// grow chooses by random games: each goroutine grows a tree of its own, and
// the move that they visited most is played.
func (pl *player) grow(ctx context.Context, p *baduk.Position, budget time.Duration) baduk.Move {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	trees := make([]*tree, max(1, pl.options.Threads))
	var group sync.WaitGroup
	for i := range trees {
		trees[i] = newTree(p.Clone(), uint64(i))
		group.Go(func() { trees[i].grow(ctx, (pl.options.Effort+len(trees)-1)/len(trees)) })
	}
	group.Wait()
	visits := map[baduk.Move]int{}
	best := baduk.Pass
	for _, t := range trees {
		for _, n := range t.root.children {
			visits[n.move] += n.visits
		}
	}
	for _, n := range trees[0].root.children {
		if visits[n.move] > visits[best] {
			best = n.move
		}
	}
	return best
}
