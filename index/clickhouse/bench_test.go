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
	"github.com/zobrist-go/zobrist/index"
)

// BenchmarkLookup looks up random positions among 380,000, by some clients at the same
// time. It reports half of the answers' times and the slowest of a hundred.
func BenchmarkLookup(b *testing.B) {
	s := open(b, b.TempDir())
	defer s.Close()
	const n = 20000
	if err := build(b.Context(), s, 1, n); err != nil {
		b.Fatal(err)
	}
	for _, clients := range []int{1, 8, 64} {
		b.Run(fmt.Sprint("clients=", clients), func(b *testing.B) {
			var mu sync.Mutex
			var times []time.Duration
			var wg sync.WaitGroup
			for client := range clients {
				wg.Go(func() {
					rng := rand.New(rand.NewPCG(1, uint64(client)))
					for range (b.N + clients - 1) / clients {
						h := hash(1<<40 | rng.Uint64N(n)<<8 | (1 + rng.Uint64N(plies-1)))
						start, found := time.Now(), 0
						err := s.Lookup(b.Context(), index.Query{}, []zobrist.Uint128{h}, func(int, []index.MoveTally) error {
							found++
							return nil
						})
						if err != nil || found != 1 {
							b.Errorf("%d positions found, error %v", found, err)
							return
						}
						took := time.Since(start)
						mu.Lock()
						times = append(times, took)
						mu.Unlock()
					}
				})
			}
			wg.Wait()
			if slices.Sort(times); len(times) > 0 {
				b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
			}
		})
	}
}
