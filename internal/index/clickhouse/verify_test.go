package clickhouse_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// TestShrunk asks for an index of two shards after the second one has gone from the
// servers' configuration.
func TestShrunk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir).(*clickhouse.Store)
	defer s.Close()
	ctx := t.Context()
	if err := build(ctx, s, 1, 100); err != nil {
		t.Fatal(err)
	}
	clickhouse.Narrow(s)
	_, verified := s.Verify(ctx, nil)
	_, removed := s.Remove(ctx, index.Filter{}, nil)
	_, _, size := s.Size(ctx)
	hashes := []zobrist.Uint128{{Lo: 0}, {Lo: ^uint64(0)}}
	for what, err := range map[string]error{
		"a question": countAll(ctx, s, index.Query{}, hashes, make([]int64, 2)),
		"verify":     verified,
		"a build":    build(ctx, s, 2, 100),
		"a removal":  removed,
		"the size":   size,
	} {
		if !errors.Is(err, index.ErrUnavailable) || !strings.Contains(err.Error(), "shard 2") {
			t.Errorf("%s: %v, want ErrUnavailable that names shard 2", what, err)
		}
	}
}

// TestBehind verifies an index of which a replica, and then all replicas of a shard, lack something.
func TestBehind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := address(t, dir)
	s, err := clickhouse.Open(t.Context(), a, clickhouse.Options{Spool: filepath.Join(dir, "spool")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := t.Context()
	if err := build(ctx, s, 1, 100); err != nil {
		t.Fatal(err)
	}
	unread, err := s.Verify(ctx, nil)
	if err != nil || len(unread) > 0 {
		t.Fatalf("a whole index: %v, and %v is left out", err, unread)
	}
	servers := strings.Split(hosts(t), ",")
	last := servers[len(servers)-1]
	order := func(verb string) {
		if err := clickhouse.Execute(ctx, a, last,
			fmt.Sprintf("SYSTEM %s FETCHES %s.visits", verb, a.Database)); err != nil {
			t.Fatal(err)
		}
	}
	order("STOP")
	defer clickhouse.Patience(s, time.Second)()
	for source := 2; len(unread) == 0; source++ { // until the other replica has got the blocks
		if err := build(ctx, s, source, 100); err != nil {
			t.Fatal(err)
		}
		if unread, err = s.Verify(ctx, nil); err != nil {
			t.Fatalf("with a replica that is behind: %v", err)
		}
	}
	if len(unread) != 1 || !strings.Contains(unread[0].Error(), last) {
		t.Errorf("left out: %v, want %s", unread, last)
	}
	order("START")
	gone := fmt.Sprintf("ALTER TABLE %s.visits DROP PARTITION %d", a.Database, clickhouse.Run(s, 1))
	if err := clickhouse.Execute(ctx, a, servers[len(servers)-2], gone); err != nil {
		t.Fatal(err)
	}
	for { // until the replica has caught up with the removal, too
		if _, err = s.Verify(ctx, nil); err != nil {
			break
		}
	}
	if !errors.Is(err, index.ErrCorrupt) || !strings.Contains(err.Error(), "shard 2") {
		t.Errorf("if no replica has everything: %v, want ErrCorrupt that names shard 2", err)
	}
}
