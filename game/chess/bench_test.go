package chess_test

import (
	"slices"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{
		{"position=start/depth=5", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5},
		{"position=kiwipete/depth=4", kiwipete, 4},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := chess.ParseFEN(c.fen)
			if err != nil {
				b.Fatal(err)
			}
			leaves := uint64(0)
			for b.Loop() {
				leaves += p.Perft(c.depth)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}

// BenchmarkHashCost reports the time of perft over that of the same code
// without the lines that keep the hash, the median of rounds that run both.
func BenchmarkHashCost(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{
		{"position=start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5},
		{"position=kiwipete", kiwipete, 4},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := chess.ParseFEN(c.fen)
			if err != nil {
				b.Fatal(err)
			}
			var ratios []float64
			for b.Loop() {
				start := time.Now()
				with := p.Perft(c.depth)
				middle := time.Now()
				without := chess.PerftBare(p, c.depth)
				end := time.Now()
				if with != without {
					b.Fatalf("%d leaves with the hash, %d without", with, without)
				}
				ratios = append(ratios, float64(middle.Sub(start))/float64(end.Sub(middle)))
			}
			slices.Sort(ratios)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ratios[len(ratios)/2], "with/without")
		})
	}
}
