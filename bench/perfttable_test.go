package bench

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// BenchmarkPerftTable counts with a table of 512 MiB on all processors, empty
// at the beginning of each round, beside Debian's Stockfish, which has none.
// The target is a tenth of its time at depth 7.
//
//	go test -run '^$' -bench PerftTable -benchtime 3x
func BenchmarkPerftTable(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
		want      uint64
	}{
		{"position=start/depth=7", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7, 3195901860},
		{"position=kiwipete/depth=6", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6, 8031647685},
	} {
		b.Run(c.name, func(b *testing.B) {
			engine := startPerftEngine(b)
			p, err := chess.Parse(c.fen, chess.Options{})
			if err != nil {
				b.Fatal(err)
			}
			table, err := tt.New(tt.Options{Bytes: 512 << 20})
			if err != nil {
				b.Fatal(err)
			}
			defer table.Close()
			m := rounds{}
			for b.Loop() {
				begin := time.Now()
				if n := engine.perft(c.fen, c.depth); n != c.want {
					b.Fatalf("stockfish counts %d, want %d", n, c.want)
				}
				theirs := time.Since(begin).Seconds()
				begin = time.Now()
				table.Clear()
				r, err := search.Perft(context.Background(), p, c.depth, search.PerftOptions{Table: table})
				if err != nil || r.Nodes != c.want {
					b.Fatalf("we count %d (%v), want %d", r.Nodes, err, c.want)
				}
				ours := time.Since(begin).Seconds()
				m.add("stockfish-s", theirs)
				m.add("ours-s", ours)
				m.add("stockfish/ours", theirs/ours)
			}
			m.report(b)
			m.row(fmt.Sprintf("perft, %s, 512 MiB, all cores", strings.NewReplacer("position=", "", "/", ", ", "=", " ").Replace(c.name)),
				cell{"%.2f s", "ours-s"}, cell{engine.name + ", one thread, no table %.1f", "stockfish-s"}, "stockfish/ours")
		})
	}
}
