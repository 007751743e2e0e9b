package audit_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist/audit"
)

func BenchmarkMacWilliams(b *testing.B) {
	keys := random(781, 26, 1)
	for b.Loop() {
		if _, err := audit.MacWilliams(context.Background(), keys, audit.MacWilliamsOptions{MaxWeight: 8, Threads: 1}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*(1<<26)/b.Elapsed().Seconds()/1e6, "Mwords/s")
}

func BenchmarkExhaustive(b *testing.B) {
	keys := random(300, 64, 1)
	var sums float64
	for b.Loop() {
		r, err := audit.Exhaustive(context.Background(), keys, audit.ExhaustiveOptions{Threads: 1})
		if err != nil {
			b.Fatal(err)
		}
		sums += r.Sums
	}
	b.ReportMetric(sums/b.Elapsed().Seconds()/1e6, "Msums/s")
}
