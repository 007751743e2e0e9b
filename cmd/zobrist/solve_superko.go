package main

import (
	"context"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/engines/superko"
	"github.com/zobrist-go/zobrist/search"
)

// superkoBoard returns a board that package superko can solve; ok is false for others.
func superkoBoard(b board) (at played[baduk.Move, *baduk.Position], ok bool) {
	at, ok = b.(played[baduk.Move, *baduk.Position])
	return at, ok && superko.Check(at.p) == nil
}

// solveSuperko proves the value of the position, or of what each move leads to, with
// a table under superko.
func (a *app) solveSuperko(
	ctx context.Context, b played[baduk.Move, *baduk.Position], f solveFlags,
) ([]solveRow, error) {
	line := a.Progress("proof", "nodes", 0)
	defer line.Done()
	o := superko.Options{Bytes: int64(f.hash), Progress: func(nodes uint64) { line.Set(int64(nodes)) }}
	pos := b.p.Clone()
	return b.solveEach(pos, f.openings, search.ByMargin, func() (solveRow, error) {
		return superkoOne(ctx, pos, o, f.time)
	})
}

// superkoOne proves the value of a position, or reads it if the game is over.
func superkoOne(
	ctx context.Context, pos *baduk.Position, o superko.Options, limit time.Duration,
) (row solveRow, err error) {
	row.Line = []string{}
	if score, over := pos.Score(); over {
		row.Low, row.High, row.Solved = score, score, true
		row.describe(search.ByMargin)
		return row, nil
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	begin := time.Now()
	s, err := superko.Solve(ctx, pos, o)
	row.Seconds, row.Nodes, row.Solved = time.Since(begin).Seconds(), s.Nodes, s.Solved()
	row.Low, row.High = s.Low, s.High
	row.Probes, row.Hits, row.Rejected, row.Exact = s.Probes, s.Hits, s.Rejected, true
	if s.HasMove {
		row.Line = append(row.Line, pos.MoveString(s.Move))
	}
	row.describe(search.ByMargin)
	return row, err
}
