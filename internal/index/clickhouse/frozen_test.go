//go:build unix

package clickhouse_test

import (
	"context"
	"syscall"
	"time"

	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// frozen freezes a replica of each shard, so that it takes connections and says nothing. Commands
// and questions of a process that runs must not wait for it again and again.
func (c *testCluster) frozen(a clickhouse.Address, s *clickhouse.Store, games int64) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), 5*time.Minute) // 15 minutes if each question waited
	defer cancel()
	for _, name := range []string{"1", "4"} {
		c.signal(name, syscall.SIGSTOP)
		defer c.signal(name, syscall.SIGCONT)
	}
	start := time.Now()
	for i := range 300 {
		if n, err := count(ctx, s); err != nil || n != games {
			c.Fatalf("question %d, after %v: %d games, error %v; want %d", i, time.Since(start), n, err, games)
		}
	}
	c.Logf("300 questions with two frozen replicas took %v", time.Since(start))
	for i := range 3 {
		start := time.Now()
		s, err := clickhouse.Open(ctx, a, clickhouse.Options{ReadOnly: true})
		if err != nil {
			c.Fatal(err)
		}
		if n, err := count(ctx, s); err != nil || n != games {
			c.Fatalf("command %d: %d games, error %v; want %d", i, n, err, games)
		}
		if err := s.Close(); err != nil {
			c.Error(err)
		}
		c.Logf("a command with two frozen replicas took %v", time.Since(start))
	}
}
