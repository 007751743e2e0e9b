//go:build unix

package clickhouse_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
)

// BenchmarkLookup looks up random positions among 380,000, by some clients at the same
// time, and many of them in one question. It reports half of the answers' times, the
// slowest of a hundred, answers a second, and the servers' processor time if the benchmark
// has started them.
func BenchmarkLookup(b *testing.B) {
	s := open(b, b.TempDir())
	defer s.Close()
	const n = 20000
	if err := build(b.Context(), s, 1, n); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ clients, positions int }{{1, 1}, {8, 1}, {64, 1}, {1, 64}, {8, 64}, {1, 1000}} {
		b.Run(fmt.Sprintf("clients=%d/positions=%d", c.clients, c.positions), func(b *testing.B) {
			var mu sync.Mutex
			var times []time.Duration
			var wg sync.WaitGroup
			cpu := serversTime(b)
			for client := range c.clients {
				wg.Go(func() {
					rng := rand.New(rand.NewPCG(1, uint64(client)))
					for range (b.N + c.clients - 1) / c.clients {
						hashes := make([]zobrist.Uint128, c.positions)
						for i := range hashes {
							hashes[i] = hash(1<<40 | rng.Uint64N(n)<<8 | (1 + rng.Uint64N(plies-1)))
						}
						start := time.Now()
						end, err := asked(b.Context(), s, hashes)
						if err != nil {
							b.Error(err)
							return
						}
						mu.Lock()
						times = append(times, end.Sub(start))
						mu.Unlock()
					}
				})
			}
			wg.Wait()
			if slices.Sort(times); len(times) > 0 {
				b.ReportMetric(ms(times[len(times)/2]), "p50-ms")
				b.ReportMetric(ms(times[len(times)*99/100]), "p99-ms")
				b.ReportMetric(float64(len(times))/b.Elapsed().Seconds(), "answers/s")
				b.ReportMetric(ms((serversTime(b)-cpu)/time.Duration(len(times))), "servers-ms")
			}
		})
	}
}
