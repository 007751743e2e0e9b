package main

import (
	"context"
	"time"

	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// Values of --outcome.
const (
	depthFirst   = "depth-first"
	proofNumbers = "proof-numbers"
)

// prove proves who wins the position, or what each move leads to.
func (a *app) prove(ctx context.Context, b board, f solveFlags, t *tt.Table) ([]solveRow, error) {
	line := a.Progress("proof", "nodes", 0)
	defer line.Done()
	return b.prove(ctx, search.ProveOptions{Table: t, ProofNumbers: f.outcome.Value == proofNumbers, Time: f.time,
		Report: func(nodes uint64, _ time.Duration) { line.Set(int64(nodes)) }}, f.openings)
}

// prove proves who wins the position, or what each of its moves leads to.
func (b played[M, P]) prove(ctx context.Context, o search.ProveOptions, openings bool) ([]solveRow, error) {
	pos := b.p.Clone()
	_, o.Decisive = any(pos).(*hex.Position) // no game of hex is drawn
	return b.solveEach(pos, openings, search.Outcome, func() (solveRow, error) { return b.proveOne(ctx, pos, o) })
}

// proveOne proves who wins a position, or reads it if the game is over.
func (b played[M, P]) proveOne(ctx context.Context, pos P, o search.ProveOptions) (row solveRow, err error) {
	if len(pos.AppendMoves(nil)) == 0 {
		score, _ := pos.Score()
		row.Low, row.High, row.Solved = score, score, true
		row.describe(search.Outcome)
		return row, nil
	}
	begin := time.Now()
	r, err := search.Prove(ctx, pos, o)
	row = solveRow{
		Solved: r.Solved(), Low: r.Low, High: r.High, Nodes: r.Nodes, Seconds: time.Since(begin).Seconds(),
		Line: []string{}, Probes: r.Probes, Hits: r.Hits, Chance: r.Chance,
	}
	for _, m := range r.Line {
		row.Line = append(row.Line, b.moveString(pos, m))
	}
	row.describe(search.Outcome)
	return row, err
}
