package uci

import (
	"context"
	"strconv"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// benchPositions are the positions of "bench": openings, middle games and endings, made for this
// project.
var benchPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6",
	"rnbq1rk1/pp2ppbp/3p1np1/2p5/2PPP3/2N2N2/PP2BPPP/R1BQK2R w KQ - 0 7",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3RR1K1 w - - 0 18",
	"2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4R1K b - - 2 13",
	"6k1/5p1p/8/4Q3/8/8/rr4PP/7K w - - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 40",
	"8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 b - - 0 50",
	"4r1k1/5ppp/8/3R4/8/6P1/5P1P/6K1 w - - 0 30",
	"3k4/8/8/3K4/3P4/8/8/7R w - - 0 60",
}

// benchDepth is the default depth of "bench".
const benchDepth = 11

// bench starts a search of fixed positions on one thread with an empty table of 16 MiB.
func (e *session) bench(ctx context.Context, args []string) {
	depth := benchDepth
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 || n > search.MaxPly/2 {
			e.remark("bench takes a depth from 1 to %d, not %q", search.MaxPly/2, args[0])
			return
		}
		depth = n
	}
	ctx, cancel := context.WithCancel(ctx)
	e.ends = true
	e.begin(cancel, func() {
		if err := e.benchmark(ctx, depth); err != nil {
			e.unfinished("bench", err)
		}
	})
}

// benchmark prints the total number of nodes, a signature of the engine that is the same on every
// machine.
func (e *session) benchmark(ctx context.Context, depth int) error {
	table, err := tt.New(tt.Options{Bytes: 16 << 20})
	if err != nil {
		return err
	}
	defer table.Close()
	total, start := uint64(0), time.Now()
	for i, fen := range benchPositions {
		p, err := engine.Parse(fen, chess.Options{})
		if err != nil {
			return err
		}
		s, err := search.New(p, search.Options{Table: table})
		if err != nil {
			return err
		}
		table.Clear()
		info, err := s.Search(ctx, search.Limits{Depth: depth})
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		total += info.Nodes
		e.remark("position %d of %d: %d nodes, best %s", i+1, len(benchPositions), info.Nodes, p.UCI(info.Line[0]))
	}
	took := time.Since(start)
	e.printf("Total time (ms) : %d\nNodes searched  : %d\nNodes/second    : %d\n",
		took.Milliseconds(), total, uint64(float64(total)/max(took.Seconds(), 1e-6)))
	return nil
}
