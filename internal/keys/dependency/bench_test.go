package dependency_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/zobrist-go/zobrist/internal/keys/dependency"
)

func BenchmarkMacWilliams(b *testing.B) {
	keys := dependency.Columns(random(781, 26, 1))
	o := dependency.MacWilliamsOptions{MaxWeight: 8, Threads: 1}
	for b.Loop() {
		if _, err := dependency.MacWilliams(context.Background(), keys, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*(1<<26)/b.Elapsed().Seconds()/1e6, "Mwords/s")
}

func BenchmarkExhaustive(b *testing.B) {
	keys := dependency.Columns(random(300, 64, 1))
	var sums float64
	for b.Loop() {
		r, err := dependency.Exhaustive(context.Background(), keys, dependency.ExhaustiveOptions{Threads: 1})
		if err != nil {
			b.Fatal(err)
		}
		sums += r.Sums
	}
	b.ReportMetric(sums/b.Elapsed().Seconds()/1e6, "Msums/s")
}

func BenchmarkStern(b *testing.B) {
	for _, c := range []struct{ bits, weight int }{{64, 8}, {64, 9}, {64, 10}, {64, 14}, {128, 24}} {
		b.Run(fmt.Sprintf("bits=%d/weight=%d", c.bits, c.weight), func(b *testing.B) {
			o := dependency.SternOptions{MaxWeight: c.weight, Threads: 1, Iterations: uint64(b.N), Missed: 1e-300}
			r, err := dependency.Stern(context.Background(), dependency.Columns(random(781, c.bits, 1)), o)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(r.Iterations)/b.Elapsed().Seconds(), "iterations/s")
			b.ReportMetric(b.Elapsed().Seconds()/(-math.Log(r.Missed(c.weight))), "s/1-in-e")
		})
	}
}
