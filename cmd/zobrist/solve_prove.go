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
	line := a.progress("proof", "nodes", 0)
	defer line.done()
	o := search.Options{Table: t, ProofNumbers: f.outcome.value == proofNumbers}
	return b.prove(ctx, o, f.time, f.openings, func(nodes uint64) { line.set(int64(nodes)) })
}

// prove proves who wins the position, or what each of its moves leads to.
func (b played[M, P]) prove(ctx context.Context, o search.Options, limit time.Duration, openings bool,
	report func(nodes uint64)) ([]solveRow, error) {
	pos := b.p.Clone()
	_, o.Decisive = any(pos).(*hex.Position) // no game of hex is drawn
	s, err := search.New(pos, o)
	if err != nil {
		return nil, err
	}
	s.Report = func(i search.Info[M]) { report(i.Nodes) }
	return b.solveEach(pos, openings, search.Outcome, func() (solveRow, error) { return b.proveOne(ctx, s, limit) })
}

// proveOne proves who wins the root of a searcher, or reads it if the game is over.
func (b played[M, P]) proveOne(ctx context.Context, s *search.Searcher[M, P], limit time.Duration,
) (row solveRow, err error) {
	if len(s.Root.AppendMoves(nil)) == 0 {
		score, _ := s.Root.Score()
		row.Low, row.High, row.Solved = score, score, true
		row.describe(search.Outcome)
		return row, nil
	}
	begin := time.Now()
	r, err := s.Prove(ctx, search.Limits{Time: limit})
	row = solveRow{
		Solved: r.Solved(), Low: r.Low, High: r.High, Nodes: r.Nodes, Seconds: time.Since(begin).Seconds(),
		Line: []string{}, Probes: r.Probes, Hits: r.Hits, Chance: r.Chance,
	}
	for _, m := range r.Line {
		row.Line = append(row.Line, b.moveString(s.Root, m))
	}
	row.describe(search.Outcome)
	return row, err
}
