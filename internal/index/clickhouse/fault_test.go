//go:build unix

package clickhouse_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// TestTwoBuilders: two processes build at the same time, and both land.
func TestTwoBuilders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := address(t, dir)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			s, err := clickhouse.Open(t.Context(), a,
				clickhouse.Options{Wait: 10 * time.Minute, Spool: filepath.Join(dir, strconv.Itoa(i))})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			for source := range 2 {
				if err := build(t.Context(), s, 10*i+source, 100); err != nil {
					t.Errorf("builder %d: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
	s := open(t, dir)
	defer s.Close()
	holds(t, s, 400)
}

// TestLeaseAtOnce: of builds that begin at the same time and do not wait, exactly one begins.
func TestLeaseAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := address(t, dir)
	const builders = 4
	var stores [builders]*clickhouse.Store
	for i := range stores {
		s, err := clickhouse.Open(t.Context(), a, clickhouse.Options{Spool: filepath.Join(dir, strconv.Itoa(i))})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		stores[i] = s
	}
	for round := range 10 {
		var wg, ready sync.WaitGroup
		ready.Add(builders)
		meet := func() {
			ready.Done()
			ready.Wait()
		}
		var begun [builders]index.Builder
		for i, s := range stores {
			defer clickhouse.BeforeLease(s, meet)()
			wg.Go(func() {
				b, err := s.Begin(t.Context(), config, index.BuildOptions{})
				if err == nil {
					begun[i] = b
				} else if !errors.Is(err, index.ErrLocked) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		n := 0
		for _, b := range begun {
			if b == nil {
				continue
			}
			n++
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		}
		if n != 1 {
			t.Errorf("round %d: %d builds have begun, want 1", round, n)
		}
	}
}

// TestOvertaken: a build whose lease has run out, and that another one has overtaken, does
// not take effect. Built again it does.
func TestOvertaken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fast := open(t, dir)
	defer fast.Close()
	ctx := t.Context()
	slow, err := clickhouse.Open(ctx, address(t, dir), clickhouse.Options{Spool: filepath.Join(dir, "slow")})
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	if err := build(ctx, fast, 1, 100); err != nil {
		t.Fatal(err)
	}
	b, err := slow.Begin(ctx, config, index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := games(ctx, b, 2, 100); err != nil {
		t.Fatal(err)
	}
	clickhouse.LoseLease(b)
	if err := build(ctx, fast, 3, 100); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Commit(ctx, nil); !errors.Is(err, index.ErrLocked) {
		t.Fatalf("the build that was overtaken: %v, want ErrLocked", err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	holds(t, fast, 200)
	if err := build(ctx, slow, 2, 100); err != nil {
		t.Fatal(err)
	}
	holds(t, fast, 300)
	nothingLeft(t, fast)
}

// TestOneSpool: a build whose lease has run out keeps its temporary files from other builds
// that would use the same folder.
func TestOneSpool(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	slow, fast := open(t, dir), open(t, dir)
	defer slow.Close()
	defer fast.Close()
	ctx := t.Context()
	b, err := slow.Begin(ctx, config, index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := games(ctx, b, 1, 100); err != nil {
		t.Fatal(err)
	}
	clickhouse.LoseLease(b)
	if err := build(ctx, fast, 2, 100); !errors.Is(err, index.ErrLocked) || !strings.Contains(err.Error(), "spool") {
		t.Errorf("a build in the same folder: %v, want ErrLocked that names the folder", err)
	}
	if _, err := b.Commit(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := build(ctx, fast, 2, 100); err != nil {
		t.Fatal(err)
	}
	holds(t, fast, 200)
}

// TestDecided: a process ends after its build was decided and before it was announced. The
// next change announces it, and the same build is not added again.
func TestDecided(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir).(*clickhouse.Store)
	defer s.Close()
	ctx := t.Context()
	if err := build(ctx, s, 1, 100); err != nil {
		t.Fatal(err)
	}
	restore := clickhouse.EndAfterDecision(s)
	err := build(ctx, s, 2, 100)
	restore()
	if !errors.Is(err, clickhouse.ErrFate) {
		t.Fatalf("a build that ends after the decision: %v, want ErrFate", err)
	}
	holds(t, s, 100)
	if err := build(ctx, s, 2, 100); err != nil {
		t.Fatal(err)
	}
	holds(t, s, 200)
}

// TestSentTwice: the connection breaks after each block has arrived, which is then sent to another replica. It
// counts once.
func TestSentTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir).(*clickhouse.Store)
	defer s.Close()
	b, err := s.Begin(t.Context(), config, index.BuildOptions{Memory: index.MinMemory}) // 32768 rows in a block
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := games(t.Context(), b, 1, 4000); err != nil {
		t.Fatal(err)
	}
	lost, restore := clickhouse.LoseAnswers(s)
	_, err = b.Commit(t.Context(), nil)
	restore()
	// A shard gets 2000 games, their lines and 19 or 20 positions of each.
	if err != nil || lost() < 2*(1+2000*20/32768) {
		t.Fatalf("%d blocks were sent twice, error %v", lost(), err)
	}
	holds(t, s, 4000)
}

// A testCluster is one of the test's own, whose servers it may kill.
type testCluster struct {
	*testing.T
	hosts, folder string
}

func newCluster(t *testing.T, environment ...string) *testCluster {
	t.Helper()
	needsPrograms(t)
	hosts, folder, err := startCluster(environment...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if text, err := exec.Command("./cluster", "stop", folder).CombinedOutput(); err != nil {
			t.Errorf("stop the cluster: %v\n%s", err, text)
		}
	})
	return &testCluster{t, hosts, folder}
}

// signal sends a signal to a process of the cluster: "1" to "4", or "zk".
func (c *testCluster) signal(name string, s syscall.Signal) {
	c.Helper()
	if err := c.trySignal(name, s); err != nil {
		c.Fatal(err)
	}
}

// trySignal is signal for any goroutine.
func (c *testCluster) trySignal(name string, s syscall.Signal) error {
	text, err := os.ReadFile(filepath.Join(c.folder, name+".pid"))
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, s); err != nil {
		return fmt.Errorf("signal %v to %s: %w", s, name, err)
	}
	return nil
}

// up starts a process that was killed.
func (c *testCluster) up(name string) {
	c.Helper()
	text, err := exec.Command("./cluster", "up", c.folder, name).CombinedOutput()
	if err != nil {
		c.Fatalf("start %s: %v\n%s", name, err, text)
	}
	if len(text) > 0 {
		c.Logf("start %s: %s", name, text)
	}
}

// TestFaults kills servers of a cluster while it loads and answers.
func TestFaults(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	dir := t.TempDir()
	a := addressOf(t, c.hosts, dir)
	s, err := clickhouse.Open(t.Context(), a,
		clickhouse.Options{Wait: 10 * time.Minute, Spool: filepath.Join(dir, "spool")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const n = 3000
	ctx := t.Context()
	if err := build(ctx, s, 0, n); err != nil {
		t.Fatal(err)
	}

	// Somebody asks all the time. The answer must be whole, whatever happens.
	ctx, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	asked := 0
	wg.Go(func() {
		for ctx.Err() == nil {
			got, err := count(ctx, s)
			if ctx.Err() == nil && (err != nil || got%n != 0 || got == 0) {
				t.Errorf("question %d: %d games, error %v", asked, got, err)
				return
			}
			asked++
			time.Sleep(5 * time.Millisecond)
		}
	})
	// A minute, because servers beside other processes may need some seconds for an answer.
	defer clickhouse.Patience(s, time.Minute)()
	during := func(source int, fault, end func()) {
		t.Helper()
		done := make(chan error, 1)
		go func() { done <- build(ctx, s, source, n) }()
		time.Sleep(400 * time.Millisecond)
		fault()
		err := <-done
		end()
		if err != nil {
			t.Fatalf("build %d: %v", source, err)
		}
	}
	for source, name := range []string{"2", "3"} {
		during(source+1, func() { c.signal(name, syscall.SIGKILL) }, func() { c.up(name) })
		t.Logf("built while replica %s was killed", name)
	}
	during(3, func() {
		c.signal("zk", syscall.SIGSTOP)
		time.Sleep(12 * time.Second) // longer than a session
		c.signal("zk", syscall.SIGCONT)
	}, func() {})
	t.Log("built while ZooKeeper was frozen")
	stop()
	wg.Wait()
	t.Logf("%d questions were answered meanwhile", asked)
	holds(t, s, 4*n)

	// ZooKeeper is frozen for longer than a lease counts, before a build has one.
	clickhouse.ShortLease(s)
	thawed := make(chan error, 1)
	restore := clickhouse.BeforeLease(s, sync.OnceFunc(func() {
		if err := c.trySignal("zk", syscall.SIGSTOP); err != nil {
			t.Error(err)
		}
		time.AfterFunc(5*time.Second, func() { thawed <- c.trySignal("zk", syscall.SIGCONT) })
	}))
	err = build(t.Context(), s, 4, n)
	restore()
	if err != nil {
		t.Fatalf("a build that begins while ZooKeeper is frozen: %v", err)
	}
	if err := <-thawed; err != nil {
		t.Fatal(err)
	}
	holds(t, s, 5*n)
	t.Log("begun while ZooKeeper was frozen")

	for _, name := range []string{"1", "2", "3", "4", "zk"} {
		c.signal(name, syscall.SIGKILL)
	}
	for _, name := range []string{"zk", "1", "2", "3", "4"} {
		c.up(name)
	}
	holds(t, s, 5*n)
	t.Log("everything was restarted")

	c.dropped()
	t.Log("an index was dropped while replica 2 was away")

	c.frozen(a, s, 5*n)

	// The replica that takes the blocks of shard 1 is killed before the other one has them: after
	// the first one, and after the tallies that it makes of all.
	servers := strings.Split(c.hosts, ",")
	for i, table := range []string{"visits", "tallies"} {
		newest := make([]uint64, 2) // the last run of which a server has visits
		for i := range newest {
			catchUp(t, a, servers[i], "games", "visits", "tallies")
			order := "SYSTEM STOP FETCHES " + a.Database + ".visits"
			if err := clickhouse.Execute(t.Context(), a, servers[i], order); err != nil {
				t.Fatal(err)
			}
			if newest[i], err = clickhouse.NewestRun(t.Context(), a, servers[i]); err != nil {
				t.Fatal(err)
			}
		}
		taker := atomic.Int32{}
		restore := clickhouse.OnWrite(s, func(statement string) {
			for i := range newest {
				if !strings.Contains(statement, "."+table+" (") || taker.Load() != 0 {
					return
				}
				if now, err := clickhouse.NewestRun(t.Context(), a, servers[i]); err == nil && now > newest[i] &&
					taker.CompareAndSwap(0, int32(i+1)) {
					if err := c.trySignal(strconv.Itoa(i+1), syscall.SIGKILL); err != nil {
						t.Error(err)
					}
				}
			}
		})
		err = build(t.Context(), s, 5+i, n)
		restore()
		if err != nil || taker.Load() == 0 {
			t.Fatalf("a build whose %s died with replica %d: %v", table, taker.Load(), err)
		}
		c.up(strconv.Itoa(int(taker.Load())))
		order := "SYSTEM START FETCHES " + a.Database + ".visits"
		if err := clickhouse.Execute(t.Context(), a, servers[2-taker.Load()], order); err != nil {
			t.Fatal(err)
		}
		holds(t, s, int64(6+i)*n)
		t.Logf("replica %d was killed after it took %s, with a block that it alone had", taker.Load(), table)
	}

	// The builds did not wait long for replica 3, which is soon alone.
	catchUp(t, a, servers[2], "games", "visits", "tallies")
	c.signal("3", syscall.SIGKILL)
	c.signal("4", syscall.SIGKILL)
	counts := make([]int64, 50)
	hashes := make([]zobrist.Uint128, len(counts))
	for i := range hashes {
		hashes[i] = hash(uint64(i)<<8 | 1)
	}
	err = countAll(t.Context(), s, index.Query{}, hashes, counts)
	if !errors.Is(err, index.ErrUnavailable) || !strings.Contains(err.Error(), "shard 2") {
		t.Errorf("without shard 2: %v, want ErrUnavailable that names it", err)
	}
	c.up("3")
	if err := countAll(t.Context(), s, index.Query{}, hashes, counts); err != nil || counts[0] != 1 {
		t.Errorf("with one replica of shard 2: %d, error %v", counts[0], err)
	}

	// The last replica of shard 2 loses rows while it is down, and nobody asks meanwhile.
	c.signal("3", syscall.SIGKILL)
	parts, err := filepath.Glob(filepath.Join(c.folder, "3", "data", "data", a.Database, "visits", "*_*_*_*"))
	if err != nil || len(parts) == 0 {
		t.Fatalf("no visits of server 3: %v", err)
	}
	for _, part := range parts {
		if err := os.RemoveAll(part); err != nil {
			t.Fatal(err)
		}
	}
	c.up("3")
	if err := countAll(t.Context(), s, index.Query{}, hashes, counts); !errors.Is(err, index.ErrUnavailable) {
		t.Errorf("with a replica of shard 2 without its visits: %d, error %v; want ErrUnavailable", counts[0], err)
	}
}

// TestDamaged verifies an index whose replicas have other rows than the manifest says.
func TestDamaged(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir()).(*clickhouse.Store)
	defer s.Close()
	if err := build(t.Context(), s, 1, 100); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]struct{ damage, mend func(rows, hash *uint64) }{
		"another sum": {func(_, hash *uint64) { *hash++ }, func(_, hash *uint64) { *hash-- }},
		"a row more":  {func(rows, _ *uint64) { *rows-- }, func(rows, _ *uint64) { *rows++ }},
		"no damage":   {func(_, _ *uint64) {}, func(_, _ *uint64) {}},
	} {
		clickhouse.Misnote(s, change.damage)
		unread, err := s.Verify(t.Context(), nil)
		clickhouse.Misnote(s, change.mend)
		if errors.Is(err, index.ErrCorrupt) != (what != "no damage") || errors.Is(err, index.ErrUnavailable) ||
			len(unread) > 0 {
			t.Errorf("%s: %v; left out: %v", what, err, unread)
		}
	}
}
