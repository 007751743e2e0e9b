//go:build unix

package clickhouse_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// dropped drops an index while a replica is away, and builds another one in its place. When the replica
// is back, and the others have got what it kept, neither the greater versions nor the decisions of the
// dropped index count.
func (c *testCluster) dropped() {
	c.Helper()
	dir := c.TempDir()
	a := addressOf(c, c.hosts, dir)
	ctx := c.Context()
	servers := strings.Split(c.hosts, ",")
	store := func(away ...string) *clickhouse.Store {
		c.Helper()
		// A slow server may not take back a lease in time. Then it runs out, and the next build has to wait.
		options := clickhouse.Options{Wait: 10 * time.Minute, Spool: filepath.Join(dir, "spool")}
		s, err := clickhouse.OpenWithout(ctx, a, options, away...)
		if err != nil {
			c.Fatal(err)
		}
		return s
	}
	s := store()
	b, err := s.Begin(ctx, config, index.BuildOptions{}) // makes the tables on all servers
	if err != nil {
		c.Fatal(err)
	}
	if err := b.Close(); err != nil {
		c.Fatal(err)
	}
	if err := s.Close(); err != nil {
		c.Error(err)
	}
	// Each build is one version, because it is too small to be merged with the one before. The replica
	// that will be away decides the third one.
	for i, games := range []int{1000, 100, 10, 1} {
		other := servers[1]
		if i == 2 {
			other = servers[0]
		}
		s := store(other)
		if err := build(ctx, s, 1+i, games); err != nil {
			c.Fatal(err)
		}
		if err := s.Close(); err != nil {
			c.Error(err)
		}
		catchUp(c.T, a, other, "visits", "tallies", "games", "manifests")
	}
	c.signal("2", syscall.SIGKILL)
	for _, i := range []int{0, 2, 3} {
		if err := clickhouse.Execute(ctx, a, servers[i], "DROP DATABASE "+a.Database); err != nil {
			c.Fatal(err)
		}
	}
	s = store(servers[1])
	defer s.Close()
	if err := build(ctx, s, 5, 2000); err != nil {
		c.Fatal(err)
	}
	c.up("2")
	catchUp(c.T, a, servers[0], "manifests")
	catchUp(c.T, a, servers[1], "visits", "tallies", "games", "manifests")
	s = store()
	defer s.Close()
	holds(c.T, s, 2000)
	for source, games := range map[int]int{6: 200, 7: 20} {
		if err := build(ctx, s, source, games); err != nil {
			c.Fatal(err)
		}
	}
	holds(c.T, s, 2220)
	nothingLeft(c.T, s)
}
