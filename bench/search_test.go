// Search and perft of every game on one goroutine, and the share of the time
// that goes into hashing:
//
//	go test -run '^$' -bench 'Search|GamePerft' -benchtime 5x
//
// A search is from the start to the depth that lab effect uses less
// one; the table has 64 MiB and is empty at its beginning. The share of
// hashing is found without a profile: the same tree is counted with keys of
// 64 bits only and with keys of 64 and 128 bits, the second hash being kept
// by the same XORs at twice the width. What the second one adds is therefore
// at least what the first one costs; the metric hash-% is that addition as a
// share of the time without it, the median of the rounds, an upper bound.
package bench

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// searched is a game with depths for search and perft.
type searched struct {
	name          string
	search, perft int
	runSearch     func(b *testing.B, depth int, table *tt.Table) uint64
	runPerft      func(b *testing.B, depth int, wide bool) time.Duration
}

// entry makes a searched of the function that opens its start position.
func entry[M comparable, P search.Position[M, P]](b *testing.B, name string, searchDepth, perftDepth int,
	open func(wide bool) (P, error)) searched {
	start := func(wide bool) P {
		p, err := open(wide)
		if err != nil {
			b.Fatal(err)
		}
		return p
	}
	return searched{
		name: name, search: searchDepth, perft: perftDepth,
		runSearch: func(b *testing.B, depth int, table *tt.Table) uint64 {
			s, err := search.New(start(false), search.Options{Table: table})
			if err != nil {
				b.Fatal(err)
			}
			info, err := s.Search(context.Background(), search.Limits{Depth: depth})
			if err != nil {
				b.Fatal(err)
			}
			return info.Nodes
		},
		runPerft: func(b *testing.B, depth int, wide bool) time.Duration {
			p := start(wide)
			begin := time.Now()
			sink += leaves[M](p, depth, make([][]M, depth+1))
			return time.Since(begin)
		},
	}
}

var sink uint64

// leaves counts paths one by one, without the bulk count of the last ply, so
// that every leaf is made and unmade.
func leaves[M comparable](p game.Position[M], depth int, buffers [][]M) uint64 {
	if depth == 0 {
		return 1
	}
	moves := p.AppendMoves(buffers[depth][:0])
	buffers[depth] = moves
	n := uint64(0)
	for _, m := range moves {
		p.Make(m)
		n += leaves(p, depth-1, buffers)
		p.Unmake()
	}
	return n
}

func searchedGames(b *testing.B) []searched {
	square := func(o mnk.Options) func(bool) (*mnk.Position, error) {
		return func(wide bool) (*mnk.Position, error) {
			o.Wide = wide
			return mnk.New(o)
		}
	}
	return []searched{
		entry(b, "chess", 7, 4, func(wide bool) (*engine.Position, error) {
			return engine.Start(chess.Options{Wide: wide})
		}),
		entry(b, "checkers", 11, 8, func(wide bool) (*checkers.Position, error) {
			return checkers.New(checkers.Options{Wide: wide})
		}),
		entry(b, "baduk-9x9", 3, 3, func(wide bool) (*baduk.Position, error) {
			return baduk.New(baduk.Options{Width: 9, Wide: wide})
		}),
		entry(b, "tictactoe", 9, 9, square(mnk.Options{})),
		entry(b, "gomoku", 3, 3, square(mnk.Gomoku())),
		entry(b, "connect4", 11, 7, square(mnk.ConnectFour())),
		entry(b, "hex-5x5", 5, 4, func(wide bool) (*hex.Position, error) {
			return hex.New(hex.Options{Size: 5, Wide: wide})
		}),
		entry(b, "qubic", 5, 3, func(wide bool) (*qubic.Position, error) {
			return qubic.New(qubic.Options{Wide: wide})
		}),
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, g := range searchedGames(b) {
		for _, bytes := range []int64{0, 64 << 20} {
			name := "game=" + g.name + "/table=no"
			var table *tt.Table
			if bytes > 0 {
				name = "game=" + g.name + "/table=64MiB"
			}
			b.Run(name, func(b *testing.B) {
				if bytes > 0 {
					var err error
					if table, err = tt.New(tt.Options{Bytes: bytes}); err != nil {
						b.Fatal(err)
					}
					defer table.Close()
				}
				nodes := uint64(0)
				for b.Loop() {
					if table != nil {
						b.StopTimer()
						table.Clear()
						b.StartTimer()
					}
					nodes += g.runSearch(b, g.search, table)
				}
				b.ReportMetric(float64(nodes)/float64(b.N), "nodes")
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			})
		}
	}
}

func BenchmarkGamePerft(b *testing.B) {
	for _, g := range searchedGames(b) {
		b.Run("game="+g.name, func(b *testing.B) {
			var p, q []float64
			before := sink
			rounds := uint64(0)
			for b.Loop() {
				one, two := g.runPerft(b, g.perft, false).Seconds(), g.runPerft(b, g.perft, true).Seconds()
				p, q = append(p, one), append(q, two/one-1)
				rounds += 2
			}
			n := float64(sink-before) / float64(rounds)
			slices.Sort(p)
			slices.Sort(q)
			b.ReportMetric(n/p[len(p)/2]/1e6, "Mleaves/s")
			b.ReportMetric(100*q[len(q)/2], "hash-%")
		})
	}
}
