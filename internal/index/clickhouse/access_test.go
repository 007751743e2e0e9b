package clickhouse_test

import (
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// script returns the folder of the common cluster, and the number before its first port.
// The test is left out if the cluster is not one that the script has started.
func script(t *testing.T) (folder string, base int) {
	t.Helper()
	if os.Getenv("ZOBRIST_CLICKHOUSE") != "" {
		t.Skip("does not apply: it needs the cluster that the script starts, and ZOBRIST_CLICKHOUSE names another one")
	}
	if _, err := fmt.Sscanf(hosts(t), "127.0.0.1:%d", &base); err != nil {
		t.Fatal(err)
	}
	return common.folder, base - 1
}

// other returns the same index by other servers and options. The database is removed in the end.
func other(t *testing.T, a clickhouse.Address, servers, options string) clickhouse.Address {
	t.Helper()
	text := fmt.Sprintf("%s%s/%s?%s", clickhouse.Scheme, servers, a.Database, options)
	b, err := clickhouse.ParseAddress(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// works demands that an index can be built and read at an address.
func works(t *testing.T, a clickhouse.Address, dir string) {
	t.Helper()
	s, err := clickhouse.Open(t.Context(), a, clickhouse.Options{Spool: filepath.Join(dir, "spool")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := build(t.Context(), s, 1, 100); err != nil {
		t.Fatal(err)
	}
	holds(t, s, 100)
}

// TestSecure builds and asks by encrypted connections.
func TestSecure(t *testing.T) {
	t.Parallel()
	folder, base := script(t)
	dir := t.TempDir()
	plain := address(t, dir)
	server, ca := fmt.Sprint("127.0.0.1:", base+13), filepath.Join(folder, "ca.pem")
	works(t, other(t, plain, server, "cluster=zobrist_tls&secure=true&ca="+ca), dir)

	stranger := httptest.NewTLSServer(nil)
	defer stranger.Close()
	wrong := filepath.Join(dir, "wrong.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: stranger.Certificate().Raw}
	if err := os.WriteFile(wrong, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct{ server, options, want string }{
		"another authority":   {server, "secure=true&ca=" + wrong, "ca=FILE"},
		"unknown authority":   {server, "secure=true", "ca=FILE"},
		"not encrypted there": {fmt.Sprint("127.0.0.1:", base+1), "secure=true&ca=" + ca, "tcp_port_secure"},
	} {
		b := other(t, plain, c.server, "cluster=zobrist_tls&"+c.options)
		_, err := clickhouse.Open(t.Context(), b, clickhouse.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", what, err, c.want)
		}
	}
}

// TestSix reaches the servers by IPv6.
func TestSix(t *testing.T) {
	t.Parallel()
	_, base := script(t)
	if text, err := os.ReadFile("/proc/net/if_inet6"); err != nil || len(text) == 0 {
		t.Skip("does not apply: this machine has no IPv6")
	}
	dir := t.TempDir()
	works(t, other(t, address(t, dir), fmt.Sprintf("[::1]:%d", base+1), "cluster=zobrist_six"), dir)
}

// TestReader asks every question as a user who may only read. What writes fails at once.
func TestReader(t *testing.T) {
	script(t)
	dir := t.TempDir()
	a := address(t, dir)
	works(t, a, dir)
	t.Setenv("ZOBRIST_CLICKHOUSE_USER", "reader")
	t.Setenv("ZOBRIST_CLICKHOUSE_PASSWORD", "reads")
	a = other(t, a, strings.Join(a.Hosts, ","), "")
	ctx := t.Context()
	s, err := clickhouse.Open(ctx, a, clickhouse.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	holds(t, s, 100)
	named := index.Filter{Players: []string{"player 1 7"}}
	start := hash(0)
	var counts [1]int64
	if err := countAll(ctx, s, index.Query{Filter: named}, []zobrist.Uint128{start}, counts[:]); err != nil ||
		counts[0] != 1 {
		t.Errorf("games of a player: %d, error %v", counts[0], err)
	}
	listed, err := s.List(ctx, index.Query{Filter: named}, start, index.ListOptions{Limit: 10})
	if err != nil || len(listed) != 1 {
		t.Errorf("list of the games of a player: %v, error %v", listed, err)
	}
	if found, err := s.Games(ctx, []int64{1, 2}, true); err != nil || len(found) != 2 {
		t.Errorf("games: %v, error %v", found, err)
	}
	if found, err := s.History(ctx, index.Query{Filter: named}, start); err != nil || len(found) != 1 {
		t.Errorf("history: %v, error %v", found, err)
	}
	if found, err := s.Players(ctx, "player"); err != nil || len(found) != 100 {
		t.Errorf("%d players, error %v", len(found), err)
	}
	found, err := s.Rank(ctx, index.Ranking{Query: index.Query{Filter: named}, First: named}, nil)
	if err != nil || len(found) == 0 {
		t.Errorf("ranking: %v, error %v", found, err)
	}
	// Only one position has so many games. On the other shard there is none.
	if found, err := s.Rank(ctx, index.Ranking{By: index.ByScore, MinGames: 90}, nil); err != nil || len(found) != 1 {
		t.Errorf("ranking of popular positions: %v, error %v", found, err)
	}
	if _, _, err := s.Size(ctx); err != nil {
		t.Error(err)
	}
	for n, err := range s.Select(ctx, named, 0) {
		if err != nil || n != 7 {
			t.Errorf("game %d of a player, error %v", n, err)
		}
	}

	writer, err := clickhouse.Open(ctx, a, clickhouse.Options{Spool: filepath.Join(dir, "reader")})
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	_, removed := writer.Remove(ctx, named, nil)
	for what, err := range map[string]error{"a build": build(ctx, writer, 2, 10), "a removal": removed} {
		if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "ZOBRIST_CLICKHOUSE_USER") {
			t.Errorf("%s of a user who may only read: %v, want fs.ErrPermission and what to do", what, err)
		}
	}
	t.Setenv("ZOBRIST_CLICKHOUSE_PASSWORD", "wrong word")
	_, err = clickhouse.Open(ctx, other(t, a, strings.Join(a.Hosts, ","), ""), clickhouse.Options{ReadOnly: true})
	if !errors.Is(err, fs.ErrPermission) || strings.Contains(err.Error(), "wrong word") {
		t.Errorf("a wrong password: %v, want fs.ErrPermission", err)
	}
}
