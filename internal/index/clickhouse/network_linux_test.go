package clickhouse_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// A network is a cluster each of whose servers has a network namespace, and of which
// server 2 has a disk of 64 MiB.
type network struct {
	*testCluster
	name   string
	prefix string // of the addresses: the last number is the server's
}

func newNetwork(t *testing.T) *network {
	t.Helper()
	needsPrograms(t)
	oracle.Program(t, "ip", "iproute2")
	name := fmt.Sprintf("z%d", os.Getpid()%1000000)
	if text, err := exec.Command("ip", "netns", "add", name).CombinedOutput(); err != nil {
		t.Skipf("does not apply: this machine does not permit network namespaces: %v: %s", err, text)
	}
	if text, err := exec.Command("ip", "netns", "del", name).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	c := newCluster(t, "CLUSTER_NET="+name, "CLUSTER_DISK=64m")
	prefix, _, _ := strings.Cut(c.hosts, "1:")
	return &network{c, name, prefix}
}

// ether is the address of no card.
const ether = "02:00:00:00:00:99"

// cut makes what one server sends to another get lost, in both directions. ZooKeeper is 5.
func (n *network) cut(a, b int) {
	n.Helper()
	n.ip(a, "neigh", "replace", fmt.Sprint(n.prefix, b), "lladdr", ether, "dev", "eth0", "nud", "permanent")
	n.ip(b, "neigh", "replace", fmt.Sprint(n.prefix, a), "lladdr", ether, "dev", "eth0", "nud", "permanent")
}

// join ends a cut.
func (n *network) join(a, b int) {
	n.Helper()
	n.ip(a, "neigh", "del", fmt.Sprint(n.prefix, b), "dev", "eth0")
	n.ip(b, "neigh", "del", fmt.Sprint(n.prefix, a), "dev", "eth0")
}

func (n *network) ip(server int, args ...string) {
	n.Helper()
	args = append([]string{"-n", fmt.Sprint(n.name, "-", server)}, args...)
	if text, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		n.Fatalf("ip %s: %v: %s", strings.Join(args, " "), err, text)
	}
}

// fill fills the disk of server 2, and returns a function that makes room again.
func (n *network) fill() (room func()) {
	n.Helper()
	path := filepath.Join(n.folder, "2", "data", "filler")
	f, err := os.Create(path)
	if err != nil {
		n.Fatal(err)
	}
	defer f.Close()
	for block := 1 << 20; block > 0; {
		if _, err := f.Write(make([]byte, block)); errors.Is(err, syscall.ENOSPC) {
			block /= 2
		} else if err != nil {
			n.Fatal(err)
		}
	}
	return func() {
		if err := os.Remove(path); err != nil {
			n.Error(err)
		}
	}
}

// TestNetwork builds while servers do not reach one another, and while a disk is full. A
// build may fail; then nothing of it counts, and the same build again adds it once.
func TestNetwork(t *testing.T) {
	t.Parallel()
	n := newNetwork(t)
	dir := t.TempDir()
	a := addressOf(t, n.hosts, dir)
	s, err := clickhouse.Open(t.Context(), a,
		clickhouse.Options{Wait: 10 * time.Minute, Spool: filepath.Join(dir, "spool")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const games = 2000
	if err := build(t.Context(), s, 0, games); err != nil {
		t.Fatal(err)
	}
	built := int64(games)
	defer clickhouse.Patience(s, 16*time.Second)()
	during := func(what string, fault func() (end func())) (failed error) {
		t.Helper()
		// Somebody asks all the time.
		ctx, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		asked := 0
		wg.Go(func() {
			for ctx.Err() == nil {
				got, err := count(ctx, s)
				if ctx.Err() == nil && (err != nil || got%games != 0 || got == 0) {
					t.Errorf("%s: question %d: %d games, error %v", what, asked, got, err)
					return
				}
				asked++
				time.Sleep(5 * time.Millisecond)
			}
		})
		end := fault()
		source := int(built / games)
		failed = build(t.Context(), s, source, games)
		got, err := count(t.Context(), s)
		if want := built + games*int64(one(failed == nil)); err != nil || got != want {
			t.Errorf("%s: %d games after the build, error %v; want %d", what, got, err, want)
		}
		stop()
		wg.Wait()
		end()
		t.Logf("%s: the build ends with %v; %d questions were answered", what, failed, asked)
		defer clickhouse.Patience(s, time.Minute)()
		if failed != nil {
			if err := build(t.Context(), s, source, games); err != nil {
				t.Fatalf("%s: built again: %v", what, err)
			}
		}
		built += games
		holds(t, s, built)
		return failed
	}
	parted := func(a, b int) func() func() {
		return func() func() {
			n.cut(a, b)
			return func() { n.join(a, b) }
		}
	}
	during("a full disk", n.fill)
	if err := during("the replicas of shard 2 parted", parted(3, 4)); err != nil {
		t.Errorf("one replica of shard 2 could have taken the build: %v", err)
	}
	if os.Getenv("ZOBRIST_LONG") == "" {
		t.Log("left out: more partitions; set ZOBRIST_LONG=1 to run them")
		return
	}
	during("the replicas of shard 1 parted", parted(1, 2))
	during("a replica parted from ZooKeeper", parted(3, 5))
	during("a replica parted from all servers", func() func() {
		for _, other := range []int{1, 3, 4, 5} {
			n.cut(2, other)
		}
		return func() {
			for _, other := range []int{1, 3, 4, 5} {
				n.join(2, other)
			}
		}
	})
	during("a replica that nobody reaches", func() func() {
		n.ip(4, "link", "set", "eth0", "down")
		return func() { n.ip(4, "link", "set", "eth0", "up") }
	})
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
