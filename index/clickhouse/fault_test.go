//go:build unix

package clickhouse_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/clickhouse"
)

var config = index.Config{Game: "test", Set: zobrist.Set{Name: "test", Keys: zobrist.Keys{2}, Second: zobrist.Keys{1}}}

// hash returns the hash of a position that has a number. All games contain position 0.
func hash(n uint64) zobrist.Uint128 {
	r := rand.NewPCG(n, 1)
	return zobrist.Uint128{Hi: r.Uint64(), Lo: r.Uint64()}
}

// plies is the number of positions of a test's game.
const plies = 20

// games adds games of a source to a builder: position 0, and some of their own.
func games(ctx context.Context, b index.Builder, source, n int) error {
	var batch index.Batch
	for i := range n {
		g := index.Game{First: fmt.Sprint("player ", source, " ", i), Result: game.FirstWins, Text: []byte("text")}
		hashes := []zobrist.Uint128{hash(0)}
		for ply := 1; ply < plies; ply++ {
			g.Moves = append(g.Moves, uint32(ply))
			hashes = append(hashes, hash(uint64(source)<<40|uint64(i)<<8|uint64(ply)))
		}
		batch.Add(&g, hashes)
		if len(batch.Games) == 1000 || i == n-1 {
			if _, err := b.Append(ctx, &batch); err != nil {
				return err
			}
			batch.Reset()
		}
	}
	b.Keep(index.Source{Name: fmt.Sprint("source ", source), Digest: fmt.Sprint("digest ", source)})
	return nil
}

// build adds a source in one build, unless the index has it.
func build(ctx context.Context, s index.Store, source, n int) error {
	b, err := s.Begin(ctx, config, index.BuildOptions{})
	if err != nil {
		return err
	}
	defer b.Close()
	if b.Known(fmt.Sprint("digest ", source)) {
		return nil
	}
	if err := games(ctx, b, source, n); err != nil {
		return err
	}
	_, err = b.Commit(ctx, nil)
	return err
}

// count returns in how many games position 0 is.
func count(ctx context.Context, s index.Store) (int64, error) {
	var counts [1]int64
	err := s.Count(ctx, index.Query{}, []zobrist.Uint128{hash(0)}, counts[:])
	return counts[0], err
}

// holds demands that the index has so many games, each with all of its positions, and
// that everything it stores agrees.
func holds(t *testing.T, s index.Store, games int64) {
	t.Helper()
	if _, err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	n, err := count(t.Context(), s)
	if err != nil || n != games {
		t.Fatalf("%d games, error %v; want %d", n, err, games)
	}
	positions := int64(0)
	for p, err := range s.Each(t.Context(), index.Positions) {
		if err != nil {
			t.Fatal(err)
		}
		positions++
		if len(p.Moves) != 1 || p.Moves[0].Games != 1 && p.Moves[0].Games != games {
			t.Fatalf("a position has %+v", p.Moves)
		}
	}
	if want := games*(plies-1) + 1; positions != want {
		t.Fatalf("%d positions, want %d", positions, want)
	}
	if err := s.Verify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// TestTwoBuilders: two processes build at the same time, and both land.
func TestTwoBuilders(t *testing.T) {
	dir := t.TempDir()
	a := address(t, dir)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			s, err := clickhouse.Open(t.Context(), a, clickhouse.Options{Wait: time.Minute, Spool: filepath.Join(dir,
				strconv.Itoa(i))})
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

// TestOvertaken: a build whose lease has run out, and that another one has overtaken, does
// not take effect. Built again it does.
func TestOvertaken(t *testing.T) {
	dir := t.TempDir()
	slow, fast := open(t, dir), open(t, dir)
	defer slow.Close()
	defer fast.Close()
	ctx := t.Context()
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
	if _, left, err := fast.Size(ctx); left != 0 || err != nil {
		t.Errorf("%d bytes are left over, error %v", left, err)
	}
}

// TestDecided: a process ends after its build was decided and before it was announced. The
// next change announces it, and the same build is not added again.
func TestDecided(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	defer s.Close()
	ctx := t.Context()
	if err := build(ctx, s, 1, 100); err != nil {
		t.Fatal(err)
	}
	restore := clickhouse.EndAfterDecision()
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

// TestSentTwice: each block is sent twice, to one replica of its shard and to the next. It counts once.
func TestSentTwice(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	defer s.Close()
	restore := clickhouse.SendTwice()
	err := build(t.Context(), s, 1, 20000) // visits of several blocks
	restore()
	if err != nil {
		t.Fatal(err)
	}
	holds(t, s, 20000)
}

// TestKilled: a process is killed while it builds, again and again, and the build is
// tried again each time.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	a := address(t, dir)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	tries := 0
	for wait := 300 * time.Millisecond; ; wait += 400 * time.Millisecond {
		tries++
		cmd := exec.Command(program, "-test.run=^TestChild$", "-test.v")
		cmd.Env = append(os.Environ(), "ZOBRIST_TEST_CHILD="+a.String(), "ZOBRIST_TEST_SPOOL="+filepath.Join(dir, "spool"))
		var out strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(wait+time.Duration(tries/8)*5*time.Second, func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if !strings.Contains(err.Error(), "killed") || tries > 30 {
			t.Fatalf("try %d: %v\n%s", tries, err, out.String())
		}
	}
	t.Logf("the build ended at try %d", tries)
	s := open(t, dir)
	defer s.Close()
	holds(t, s, 2*3000)
	if _, left, err := s.Size(t.Context()); left != 0 || err != nil {
		t.Errorf("%d bytes are left over, error %v", left, err)
	}
}

// TestChild is the process that TestKilled kills.
func TestChild(t *testing.T) {
	text := os.Getenv("ZOBRIST_TEST_CHILD")
	if text == "" {
		return
	}
	clickhouse.ShortLease()
	a, err := clickhouse.ParseAddress(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := clickhouse.Open(t.Context(), a, clickhouse.Options{Wait: time.Minute, Spool: os.Getenv(
		"ZOBRIST_TEST_SPOOL")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for source := range 2 {
		if err := build(t.Context(), s, source, 3000); err != nil {
			t.Fatal(err)
		}
	}
}

// A testCluster is one of the test's own, whose servers it may kill.
type testCluster struct {
	*testing.T
	hosts, folder string
}

func newCluster(t *testing.T) *testCluster {
	t.Helper()
	needsPrograms(t)
	hosts, folder, err := startCluster()
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
	text, err := os.ReadFile(filepath.Join(c.folder, name+".pid"))
	if err != nil {
		c.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		c.Fatal(err)
	}
	if err := syscall.Kill(pid, s); err != nil {
		c.Fatalf("signal %v to %s: %v", s, name, err)
	}
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
	c := newCluster(t)
	dir := t.TempDir()
	a := addressOf(t, c.hosts, dir)
	s, err := clickhouse.Open(t.Context(), a, clickhouse.Options{Wait: time.Minute, Spool: filepath.Join(dir, "spool")})
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
		}
	})
	during := func(source int, fault func()) {
		t.Helper()
		done := make(chan error, 1)
		go func() { done <- build(ctx, s, source, n) }()
		time.Sleep(400 * time.Millisecond)
		fault()
		if err := <-done; err != nil {
			t.Fatalf("build %d: %v", source, err)
		}
	}
	during(1, func() { c.signal("2", syscall.SIGKILL) })
	t.Log("built while a replica of shard 1 was killed")
	during(2, func() { c.up("2"); c.signal("3", syscall.SIGKILL) })
	t.Log("built while it came back and a replica of shard 2 was killed")
	c.up("3")
	during(3, func() {
		c.signal("zk", syscall.SIGSTOP)
		time.Sleep(12 * time.Second) // longer than a session
		c.signal("zk", syscall.SIGCONT)
	})
	t.Log("built while ZooKeeper was frozen")
	stop()
	wg.Wait()
	t.Logf("%d questions were answered meanwhile", asked)
	holds(t, s, 4*n)

	for _, name := range []string{"1", "2", "3", "4", "zk"} {
		c.signal(name, syscall.SIGKILL)
	}
	for _, name := range []string{"zk", "1", "2", "3", "4"} {
		c.up(name)
	}
	holds(t, s, 4*n)
	t.Log("everything was restarted")

	c.signal("3", syscall.SIGKILL)
	c.signal("4", syscall.SIGKILL)
	counts := make([]int64, 50)
	hashes := make([]zobrist.Uint128, len(counts))
	for i := range hashes {
		hashes[i] = hash(uint64(i)<<8 | 1)
	}
	err = s.Count(t.Context(), index.Query{}, hashes, counts)
	if !errors.Is(err, clickhouse.ErrUnavailable) || !strings.Contains(err.Error(), "shard 2") {
		t.Errorf("without shard 2: %v, want ErrUnavailable that names it", err)
	}
	c.up("3")
	if err := s.Count(t.Context(), index.Query{}, hashes, counts); err != nil || counts[0] != 1 {
		t.Errorf("with one replica of shard 2: %d, error %v", counts[0], err)
	}
}
